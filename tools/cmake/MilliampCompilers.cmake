# The compilers that compile programs, for which src/instrument and src/language build plugins.

# find_compiler(ID PROGRAM): sets ID to this build's compiler if it is of that kind, otherwise to the
# one that `milliamp c++ --cxx PROGRAM` calls.
function(find_compiler id program)
  if(CMAKE_CXX_COMPILER_ID STREQUAL ${id})
    set(MILLIAMP_${id} ${CMAKE_CXX_COMPILER})
  else()
    find_program(MILLIAMP_${id} ${program})
  endif()
  set(${id} ${MILLIAMP_${id}} PARENT_SCOPE)
endfunction()

# ask(VARIABLE PROGRAM OPTION): sets VARIABLE to a compiler's answer to an option.
function(ask variable program option)
  execute_process(COMMAND ${program} ${option}
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${variable} ${answer} PARENT_SCOPE)
endfunction()
