#include "peers.h"

namespace milliamp::bench {

std::string add_peers(suite&) { return "x\n"; }

}  // namespace milliamp::bench
