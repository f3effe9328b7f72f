/// A certified value: an enclosure with the reason to believe it. The functions of reference/ alone
/// make one (mint.hpp); elsewhere it is read, copied and printed.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "reference/engines/engine.hpp"

namespace plumbline {

class Certified {
 private:
  struct Parts {
    Ball value;
    std::string engine;
    ErrorBudget budget;
    bool reached;
    std::optional<Rational> least, most;
  };
  Parts parts_;

  explicit Certified(Parts parts) : parts_(std::move(parts)) {}
  friend class Mint;

 public:
  // Members below refer to the parts of their own object, so that nothing is written through them.
  Certified(const Certified& other) : parts_(other.parts_) {}
  Certified(Certified&& other) noexcept : parts_(std::move(other.parts_)) {}
  Certified& operator=(const Certified& other) {
    parts_ = other.parts_;
    return *this;
  }
  Certified& operator=(Certified&& other) noexcept {
    parts_ = std::move(other.parts_);
    return *this;
  }
  ~Certified() = default;

  const Ball& value = parts_.value;           ///< contains the exact value
  const std::string& engine = parts_.engine;  ///< that computed it
  const ErrorBudget& budget = parts_.budget;  ///< where the width comes from (of the underlying
                                              ///< profile values)
  const bool& reached = parts_.reached;  ///< the digits asked were; if not, it is still correct
  /// What the quantity satisfies by definition (0 <= delta <= 1, say). The ball may reach beyond;
  /// what is printed does not.
  const std::optional<Rational>&least = parts_.least, &most = parts_.most;
};

/// What is certain of a value that was not computed: nothing.
Certified nothing_known(const std::string& engine = "");
/// The same of a probability: it lies in [0, 1].
Certified any_probability(const std::string& engine);

/// Decimal bounds of the value as printed: outward to `digits` significant digits, then clipped to
/// [least, most]. Throws Contradiction when the value lies beyond.
std::pair<std::string, std::string> printed_bounds(const Certified& value, int digits);
/// The numbers that these texts say; nothing for an end that is infinite, or of which the exponent
/// is beyond what is read.
std::pair<std::optional<Rational>, std::optional<Rational>> printed_numbers(const Certified& value,
                                                                            int digits);

/// All between a lower bound and an upper bound of a number called `what`. Throws Contradiction
/// when the one certainly exceeds the other.
Ball enclosed_between(const Ball& least, const Ball& most, const std::string& what);

}  // namespace plumbline
