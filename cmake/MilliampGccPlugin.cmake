# The plugin for GCC (src/instrument). It fits one version of GCC and is named after it; programs that
# another version compiles do without.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(MILLIAMP_GCC ${CMAKE_CXX_COMPILER})
else()
  find_program(MILLIAMP_GCC g++)  # for `milliamp c++ --cxx g++`
endif()
if(MILLIAMP_GCC)
  execute_process(COMMAND ${MILLIAMP_GCC} -dumpfullversion
    OUTPUT_VARIABLE MILLIAMP_GCC_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${MILLIAMP_GCC} -print-file-name=plugin
    OUTPUT_VARIABLE directory OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(MILLIAMP_GCC_HEADERS ${directory}/include)
endif()
set(MILLIAMP_HAS_GCC_PLUGIN FALSE)
if(EXISTS "${MILLIAMP_GCC_HEADERS}/gcc-plugin.h")
  set(MILLIAMP_HAS_GCC_PLUGIN TRUE)
elseif(MILLIAMP_GCC)
  message(WARNING "There are no headers for plugins of GCC ${MILLIAMP_GCC_VERSION} (Debian's "
    "gcc-12-plugin-dev): in what it compiles, structures that functions take and return by value "
    "are not checked, and instrumented code of the host is slow.")
endif()

# milliamp_add_gcc_plugin(): the target, and its use in checked programs.
function(milliamp_add_gcc_plugin)
  add_library(milliamp_gcc_plugin MODULE
    instrument/gcc_call_operands.cpp
    instrument/gcc_guards.cpp
    instrument/gcc_plugin.cpp)
  set_target_properties(milliamp_gcc_plugin PROPERTIES
    PREFIX "" OUTPUT_NAME gcc-${MILLIAMP_GCC_VERSION}
    LIBRARY_OUTPUT_DIRECTORY ${MILLIAMP_BUILD_LIBDIR}/milliamp
    CXX_VISIBILITY_PRESET hidden)
  target_include_directories(milliamp_gcc_plugin SYSTEM PRIVATE ${MILLIAMP_GCC_HEADERS})
  target_compile_options(milliamp_gcc_plugin PRIVATE -fno-rtti -Wall -Wextra)
  install(TARGETS milliamp_gcc_plugin DESTINATION ${CMAKE_INSTALL_LIBDIR}/milliamp)

  set(file milliamp/gcc-${MILLIAMP_GCC_VERSION}.so)
  foreach(language IN ITEMS C CXX)
    set(is_fit "$<VERSION_EQUAL:$<${language}_COMPILER_VERSION>,${MILLIAMP_GCC_VERSION}>")
    target_compile_options(milliamp_checked INTERFACE
      "$<$<AND:$<COMPILE_LANG_AND_ID:${language},GNU>,${is_fit}>:-fplugin=$<BUILD_INTERFACE:${MILLIAMP_BUILD_LIBDIR}/${file}>$<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/${file}>>")
  endforeach()
  # Before the first source is compiled; for a library, Ninja would wait before the link.
  add_custom_target(milliamp_gcc_plugin_first DEPENDS $<TARGET_FILE:milliamp_gcc_plugin>)
  add_dependencies(milliamp_checked milliamp_gcc_plugin_first)
endfunction()
