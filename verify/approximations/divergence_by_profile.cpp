#include "verify/approximations/divergence_by_profile.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/questions/registry.hpp"

namespace plumbline {
namespace {

constexpr long kGrid = 400;      ///< cells of the first grid
constexpr int kRefinements = 3;  ///< finer grids around the best point
constexpr long kFiner = 20;      ///< cells of each finer grid

/// The minimum Bayes errors R of one of the two mechanisms, computed by a judged method. `place` is the argument of the
/// quantity that the method computes. A method for Bayes errors is evaluated at a prior in (0, 1). A method for delta
/// only is evaluated at an epsilon, which corresponds to the prior e^epsilon / (1 + e^epsilon), where R(prior) = (1 -
/// prior) (1 - delta(epsilon)).
class BayesErrors {
 public:
  BayesErrors(const ApproximationEntry& method, const ApproximationRequest& request)
      : method_(method), request_(request) {
    request_.other.reset();
    request_.quantity = "bayes";
    request_.at = Rational(1, 2);
    if (!request_.shared) request_.shared = std::make_shared<approximations::SharedWork>();
    of_prior_ = method_.refusal(request_).empty();
    if (!of_prior_) request_.quantity = "delta";
  }

  bool of_prior() const { return of_prior_; }
  /// Returns the reason why the method computes neither quantity for the mechanism; empty if it computes one.
  std::string refusal() const { return method_.refusal(request_); }

  /// Returns R in double.
  double at(const Rational& place) {
    request_.at = place;
    request_.double_only = true;
    const double value = method_.run(request_).value;
    return of_prior_ ? value : (1 - value) / (1 + std::exp(place.approximate()));
  }

  /// Returns the result of the method in high precision; this is R if the method computes Bayes errors.
  ApproximationResult in_high_precision(const Rational& place) {
    request_.at = place;
    request_.double_only = false;
    return method_.run(request_);
  }

 private:
  const ApproximationEntry& method_;
  ApproximationRequest request_;
  bool of_prior_ = false;
};

ApproximationRequest of_second(const ApproximationRequest& request) {
  ApproximationRequest out = request;
  out.composition = *request.other;
  return out;
}

/// The largest difference of the Bayes errors on successively refined grids, and the place where it is attained.
struct Largest {
  double value = -1;
  Rational place;
};

Largest largest_difference(BayesErrors& first, BayesErrors& second) {
  // Priors in (0, 1), or epsilons in [-20, 20].
  Rational low(0), step(1, kGrid);
  if (!first.of_prior()) low = Rational(-20), step = Rational(40, kGrid);
  Largest out{-1, low};
  const auto look = [&](const Rational& place) {
    const bool inside = !first.of_prior() || (Rational(0) < place && place < Rational(1));
    if (!inside) return;
    const double difference = first.at(place) - second.at(place);
    if (difference > out.value) out = {difference, place};
  };
  for (long k = 0; k <= kGrid; ++k) look(low + Rational(k) * step);
  for (int round = 0; round < kRefinements; ++round) {
    const Rational from = out.place - step;
    step = step * Rational(2, kFiner);
    for (long k = 0; k <= kFiner; ++k) look(from + Rational(k) * step);
  }
  return out;
}

/// Adds the high-precision difference at the place of the largest difference in double.
void add_high_precision(BayesErrors& first, BayesErrors& second, const Rational& place,
                        ApproximationResult* out) {
  const ApproximationResult a = first.in_high_precision(place), b = second.in_high_precision(place);
  out->precision = a.precision;
  const auto x = rational_or_none(a.high_precision), y = rational_or_none(b.high_precision);
  if (!x || !y) {
    out->unsettled = a.unsettled.empty() ? b.unsettled : a.unsettled;
    if (out->unsettled.empty()) out->unsettled = "no number in high precision";
    return;
  }
  if (a.agreed_digits && b.agreed_digits) {
    out->agreed_digits = std::min(*a.agreed_digits, *b.agreed_digits);
  }
  out->high_precision = decimal_nearest(*x - *y, 40).text();
}

bool is_by_profile(const ApproximationEntry& method, const ApproximationRequest& request) {
  const Quantity* const quantity = quantity_named(request.quantity);
  const bool two = quantity != nullptr && quantity->compute_two != nullptr;
  return two && request.other && !method.of_two;
}

}  // namespace

std::string refusal_of(const ApproximationEntry& method, const ApproximationRequest& request) {
  if (!is_by_profile(method, request)) return method.refusal(request);
  const BayesErrors first(method, request), second(method, of_second(request));
  for (const std::string& why : {first.refusal(), second.refusal()}) {
    if (!why.empty()) return why;
  }
  return first.of_prior() == second.of_prior() ? "" : method.name + " answers them differently";
}

ApproximationResult run_method(const ApproximationEntry& method,
                               const ApproximationRequest& request) {
  if (!is_by_profile(method, request)) return method.run(request);
  const Stopwatch watch;
  BayesErrors first(method, request), second(method, of_second(request));
  const Largest found = largest_difference(first, second);
  ApproximationResult out;
  out.value = found.value;
  out.seconds = watch.seconds();
  if (!request.double_only && first.of_prior()) {
    add_high_precision(first, second, found.place, &out);
  }
  return out;
}

}  // namespace plumbline
