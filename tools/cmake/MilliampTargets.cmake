# How Milliamp's own targets are compiled.

# milliamp_build_sooner(TARGET): optimizes less what takes little of the time of the programs that use it.
function(milliamp_build_sooner target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
endfunction()

# milliamp_own_target(TARGET [CHECKED]): the warnings for our own code and the sanitizers of
# MILLIAMP_SANITIZE. The sources of a CHECKED target are instrumented already, so that only the
# library below them is sanitized. GCC's warning of variables that may not be initialized is often
# wrong in code that AddressSanitizer has changed. Clang 19 warns of what std::stable_sort() of GCC 12's
# library calls.
function(milliamp_own_target target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CHECKED" "" "")
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic
    $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>
    $<$<AND:$<CXX_COMPILER_ID:Clang>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,19>>:-Wno-deprecated-declarations>)
  if(MILLIAMP_SANITIZE)
    target_link_options(${target} PRIVATE -fsanitize=${MILLIAMP_SANITIZE})
    target_compile_definitions(${target} PRIVATE MILLIAMP_SWITCH_IN_LIBRARY)
    if(NOT arg_CHECKED)
      target_compile_options(${target} PRIVATE
        -fsanitize=${MILLIAMP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    endif()
  endif()
endfunction()
