/// A certified value: an enclosure with the reason to believe it. The functions of reference/ alone
/// make one (mint.hpp); elsewhere it is read, copied and printed.
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
  /// Where the width comes from (of the underlying profile values).
  const ErrorBudget& budget() const { return budget_; }
  /// The requested digits were reached; if not, it is still correct.
  bool reached() const { return reached_; }
  /// Returns the bound that the quantity satisfies by definition (0 <= delta <= 1, say). The ball may reach beyond;
  /// what is printed does not.
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
