// For a program whose reports are on a file system without locks. Its processes have the same
// number, as those of several machines that share a directory may have.

#include <cerrno>

extern "C" int flock(int, int) {
  errno = ENOLCK;
  return -1;
}

extern "C" int getpid() { return 7; }
