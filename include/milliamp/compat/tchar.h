/// @file
/// The names of <tchar.h> in a program whose characters are narrow (no _UNICODE): on Linux, main()
/// gets narrow arguments, and files have narrow names.
#ifndef MILLIAMP_COMPAT_TCHAR_H
#define MILLIAMP_COMPAT_TCHAR_H

#include <milliamp/compat/secure_functions.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef _UNICODE
#error "_tmain gets narrow arguments here: remove _UNICODE, and TCHAR is char"
#endif

using _TCHAR = char;
using TCHAR = char;

#define _T(text) text
#define _TEXT(text) text
#define _tmain main
#define _tprintf std::printf
#define _ftprintf std::fprintf
#define _tprintf_s printf_s
#define _stprintf_s sprintf_s
#define _tfopen std::fopen
#define _tfopen_s fopen_s
#define _tcslen std::strlen
#define _tcscmp std::strcmp
#define _tcscpy_s strcpy_s
#define _tcscat_s strcat_s
#define _ttoi std::atoi
#define _tstoi std::atoi
#define _tstof std::atof

#endif
