#include "verify/suite/judge.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// An error is shown with this many digits, rounded outward.
constexpr int kErrorDigits = 6;

Json bounds(const Ball& x) {
  const auto [lower, upper] = x.decimal_bounds(kErrorDigits);
  return {{"lower", lower}, {"upper", upper}};
}

/// Digits of the approximation that are certainly right, to two places below; null when that is
/// not a finite number.
Json correct_digits(const Ball& relative_error) {
  const double log_error = relative_error.magnitude().log_approximate();
  if (!std::isfinite(log_error)) return nullptr;
  return std::floor(-100.0 * log_error / std::log(10.0)) / 100.0;
}

/// true, false or "undecided".
Json three_valued(bool certainly, bool certainly_not) {
  if (certainly) return true;
  if (certainly_not) return false;
  return "undecided";
}

Json band_record(const std::pair<double, double>& band, const Ball& truth) {
  const Bits bits = truth.precision();
  const Ball lower = Ball::from_binary64(band.first, bits);
  const Ball upper = Ball::from_binary64(band.second, bits);
  return {{"lower", fmt::format("{:.17g}", band.first)},
          {"upper", fmt::format("{:.17g}", band.second)},
          {"contains_truth",
           three_valued(certainly_at_most(lower, truth) && certainly_at_most(truth, upper),
                        certainly_less(truth, lower) || certainly_less(upper, truth))}};
}

/// Splits the error into the method's own and that of rounding; null without a second value.
void add_split(const ApproximationResult& result, const Ball& value, const Ball& truth,
               Json* record) {
  Json method, rounding;
  try {
    const Rational exact = Rational::parse(result.high_precision);
    const Ball high(exact, wider(truth.precision(), bits_for_digits(60)));
    method = bounds(high - truth);
    rounding = bounds(value - high);
  } catch (const std::invalid_argument&) {
    // nan or inf in high precision: there is nothing to split.
  }
  (*record)["high_precision"] = result.high_precision;
  (*record)["precision"] = result.precision;
  (*record)["method_error"] = method;
  (*record)["rounding_error"] = rounding;
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

/// The verdict where there is no number to measure; a tolerance then counts as exceeded.
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

Judgement measure(const ApproximationResult& result, const Ball& truth, Json record,
                  const std::optional<Rational>& tolerance) {
  record["value"] = fmt::format("{:.17g}", result.value);
  record["seconds"] = result.seconds;
  if (std::isnan(result.value)) return no_number(record, "not a number", "", tolerance);
  if (std::isinf(result.value)) return no_number(record, "infinite", "", tolerance);
  record["verdict"] = "measured";
  const Bits bits = wider(truth.precision(), bits_for_digits(60));
  const Ball value = Ball::from_binary64(result.value, bits);
  const Ball error = abs(value - truth), relative = error / abs(truth);
  record["absolute_error"] = bounds(error);
  record["relative_error"] = bounds(relative);
  record["correct_digits"] = correct_digits(relative);
  add_split(result, value, truth, &record);
  if (result.band) record["band"] = band_record(*result.band, truth);
  Judgement out{record, false, false};
  if (tolerance) add_tolerance(error, *tolerance, &out);
  return out;
}

}  // namespace

Judgement judge(const ApproximationEntry& approximation, const ApproximationRequest& request,
                const Ball& truth, const std::optional<Rational>& tolerance) {
  const Json record = {{"approximation", approximation.name}};
  const std::string refusal = approximation.refusal(request);
  if (!refusal.empty()) return no_number(record, "refused", refusal, tolerance);
  ApproximationResult result;
  try {
    result = approximation.run(request);
  } catch (const std::exception& e) {
    return no_number(record, "failed", e.what(), tolerance);
  }
  return measure(result, truth, record, tolerance);
}

}  // namespace plumbline
