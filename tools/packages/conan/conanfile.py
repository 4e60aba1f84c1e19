"""A recipe for Conan 2, which packages the checkout that contains it:

    conan create tools/packages/conan --build=missing
"""
import pathlib
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy
from conan.tools.gnu import PkgConfigDeps

SOURCES = (
    "CMakeLists.txt", "LICENSE", "include/*", "src/*", "tools/*", "examples/findings/*",
    "examples/lessons/*")


class MilliampConan(ConanFile):
    name = "milliamp"
    description = "C++ AMP on the CPU, with a race detector"
    license = "Apache-2.0"
    topics = ("c++-amp", "gpu", "race-detector")
    package_type = "shared-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"command": [True, False]}
    default_options = {"command": False}

    def repository(self):
        """The checkout, when the recipe is exported."""
        return pathlib.Path(self.recipe_folder).parents[2]

    def set_version(self):
        text = (self.repository() / "include/milliamp/version.h").read_text(encoding="utf-8")
        self.version = ".".join(
            re.findall(r"^#define MILLIAMP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text, re.MULTILINE))

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, src=str(self.repository()), dst=self.export_sources_folder)

    def requirements(self):
        self.requires("boost/[>=1.74 <2]")
        self.requires("elfutils/[>=0.186]")
        self.requires("nlohmann_json/[>=3.11 <4]")
        self.requires("onetbb/[>=2021.8]")
        if self.options.command:
            self.requires("cli11/[>=2.3 <3]")

    def validate(self):
        check_min_cppstd(self, 17)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("Milliamp needs Linux")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["BUILD_TESTING"] = False
        toolchain.cache_variables["MILLIAMP_COMMAND"] = bool(self.options.command)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=str(pathlib.Path(self.package_folder, "licenses")))

    def package_info(self):
        # find_package() finds the files that Milliamp itself installs: its targets have the flags with
        # which programs are compiled.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/milliamp"]
        self.cpp_info.libs = ["milliamp"]
