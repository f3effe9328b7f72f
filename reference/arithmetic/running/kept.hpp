/// Caches between questions. Only complete values are stored: interrupted work (a Poll that throws, a Contradiction,
/// lack of memory) leaves the cache unchanged.
#pragma once

#include <cstddef>
#include <list>
#include <optional>
#include <utility>

namespace plumbline {

/// A cache of the last value. Its key must contain all data on which the value depends; keys are compared by ==.
template <class Key, class Value>
class Kept {
 public:
  /// Returns the cached value for this key, or calls `make` and caches its result. Nothing changes if `make` throws.
  template <class Make>
  const Value& get(const Key& key, const Make& make) {
    if (const Value* known = find(key)) return *known;
    std::pair<Key, Value> made(key, make());
    kept_.emplace(std::move(made));
    return kept_->second;
  }
  /// Returns the value for this key; null if it is not cached.
  const Value* find(const Key& key) const {
    return kept_ && kept_->first == key ? &kept_->second : nullptr;
  }
  /// Returns the last value, for any key; null if there is none.
  const Value* last() const { return kept_ ? &kept_->second : nullptr; }
  void forget() { kept_.reset(); }

 private:
  std::optional<std::pair<Key, Value>> kept_;
};

/// A cache of the `most` values used last. A reference is valid until `most` other values have been requested.
template <class Key, class Value>
class KeptFew {
 public:
  explicit KeptFew(size_t most) : most_(most) {}

  /// Works as Kept::get.
  template <class Make>
  const Value& get(const Key& key, const Make& make) {
    for (auto known = kept_.begin(); known != kept_.end(); ++known) {
      if (!(known->first == key)) continue;
      kept_.splice(kept_.begin(), kept_, known);
      return kept_.front().second;
    }
    std::list<std::pair<Key, Value>> made;
    made.emplace_back(key, make());
    kept_.splice(kept_.begin(), made);
    while (kept_.size() > most_) kept_.pop_back();
    return kept_.front().second;
  }
  size_t size() const { return kept_.size(); }
  void forget() { kept_.clear(); }

 private:
  size_t most_;
  std::list<std::pair<Key, Value>> kept_;
};

}  // namespace plumbline
