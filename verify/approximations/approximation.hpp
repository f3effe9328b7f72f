/// The judged approximations: fast accounting methods, run as their users run them. Their values
/// are judged against certified ones and never used as truth. Each is written once as a template on
/// the real type and run in double and in high precision, so that its error splits into the
/// method's own and that of rounding; the precision doubles until two runs agree.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/compared_curve.hpp"
#include "verify/approximations/shared_work.hpp"

namespace plumbline {

/// One question to an approximation.
struct ApproximationRequest {
  Composition composition;
  std::optional<Composition> other;  ///< the second mechanism of a divergence
  Direction direction = Direction::worst;
  std::string quantity;  ///< name in profile_quantities(), or "divergence"
  Rational at;           ///< its argument; unused when it has none
  /// Settings of the method by name (samples, seed, tolerance, ...), from the case file.
  std::map<std::string, Rational> options;
  bool double_only = false;  ///< leave out the run in high precision
  /// Of this question and others, where several are asked about one composition.
  std::shared_ptr<approximations::SharedWork> shared{};
};

struct ApproximationResult {
  double value = 0;  ///< computed in double; may be nan, inf or nonsense: that is a verdict
  /// The same method in high precision, as a decimal string; empty if `unsettled`.
  std::string high_precision;
  std::string precision;  ///< what that was: "256 bits", "25 digits", "long double"
  /// Digits to which a run in half the precision agrees; none where there was no second run.
  std::optional<int> agreed_digits;
  std::string unsettled;  ///< why no such value can be told: runs at growing precision disagree
  /// The band the method itself claims the truth lies in (error bound, confidence interval).
  std::optional<std::pair<double, double>> band;
  double seconds = 0;  ///< of the run in double, as if nothing of it had been shared
};

/// The trade-off curve an approximation draws, as an exactly defined function of alpha.
struct JudgedCurve {
  std::unique_ptr<ComparedCurve> curve;
  std::string definition;  ///< one line: what exactly the curve is
};

struct ApproximationEntry {
  std::string name;
  std::string summary;
  std::vector<std::string> options;  ///< settings it reads
  /// Empty if the method answers the request, otherwise why not (one line).
  std::string (*refusal)(const ApproximationRequest&);
  ApproximationResult (*run)(const ApproximationRequest&);
  /// The curve of a request about "tradeoff" that passes `refusal` (its argument aside), where the
  /// method has one.
  JudgedCurve (*curve)(const ApproximationRequest&) = nullptr;
  bool of_two = false;  ///< it answers questions about two mechanisms, in a way of its own
};

const std::vector<ApproximationEntry>& approximation_registry();
/// Throws std::invalid_argument naming the known ones.
const ApproximationEntry& find_approximation(const std::string& name);

}  // namespace plumbline
