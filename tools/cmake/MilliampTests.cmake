# Functions that add a test in one line.
#
#   milliamp_add_test(index SOURCES index_test.cpp)
#   milliamp_add_test(races CHECKED SOURCES races_test.cpp LIBRARIES nlohmann_json::nlohmann_json)
#   milliamp_add_negative_tests(negative)
include(GoogleTest)

# In seconds, for a test that hangs. On a loaded machine, some take a third of it.
set(MILLIAMP_TEST_TIMEOUT 300)
if(CMAKE_CROSSCOMPILING)  # the tests run in an emulator
  set(MILLIAMP_TEST_TIMEOUT 900)
endif()

# For every GoogleTest. Also under AddressSanitizer, a fault must end the process by its signal, and
# an allocation that is too large must fail in the caller.
set(MILLIAMP_TEST_PROPERTIES
  TIMEOUT ${MILLIAMP_TEST_TIMEOUT}
  ENVIRONMENT_MODIFICATION ASAN_OPTIONS=set:handle_segv=0:allocator_may_return_null=1)

# What such a test shows depends on no compiler, so tools/test builds and runs it with one.
option(MILLIAMP_COMPILER_INDEPENDENT_TESTS "Test also what does not depend on the compiler" ON)

# Options with which Clang's plugin permits what the rules of the language forbid.
set(MILLIAMP_ALLOW_ALL -Xclang -plugin-arg-milliamp -Xclang allow=all)
list(JOIN MILLIAMP_ALLOW_ALL " " MILLIAMP_ALLOW_ALL)

# milliamp_test_group(RESULT): the path of the current directory below tests/, with dots. The names
# of its tests begin with it: `conformance.chapter4`.
function(milliamp_test_group result)
  file(RELATIVE_PATH group ${PROJECT_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE "/" "." group "${group}")
  set(${result} ${group} PARENT_SCOPE)
endfunction()

# milliamp_link(TARGET CHECKED?): links the library, and instruments the sources if CHECKED.
function(milliamp_link target checked)
  if(checked)
    target_link_libraries(${target} PRIVATE milliamp::checked)
    milliamp_own_target(${target} CHECKED)
  else()
    target_link_libraries(${target} PRIVATE milliamp::milliamp)
    milliamp_own_target(${target})
  endif()
endfunction()

# milliamp_compile_test(TARGET CHECKED?): compiles a target like the GoogleTest programs.
function(milliamp_compile_test target checked)
  milliamp_link(${target} ${checked})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  set(is_sanitized 0)
  if(MILLIAMP_SANITIZE)
    set(is_sanitized 1)
  endif()
  target_compile_definitions(${target} PRIVATE MILLIAMP_TESTS_SANITIZED=${is_sanitized})
  # Where optimized code keeps local variables takes up to a third of GCC's time, and no report needs it.
  # The cases of tests/check are compiled with all, as users' programs are.
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-fno-var-tracking;-fno-var-tracking-assignments>)
  if(NOT checked)
    target_link_libraries(${target} PRIVATE milliamp_no_variables)
  endif()
endfunction()

# Leaves the variables out of the debug information. Checked tests keep them, unless they say otherwise:
# reports are made from them. As a library, it has its option after the -g of milliamp::checked.
add_library(milliamp_no_variables INTERFACE)
target_compile_options(milliamp_no_variables INTERFACE $<$<CONFIG:RelWithDebInfo>:-g1>)

# Clang compiles tests without optimization, as Debug builds are, in a third of the time. GCC optimizes
# them, and either builds the cases of tests/check both ways. In an emulator, all are optimized.
set(MILLIAMP_TEST_OPTIMIZATION "")
if(NOT CMAKE_CROSSCOMPILING)
  set(MILLIAMP_TEST_OPTIMIZATION $<$<CXX_COMPILER_ID:Clang>:-O0>)
endif()

# The source of targets that precompile headers.
set(MILLIAMP_PRECOMPILING_SOURCE ${PROJECT_BINARY_DIR}/tests/precompiled.cpp)

# milliamp_precompile_test_headers(): precompiles the headers that nearly every GoogleTest includes,
# once for plain and once for checked tests. Each test still includes what it needs, and compiles
# also with CMAKE_DISABLE_PRECOMPILE_HEADERS. Milliamp's own headers are not precompiled, as CMake
# disables warnings in precompiled headers. prelude.h is an exception: it must precede all others.
function(milliamp_precompile_test_headers)
  file(CONFIGURE OUTPUT ${MILLIAMP_PRECOMPILING_SOURCE} CONTENT "// CMake precompiles headers for a source.\n")
  foreach(kind IN ITEMS plain checked)
    set(target milliamp_${kind}_test_headers)
    add_library(${target} OBJECT ${MILLIAMP_PRECOMPILING_SOURCE})
    string(COMPARE EQUAL ${kind} checked is_checked)
    milliamp_compile_test(${target} ${is_checked})
    target_link_libraries(${target} PRIVATE GTest::gmock)
    target_compile_options(${target} PRIVATE ${MILLIAMP_TEST_OPTIMIZATION})
    target_precompile_headers(${target} PRIVATE
      <milliamp/prelude.h>
      <algorithm> <array> <atomic> <cmath> <functional> <future> <memory> <mutex> <string> <vector>
      <gmock/gmock.h> <gtest/gtest.h>)
  endforeach()
endfunction()

# milliamp_use_test_headers(TARGET CHECKED?): compiles the sources of a GoogleTest with these
# headers, and as they are compiled.
function(milliamp_use_test_headers target checked)
  set(headers milliamp_plain_test_headers)
  if(checked)
    set(headers milliamp_checked_test_headers)
  endif()
  milliamp_reuse_headers(${target} ${headers})
  target_compile_options(${target} PRIVATE ${MILLIAMP_TEST_OPTIMIZATION})
endfunction()

# milliamp_reuse_headers(TARGET HEADERS): compiles the sources of a target with the headers that the
# target HEADERS has precompiled.
function(milliamp_reuse_headers target headers)
  target_precompile_headers(${target} REUSE_FROM ${headers})
  # GCC uses a precompiled header only if nothing is included before it, and CMake adds it after the
  # prelude.h of the library's flags. A target's own options come before those. The garbage collector
  # would scan all of the header again and again.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    get_target_property(directory ${headers} BINARY_DIR)
    target_compile_options(${target} BEFORE PRIVATE
      "SHELL:-include ${directory}/CMakeFiles/${headers}.dir/cmake_pch.hxx"
      "SHELL:--param ggc-min-heapsize=524288")
  endif()
endfunction()

# milliamp_add_test(NAME SOURCES … [CHECKED] [NO_VARIABLES] [OWN_HEADERS] [OPTIMIZED] [LIBRARIES …]
# [OPTIONS key=value:…]): adds a GoogleTest program and registers each of its tests with ctest. CHECKED
# instruments its sources (milliamp::checked). NO_VARIABLES is for checked tests that look at no report.
# With OWN_HEADERS, no header is precompiled. OPTIMIZED is for long calculations and for what optimization
# changes: Clang also optimizes, and so without precompiled headers. OPTIONS become MILLIAMP_OPTIONS.
function(milliamp_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CHECKED;NO_VARIABLES;OWN_HEADERS;OPTIMIZED" "OPTIONS" "SOURCES;LIBRARIES")
  if(NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "milliamp_add_test(${name}): write SOURCES followed by the source files")
  endif()
  milliamp_test_group(group)
  set(target test_${group}_${name})
  string(MAKE_C_IDENTIFIER ${target} target)
  add_executable(${target} ${arg_SOURCES})
  milliamp_compile_test(${target} ${arg_CHECKED})
  if(arg_NO_VARIABLES)
    target_link_libraries(${target} PRIVATE milliamp_no_variables)
  endif()
  if(arg_OPTIMIZED AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    set(arg_OWN_HEADERS TRUE)
  endif()
  if(NOT arg_OWN_HEADERS)
    milliamp_use_test_headers(${target} ${arg_CHECKED})
  endif()
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} GTest::gmock GTest::gtest_main)
  milliamp_discover_tests(${target} ${name} "${arg_OPTIONS}")
endfunction()

# milliamp_discover_tests(TARGET NAME OPTIONS): registers each test of a GoogleTest program with
# ctest, to be run with these MILLIAMP_OPTIONS. A program can be registered under several names,
# with different options.
function(milliamp_discover_tests target name options)
  milliamp_test_group(group)
  gtest_discover_tests(${target}
    TEST_PREFIX "${group}.${name}." TEST_LIST ${target}_${name} NO_PRETTY_VALUES
    DISCOVERY_MODE PRE_TEST
    PROPERTIES ${MILLIAMP_TEST_PROPERTIES} ENVIRONMENT "MILLIAMP_OPTIONS=${options}")
endfunction()

# milliamp_add_large_page_tests(NAME…): in a build for an emulator, runs GoogleTest programs of this
# directory once more with pages of 64 KiB, as some systems for 64-bit ARM have them.
function(milliamp_add_large_page_tests)
  if(NOT CMAKE_CROSSCOMPILING)
    return()
  endif()
  milliamp_test_group(group)
  foreach(name IN LISTS ARGN)
    set(test ${group}.${name}_with_large_pages)
    add_test(NAME ${test} COMMAND test_${group}_${name})
    # The C library does not use SVE then. qemu takes parts of such pages for unmapped, which other
    # instructions do not notice.
    set_tests_properties(${test} PROPERTIES TIMEOUT ${MILLIAMP_TEST_TIMEOUT}
      ENVIRONMENT "QEMU_PAGESIZE=65536;QEMU_CPU=max,sve=off")
  endforeach()
endfunction()

# milliamp_add_negative_test_header(): a test that precompiles <amp.h> for the negative tests, which
# would spend most of their time in it. For `-include HEADER`, compilers use HEADER.gch.
set(MILLIAMP_NEGATIVE_TEST_COMPILER
  ${CMAKE_CXX_COMPILER} -std=c++17 -I${PROJECT_SOURCE_DIR}/include)
set(MILLIAMP_NEGATIVE_TEST_HEADER ${PROJECT_BINARY_DIR}/negative/amp.h)
function(milliamp_add_negative_test_header)
  cmake_path(GET MILLIAMP_NEGATIVE_TEST_HEADER PARENT_PATH directory)
  file(MAKE_DIRECTORY ${directory})
  add_test(NAME headers.precompiled
    COMMAND ${MILLIAMP_NEGATIVE_TEST_COMPILER} ${MILLIAMP_CXX_FLAGS}
      -x c++-header ${PROJECT_SOURCE_DIR}/include/amp.h -o ${MILLIAMP_NEGATIVE_TEST_HEADER}.gch)
  set_tests_properties(headers.precompiled PROPERTIES
    FIXTURES_SETUP precompiled_header TIMEOUT ${MILLIAMP_TEST_TIMEOUT})
endfunction()

# milliamp_add_negative_tests(DIR): every .cpp in DIR must fail to compile as C++17, with an error
# that matches the extended regular expression in its first line, `// error: …`.
function(milliamp_add_negative_tests directory)
  if(CMAKE_CROSSCOMPILING)
    return()
  endif()
  milliamp_test_group(group)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${directory}/*.cpp)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM LAST_ONLY stem)
    set(test ${group}.${directory}.${stem})
    add_test(NAME ${test}
      COMMAND ${PROJECT_SOURCE_DIR}/tests/expect_compile_error ${source}
        ${MILLIAMP_NEGATIVE_TEST_COMPILER} -include ${MILLIAMP_NEGATIVE_TEST_HEADER}
        ${MILLIAMP_CXX_FLAGS})
    set_tests_properties(${test} PROPERTIES
      FIXTURES_REQUIRED precompiled_header TIMEOUT ${MILLIAMP_TEST_TIMEOUT})
  endforeach()
endfunction()

# milliamp_add_header_tests(): all headers together must compile without a warning, as C++17 and as
# C++20. Each must also do so on its own, included twice, which does not depend on the compiler, as
# both have the same standard library.
function(milliamp_add_header_tests)
  set(include ${PROJECT_SOURCE_DIR}/include)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${include} ${include}/*.h)
  list(REMOVE_ITEM headers milliamp/detail/restore_macros.h)  # the second half of hide_macros.h
  add_headers_test(all "${headers}" -std=c++17)
  add_headers_test(all.cxx20 "${headers}" -std=c++20)
  if(MILLIAMP_COMPILER_INDEPENDENT_TESTS)
    foreach(header IN LISTS headers)
      add_headers_test(${header} ${header} -std=c++17)
    endforeach()
  endif()
endfunction()

# add_headers_test(NAME HEADERS FLAG)
function(add_headers_test name headers flag)
  add_test(NAME headers.${name}
    COMMAND ${PROJECT_SOURCE_DIR}/tests/expect_headers_compile "${headers}"
      ${CMAKE_CXX_COMPILER} -I${PROJECT_SOURCE_DIR}/include
      -Wall -Wextra -Wpedantic -Wshadow -Werror ${flag})
  set_tests_properties(headers.${name} PROPERTIES TIMEOUT ${MILLIAMP_TEST_TIMEOUT})
endfunction()

# milliamp_add_format_test(): every source must be formatted by clang-format.
function(milliamp_add_format_test)
  add_test(NAME style.format
    COMMAND ${PROJECT_SOURCE_DIR}/tests/expect_formatted include src tests examples tools
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(style.format PROPERTIES
    LABELS style SKIP_RETURN_CODE 77 TIMEOUT ${MILLIAMP_TEST_TIMEOUT})
endfunction()

# milliamp_add_example(NAME [CHECKED]): builds NAME.cpp as a user would, and adds tests that run it
# and compare its output with the files of its name in tests/examples (see tests/expect_example). If
# it is not CHECKED, it runs on each accelerator, and once more as a checked program without
# findings.
function(milliamp_add_example name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CHECKED" "" "")
  add_executable(${name} ${name}.cpp)
  milliamp_link(${name} ${arg_CHECKED})
  set(programs ${name})
  if(arg_CHECKED)
    milliamp_add_example_test(${name} ${name} ${name})
  else()
    milliamp_add_example_test(${name}.warp ${name} ${name} ACCELERATOR warp)
    milliamp_add_example_test(${name}.ref ${name} ${name} ACCELERATOR ref)
    add_executable(${name}_checked ${name}.cpp)
    milliamp_link(${name}_checked TRUE)
    set_target_properties(${name}_checked PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/checked)
    milliamp_add_example_test(${name}.checked ${name}_checked ${name})
    list(APPEND programs ${name}_checked)
  endif()
  set_target_properties(${programs} PROPERTIES CXX_STANDARD 17)
endfunction()

# milliamp_add_example_test(NAME TARGET EXPECTED [ACCELERATOR warp|ref] [ARGUMENTS …]): runs an
# example and compares its output with the files tests/examples/EXPECTED.*.
function(milliamp_add_example_test name target expected)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "ACCELERATOR" "ARGUMENTS")
  add_test(NAME examples.${name}
    COMMAND ${PROJECT_SOURCE_DIR}/tests/expect_example
      ${PROJECT_SOURCE_DIR}/tests/examples/${expected} $<TARGET_FILE:${target}> ${arg_ARGUMENTS})
  set_tests_properties(examples.${name} PROPERTIES TIMEOUT ${MILLIAMP_TEST_TIMEOUT})
  if(arg_ACCELERATOR)
    set_tests_properties(examples.${name} PROPERTIES
      ENVIRONMENT MILLIAMP_OPTIONS=accelerator=${arg_ACCELERATOR})
  endif()
endfunction()
