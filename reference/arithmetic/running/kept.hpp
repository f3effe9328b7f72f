/// Caches between questions. It is made whole before it is stored, so that work that stops on the
/// way (a Poll that throws, a Contradiction, no memory) leaves the cached data as it was: a part of it is
/// never read as the whole.
#pragma once

#include <cstddef>
#include <list>
#include <optional>
#include <utility>

namespace plumbline {

/// The value made last, with all it depends on as its key (compared by ==).
template <class Key, class Value>
class Kept {
 public:
  /// The cached value for this key, or the one that `make` returns, which is kept from now on. Nothing
  /// changes where `make` throws.
  template <class Make>
  const Value& get(const Key& key, const Make& make) {
    if (const Value* known = find(key)) return *known;
    std::pair<Key, Value> made(key, make());
    kept_.emplace(std::move(made));
    return kept_->second;
  }
  /// Null where no value is kept for this key.
  const Value* find(const Key& key) const {
    return kept_ && kept_->first == key ? &kept_->second : nullptr;
  }
  /// The value made last for any key; null where there is none.
  const Value* last() const { return kept_ ? &kept_->second : nullptr; }
  void forget() { kept_.reset(); }

 private:
  std::optional<std::pair<Key, Value>> kept_;
};

/// The values made or asked for last, at most `most` of them. A reference holds until as many others
/// have been asked for.
template <class Key, class Value>
class KeptFew {
 public:
  explicit KeptFew(size_t most) : most_(most) {}

  /// As Kept::get.
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
