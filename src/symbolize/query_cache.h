/// @file
/// A cache for the results of queries on the debug information.
#pragma once

#include "symbolize/dwarf.h"

#include <map>

namespace milliamp::detail::symbolize {

/// Results by key. When a module has been unloaded, all are dropped: entries that they may contain
/// are gone, and another module may be at its address.
template <class Key, class Value>
class query_cache {
 public:
  /// Returns the result for a key, which read() makes the first time. The reference is valid during
  /// the query.
  template <class Read>
  const Value& get(const Key& key, Read read) MILLIAMP_REQUIRES(debug_information::mutex) {
    const unsigned long long unloads = debug_information::instance().unloads();
    if (unloads != unloads_) known_.clear();
    unloads_ = unloads;
    const auto found = known_.find(key);
    return found != known_.end() ? found->second : known_.emplace(key, read()).first->second;
  }

 private:
  std::map<Key, Value> known_;
  unsigned long long unloads_ = 0;
};

}  // namespace milliamp::detail::symbolize
