#include "opencl.h"

#include <stdexcept>
#include <utility>

namespace milliamp::bench {

namespace {

void check(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return;
  throw std::runtime_error(std::string(call) + " failed with OpenCL's error " +
                           std::to_string(status));
}

std::string log_of(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log;
}

}  // namespace

std::vector<cl_platform_id> opencl_platforms() {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS) return {};
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  return platforms;
}

std::string name_of(cl_platform_id platform) {
  std::size_t size = 0;
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &size), "clGetPlatformInfo");
  std::string name(size, '\0');
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, name.data(), nullptr),
        "clGetPlatformInfo");
  return name.c_str();
}

opencl_device::opencl_device(cl_platform_id platform, const char* source) {
  cl_device_id device = nullptr;
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_int status = CL_SUCCESS;
  context_ = {clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status), &clReleaseContext};
  check(status, "clCreateContext");
  queue_ = {clCreateCommandQueue(context(), device, 0, &status), &clReleaseCommandQueue};
  check(status, "clCreateCommandQueue");
  program_ = {clCreateProgramWithSource(context(), 1, &source, nullptr, &status),
              &clReleaseProgram};
  check(status, "clCreateProgramWithSource");
  if (clBuildProgram(program(), 1, &device, "", nullptr, nullptr) != CL_SUCCESS) {
    throw std::runtime_error("clBuildProgram: " + log_of(program(), device));
  }
}

opencl_kernel::opencl_kernel(std::shared_ptr<opencl_device> device, const char* name, work over)
    : device_(std::move(device)), over_(std::move(over)) {
  cl_int status = CL_SUCCESS;
  kernel_ = {clCreateKernel(device_->program(), name, &status), &clReleaseKernel};
  check(status, "clCreateKernel");
}

void opencl_kernel::set(cl_uint argument, int value) {
  check(clSetKernelArg(kernel_.get(), argument, sizeof value, &value), "clSetKernelArg");
}

void opencl_kernel::set(cl_uint argument, const std::vector<float>& numbers) {
  cl_int status = CL_SUCCESS;
  const std::size_t bytes = numbers.size() * sizeof(float);
  const cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  auto* source = const_cast<float*>(numbers.data());  // It is copied from.
  memory_.emplace_back(clCreateBuffer(device_->context(), flags, bytes, source, &status),
                       &clReleaseMemObject);
  check(status, "clCreateBuffer");
  const cl_mem memory = memory_.back().get();
  check(clSetKernelArg(kernel_.get(), argument, sizeof memory, &memory), "clSetKernelArg");
}

void opencl_kernel::run() {
  check(clEnqueueNDRangeKernel(device_->queue(), kernel_.get(),
                               static_cast<cl_uint>(over_.items.size()), nullptr,
                               over_.items.data(), over_.group.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(device_->queue()), "clFinish");
}

}  // namespace milliamp::bench
