/// A certified value: an enclosure, with its error budget and the name of the engine that computed it. Only functions
/// of reference/ construct one (mint.hpp); other code reads, copies and prints it.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "reference/arithmetic/rational.hpp"
#include "reference/values/enclosure.hpp"

namespace plumbline {

class Certified {
 public:
  /// Returns a ball that contains the exact value.
  const Ball& value() const { return value_; }
  /// Returns the name of the engine that computed the value.
  const std::string& engine() const { return engine_; }
  /// Returns the sources of the width of the profile values from which the value was computed.
  const ErrorBudget& budget() const { return budget_; }
  /// Returns true if the value has the requested digits. If not, the enclosure is wider but still correct.
  bool reached() const { return reached_; }
  /// Return the bounds that the quantity satisfies by definition (for example 0 <= delta <= 1). The ball may exceed
  /// them; the printed value does not.
  const std::optional<Rational>& least() const { return least_; }
  const std::optional<Rational>& most() const { return most_; }

 private:
  friend class Mint;
  Certified(Ball value, std::string engine, ErrorBudget budget, bool reached,
            std::optional<Rational> least, std::optional<Rational> most)
      : value_(std::move(value)),
        engine_(std::move(engine)),
        budget_(std::move(budget)),
        reached_(reached),
        least_(std::move(least)),
        most_(std::move(most)) {}

  Ball value_;
  std::string engine_;
  ErrorBudget budget_;
  bool reached_;
  std::optional<Rational> least_, most_;
};

/// Returns the unbounded value of a quantity that was not computed.
Certified nothing_known(const std::string& engine = "");
/// Returns the trivial bounds [0, 1] of a probability.
Certified any_probability(const std::string& engine);

/// Returns the decimal bounds of the value as printed: rounded outward to `digits` significant digits, then clipped
/// to [least, most]. Throws Contradiction if the value lies outside of [least, most].
std::pair<std::string, std::string> printed_bounds(const Certified& value, int digits);
/// Returns the numbers that the texts of printed_bounds() denote; nothing for an infinite end, or if the exponent is
/// beyond the range of the parser.
std::pair<std::optional<Rational>, std::optional<Rational>> printed_numbers(const Certified& value,
                                                                            int digits);

/// Returns the ball between a lower and an upper bound of a number called `what`. Throws Contradiction if the lower
/// bound is certainly larger than the upper bound.
Ball enclosed_between(const Ball& least, const Ball& most, const std::string& what);

}  // namespace plumbline
