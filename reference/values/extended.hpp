/// A value of the extended real line: the result type of every quantity that can be infinite.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "reference/values/certified.hpp"

namespace plumbline {

/// Either a certified value, which is a finite number even if its enclosure is wide, or certainly +infinity, with the
/// reason. No quantity is ever -infinity.
class Extended {
 public:
  Extended(Certified value) : value_(std::move(value)) {}
  /// Returns +infinity. `why` is shown to users who request the number: "the loss is unbounded".
  static Extended infinity(std::string why) { return Extended(Infinite{std::move(why)}); }

  bool is_infinite() const { return !value_; }
  /// Returns the reason why the value is infinite; empty if the value is a number.
  const std::string& why() const { return why_; }
  /// Returns the number. Throws std::invalid_argument with the reason if the value is infinite. Call is_infinite()
  /// first to distinguish both cases.
  const Certified& value() const;

  /// Conversions as for std::optional: true if the value is a number, and access to that number.
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
