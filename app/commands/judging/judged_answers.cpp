#include "app/commands/judging/judged_answers.hpp"

#include <fmt/core.h>

#include <cmath>

#include "verify/claims/judging/grade.hpp"
#include "verify/suite/cases/band.hpp"
#include "verify/suite/cases/error_side.hpp"

namespace plumbline {
namespace {

constexpr int kErrorDigits = 2;  // minimum number of printed digits of an error

std::string words_of(const std::string& side, ViolationGrade grade) {
  if (side == "dangerous" && grade == ViolationGrade::last_digits) {
    return "last digits: the dangerous side, by the rounding of a double";
  }
  if (side == "dangerous" && grade == ViolationGrade::numerical) {
    return "numerical: the dangerous side, by less than 1e-6 of the truth";
  }
  if (side == "dangerous") return "DANGEROUS: promises more privacy than there is";
  if (side == "safe") return "safe side";
  if (side == "undecided") return "no error that the truth's digits show";
  return side;
}

/// Adds the interval that the method states, and whether it contains the true value. If it is an upper bound alone, its
/// end is the value itself, and the text does not repeat it.
void add_band(const ApproximationResult& result, const Ball& truth, AnswerBuilder* out) {
  const auto [lower, upper] = *result.band;
  const std::optional<bool> holds = band_contains(*result.band, truth);
  const auto text = [](double x) { return AnswerField{fmt::format("{:.17g}", x)}; };
  const AnswerField contains = holds ? AnswerField{*holds} : AnswerField{std::string("undecided")};
  out->add(
      "band",
      FieldGroup{{"lower", text(lower)}, {"upper", text(upper)}, {"contains_truth", contains}});
  const char* const verdict = !holds ? "is undecided" : *holds ? "holds" : "MISSES the truth";
  out->aside("band_words",
             upper == result.value && lower <= 0
                 ? fmt::format("its bound {}", verdict)
                 : fmt::format("its interval [{:.6g}, {:.6g}] {}", lower, upper, verdict));
}

}  // namespace

AnswerBuilder headed(const std::string& kind, const std::string& method,
                     const ValueRequest& asked) {
  AnswerBuilder out(kind);
  out.add("quantity", asked.quantity).add("mechanism", asked.mechanism);
  if (!asked.other.empty()) out.add("other", asked.other);
  out.add("direction", asked.direction);
  FieldGroup where;
  if (!asked.argument.empty()) where = text_fields({{asked.argument, asked.at}});
  return out.add("at", where).add("approximation", method);
}

AnswerRecord judged_answer(const ApproximationEntry& method, const ValueRequest& asked,
                           const ApproximationResult& result, const Certified& truth) {
  AnswerBuilder out = headed("judged", method.name, asked);
  out.add("said", fmt::format("{:.17g}", result.value)).add("seconds", result.seconds);
  if (!std::isfinite(result.value) || !truth.value().is_finite()) return out.add("side", nullptr);
  const Bits p = wider(truth.value().precision(), bits_for_digits(60));
  const Ball error = Ball::from_binary64(result.value, p) - truth.value(),
             relative = error / abs(truth.value());
  const std::string side = error_side(asked.quantity, error);
  const ViolationGrade grade = side == "dangerous"
                                   ? grade_of_double(result.value, error, truth.value())
                                   : ViolationGrade::none;
  out.add("error", BallEnds{error, kErrorDigits})
      .add("relative_error", BallEnds{relative, kErrorDigits})
      .add("side", side);
  if (grade != ViolationGrade::none) out.add("grade", grade_name(grade));
  out.aside("shown", Approximately{error.approximate(), "+.3g"})
      .aside("words", words_of(side, grade));
  if (result.band) add_band(result, truth.value(), &out);
  const double percent = 100 * relative.approximate();
  if (std::isfinite(percent)) out.aside("percent", fmt::format("{:+.3g} %", percent));
  return out;
}

AnswerRecord judged_number(const Rational& said, const ValueRequest& asked,
                           const Certified& truth) {
  AnswerBuilder out = headed("judged", "your answer", asked);
  out.add("said", said.text());
  const Ball error = Ball(said, truth.value().precision()) - truth.value();
  const std::string side = error_side(asked.quantity, error);
  const bool dangerous = side == "dangerous";
  const ViolationGrade grade =
      dangerous ? grade_of_double(said.approximate(), error, truth.value()) : ViolationGrade::none;
  out.add("error", BallEnds{error, kErrorDigits})
      .add("relative_error", BallEnds{error / abs(truth.value()), kErrorDigits})
      .add("side", side);
  if (dangerous) out.add("grade", grade_name(grade));
  const double percent = 100 * (error / abs(truth.value())).approximate();
  if (std::isfinite(percent)) out.aside("percent", fmt::format("{:+.3g} %", percent));
  return out.aside("shown", Approximately{error.approximate(), "+.3g"})
      .aside("words", words_of(side, grade))
      .wrong(dangerous);
}

}  // namespace plumbline
