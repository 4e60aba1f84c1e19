/// @file
/// Stands in for the few console functions of Windows that the articles' programs call, to set the
/// size and the colour of the console's text. Here they do nothing.
#pragma once

struct COORD {
  short X;
  short Y;
};

struct SMALL_RECT {
  short Left;
  short Top;
  short Right;
  short Bottom;
};

using HANDLE = void*;

constexpr unsigned long STD_OUTPUT_HANDLE = static_cast<unsigned long>(-11);

inline HANDLE GetStdHandle(unsigned long) { return nullptr; }
inline int SetConsoleTextAttribute(HANDLE, unsigned short) { return 1; }
inline int SetConsoleScreenBufferSize(HANDLE, COORD) { return 1; }
inline int SetConsoleWindowInfo(HANDLE, int, const SMALL_RECT*) { return 1; }
