/// @file
/// <windows.h>, as many programs spell it: file names on Windows have no case.
#include <milliamp/compat/windows.h>
