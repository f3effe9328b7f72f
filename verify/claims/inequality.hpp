/// Decides an inequality between a certified value and an exact number.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/comparison/chernoff.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {

/// A certified value, or infinity, with the exact number if it is a known rational.
struct Truth {
  Extended value = nothing_known();
  std::optional<Rational> exact{};
};

/// Returns a cheap upper bound on a non-negative number, if the bound is below e^log_wanted. `moved` selects another
/// point of evaluation, for an independent check.
using Ceiling =
    std::function<std::optional<ChernoffBound>(PrivacyProfile&, double log_wanted, bool moved)>;

/// left <= limit, or left >= limit.
struct Inequality {
  std::function<Truth(PrivacyProfile&, const Effort&)> left;
  Rational limit;
  bool at_most = true;
  std::string text;            ///< description of left
  bool equality_holds = true;  ///< if false, equality leaves the inequality undecided
  bool is_truth = false;       ///< left is the claimed quantity itself
  Ceiling ceiling{};           ///< upper bound of left; may be missing
  /// Computes left on independent paths, if left depends on more than the profile; may be missing.
  std::function<Truth(const Effort&)> again{};
};

enum class Outcome { holds, fails, undecided };

struct Decision {
  Outcome outcome = Outcome::undecided;
  Truth left{};
  std::string reason;  ///< reason of an undecided inequality
  int digits = 0;      ///< number of requested digits of left; 0 if none were requested
};

/// Number of digits that suffices for most decisions: claims are rarely closer to the true value.
inline constexpr int kRoughDigits = 4;

/// Requests increasing digits until the enclosure lies on one side of the limit, or no more digits are available. If
/// the inequality fails, left is computed to `digits_of_failure` for the message. Infinity exceeds every limit.
/// Throws Interrupted if the engine does.
Decision decide(const Inequality& inequality, PrivacyProfile& profile, const Poll& poll,
                int digits_of_failure = kRoughDigits);
/// Decides with this number of digits only.
Decision decide_at(const Inequality& inequality, PrivacyProfile& profile, const Poll& poll,
                   int digits);
/// Decides by the ceiling only, if that suffices.
Decision decide_by_ceiling(const Inequality& inequality, PrivacyProfile& profile, bool moved);

/// Returns delta(epsilon) in the direction of the profile; it is known exactly beyond the largest finite loss.
Truth delta_at(PrivacyProfile& profile, const Real& epsilon, const Effort& effort);
/// Returns delta(epsilon) <= limit or >= limit, with a ceiling if epsilon is rational.
Inequality delta_inequality(const Real& epsilon, const Rational& limit, bool at_most,
                            const std::string& text);

/// The engine name of facts that hold for every mechanism.
inline constexpr const char* kTrivial = "trivial";

}  // namespace plumbline
