#include "symbolize/captures.h"

#include "base/show.h"
#include "symbolize/kernel_class.h"
#include "symbolize/object.h"

#include <milliamp/detail/buffer.h>
#include <milliamp/detail/strides.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

namespace milliamp::detail::symbolize {

namespace {

/// Returns the name of a captured variable, without the two underscores that GCC adds.
std::string capture_name(Dwarf_Die* member) {
  const char* name = dwarf_diename(member);
  if (name == nullptr) return "";
  return std::strncmp(name, "__", 2) == 0 ? name + 2 : name;
}

// What follows reads these classes as arrays of words.
static_assert(std::is_standard_layout_v<buffer_ref<int>>, "the address is the first word");
static_assert(sizeof(concurrency::details::strides<3>) == 2 * sizeof(std::int64_t));

/// Reads the lengths and the address of a container from its public member `extent` and from its
/// buffer_ref.
bool read_extent_and_data(object container, captured_memory& memory) {
  memory.is_container = true;
  const auto extent = member_of(container, "extent");
  const auto elements = member_of_class(container, "buffer_ref");
  Dwarf_Word size = 0;
  if (!extent || !elements ||
      dwarf_aggregate_size(const_cast<Dwarf_Die*>(&extent->type), &size) != 0) {
    return false;
  }
  memory.data = elements->read<const std::byte*>();
  for (std::size_t d = 0; d < size / sizeof(std::int32_t); ++d) {
    memory.lengths.push_back(extent->read<std::int32_t>(d * sizeof(std::int32_t)));
  }
  return true;
}

/// Sets the distances of elements without gaps between them.
void set_dense_distances(captured_memory& memory) {
  std::int64_t distance = 1;
  memory.distances.resize(memory.lengths.size());
  for (std::size_t d = memory.lengths.size(); d-- > 0;) {
    memory.distances[d] = distance;
    distance *= memory.lengths[d];
  }
}

/// Fills in the memory of an array or a view.
bool read_array(object container, captured_memory& memory) {
  const auto strides = member_of_class(container, "strides");
  auto element = first_type_argument(&container.type);
  if (!strides || !element || !read_extent_and_data(container, memory)) return false;
  memory.element = layout_of(describe_type(*element));
  memory.element_size = memory.element.bytes();
  const std::size_t rank = memory.lengths.size();
  for (std::size_t d = 0; d < rank; ++d) {
    memory.distances.push_back(
        d + 1 == rank ? 1 : strides->read<std::int64_t>(d * sizeof(std::int64_t)));
  }
  return memory.element_size != 0;
}

/// Fills in the memory of the first mipmap level of a texture or of a view of one.
/// @param levels becomes the number of levels
bool read_texture(object texture, captured_memory& memory, unsigned& levels) {
  const auto bits = member_of(texture, "bits_per_scalar_element");
  const auto level_count = member_of(texture, "mipmap_levels");
  auto texel = first_type_argument(&texture.type);
  if (!bits || !level_count || !texel || !read_extent_and_data(texture, memory)) {
    return false;
  }
  const auto scalar_bits = bits->read<unsigned>();
  // Scalars of texels are 4 bytes in programs, except double.
  const std::size_t channels = describe_type(*texel).size / (scalar_bits == 64 ? 8 : 4);
  memory.element_size = scalar_bits / 8 * channels;
  memory.has_whole_elements = true;
  levels = level_count->read<unsigned>();
  set_dense_distances(memory);
  return memory.element_size != 0;
}

/// Returns the mipmap level after one, which also follows it in memory.
captured_memory level_after(const captured_memory& level, unsigned number) {
  captured_memory next = level;
  std::size_t bytes = level.element_size;
  for (std::int64_t& length : next.lengths) {
    bytes *= static_cast<std::size_t>(length);
    length = std::max<std::int64_t>(length / 2, 1);
  }
  next.data += bytes;
  next.level = "mipmap level " + std::to_string(number);
  set_dense_distances(next);
  return next;
}

/// Fills in the memory of a plain variable.
bool read_variable(const element_type& type, const std::byte* address, captured_memory& memory) {
  memory.data = address;
  memory.element_size = type.size;
  memory.element = layout_of(type);
  memory.element.dimensions.clear();
  memory.lengths.assign(type.dimensions.begin(), type.dimensions.end());
  set_dense_distances(memory);
  return memory.element_size != 0;
}

/// Adds the memory of an array, a texture or a view of either. Returns whether the object is one.
bool read_container(object container, const std::string& type_name, const std::string& name,
                    std::vector<captured_memory>& captures) {
  const bool is_array = is_one_of(&container.type, {"array", "array_view"});
  if (!is_array &&
      !is_one_of(&container.type, {"texture", "texture_view", "writeonly_texture_view"})) {
    return false;
  }
  captured_memory memory;
  memory.name = name;
  memory.variable = type_name + ' ' + name;
  unsigned levels = 1;
  // A std::array has the name of an array, but not its members.
  if (!(is_array ? read_array(container, memory) : read_texture(container, memory, levels))) {
    return false;
  }
  captures.push_back(std::move(memory));
  for (unsigned number = 1; number < levels; ++number) {
    captures.push_back(level_after(captures.back(), number));
  }
  return true;
}

/// Adds the elements of a std::vector, by the names of its members in GCC's standard library.
/// Returns whether the object is one.
bool read_vector(object vector, const std::string& name, std::vector<captured_memory>& captures) {
  if (!is_one_of(&vector.type, {"vector"})) return false;
  const auto implementation = member_of(vector, "_M_impl");
  const auto begin = implementation ? member_of(*implementation, "_M_start") : std::nullopt;
  const auto end = implementation ? member_of(*implementation, "_M_finish") : std::nullopt;
  auto argument = first_type_argument(&vector.type);
  if (!begin || !end || !argument) return false;
  const element_type element = describe_type(*argument);
  captured_memory memory;
  if (!read_variable(element, begin->read<const std::byte*>(), memory)) return false;
  memory.name = name;
  memory.variable = "std::vector<" + element.name + "> " + name;
  const std::ptrdiff_t bytes = end->read<const std::byte*>() - memory.data;
  memory.lengths.insert(memory.lengths.begin(),
                        bytes / static_cast<std::ptrdiff_t>(memory.element.size));
  set_dense_distances(memory);
  captures.push_back(std::move(memory));
  return true;
}

/// Adds the object that a pointer in an object points to.
void read_pointee(object pointer, const std::string& name, std::vector<captured_memory>& captures) {
  Dwarf_Die target;
  if (!entry_of(&pointer.type, DW_AT_type, target)) return;
  const element_type type = describe_type(target);
  captured_memory memory;
  memory.name = name;
  memory.is_pointee = true;
  memory.variable = type.name + "* " + name;
  if (read_variable(type, pointer.read<const std::byte*>(), memory)) {
    captures.push_back(std::move(memory));
  }
}

void read_members(object whole, const std::string& name, std::vector<captured_memory>& captures);

/// Adds the memory of all containers in a variable: of the variable itself, of the elements of a C
/// array, and of the members of a class.
void read_containers(const element_type& type, const std::string& name, const std::byte* address,
                     std::vector<captured_memory>& captures) {
  constexpr std::uint64_t most_elements = 1024;
  std::uint64_t elements = 1;
  for (const std::uint64_t length : type.dimensions) elements *= length;
  if (elements > most_elements) return;
  for (std::uint64_t i = 0; i < elements; ++i) {
    const object element{type.die, address + i * type.size};
    const std::string element_name = name + subscripts(i, type.dimensions);
    if (!read_container(element, type.name, element_name, captures) &&
        !read_vector(element, element_name, captures)) {
      read_members(element, element_name, captures);
    }
  }
}

void read_members(object whole, const std::string& name, std::vector<captured_memory>& captures) {
  const int kind = dwarf_tag(&whole.type);
  if (kind != DW_TAG_structure_type && kind != DW_TAG_class_type) return;
  any_child(&whole.type, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    const bool is_part = tag == DW_TAG_member || tag == DW_TAG_inheritance;
    if (!is_part || dwarf_hasattr(&child, DW_AT_external)) return false;  // a static member
    const char* const member = dwarf_diename(&child);
    // Names that begin with an underscore are those of the standard library.
    const bool has_name = tag == DW_TAG_member && member != nullptr && *member != '_';
    const std::string path = has_name ? name + '.' + member : name;
    element_type type = type_of(&child);
    const std::byte* const address = whole.address + number_of(&child, DW_AT_data_member_location);
    if (dwarf_tag(&type.die) != DW_TAG_pointer_type) {
      read_containers(type, path, address, captures);
    } else if (type.dimensions.empty() && has_name) {
      read_pointee({type.die, address}, path, captures);
    }
    return false;
  });
}

/// Adds the memory that a member of the kernel function object refers to.
void read_capture(Dwarf_Die* member, const std::byte* address,
                  std::vector<captured_memory>& captures) {
  const std::string name = capture_name(member);
  element_type type = type_of(member);
  const int tag = dwarf_tag(&type.die);
  if (tag == DW_TAG_reference_type || tag == DW_TAG_pointer_type) {
    Dwarf_Die target;
    if (!entry_of(&type.die, DW_AT_type, target)) return;
    type = describe_type(target);
    address = object{target, address}.read<const std::byte*>();
  }
  const bool is_one = type.dimensions.empty();
  if (is_one && read_container({type.die, address}, type.name, name, captures)) return;
  read_containers(type, name, address, captures);
  captured_memory memory;
  memory.name = name;
  memory.is_pointee = tag == DW_TAG_pointer_type;
  memory.variable = type.name + (memory.is_pointee ? "* " : " ") + name;
  if (read_variable(type, address, memory)) captures.push_back(std::move(memory));
}

/// Adds the memory that the kernel function object, or one of its bases, refers to.
void read_captures(object function_object, std::vector<captured_memory>& captures) {
  any_child(&function_object.type, [&](Dwarf_Die& child) {
    const std::byte* const address =
        function_object.address + number_of(&child, DW_AT_data_member_location);
    if (dwarf_tag(&child) == DW_TAG_member) {
      read_capture(&child, address, captures);
    } else if (dwarf_tag(&child) == DW_TAG_inheritance) {
      read_captures({type_of(&child).die, address}, captures);
    }
    return false;
  });
}

}  // namespace

std::vector<captured_memory> captures_of(const void* function_object, const void* code) {
  const debug_query query;
  std::vector<captured_memory> captures;
  std::optional<Dwarf_Die> type = kernel_class(code);
  if (!type) return captures;
  read_captures({*type, static_cast<const std::byte*>(function_object)}, captures);
  return captures;
}

}  // namespace milliamp::detail::symbolize
