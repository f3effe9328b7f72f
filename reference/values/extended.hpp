/// A value of the extended real line: the result type of every quantity that may be infinite.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "reference/values/certified.hpp"

namespace plumbline {

/// A certified value, which is a number even if little is known about it, or certainly +infinity with a reason. (No
/// quantity is ever -infinity.)
class Extended {
 public:
  Extended(Certified value) : value_(std::move(value)) {}
  /// `why` is shown to users who request the number: "the loss is unbounded".
  static Extended infinity(std::string why) { return Extended(Infinite{std::move(why)}); }

  bool is_infinite() const { return !value_; }
  /// Empty if it is a number.
  const std::string& why() const { return why_; }
  /// Returns the number. Throws std::invalid_argument, with the reason, if it is infinite: an error for callers that
  /// need a finite value. Call is_infinite() first to distinguish the two.
  const Certified& value() const;

  /// Conversions as for an optional: true if it is a number; and that number.
  explicit operator bool() const { return !is_infinite(); }
  const Certified& operator*() const { return value(); }
  const Certified* operator->() const { return &value(); }

 private:
  struct Infinite {
    std::string why;
  };
  explicit Extended(Infinite infinite) : why_(std::move(infinite.why)) {}

  std::optional<Certified> value_;
  std::string why_;
};

}  // namespace plumbline
