#include "verify/figures/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/registry.hpp"
#include "reference/questions/whole_answers.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"
#include "reference/values/larger.hpp"
#include "verify/approximations/approximation.hpp"

namespace plumbline {
namespace {

constexpr int kDigits = 8, kSpareDigits = 3;

constexpr double kHalfPi = 1.5707963267948966;

std::vector<Rational> grid(int n, const std::function<double(double)>& at) {
  std::vector<Rational> out;
  for (int i = 0; i < n; ++i) {
    const double x = at(n > 1 ? static_cast<double>(i) / (n - 1) : 0);
    const Rational q = rounded(x);
    if (out.empty() || out.back() < q) out.push_back(q);
  }
  return out;
}

std::string number_text(double x) { return std::isfinite(x) ? fmt::format("{:.12g}", x) : ""; }

}  // namespace

std::vector<Rational> linear_grid(double lo, double hi, int n) {
  return grid(n, [=](double t) { return lo + (hi - lo) * t; });
}

std::vector<Rational> log_grid(double lo, double hi, int n) {
  return grid(n, [=](double t) { return t == 1 ? hi : lo * std::pow(hi / lo, t); });
}

std::vector<Rational> unit_grid(int n) {
  return grid(n, [](double t) { return t == 1 ? 1 : std::pow(std::sin(kHalfPi * t), 2); });
}

Rational rounded(double x) { return decimal_nearest(Rational::from_binary64(x), 4); }

FigurePoint at_x(FigurePoint point, const Rational& x) {
  point.x_lower = point.x_upper = x.text();
  return point;
}

FigurePoint at_x(FigurePoint point, const FigurePoint& x) {
  point.x_lower = x.lower;
  point.x_upper = x.upper;
  return point;
}

FigureWork::FigureWork(int points, std::function<void(const std::string&)> say, Poll poll)
    : points_(points), say_(std::move(say)) {
  effort_.digits = kDigits;
  effort_.poll = std::move(poll);
}

Certified FigureWork::certify(const std::string& quantity, const std::string& mechanism,
                              Direction direction, const Rational& at) {
  check();
  say_(quantity + " of " + mechanism);
  const Quantity& entry = required_profile_quantity(quantity);
  Query query{.quantity = entry.name,
              .mechanism = mechanism,
              .direction = direction,
              .digits = effort_.digits};
  if (!entry.argument().empty()) query.at = {{entry.argument(), at.text()}};
  const Answer found = session_.answer(query, effort_);
  check();  // an interrupted engine returns a partial result, which a figure must not show
  if (is_infinite(found)) throw std::invalid_argument(why_infinite(found));
  return found.value;
}

FigurePoint FigureWork::certified_point(const Certified& value) {
  if (!value.reached()) ++unreached_;
  FigurePoint out;
  std::tie(out.lower, out.upper) = printed_bounds(value, effort_.digits + kSpareDigits);
  const auto [low, high] = printed_numbers(value, effort_.digits + kSpareDigits);
  if (low) out.low = low->approximate();
  if (high) out.high = high->approximate();
  return out;
}

FigurePoint FigureWork::value(const std::string& quantity, const std::string& mechanism,
                              Direction direction, const Rational& at) {
  FigurePoint out = certified_point(certify(quantity, mechanism, direction, at));
  out.quantity = quantity;
  out.mechanism = mechanism;
  out.direction = direction_name(direction);
  out.at = out.x_lower = out.x_upper = at.text();
  return out;
}

std::vector<FigurePoint> FigureWork::values(const std::string& quantity,
                                            const std::string& mechanism, Direction direction,
                                            const std::vector<Rational>& at) {
  std::vector<FigurePoint> out;
  for (const Rational& x : at) out.push_back(value(quantity, mechanism, direction, x));
  return out;
}

FigurePoint FigureWork::difference(const std::string& quantity, const std::string& mechanism,
                                   const std::string& other, Direction direction,
                                   const Rational& at) {
  const Certified a = certify(quantity, mechanism, direction, at);
  const Certified b = certify(quantity, other, direction, at);
  FigurePoint out = certified_point(plumbline::difference(a, b));
  out.quantity = quantity + " difference";
  out.mechanism = mechanism;
  out.other = other;
  out.direction = direction_name(direction);
  out.at = out.x_lower = out.x_upper = at.text();
  return out;
}

FigurePoint FigureWork::answered(const std::string& quantity, const std::string& mechanism,
                                 const std::string& at, const Rational& x, const Certified& value) {
  check();
  FigurePoint out = certified_point(value);
  out.quantity = quantity;
  out.mechanism = mechanism;
  out.at = at;
  out.x_lower = out.x_upper = x.text();
  return out;
}

FigurePoint FigureWork::approximation(const std::string& method, const std::string& quantity,
                                      const std::string& mechanism, Direction direction,
                                      const Rational& at,
                                      const std::map<std::string, Rational>& options) {
  check();
  say_(method + ": " + quantity + " of " + mechanism);
  ApproximationRequest request{Composition::parse(mechanism), {}, direction, quantity, at, options};
  request.double_only = true;
  const ApproximationEntry& entry = find_approximation(method);
  if (const std::string why = entry.refusal(request); !why.empty()) {
    throw std::invalid_argument(why);
  }
  const ApproximationResult result = entry.run(request);
  FigurePoint out;
  out.quantity = quantity;
  out.mechanism = mechanism;
  out.direction = direction_name(direction);
  out.at = out.x_lower = out.x_upper = at.text();
  out.value = number_text(result.value);
  if (result.band) {
    out.band_lower = number_text(result.band->first);
    out.band_upper = number_text(result.band->second);
  }
  return out;
}

std::vector<FigurePoint> FigureWork::approximations(const std::string& method,
                                                    const std::string& quantity,
                                                    const std::string& mechanism,
                                                    Direction direction,
                                                    const std::vector<Rational>& at) {
  std::vector<FigurePoint> out;
  for (const Rational& x : at) {
    out.push_back(approximation(method, quantity, mechanism, direction, x));
  }
  return out;
}

FigurePoint FigureWork::divergence(const std::string& mechanism, const std::string& other,
                                   Direction direction, const Rational& x, Ball* prior,
                                   const Hyperprior* weight) {
  check();
  say_("Delta of " + mechanism + " and " + other);
  // The point is expensive, because it combines many priors. Six digits suffice: the error is far smaller than the
  // width of the drawn line.
  Effort effort = effort_;
  effort.digits = 6;
  Query query{.quantity = "divergence",
              .mechanism = mechanism,
              .other = other,
              .direction = direction,
              .digits = effort.digits};
  if (weight != nullptr) query.options = {{"hyperprior", weight->text()}};
  const Answer found = session_.answer(query, effort);
  check();
  FigurePoint out = certified_point(found.value);
  out.quantity = "divergence";
  if (weight != nullptr) out.quantity += ", weighted by " + weight->text();
  out.mechanism = mechanism;
  out.other = other;
  out.direction = direction_name(direction);
  out.x_lower = out.x_upper = x.text();
  if (prior != nullptr) *prior = found.place->value();
  return out;
}

FigureWork::Calibrated FigureWork::calibrated(const std::string& family, const std::string& epsilon,
                                              const std::string& delta, const Rational& x) {
  check();
  say_("calibrating " + family);
  Effort effort = effort_;
  effort.digits += 2;  // the value becomes part of the mechanism of further points
  const Answer found = number_asked({.quantity = "calibrate",
                                     .mechanism = family,
                                     .at = {{"epsilon", epsilon}, {"delta", delta}}},
                                    effort);
  check();
  if (!found.safe) throw std::invalid_argument("cannot calibrate " + family);
  Calibrated out{family, *found.safe, certified_point(found.value)};
  // The parameter replaces the `?` in the text of the family.
  out.mechanism.replace(family.find('?'), 1, out.parameter.text());
  out.point.quantity = "calibrate";
  out.point.mechanism = family;
  out.point.direction = direction_name(Direction::worst);
  out.point.at = "epsilon=" + epsilon + " delta=" + delta;
  out.point.x_lower = out.point.x_upper = x.text();
  return out;
}

FigurePoint FigureWork::crossing(const std::string& mechanism, const std::string& other,
                                 const Rational& lo, const Rational& hi) {
  check();
  say_("crossing of the Bayes errors of " + mechanism + " and " + other);
  const BayesCrossing found =
      crossing_of_errors({.quantity = "crossing_prior", .mechanism = mechanism, .other = other}, lo,
                         hi, power_of_ten(-9), effort_);
  check();
  FigurePoint out = certified_point(found.error);
  out.quantity = "crossing of bayes";
  out.mechanism = mechanism;
  out.other = other;
  out.direction = direction_name(Direction::worst);
  out.x_lower = Ball(found.from, Bits{128}).decimal_bounds(effort_.digits + kSpareDigits).first;
  out.x_upper = Ball(found.to, Bits{128}).decimal_bounds(effort_.digits + kSpareDigits).second;
  return out;
}

}  // namespace plumbline
