#include "verify/suite/cases/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/whole_texts.hpp"
#include "verify/approximations/divergence_by_profile.hpp"
#include "verify/suite/cases/band.hpp"
#include "verify/suite/cases/error_side.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// Number of digits of printed errors, which are rounded outward.
constexpr int kErrorDigits = 6;
constexpr const char* kWholeQuantity = "profile";

Json bounds(const Ball& x) {
  const auto [lower, upper] = x.decimal_bounds(kErrorDigits);
  return {{"lower", lower}, {"upper", upper}};
}

/// Returns the number of digits of the approximation that are certainly correct, rounded down to two decimals; null
/// if it is not finite.
Json correct_digits(const Ball& relative_error) {
  const double log_error = relative_error.magnitude().log_approximate();
  if (!std::isfinite(log_error)) return nullptr;
  return std::floor(-100.0 * log_error / std::log(10.0)) / 100.0;
}

/// Returns true if `certainly`, false if `certainly_not`, otherwise "undecided".
Json three_valued(bool certainly, bool certainly_not) {
  if (certainly) return true;
  if (certainly_not) return false;
  return "undecided";
}

Json band_record(const std::pair<double, double>& band, const Ball& truth) {
  const std::optional<bool> holds = band_contains(band, truth);
  return {{"lower", fmt::format("{:.17g}", band.first)},
          {"upper", fmt::format("{:.17g}", band.second)},
          {"contains_truth", three_valued(holds == true, holds == false)}};
}

/// Returns how many confidence intervals contain the true value, and how many do not, over `repeats` seeds; null if
/// the request has no `repeats`.
Json coverage_record(const ApproximationEntry& approximation, ApproximationRequest request,
                     const Ball& truth, const std::function<void()>& poll) {
  const auto repeats = request.options.find("repeats");
  const auto& known = approximation.options;
  const bool repeated = std::count(known.begin(), known.end(), "repeats") > 0;
  if (repeats == request.options.end() || !repeated) return nullptr;
  const auto given = request.options.find("seed");
  const Rational first = given == request.options.end() ? Rational(1) : given->second;
  const long count = std::lround(repeats->second.approximate());
  long hold = 0, miss = 0, undecided = 0, none = 0;
  request.double_only = true;
  for (long k = 0; k < count; ++k) {
    poll();
    request.options.insert_or_assign("seed", first + Rational(k));
    const ApproximationResult result = run_method(approximation, request);
    if (!result.band) {
      ++none;
      continue;
    }
    const std::optional<bool> contains = band_contains(*result.band, truth);
    ++(contains == true ? hold : contains == false ? miss : undecided);
  }
  return {{"intervals", count}, {"claimed", "0.95"},      {"hold", hold},
          {"miss", miss},       {"undecided", undecided}, {"no_interval", none}};
}

/// Adds the value in high precision; null with a reason if runs at growing precision disagree.
void add_high_precision(const ApproximationResult& result, Json* record) {
  (*record)["high_precision"] = result.unsettled.empty() ? Json(result.high_precision) : Json();
  (*record)["precision"] = result.precision;
  if (result.agreed_digits) (*record)["agreed_digits"] = *result.agreed_digits;
  if (!result.unsettled.empty()) (*record)["unsettled"] = result.unsettled;
}

/// Adds the error of the method and the rounding error to the record, and returns the error of the method. Both are
/// null if there is no value in high precision.
std::optional<Ball> add_split(const ApproximationResult& result, const Ball& value,
                              const Ball& truth, Json* record) {
  Json method, rounding;
  std::optional<Ball> own;
  // If the runs in high precision disagree, or their value is nan or inf, the error cannot be split.
  if (const auto exact = rational_or_none(result.high_precision)) {
    const Ball high(*exact, wider(truth.precision(), bits_for_digits(60)));
    own = abs(high - truth);
    method = bounds(high - truth);
    rounding = bounds(value - high);
  }
  add_high_precision(result, record);
  (*record)["method_error"] = method;
  (*record)["rounding_error"] = rounding;
  return own;
}

void add_tolerance(const Ball& error, const Rational& tolerance, Judgement* out) {
  const Ball allowed(tolerance, error.precision());
  const Json within =
      three_valued(certainly_at_most(error, allowed), certainly_less(allowed, error));
  out->record["tolerance"] = tolerance.text();
  out->record["within_tolerance"] = within;
  out->wrong = within == Json(false);
  out->undecided = within.is_string();
}

/// Returns the judgement of an approximation that yields no number to measure. A tolerance then counts as exceeded.
Judgement no_number(Json record, const std::string& verdict, const std::string& why,
                    const std::optional<Rational>& tolerance) {
  record["verdict"] = verdict;
  if (!why.empty()) record["reason"] = why;
  if (tolerance) {
    record["tolerance"] = tolerance->text();
    record["within_tolerance"] = false;
  }
  return {record, tolerance.has_value(), false};
}

Judgement measure(const std::string& quantity, const ApproximationResult& result, const Ball& truth,
                  Json record, const std::optional<Rational>& tolerance) {
  record["value"] = fmt::format("{:.17g}", result.value);
  record["seconds"] = result.seconds;
  if (std::isnan(result.value)) return no_number(record, "not a number", "", tolerance);
  if (std::isinf(result.value)) return no_number(record, "infinite", "", tolerance);
  record["verdict"] = "measured";
  const Bits bits = wider(truth.precision(), bits_for_digits(60));
  const Ball value = Ball::from_binary64(result.value, bits);
  record["side"] = error_side(quantity, value - truth);
  const Ball error = abs(value - truth), relative = error / abs(truth);
  record["absolute_error"] = bounds(error);
  record["relative_error"] = bounds(relative);
  record["correct_digits"] = correct_digits(relative);
  const std::optional<Ball> own = add_split(result, value, truth, &record);
  if (result.band) record["band"] = band_record(*result.band, truth);
  Judgement out{record, false, false, own ? *own : error};
  if (tolerance) add_tolerance(error, *tolerance, &out);
  return out;
}

}  // namespace

Judgement judge(const ApproximationEntry& approximation, const ApproximationRequest& request,
                const Ball& truth, const std::optional<Rational>& tolerance,
                const std::function<void()>& poll) {
  Json record = {{"approximation", approximation.name}};
  const std::string refusal = refusal_of(approximation, request);
  if (!refusal.empty()) return no_number(record, "refused", refusal, tolerance);
  ApproximationResult result;
  try {
    result = run_method(approximation, request);
    const Json coverage = coverage_record(approximation, request, truth, poll);
    if (!coverage.is_null()) record["coverage"] = coverage;
  } catch (const Interrupted&) {
    throw;
  } catch (const Contradiction&) {
    throw;  // an error of certified values, not of the approximation
  } catch (const std::exception& e) {
    return no_number(record, "failed", e.what(), tolerance);
  }
  return measure(request.quantity, result, truth, record, tolerance);
}

void add_expectation(const PrintedNumber& printed, Judgement* judgement) {
  const auto value = judgement->record.find("value");
  const double said =
      value == judgement->record.end() ? std::nan("") : parse_double(value->get<std::string>());
  // A double is a single point: it agrees or differs.
  const bool agrees = std::isfinite(said) &&
                      agreement(printed, Ball::from_binary64(said, Bits{64})) == Agreement::agrees;
  judgement->record["expect"] = printed.text;
  judgement->record["expect_verdict"] = agrees ? "agrees" : "differs";
  judgement->wrong = judgement->wrong || !agrees;
}

Judgement judge_curve(const ApproximationEntry& approximation, const ApproximationRequest& request,
                      AskedTradeoff& f, double digits, const std::optional<Rational>& tolerance) {
  Json record = {{"approximation", approximation.name}};
  std::string refusal = approximation.refusal(request);
  if (refusal.empty() && approximation.curve == nullptr) {
    refusal = approximation.name + " computes no curve; write single levels";
  }
  if (!refusal.empty()) return no_number(record, "refused", refusal, tolerance);
  const Stopwatch watch;
  try {
    const JudgedCurve judged = approximation.curve(request);
    CurveDistanceLimits limits;
    limits.digits = digits;
    limits.negligible = 1e-6;  // equal curves would be subdivided without end
    const CurveDistance found = f.distance_to(*judged.curve, limits);
    record["curve"] = judged.definition;
    record["verdict"] = "measured";
    record["absolute_error"] = bounds(found.distance);
    // A distance is never negative.
    if (found.distance.contains_zero()) record["absolute_error"]["lower"] = "0";
    record["largest_at"] = {{"alpha", fmt::format("{:.6g}", found.alpha.approximate())},
                            {"side", found.above ? "above" : "below"}};
    record["levels_examined"] = found.points;
    record["reached"] = found.reached;
    record["seconds"] = watch.seconds();
    Judgement out{record, false, !found.reached, found.distance};
    if (tolerance) add_tolerance(found.distance, *tolerance, &out);
    return out;
  } catch (const Interrupted&) {
    throw;
  } catch (const Contradiction&) {
    throw;  // an error of certified values, not of the approximation
  } catch (const std::exception& e) {
    return no_number(record, "failed", e.what(), tolerance);
  }
}

namespace {

/// Returns the answer about one distribution: its shortfall, and whether its promise holds.
Answer answer_about(const JudgedDistribution& one, Query query, const Effort& effort) {
  query.quantity = kWholeQuantity;
  query.at.clear();
  query.direction = one.direction;
  query.options = {{"distribution", masses_text(one.masses)}};
  return answer(query, effort);
}

}  // namespace

Judgement judge_whole(const ApproximationEntry& approximation, const ApproximationRequest& request,
                      const Query& query, const Effort& effort,
                      const std::optional<Rational>& tolerance) {
  Json record = {{"approximation", approximation.name}};
  std::string refusal = approximation.refusal(request);
  if (refusal.empty() && approximation.distributions == nullptr) {
    refusal = approximation.name + " has no distribution that is claimed to be pessimistic";
  }
  if (!refusal.empty()) return no_number(record, "refused", refusal, tolerance);
  const Stopwatch watch;
  try {
    Ball excess(Bits{256});
    size_t masses = 0;
    bool holds = true, reached = true;
    for (const JudgedDistribution& one : approximation.distributions(request)) {
      const Answer found = answer_about(one, query, effort);
      excess = max(excess, found.value.value());
      holds = holds && found.word == "holds";
      reached = reached && found.value.reached();
      masses += one.masses.atoms.size();
    }
    record["verdict"] = "measured";
    record["whole"] = holds ? "pessimistic" : reached ? "not pessimistic" : "undecided";
    record["masses"] = masses;
    record["absolute_error"] = bounds(excess);
    record["reached"] = reached;
    record["seconds"] = watch.seconds();
    Judgement out{record, false, !reached, excess};
    if (tolerance) add_tolerance(excess, *tolerance, &out);
    return out;
  } catch (const Interrupted&) {
    throw;
  } catch (const Contradiction&) {
    throw;  // an error of certified values, not of the approximation
  } catch (const std::exception& e) {
    return no_number(record, "failed", e.what(), tolerance);
  }
}

Ball fitted_order(const Rational& earlier_steps, const Ball& earlier, const Rational& later_steps,
                  const Ball& later) {
  const Bits p = wider(earlier.precision(), later.precision());
  return log(later / earlier) / log(Ball(later_steps / earlier_steps, p));
}

}  // namespace plumbline
