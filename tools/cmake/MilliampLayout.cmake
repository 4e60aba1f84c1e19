# The directories of the command, the library, the headers and other data. The build tree has the
# layout of an installation, so that the command finds the others by the same relative paths in both.
include(GNUInstallDirs)

file(RELATIVE_PATH MILLIAMP_INCLUDE_FROM_BIN
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
file(RELATIVE_PATH MILLIAMP_LIB_FROM_BIN
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH MILLIAMP_DATA_FROM_BIN
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_DATADIR}/milliamp)

file(RELATIVE_PATH MILLIAMP_GDB_FROM_LIB
  ${CMAKE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_FULL_DATADIR}/milliamp/gdb)

set(MILLIAMP_BUILD_BINDIR ${PROJECT_BINARY_DIR}/bin)
foreach(kind IN ITEMS LIB INCLUDE DATA)
  cmake_path(ABSOLUTE_PATH MILLIAMP_${kind}_FROM_BIN BASE_DIRECTORY ${MILLIAMP_BUILD_BINDIR}
    NORMALIZE OUTPUT_VARIABLE MILLIAMP_BUILD_${kind}DIR)
endforeach()
function(milliamp_link_into_build_tree source link)
  cmake_path(GET link PARENT_PATH above)
  file(MAKE_DIRECTORY ${above})
  file(CREATE_LINK ${source} ${link} SYMBOLIC)
endfunction()
milliamp_link_into_build_tree(${PROJECT_SOURCE_DIR}/include ${MILLIAMP_BUILD_INCLUDEDIR})
milliamp_link_into_build_tree(${PROJECT_SOURCE_DIR}/examples/lessons
  ${MILLIAMP_BUILD_DATADIR}/lessons)
