# The compilers that compile programs, for which src/instrument and src/language build plugins.

# ask(VARIABLE PROGRAM OPTION): sets VARIABLE to a compiler's answer to an option.
function(ask variable program option)
  execute_process(COMMAND ${program} ${option}
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${variable} ${answer} PARENT_SCOPE)
endfunction()

# find_compilers(ID OPTION PROGRAM…): sets MILLIAMP_ID_COMPILERS to this build's compiler if it is of
# that kind, and to those of the programs that exist, one of each version, MILLIAMP_ID_VERSIONS to their
# answers to OPTION, and MILLIAMP_ID_DEFAULT to the first version. A cross build has its own compiler
# only, and so has the library as part of another project.
function(find_compilers id option)
  set(candidates "")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "${id}")
    set(candidates ${CMAKE_CXX_COMPILER})
  endif()
  if((PROJECT_IS_TOP_LEVEL OR MILLIAMP_COMMAND) AND NOT CMAKE_CROSSCOMPILING)
    list(APPEND candidates ${ARGN})
  endif()
  set(compilers "")
  set(versions "")
  foreach(candidate IN LISTS candidates)
    find_program(program ${candidate} NO_CACHE)
    if(program)
      ask(version ${program} ${option})
      if(NOT version IN_LIST versions)
        list(APPEND compilers ${program})
        list(APPEND versions ${version})
      endif()
    endif()
    unset(program)
  endforeach()
  set(MILLIAMP_${id}_COMPILERS ${compilers} PARENT_SCOPE)
  set(MILLIAMP_${id}_VERSIONS ${versions} PARENT_SCOPE)
  list(POP_FRONT versions default)
  set(MILLIAMP_${id}_DEFAULT "${default}" PARENT_SCOPE)
endfunction()

# find_gcc(): finds the versions of GCC that plugins are built for. The first one is the default of this
# build and of `milliamp c++`. find_clang() does the same for Clang.
macro(find_gcc)
  find_compilers(GNU -dumpfullversion g++ g++-11 g++-12 g++-13 g++-14 g++-15)
endmacro()
macro(find_clang)
  find_compilers(Clang -dumpversion clang++ clang++-14 clang++-15 clang++-16 clang++-17 clang++-18
    clang++-19 clang++-20)
endmacro()

# add_compiler_plugin(TARGET NAME HEADERS … SOURCES … [DEFINITIONS …] [OPTIONS …] [PRECOMPILED …]):
# builds and installs the compiler plugin NAME.so. HEADERS are include directories. Most of the time is
# that of the compiler's headers: without a unity build, the sources share the PRECOMPILED ones. A cross
# compiler runs on this machine, so its plugin is built by this machine's compiler, MILLIAMP_BUILD_CXX,
# from sources that are joined, and is not installed.
function(add_compiler_plugin target name)
  cmake_parse_arguments(PARSE_ARGV 2 plugin "" "" "HEADERS;SOURCES;DEFINITIONS;OPTIONS;PRECOMPILED")
  list(PREPEND plugin_OPTIONS -fno-rtti -Wall -Wextra)
  if(CMAKE_CROSSCOMPILING)
    find_program(MILLIAMP_BUILD_CXX NAMES g++ clang++ REQUIRED)
    set(file ${MILLIAMP_BUILD_LIBDIR}/milliamp/${name}.so)
    list(TRANSFORM plugin_HEADERS PREPEND -isystem)
    list(TRANSFORM plugin_DEFINITIONS PREPEND -D)
    list(TRANSFORM plugin_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    set(joined ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    list(TRANSFORM plugin_SOURCES REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE includes)
    list(JOIN includes "" text)
    file(CONFIGURE OUTPUT ${joined} CONTENT "${text}" @ONLY)
    add_custom_command(OUTPUT ${file}
      COMMAND ${MILLIAMP_BUILD_CXX} -std=c++20 -O2 -shared -fPIC -fvisibility=hidden
        ${plugin_OPTIONS} ${plugin_HEADERS} ${plugin_DEFINITIONS} ${joined} -o ${file}
      DEPENDS ${joined} ${plugin_SOURCES} COMMENT "Building ${name}.so for this machine" VERBATIM)
    add_custom_target(${target} DEPENDS ${file})
    return()
  endif()
  add_library(${target} MODULE ${plugin_SOURCES})
  set_target_properties(${target} PROPERTIES
    PREFIX "" OUTPUT_NAME ${name}
    LIBRARY_OUTPUT_DIRECTORY ${MILLIAMP_BUILD_LIBDIR}/milliamp
    CXX_VISIBILITY_PRESET hidden)
  target_include_directories(${target} SYSTEM PRIVATE ${plugin_HEADERS})
  target_compile_definitions(${target} PRIVATE ${plugin_DEFINITIONS})
  target_compile_options(${target} PRIVATE ${plugin_OPTIONS})
  # It takes a small part of the compiler's time. Debug information of the variables would be that of Clang.
  milliamp_build_sooner(${target})
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-g1>)
  if(plugin_PRECOMPILED AND NOT CMAKE_UNITY_BUILD)
    target_precompile_headers(${target} PRIVATE ${plugin_PRECOMPILED})
  endif()
  install(TARGETS ${target} DESTINATION ${CMAKE_INSTALL_LIBDIR}/milliamp COMPONENT dev)
endfunction()

# compile_after_plugin(TARGET NAME CONDITION): lets the sources that are compiled with the options of TARGET
# be compiled after the plugin NAME.so, and again when it changes: in this build, they include a header
# with its checksum. ccache, which does not read the plugins of -fpass-plugin, compares preprocessed sources,
# which have pragmas but no comments. CONDITION is the generator expression for the sources that use the plugin.
function(compile_after_plugin target name condition)
  set(plugin ${MILLIAMP_BUILD_LIBDIR}/milliamp/${name}.so)
  set(header ${PROJECT_BINARY_DIR}/plugins/${name}.h)
  target_compile_options(${target} INTERFACE
    "$<BUILD_INTERFACE:$<${condition}:SHELL:-include \"${header}\">>")
  # For a dependency on a library, Ninja would wait only before the link.
  if(NOT TARGET milliamp_sum_${name})
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/plugins)
    add_custom_command(OUTPUT ${header}
      COMMAND sha256sum < ${plugin} |
        sed "s,\\([0-9a-f]*\\).*,#pragma GCC system_header\\n#pragma milliamp_plugin \\1," > ${header}
      DEPENDS ${plugin} COMMENT "Computing the checksum of ${name}.so" VERBATIM)
    add_custom_target(milliamp_sum_${name} DEPENDS ${header})
  endif()
  add_dependencies(${target} milliamp_sum_${name})
endfunction()
