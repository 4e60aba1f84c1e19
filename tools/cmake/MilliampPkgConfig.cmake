# Installs the files for pkg-config. The flags of a checked program depend on its compiler, so there
# is a file for each:
#
#     g++ $(pkg-config --cflags milliamp) kernel.cpp $(pkg-config --libs milliamp)
#     clang++ $(pkg-config --cflags milliamp-checked-clang) kernel.cpp …
#
# The prefix is relative to the file, so that an installation can be moved.
#
# They name no compiler plugin, because a compiler of another version could not load it. For programs
# that were written for Visual C++, milliamp-compat is added to one of them; with Clang,
# milliamp-compat-clang.

set(pc_prefix /prefix)
cmake_path(RELATIVE_PATH pc_prefix BASE_DIRECTORY /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# add_pkg_config_file(NAME DESCRIPTION LINK-FLAGS FLAG…)
function(add_pkg_config_file pc_name pc_description pc_libs)
  list(JOIN ARGN " " pc_cflags)
  configure_file(${PROJECT_SOURCE_DIR}/tools/packages/milliamp.pc.in
    ${PROJECT_BINARY_DIR}/${pc_name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc_name}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endfunction()

add_pkg_config_file(milliamp "C++ AMP on the CPU" "-lmilliamp" ${MILLIAMP_CXX_FLAGS})
list(JOIN MILLIAMP_CHECKED_LINK_FLAGS " " wrap_flags)
# GCC links the sanitizers' runtimes. It finds the empty ones of Milliamp first.
set(link_flags_GNU "-L\${libdir}/milliamp -lmilliamp ${wrap_flags}")
set(link_flags_Clang "-lmilliamp ${wrap_flags}")
# GCC refuses other sanitizers with an error that names -fsanitize=thread only. The plugin adds a
# sentence to it; here GCC's driver says it instead.
set(checked_flags_GNU "-specs=\${libdir}/milliamp/checked.specs")
install(FILES ${PROJECT_SOURCE_DIR}/tools/packages/checked.specs
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/milliamp COMPONENT dev)
find_gcc()
find_clang()
foreach(compiler IN LISTS MILLIAMP_COMPILERS)
  set(name milliamp-checked)
  if(compiler STREQUAL Clang)
    string(APPEND name -clang)
  endif()
  # The file is for the default version.
  set(newer_flags "")
  if(compiler STREQUAL Clang AND MILLIAMP_Clang_DEFAULT VERSION_GREATER_EQUAL 16)
    set(newer_flags ${MILLIAMP_CHECKED_FLAGS_Clang_16})
  endif()
  add_pkg_config_file(${name} "C++ AMP on the CPU, with a race detector (${compiler})"
    "${link_flags_${compiler}}"
    ${MILLIAMP_CXX_FLAGS} ${MILLIAMP_CXX_FLAGS_${compiler}}
    ${MILLIAMP_CHECKED_FLAGS} ${MILLIAMP_CHECKED_FLAGS_${compiler}} ${newer_flags}
    ${checked_flags_${compiler}})
  string(REPLACE checked compat name ${name})
  list(JOIN MILLIAMP_COMPAT_LINK_FLAGS " " compat_link_flags)
  add_pkg_config_file(${name} "Headers for C++ AMP programs written for Visual C++ (${compiler})"
    "-lmilliamp ${compat_link_flags}"
    "-isystem \${includedir}/milliamp/compat" ${MILLIAMP_CXX_FLAGS}
    ${MILLIAMP_COMPAT_FLAGS} ${MILLIAMP_COMPAT_FLAGS_${compiler}})
endforeach()
