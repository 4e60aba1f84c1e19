#include "installation.h"

#include "configuration.h"
#include "error.h"

#include <string>

namespace milliamp::command {

namespace {

void require(const std::filesystem::path& file) {
  if (std::filesystem::exists(file)) return;
  throw error("incomplete installation of Milliamp: " + file.string() +
              " does not exist; build or install it again");
}

}  // namespace

std::filesystem::path installation::plugin(const std::string& compiler) const {
  const std::filesystem::path file = library / "milliamp" / (compiler + ".so");
  return std::filesystem::exists(file) ? file : std::filesystem::path();
}

installation find_installation() {
  const std::filesystem::path bin = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::filesystem::path data = (bin / configuration::data_from_bin).lexically_normal();
  installation found;
  found.include = (bin / configuration::include_from_bin).lexically_normal();
  found.library = (bin / configuration::library_from_bin).lexically_normal();
  found.lessons = data / "lessons";
  found.page = data / "view.html";
  found.runtime_stand_ins = found.library / "milliamp";
  require(found.include / "amp.h");
  require(found.library / "libmilliamp.so");
  return found;
}

}  // namespace milliamp::command
