# An overlay port, which builds the checkout that contains it:
#
#     vcpkg install milliamp --overlay-ports=tools/packages/vcpkg
#
# libdw and libelf are those of the system (on Debian: libdw-dev). The command `milliamp` is left out:
# vcpkg would move it away from the library.
vcpkg_check_linkage(ONLY_DYNAMIC_LIBRARY)
cmake_path(SET source NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../../..")

vcpkg_cmake_configure(
  SOURCE_PATH "${source}"
  OPTIONS -DBUILD_TESTING=OFF -DMILLIAMP_COMMAND=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/milliamp)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE")
