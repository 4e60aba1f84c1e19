/// @file
/// The part of OpenCL that running the peers' kernels takes.
///
///     const auto device = std::make_shared<opencl_device>(platform, source);
///     opencl_kernel scale(device, "scale", {{1024}, {64}});
///     scale.set(0, numbers);
///     scale.run();
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace milliamp::bench {

/// An OpenCL object, released with its last owner.
template <class Handle>
using opencl_object = std::shared_ptr<std::remove_pointer_t<Handle>>;

/// All platforms that the OpenCL loader finds.
std::vector<cl_platform_id> opencl_platforms();
std::string name_of(cl_platform_id platform);

/// A platform's CPU and a program compiled for it.
class opencl_device {
 public:
  opencl_device(cl_platform_id platform, const char* source);

  cl_context context() const { return context_.get(); }
  cl_command_queue queue() const { return queue_.get(); }
  cl_program program() const { return program_.get(); }

 private:
  opencl_object<cl_context> context_;
  opencl_object<cl_command_queue> queue_;
  opencl_object<cl_program> program_;
};

/// One of the program's kernels, over so many work-items in groups of so many.
class opencl_kernel {
 public:
  struct work {
    std::vector<std::size_t> items;
    std::vector<std::size_t> group;
  };

  opencl_kernel(std::shared_ptr<opencl_device> device, const char* name, work over);

  void set(cl_uint argument, int value);
  /// Passes memory that holds these numbers.
  void set(cl_uint argument, const std::vector<float>& numbers);

  /// Runs all work-items, and returns when they are done.
  void run();

 private:
  std::shared_ptr<opencl_device> device_;
  opencl_object<cl_kernel> kernel_;
  std::vector<opencl_object<cl_mem>> memory_;
  work over_;
};

}  // namespace milliamp::bench
