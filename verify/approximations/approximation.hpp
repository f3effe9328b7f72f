/// The judged approximations: fast accounting methods, run as their users run them. Their values are judged against
/// certified values and are never used as true values. Each method is one template on the real type. It runs in double
/// and in high precision, so that its error can be split into the error of the method and the rounding error. The high
/// precision is doubled until two runs agree.
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
#include "reference/values/loss_masses.hpp"
#include "verify/approximations/shared_work.hpp"

namespace plumbline {

/// One question to an approximation.
struct ApproximationRequest {
  Composition composition;
  std::optional<Composition> other;  ///< the second mechanism of a divergence
  Direction direction = Direction::worst;
  std::string quantity;  ///< name in profile_quantities(), or "divergence"
  Rational at;           ///< its argument; unused if it has none
  /// Settings of the method from the case file, by name (samples, seed, tolerance, ...).
  std::map<std::string, Rational> options;
  bool double_only = false;  ///< true: no run in high precision
  /// Intermediate results that several questions about the same composition share; can be null.
  std::shared_ptr<approximations::SharedWork> shared{};
};

struct ApproximationResult {
  /// Value in double; it may be nan, infinite or meaningless, and is judged even then.
  double value = 0;
  /// Value of the method computed in high precision, as a decimal string. Empty if `unsettled` states a reason, or if
  /// there was no such run.
  std::string high_precision;
  /// Precision of the high-precision run: "256 bits", "25 digits", "long double".
  std::string precision;
  /// Number of digits to which a run in half the precision agrees; nothing if there was no second run.
  std::optional<int> agreed_digits;
  /// The reason why `high_precision` is empty: runs at growing precision disagree.
  std::string unsettled;
  /// The interval that, according to the method, contains the true value (error bound, confidence interval).
  std::optional<std::pair<double, double>> band;
  /// Time of the run in double, in seconds, without the time for shared intermediate results.
  double seconds = 0;
};

/// The trade-off curve of an approximation, as an exactly defined function of alpha.
struct JudgedCurve {
  std::unique_ptr<ComparedCurve> curve;
  std::string definition;  ///< the exact definition of the curve in one line
};

/// The discretised distribution that an approximation composes in one direction, as its exact doubles.
struct JudgedDistribution {
  LossMasses masses;
  Direction direction;
};

struct ApproximationEntry {
  std::string name;
  std::string summary;
  std::vector<std::string> options;  ///< options that the method reads
  /// Returns an empty text if the method answers the request, otherwise the reason why not (one line).
  std::string (*refusal)(const ApproximationRequest&);
  ApproximationResult (*run)(const ApproximationRequest&);
  /// Returns the trade-off curve of the method. The request is about "tradeoff", and `refusal` accepts it (the argument
  /// alpha of the request has no effect). Null if the method has no curve.
  JudgedCurve (*curve)(const ApproximationRequest&) = nullptr;
  bool of_two = false;  ///< the method itself answers questions about two mechanisms
  /// Returns the composed distributions of the method. The request is about "delta", and `refusal` accepts it (the
  /// argument epsilon of the request has no effect). Null if the method does not claim that its distributions are
  /// pessimistic.
  std::vector<JudgedDistribution> (*distributions)(const ApproximationRequest&) = nullptr;
};

const std::vector<ApproximationEntry>& approximation_registry();
/// Returns a method by name. Throws std::invalid_argument on unknown names, listing the known approximations.
const ApproximationEntry& find_approximation(const std::string& name);

}  // namespace plumbline
