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

/// A certified value, or infinity. `exact` is the number if it is known to be a rational number.
struct Truth {
  Extended value = nothing_known();
  std::optional<Rational> exact{};
};

/// Returns a cheap upper bound on a non-negative number, if the bound is below e^log_wanted. If `moved`, the bound is
/// evaluated at another point (order), for an independent check.
using Ceiling =
    std::function<std::optional<ChernoffBound>(PrivacyProfile&, double log_wanted, bool moved)>;

/// The inequality left <= limit if `at_most`, otherwise left >= limit.
struct Inequality {
  std::function<Truth(PrivacyProfile&, const Effort&)> left;
  Rational limit;
  bool at_most = true;
  std::string text;            ///< description of left
  bool equality_holds = true;  ///< if false, equality leaves the inequality undecided
  bool is_truth = false;       ///< true if left is the claimed quantity itself
  Ceiling ceiling{};           ///< computes a cheap upper bound of left; may be empty
  /// Computes left by an independent method. Set if left depends on more than the profile, for example on two
  /// mechanisms; otherwise empty.
  std::function<Truth(const Effort&)> again{};
};

enum class Outcome { holds, fails, undecided };

struct Decision {
  Outcome outcome = Outcome::undecided;
  Truth left{};
  std::string reason;  ///< reason of an undecided inequality
  int digits = 0;      ///< number of requested digits of left; 0 if none were requested
};

/// Number of digits that suffices for most decisions, because few claims agree with the true value to more digits.
inline constexpr int kRoughDigits = 4;

/// Requests increasing digits until the enclosure lies on one side of the limit, or no more digits are available. If
/// the inequality fails, left is computed to `digits_of_failure` digits for the message. Infinity exceeds every limit.
/// Throws Interrupted if the engine throws it.
Decision decide(const Inequality& inequality, PrivacyProfile& profile, const Poll& poll,
                int digits_of_failure = kRoughDigits);
/// Decides with this number of digits only.
Decision decide_at(const Inequality& inequality, PrivacyProfile& profile, const Poll& poll,
                   int digits);
/// Decides only by trivial bounds and by the cheap upper bound `ceiling`; the outcome is undecided if these do not
/// suffice.
Decision decide_by_ceiling(const Inequality& inequality, PrivacyProfile& profile, bool moved);

/// Returns delta(epsilon) in the direction of the profile. `exact` is set if delta(epsilon) is known exactly, for
/// example beyond the largest finite loss.
Truth delta_at(PrivacyProfile& profile, const Real& epsilon, const Effort& effort);
/// Returns the inequality delta(epsilon) <= limit if `at_most`, otherwise delta(epsilon) >= limit. It has a ceiling if
/// epsilon is rational.
Inequality delta_inequality(const Real& epsilon, const Rational& limit, bool at_most,
                            const std::string& text);

/// The engine name of facts that hold for every mechanism.
inline constexpr const char* kTrivial = "trivial";

}  // namespace plumbline
