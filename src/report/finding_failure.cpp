#include "report/finding_failure.h"

#include "base/options.h"

#include <algorithm>

namespace milliamp::detail::report {

namespace {

std::string where_report_is() {
  const base::options& options = base::current_options();
  if (!options.report_path.empty()) return "see the report in " + options.report_path;
  const bool is_above = options.report_format == base::report_format::text;
  return is_above ? "see the report above" : "see the report";
}

std::string refer_to(const finding& reported) {
  return to_string(reported.kind) + (": " + reported.summary) + "; " + where_report_is();
}

}  // namespace

finding_failure::finding_failure(finding_kind kind, const std::string& message)
    : runtime_exception(message.c_str(), concurrency::details::e_fail), kind_(kind) {}

finding_failure::finding_failure(const finding& reported)
    : finding_failure(reported.kind, refer_to(reported)) {
  is_reported_ = true;
}

std::exception_ptr refer_to_report(const std::exception_ptr& failure,
                                   const std::vector<finding>& reported) {
  try {
    std::rethrow_exception(failure);
  } catch (const finding_failure& f) {
    const auto cause = std::find_if(reported.begin(), reported.end(),
                                    [&](const finding& r) { return r.kind == f.kind(); });
    if (cause != reported.end()) return std::make_exception_ptr(finding_failure(*cause));
  } catch (...) {
  }
  return failure;
}

bool is_reported(const std::exception_ptr& exception) {
  if (exception == nullptr) return false;
  try {
    std::rethrow_exception(exception);
  } catch (const finding_failure& f) {
    return f.is_reported();
  } catch (...) {
    return false;
  }
}

}  // namespace milliamp::detail::report
