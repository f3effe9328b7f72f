/// The judged approximations: fast accounting methods, run as their users run them. Their values are judged against
/// certified values and are never used as true values. Each method is one template on the real type. It runs in double
/// and in high precision, so that its error splits into the error of the method and the rounding error; the precision
/// doubles until two runs agree.
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
  /// Settings of the method by name (samples, seed, tolerance, ...), from the case file.
  std::map<std::string, Rational> options;
  bool double_only = false;  ///< skip the run in high precision
  /// Work shared by this question and others about one composition.
  std::shared_ptr<approximations::SharedWork> shared{};
};

struct ApproximationResult {
  double value = 0;  ///< computed in double; nan, inf and meaningless values are possible and are
                     ///< judged, too
  /// The same method in high precision, as a decimal string; empty if `unsettled`.
  std::string high_precision;
  std::string precision;  ///< the precision of that run: "256 bits", "25 digits", "long double"
  /// Digits to which a run in half the precision agrees; nothing if there was no second run.
  std::optional<int> agreed_digits;
  std::string unsettled;  ///< the reason why there is no such value: runs at growing precision
                          ///< disagree
  /// The interval that, according to the method, contains the true value (error bound, confidence interval).
  std::optional<std::pair<double, double>> band;
  double seconds = 0;  ///< time of the run in double without shared work
};

/// The trade-off curve that an approximation draws, as an exactly defined function of alpha.
struct JudgedCurve {
  std::unique_ptr<ComparedCurve> curve;
  std::string definition;  ///< the exact definition of the curve in one line
};

/// The discretised distribution that an approximation composes in one direction: its doubles, exactly.
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
  /// Returns the curve for a request about "tradeoff" that passes `refusal` (apart from its argument), if the method
  /// has one.
  JudgedCurve (*curve)(const ApproximationRequest&) = nullptr;
  bool of_two = false;  ///< it answers questions about two mechanisms, in a way of its own
  /// The distributions of a request about "delta" that passes `refusal` (its argument aside), of a method that claims
  /// them to be pessimistic.
  std::vector<JudgedDistribution> (*distributions)(const ApproximationRequest&) = nullptr;
};

const std::vector<ApproximationEntry>& approximation_registry();
/// Throws std::invalid_argument, naming the known approximations.
const ApproximationEntry& find_approximation(const std::string& name);

}  // namespace plumbline
