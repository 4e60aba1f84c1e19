#include "symbolize/captured_memory.h"

#include "base/show.h"

namespace milliamp::detail::symbolize {

namespace {

/// `*p`, `p->velocity.x`, `(*p)[3]`
std::string pointee(const std::string& pointer, const std::string& path) {
  if (path.starts_with('.')) return pointer + "->" + path.substr(1);
  return path.starts_with('[') ? "(*" + pointer + ')' + path : '*' + pointer + path;
}

}  // namespace

std::size_t captured_memory::elements_spanned() const {
  std::int64_t last = 0;
  for (std::size_t d = 0; d < lengths.size(); ++d) {
    if (lengths[d] <= 0) return 0;
    last += (lengths[d] - 1) * distances[d];
  }
  return static_cast<std::size_t>(last) + 1;
}

std::string captured_memory::element_at(const void* address) const {
  const std::int64_t distance = static_cast<const std::byte*>(address) - data;
  if (distance < 0) return "";
  const auto size = static_cast<std::int64_t>(element_size);
  std::int64_t rest = distance / size;
  std::vector<std::int64_t> index;
  for (std::size_t d = 0; d < lengths.size(); ++d) {
    index.push_back(rest / distances[d]);
    rest %= distances[d];
    if (index[d] >= lengths[d]) return "";
  }
  if (lengths.empty() && rest != 0) return "";
  std::string path;
  if (is_container) {
    path = base::show(index);
  } else {
    for (const std::int64_t i : index) path += '[' + std::to_string(i) + ']';
  }
  if (!has_whole_elements) path += element.path_to(static_cast<std::size_t>(distance % size));
  const std::string text = is_pointee ? pointee(name, path) : name + path;
  return level.empty() ? text : text + " of " + level;
}

std::string captured_memory::element_from(const void* address) const {
  const std::int64_t distance = static_cast<const std::byte*>(address) - data;
  if (!is_pointee || !lengths.empty() || data == nullptr || distance < 0) return "";
  const auto offset = static_cast<std::size_t>(distance);
  return name + '[' + std::to_string(offset / element_size) + ']' +
         element.path_to(offset % element_size);
}

std::string captured_memory::element_beyond(const void* address) const {
  const bool is_pointer = is_pointee && lengths.empty();
  if (!is_pointer && (lengths.size() != 1 || !level.empty())) return "";
  const std::int64_t distance = static_cast<const std::byte*>(address) - data;
  const auto size = static_cast<std::int64_t>(element_size);
  const std::int64_t index = distance / size - (distance % size < 0 ? 1 : 0);
  const std::string text = std::to_string(index);
  return name + (is_container ? '(' + text + ')' : '[' + text + ']') +
         (has_whole_elements ? ""
                             : element.path_to(static_cast<std::size_t>(distance - index * size)));
}

bool captured_memory::holds_scalar(const void* address) const {
  const std::ptrdiff_t distance = static_cast<const std::byte*>(address) - data;
  if (distance < 0 || element_size == 0) return false;
  const auto offset = static_cast<std::size_t>(distance);
  return offset / element_size < elements_spanned() && element.is_scalar(offset % element_size);
}

std::vector<captured_memory> containers_of(std::vector<captured_memory> captures) {
  std::erase_if(captures, [](const captured_memory& c) { return !c.is_container; });
  return captures;
}

}  // namespace milliamp::detail::symbolize
