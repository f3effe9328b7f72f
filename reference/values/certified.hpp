/// A certified value: an enclosure with its justification. Only the functions of reference/ create one (mint.hpp);
/// other code reads, copies and prints it.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "reference/arithmetic/rational.hpp"
#include "reference/values/enclosure.hpp"

namespace plumbline {

class Certified {
 public:
  /// Contains the exact value.
  const Ball& value() const { return value_; }
  /// Returns the engine that computed it.
  const std::string& engine() const { return engine_; }
  /// The sources of the width (of the underlying profile values).
  const ErrorBudget& budget() const { return budget_; }
  /// Returns true if the requested digits were reached; if not, the value is still correct.
  bool reached() const { return reached_; }
  /// Returns the bound that the quantity satisfies by definition (for example 0 <= delta <= 1). The ball may extend
  /// beyond it; the printed value does not.
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

/// Returns the value about which nothing is known, because it was not computed.
Certified nothing_known(const std::string& engine = "");
/// Returns the trivial bounds of a probability: it lies in [0, 1].
Certified any_probability(const std::string& engine);

/// Decimal bounds of the value as printed: outward to `digits` significant digits, then clipped to [least, most].
/// Throws Contradiction if the value lies outside.
std::pair<std::string, std::string> printed_bounds(const Certified& value, int digits);
/// The numbers that these texts denote; nothing for an infinite end, or if the exponent is beyond the range of the
/// parser.
std::pair<std::optional<Rational>, std::optional<Rational>> printed_numbers(const Certified& value,
                                                                            int digits);

/// The ball between a lower bound and an upper bound of a number called `what`. Throws Contradiction if the lower bound
/// certainly exceeds the upper one.
Ball enclosed_between(const Ball& least, const Ball& most, const std::string& what);

}  // namespace plumbline
