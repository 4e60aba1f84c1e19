# The directories of the command, the library and the headers. The build tree has the layout of an
# installation, so that the command finds the other two by the same relative paths in both.
include(GNUInstallDirs)

file(RELATIVE_PATH MILLIAMP_INCLUDE_FROM_BIN
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
file(RELATIVE_PATH MILLIAMP_LIB_FROM_BIN
  ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})

set(MILLIAMP_BUILD_BINDIR ${PROJECT_BINARY_DIR}/bin)
foreach(kind IN ITEMS LIB INCLUDE)
  cmake_path(ABSOLUTE_PATH MILLIAMP_${kind}_FROM_BIN BASE_DIRECTORY ${MILLIAMP_BUILD_BINDIR}
    NORMALIZE OUTPUT_VARIABLE MILLIAMP_BUILD_${kind}DIR)
endforeach()
cmake_path(GET MILLIAMP_BUILD_INCLUDEDIR PARENT_PATH above)
file(MAKE_DIRECTORY ${above})
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include ${MILLIAMP_BUILD_INCLUDEDIR} SYMBOLIC)
