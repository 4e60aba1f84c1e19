#include "report/finding.h"

namespace milliamp::detail {

const char* to_string(finding_kind kind) {
  switch (kind) {
    case finding_kind::race:
      return "race";
    case finding_kind::barrier_divergence:
      return "barrier-divergence";
  }
  return "";
}

const char* to_string(access_kind kind) {
  switch (kind) {
    case access_kind::read:
      return "read";
    case access_kind::write:
      return "write";
    case access_kind::atomic:
      return "atomic";
  }
  return "";
}

}  // namespace milliamp::detail
