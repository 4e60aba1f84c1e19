# Debian packages by CPack: libmilliamp0 has the library, libmilliamp-dev what compiling needs, and
# milliamp the command. tools/package makes them.
set(sources ${PROJECT_SOURCE_DIR}/tools/packages)
set(compressed ${PROJECT_BINARY_DIR}/packages)
file(MAKE_DIRECTORY ${compressed})

# compress(RESULT FILE): sets RESULT to a compressed copy of a file.
function(compress result file)
  cmake_path(GET file FILENAME name)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  execute_process(COMMAND gzip -9nc ${file} OUTPUT_FILE ${compressed}/${name}.gz
    COMMAND_ERROR_IS_FATAL ANY)
  set(${result} ${compressed}/${name}.gz PARENT_SCOPE)
endfunction()

# add_package(COMPONENT NAME SECTION DEPENDS DESCRIPTION)
macro(add_package component name section depends description)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}")
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  install(FILES ${sources}/copyright ${changelog} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
    COMPONENT ${component})
  # Lintian takes the flags of a checked program for mistakes, and the project has no mail address.
  install(FILES ${sources}/lintian-overrides RENAME ${name}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT ${component})
endmacro()

compress(changelog ${sources}/changelog)
set(this_version "(= ${PROJECT_VERSION})")
set(CPACK_COMPONENTS_ALL "")
add_package(lib libmilliamp0 libs "" "C++ AMP on the CPU: the library
 Runs the kernels of C++ AMP programs on the CPU.")
add_package(dev libmilliamp-dev libdevel
  "libmilliamp0 ${this_version}, libc6-dev, libstdc++-12-dev | libstdc++-dev"
  "C++ AMP on the CPU: headers and compiler plugins
 The headers of C++ AMP, files for CMake and pkg-config, and the compiler
 plugins that instrument programs whose kernels are to be checked.")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS libtbb-dev)  # for milliamp::compat
add_package(command milliamp devel "libmilliamp-dev ${this_version}, g++ | clang"
  "C++ AMP on the CPU: compile, run and check programs
 The command compiles C++ AMP programs, runs them on the CPU, and detects
 data races, barrier divergence and invalid memory accesses in their kernels.")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME milliamp)
set(CPACK_PACKAGE_CONTACT "The Milliamp developers <maintainers@milliamp.invalid>")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${MILLIAMP_BUILD_LIBDIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_LIB_PACKAGE_CONTROL_EXTRA ${sources}/triggers)
include(CPack)
