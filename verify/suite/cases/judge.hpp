/// Holds one approximation against a certified value.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "verify/approximations/approximation.hpp"
#include "verify/suite/cases/printed.hpp"

namespace plumbline {

/// The record of one approximation at one point (an element of `judged` in results.jsonl).
struct Judgement {
  nlohmann::ordered_json record;
  bool wrong = false;  ///< a tolerance was certainly exceeded, or no number came where one is due
  bool undecided = false;  ///< the enclosure is too wide to hold the error against the tolerance
  /// Encloses the absolute error in a measured case: the method's own where it is known apart from
  /// that of rounding. What sequences in N look at.
  std::optional<Ball> error{};
};

/// Runs the approximation and encloses its error: the double enters exactly, the high-precision
/// value as the decimal it prints, the truth as its ball. Never throws on what the approximation
/// does: refusing, failing and answering nan are verdicts.
/// With option `repeats` above 1, sampling methods are run for that many seeds, and `coverage`
/// counts the confidence intervals that hold the truth. `poll` may throw to abandon that.
Judgement judge(
    const ApproximationEntry& approximation, const ApproximationRequest& request, const Ball& truth,
    const std::optional<Rational>& tolerance, const std::function<void()>& poll = [] {});

/// Holds the double that a method returned against the digits that a source prints for it: members
/// `expect` and `expect_verdict`. A number that differs is wrong, and so is none.
void add_expectation(const PrintedNumber& printed, Judgement* judgement);

/// Encloses the largest distance, over all alpha, of the approximation's trade-off curve from f.
Judgement judge_curve(const ApproximationEntry& approximation, const ApproximationRequest& request,
                      TradeoffValues& f, double digits, const std::optional<Rational>& tolerance);

/// log(later / earlier) / log(later_steps / earlier_steps), the order in which errors fall with the
/// steps, between two members of a sequence; not finite where an error may be 0.
Ball fitted_order(const Rational& earlier_steps, const Ball& earlier, const Rational& later_steps,
                  const Ball& later);

}  // namespace plumbline
