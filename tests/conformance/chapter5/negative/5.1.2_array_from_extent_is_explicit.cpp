// error: conversion from|no viable conversion
#include <amp.h>

using namespace concurrency;

array<int> a = extent<1>(3);
