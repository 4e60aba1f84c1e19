#include "symbolize/held_tile_modules.h"

#include <dlfcn.h>

#include <utility>

namespace milliamp::detail::symbolize {

held_tile_modules::held_tile_modules() {
  // Another thread may unload a module before it is held.
  do {
    release();
    known_ = tile_modules();
    hold();
  } while (base::loader_generation::now().unloads != known_.generation.unloads);
}

void held_tile_modules::hold() {
  for (const auto& module : known_.modules) {
    if (module->path.empty()) continue;  // the executable, which stays loaded
    if (void* const handle = dlopen(module->path.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {
      handles_.push_back(handle);
    }
  }
}

void held_tile_modules::release() {
  for (void* const handle : std::exchange(handles_, {})) dlclose(handle);
}

}  // namespace milliamp::detail::symbolize
