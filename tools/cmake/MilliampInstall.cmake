# Installs the library, its headers, the command, and the package for find_package(). The libraries
# that Milliamp itself uses (Boost, oneTBB, …) are no dependencies of its users, except that the
# headers of milliamp::compat need oneTBB.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/milliamp)

install(TARGETS milliamp milliamp_checked milliamp_compat EXPORT milliamp
  LIBRARY COMPONENT lib NAMELINK_COMPONENT dev)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT dev)
install(FILES ${PROJECT_SOURCE_DIR}/src/report/findings.schema.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/milliamp COMPONENT dev)
install(EXPORT milliamp
  DESTINATION ${package_dir} NAMESPACE milliamp:: FILE milliampTargets.cmake
  COMPONENT dev)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/milliampConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/milliampConfig.cmake CONTENT [[
include(${CMAKE_CURRENT_LIST_DIR}/milliampLanguage.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/milliampTargets.cmake)
# See milliamp/detail/checked.h.
if("${CMAKE_CXX_FLAGS} ${CMAKE_EXE_LINKER_FLAGS}" MATCHES "-fsanitize=[^ ]*thread")
  set_property(TARGET milliamp::checked APPEND PROPERTY
    INTERFACE_COMPILE_DEFINITIONS MILLIAMP_WITH_THREAD_SANITIZER)
endif()
# For milliamp::compat; other targets do without it.
find_package(TBB QUIET)
]] @ONLY)
install(FILES
  ${PROJECT_BINARY_DIR}/milliampConfig.cmake ${PROJECT_BINARY_DIR}/milliampConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/tools/cmake/milliampLanguage.cmake
  DESTINATION ${package_dir} COMPONENT dev)
include(MilliampPkgConfig)
