#include "peers.h"

namespace milliamp::bench {

std::string add_peers(suite&) {
  return "PoCL and Oclgrind are not measured: this build found no OpenCL; install "
         "ocl-icd-opencl-dev, and build again\n";
}

}  // namespace milliamp::bench
