/// Compares one approximation with a certified value.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "reference/questions/asked_tradeoff.hpp"
#include "verify/approximations/approximation.hpp"
#include "verify/suite/cases/printed.hpp"

namespace plumbline {

/// The record of one approximation at one point, an element of `judged` in results.jsonl.
struct Judgement {
  nlohmann::ordered_json record;
  bool wrong = false;      ///< a tolerance is certainly exceeded, or a required number is missing
  bool undecided = false;  ///< the enclosure is too wide to compare the error with the tolerance
  /// Enclosure of the absolute error, if it was measured; it is the error of the method alone if the rounding error is
  /// known separately. fitted_order() fits an exponent of the number of steps to this error.
  std::optional<Ball> error{};
};

/// Runs the approximation and encloses its error. The computation uses the exact double, the printed decimal of the
/// high-precision value, and the ball of the true value. An approximation that refuses, fails or returns nan causes
/// no exception: each of these is a verdict. With option `repeats` above 1, sampling methods are run for that many
/// seeds, and `coverage` counts the confidence intervals that contain the true value. `poll` may throw to stop these
/// runs.
Judgement judge(
    const ApproximationEntry& approximation, const ApproximationRequest& request, const Ball& truth,
    const std::optional<Rational>& tolerance, const std::function<void()>& poll = [] {});

/// Compares the double that a method returned with the digits that a source prints for it, and adds the members
/// `expect` and `expect_verdict`. A different or missing number is wrong.
void add_expectation(const PrintedNumber& printed, Judgement* judgement);

/// Encloses the largest distance, over all alpha, between the approximation's trade-off curve and f.
Judgement judge_curve(const ApproximationEntry& approximation, const ApproximationRequest& request,
                      AskedTradeoff& f, double digits, const std::optional<Rational>& tolerance);

/// Encloses the largest amount, over all epsilons, by which the profiles of the approximation's distributions are below
/// the profile of `query`, which names a mechanism and a direction.
Judgement judge_whole(const ApproximationEntry& approximation, const ApproximationRequest& request,
                      const Query& query, const Effort& effort,
                      const std::optional<Rational>& tolerance);

/// Returns log(later / earlier) / log(later_steps / earlier_steps), the exponent of the number of steps in the errors,
/// for two members of a sequence. It is not finite if an error may be 0.
Ball fitted_order(const Rational& earlier_steps, const Ball& earlier, const Rational& later_steps,
                  const Ball& later);

}  // namespace plumbline
