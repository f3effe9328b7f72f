/// Holds one approximation against a certified value.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "verify/approximations/approximation.hpp"

namespace plumbline {

/// The record of one approximation at one point (an element of `judged` in results.jsonl).
struct Judgement {
  nlohmann::ordered_json record;
  bool wrong = false;  ///< a tolerance was certainly exceeded, or no number came where one is due
  bool undecided = false;  ///< the enclosure is too wide to hold the error against the tolerance
};

/// Runs the approximation and encloses its error: the double enters exactly, the high-precision
/// value as the decimal it prints, the truth as its ball. Never throws on what the approximation
/// does: refusing, failing and answering nan are verdicts.
Judgement judge(const ApproximationEntry& approximation, const ApproximationRequest& request,
                const Ball& truth, const std::optional<Rational>& tolerance);

}  // namespace plumbline
