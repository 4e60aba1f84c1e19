// error: conversion from|no viable conversion
#include <amp.h>

using namespace concurrency;

index<1> i = 5;
