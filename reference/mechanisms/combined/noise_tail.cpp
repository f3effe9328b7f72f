#include "reference/mechanisms/combined/noise_tail.hpp"

#include <map>
#include <memory>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/integer/discrete_gaussian.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

Real normal_above(const Parameters& q, const Rational& x, bool /*or_at*/) {
  return Real([variance = noise_scale(q).variance, x](Bits p) {
    return normal_survival(Ball(x, p) / sqrt(Ball(variance, p)));
  });
}

/// Returns the tail of Laplace noise: e^{-x/b}/2 for x >= 0.
Real laplace_above(const Parameters& q, const Rational& x, bool /*or_at*/) {
  return Real([rate = x / positive(q, "b")](Bits p) {
    const Ball size(rate, p);
    if (rate.sign() >= 0) return exp(-size) / 2;
    return Ball::integer(1, p) - exp(size) / 2;
  });
}

/// Returns the smallest integer above x; if `or_at`, the smallest integer that is at least x.
Rational first_beyond(const Rational& x, bool or_at) {
  const Rational down = floor(x);
  return or_at && down == x ? down : down + kOne;
}

// The masses are (1-a)/(1+a) a^|x| with a = e^(-1/b), so that P(Z >= k) = a^k/(1 + a) for k >= 1. For k <= 0, P(Z >=
// k) = 1 - P(Z >= 1 - k), because Z is even.
Real geometric_above(const Parameters& q, const Rational& x, bool or_at) {
  const Rational least = first_beyond(x, or_at);
  const bool far = least.sign() > 0;
  return Real([rate = kOne / positive(q, "b"), k = far ? least : kOne - least, far](Bits p) {
    const Ball r(rate, p), tail = exp(-(r * Ball(k, p))) / (exp(-r) + 1);
    return far ? tail : Ball::integer(1, p) - tail;
  });
}

// The loss of the pair with shift 1 at x is (2x - 1)/(2 sigma^2). Let k be first_beyond(x, or_at). At k - 1/2 the loss
// is (k - 1)/sigma^2, and at an integer it is larger than this exactly if the integer is at least k. So P(Z >= k) is
// the probability of a loss above (k - 1)/sigma^2 under P.
Real discrete_gaussian_above(const Parameters& q, const Rational& x, bool or_at) {
  const NoiseScale scale = noise_scale(q);
  const Real between((first_beyond(x, or_at) - kOne) / scale.variance);
  return Real([pair = std::make_shared<DiscreteGaussian>(scale, kOne), between](Bits p) {
    return pair->tails(between, p).P_above;
  });
}

}  // namespace

std::optional<Real> noise_above(const WrittenFactor& noise, const Rational& x, bool or_at) {
  using Tail = Real (*)(const Parameters&, const Rational&, bool);
  static const std::map<std::string, Tail> known = {{"gaussian", normal_above},
                                                    {"laplace", laplace_above},
                                                    {"discrete_laplace", geometric_above},
                                                    {"discrete_gaussian", discrete_gaussian_above}};
  const auto found = known.find(noise.entry->name);
  if (found == known.end()) return std::nullopt;
  return found->second(noise.parameters, x, or_at);
}

}  // namespace plumbline
