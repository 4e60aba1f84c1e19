// Loads a shared library that uses Milliamp, which this program does not, and runs its kernel:
//
//     load_library libkernels.so

#include <dlfcn.h>

#include <iostream>

int main(int, char** arguments) {
  void* const library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    std::cout << dlerror() << '\n';
    return 1;
  }
  const auto run = reinterpret_cast<int (*)()>(dlsym(library, "reverse_by_default"));
  std::cout << run() << '\n';
  return dlclose(library);
}
