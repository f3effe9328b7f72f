#include "tests/property/exact_samples.hpp"

#include <algorithm>

namespace plumbline::testing {
namespace {

using fractions::Law;
using fractions::Outcome;
using fractions::Polygon;

const Rational kZero(0), kOne(1);
constexpr int kMassDigits = 470;
constexpr long kMassBits = 1600, kSlackBits = 1100;

Rational ten_to(int k) { return k >= 0 ? power(Rational(10), k) : kOne / power(Rational(10), -k); }

Rational two_to_minus(long bits) { return kOne / power(Rational(2), bits); }

/// Rounds down to a multiple of 2^-1600.
Rational binary(const Rational& x) {
  return floor(x / two_to_minus(kMassBits)) * two_to_minus(kMassBits);
}

/// Returns a number within a relative 10^-460 of e^t.
Rational near_exponential(const Rational& t) {
  return fractions::exponential(t, kMassDigits).least;
}

/// Returns binary randomized response with e^epsilon = x.
Law response(const Rational& x) {
  const Rational small = kOne / (kOne + x);
  return Law({{small, kOne - small}, {kOne - small, small}});
}
/// Returns randomized response with e^epsilon near x, in short fractions.
Law binary_response(const Rational& x) {
  const Rational small = binary(kOne / (kOne + x));
  return Law({{small, kOne - small}, {kOne - small, small}});
}

/// Returns (e^epsilon - 1)/(e^epsilon + 1), the largest total variation of (epsilon, 0)-DP.
Rational largest_total_variation(const Rational& epsilon) {
  const Rational x = near_exponential(epsilon);
  return (x - kOne) / (x + kOne);
}

/// Returns outcomes that have the mass `share`; the remaining mass distinguishes P and Q with certainty.
std::vector<Outcome> with_certain(const std::vector<Outcome>& outcomes, const Rational& share) {
  std::vector<Outcome> out{{kZero, kOne - share}, {kOne - share, kZero}};
  for (const Outcome& o : outcomes) out.push_back({o.p * share, o.q * share});
  return out;
}

std::string power_text(int n) { return n == 1 ? "" : "^" + std::to_string(n); }

}  // namespace

unsigned sweep_seed() {
  const char* text = std::getenv("PLUMBLINE_TEST_SEED");
  return text == nullptr ? 1 : static_cast<unsigned>(std::atoi(text));
}

Rational cut(const Rational& x, int places) { return floor(x * ten_to(places)) / ten_to(places); }

std::string finite_text(const Law& law) {
  std::string P, Q;
  for (const Outcome& o : law.outcomes()) {
    P += (P.empty() ? "" : ",") + o.p.text();
    Q += (Q.empty() ? "" : ",") + o.q.text();
  }
  return "finite(P=[" + P + "],Q=[" + Q + "])";
}

Polygon ExactSample::polygon(Direction direction) const {
  const Polygon forward(law);
  if (direction == Direction::forward) return forward;
  const Polygon reverse(law.reversed());
  return direction == Direction::reverse ? reverse : Polygon::hull(forward, reverse);
}

Rational ExactSampler::small_fraction(int most) {
  const int n = random_.integer(2, most);
  return Rational(random_.integer(1, n - 1), static_cast<unsigned long>(n));
}

Rational ExactSampler::nudge() {
  int k = 0;
  switch (random_.integer(0, 3)) {
    case 0:
      k = digits_ + random_.integer(-4, 6);
      break;
    case 1:
      k = 2 * digits_ + random_.integer(-4, 6);
      break;
    case 2:
      k = random_.integer(2, 90);
      break;
    default:
      k = digits_ / 2 + random_.integer(-2, 4);
  }
  const Rational size = Rational(random_.integer(1, 9)) * ten_to(-std::max(k, 2));
  return random_.integer(0, 1) == 0 ? size : -size;
}

Rational ExactSampler::beside(const Rational& corner) {
  const Rational x = places_ ? cut(corner, *places_) : corner;
  switch (random_.integer(0, 3)) {
    case 0:
      return x;
    case 1:
      return cut(x, digits_ + random_.integer(-3, 8));
    case 2:
      return x * (kOne + nudge());
    default:
      return x + nudge();
  }
}

Law ExactSampler::small_pair(int most_outcomes) {
  const int n = random_.integer(2, most_outcomes);
  const bool zeros = random_.integer(0, 3) == 0;
  const int most = random_.integer(3, 30);
  for (;;) {
    std::vector<int> p, q;
    int P = 0, Q = 0;
    for (int i = 0; i < n; ++i) {
      p.push_back(random_.integer(zeros ? 0 : 1, most));
      q.push_back(random_.integer(zeros ? 0 : 1, most));
      P += p.back();
      Q += q.back();
    }
    if (P == 0 || Q == 0) continue;
    std::vector<Outcome> outcomes;
    for (size_t i = 0; i < p.size(); ++i) {
      outcomes.push_back({Rational(p[i], static_cast<unsigned long>(P)),
                          Rational(q[i], static_cast<unsigned long>(Q))});
    }
    const Law law(outcomes);
    const Outcome& first = law.outcomes().front();
    const bool trivial = law.outcomes().size() < 2 || (first.p.is_zero() && first.q == kOne);
    if (!trivial) return law;
  }
}

/// Splits one outcome into two, and moves a tiny mass between them (and to another outcome).
Law ExactSampler::nearly_tied(const Law& law) {
  std::vector<Outcome> out = law.outcomes();
  const size_t i = static_cast<size_t>(random_.integer(0, static_cast<int>(out.size()) - 1));
  const Rational share = small_fraction(7);
  const Outcome half{out[i].p * share, out[i].q * share};
  out[i] = {out[i].p - half.p, out[i].q - half.q};
  const Rational size = nudge();
  out.push_back({half.p + half.p * size, half.q});
  out[i].p = out[i].p - half.p * size;
  if (random_.integer(0, 1) == 0 && out[0].q > kZero) {
    const Rational moved = out[0].q * nudge();
    out[0].q = out[0].q - moved;
    out.back().q = out.back().q + moved;
  }
  for (const Outcome& o : out) {
    if (o.p.sign() < 0 || o.q.sign() < 0) return law;
  }
  return Law(out);
}

Law ExactSampler::with_tiny_atom(const Law& law) {
  std::vector<Outcome> out = law.outcomes();
  const Rational size = ten_to(-random_.integer(8, 90));
  Rational ratio = small_fraction(9) / small_fraction(9);
  if (random_.integer(0, 2) == 0) ratio = ratio * ten_to(random_.integer(-20, 20));
  if (random_.integer(0, 5) == 0) ratio = kZero;
  Outcome atom{size, size * ratio};
  if (random_.integer(0, 1) == 0) std::swap(atom.p, atom.q);
  for (Outcome& o : out) {
    if (!(o.p > atom.p) || !(o.q > atom.q)) continue;
    o = {o.p - atom.p, o.q - atom.q};
    out.push_back(atom);
    return Law(out);
  }
  return law;
}

Law ExactSampler::pair(int most_outcomes) {
  Law law = small_pair(most_outcomes);
  const int kind = random_.integer(0, 3);
  if (kind == 1 || kind == 3) law = nearly_tied(law);
  if (kind >= 2) law = with_tiny_atom(law);
  return law;
}

ExactSample ExactSampler::finite() {
  const Law first = pair(4);
  const int n = random_.integer(1, 3);
  ExactSample out{finite_text(first) + power_text(n), Law::power(first, n), kZero};
  if (n < 3 && random_.integer(0, 3) == 0) {
    const Law second = pair(4);
    out.expression += " * " + finite_text(second);
    out.law = out.law * second;
  }
  return out;
}

ExactSample ExactSampler::responses() {
  const Rational x = kOne + small_fraction(12) * Rational(random_.integer(1, 6));
  const Rational target = random_.integer(0, 1) == 0 ? x : x * x;
  Rational y = target * (kOne + nudge());
  if (y <= kOne) y = target;
  const int m = random_.integer(1, 3), n = random_.integer(1, 2);
  const Law first = response(x), second = response(y);
  return {finite_text(first) + power_text(m) + " * " + finite_text(second) + power_text(n),
          Law::power(first, m) * Law::power(second, n), kZero};
}

ExactSample response_sample(const Rational& epsilon) {
  return {"randomized_response(epsilon=" + epsilon.text() + ")",
          binary_response(near_exponential(epsilon)), two_to_minus(kSlackBits)};
}

ExactSample approximate_dp_sample(const Rational& epsilon, const Rational& delta) {
  const ExactSample inner = response_sample(epsilon);
  return {"approximate_dp(epsilon=" + epsilon.text() + ",delta=" + delta.text() + ")",
          Law(with_certain(inner.law.outcomes(), kOne - delta)), inner.slack};
}

ExactSample total_variation_sample(const Rational& epsilon, const Rational& eta) {
  const ExactSample inner = response_sample(epsilon);
  const Rational ends = binary(eta / largest_total_variation(epsilon));
  std::vector<Outcome> outcomes{{kOne - ends, kOne - ends}};
  for (const Outcome& o : inner.law.outcomes()) outcomes.push_back({o.p * ends, o.q * ends});
  return {"total_variation_dp(epsilon=" + epsilon.text() + ",delta=0,eta=" + eta.text() + ")",
          Law(outcomes), inner.slack};
}

/// Returns a loss; often one with an almost rational e^epsilon, so that corners are close to short decimals.
Rational ExactSampler::loss() {
  const Ball x(kOne + small_fraction(6) * Rational(random_.integer(1, 8)), Bits{2048});
  const Rational near =
      cut(number(log(x).decimal_bounds(300).first), random_.integer(1, digits_ + 12));
  return random_.integer(0, 2) == 0 || near.sign() <= 0 ? small_fraction(10) : near;
}

/// Returns a total variation; often close to its maximum, at which the middle outcome vanishes.
Rational ExactSampler::total_variation(const Rational& epsilon) {
  const Rational most = largest_total_variation(epsilon);
  Rational eta = cut(most, digits_ + random_.integer(-3, 8));
  if (random_.integer(0, 1) == 0 || eta.sign() <= 0) eta = cut(most * small_fraction(9), 12);
  return eta.sign() > 0 ? eta : cut(most / Rational(2), 60);
}

ExactSample ExactSampler::transcendental() {
  const Rational epsilon = loss();
  places_ = 2 * digits_ + 60;
  ExactSample out = response_sample(epsilon);
  const int kind = random_.integer(0, 3);
  if (kind == 1) {
    const Rational delta = beside(small_fraction(100));
    const bool inside = delta > kZero && delta < kOne;
    out = approximate_dp_sample(epsilon, inside ? delta : small_fraction(20));
  } else if (kind >= 2) {
    out = total_variation_sample(epsilon, total_variation(epsilon));
  }
  const int n = random_.integer(1, 3);
  out.expression += power_text(n);
  out.law = Law::power(out.law, n);
  if (n < 3 && random_.integer(0, 1) == 0) {
    const Rational multiple = random_.integer(0, 1) == 0 ? kOne : Rational(2);
    const ExactSample other = response_sample(epsilon * multiple * (kOne + nudge()));
    out.expression += " * " + other.expression;
    out.law = out.law * other.law;
  }
  return out;
}

ExactSample ExactSampler::any() {
  const int kind = random_.integer(0, 9);
  return kind < 6 ? finite() : kind < 8 ? responses() : transcendental();
}

Rational ExactSampler::level(const Polygon& polygon) {
  const auto& corners = polygon.corners();
  const auto corner = [&] {
    return corners[static_cast<size_t>(random_.integer(0, static_cast<int>(corners.size()) - 1))]
        .alpha;
  };
  Rational out(0);
  switch (random_.integer(0, 6)) {
    case 0:
      out = small_fraction(40);
      break;
    case 1:
      out = small_fraction(9) * ten_to(-random_.integer(3, 75));
      break;
    case 2:
      out = beside((corner() + corner()) / Rational(2));
      break;
    case 3:
      out = corner() * ten_to(random_.integer(0, 20));
      break;
    default:
      out = beside(corner());
  }
  return out.sign() < 0 ? kZero : out > kOne ? kOne : out;
}

Rational ExactSampler::prior(const Polygon& polygon) {
  const std::vector<Rational> corners = polygon.prior_corners();
  Rational out = small_fraction(40);
  if (random_.integer(0, 3) != 0) {
    out = beside(
        corners[static_cast<size_t>(random_.integer(0, static_cast<int>(corners.size()) - 1))]);
  }
  return out.sign() < 0 ? kZero : out > kOne ? kOne : out;
}

Rational ExactSampler::epsilon(const Polygon& polygon) {
  const std::vector<Rational> corners = polygon.x_corners();
  if (random_.integer(0, 4) == 0 || corners.empty()) {
    return random_.integer(0, 2) == 0 ? kZero : (small_fraction(30) - Rational(1, 2)) * Rational(9);
  }
  const Rational& x =
      corners[static_cast<size_t>(random_.integer(0, static_cast<int>(corners.size()) - 1))];
  const auto logarithm = log(Ball(x, Bits{2048})).decimal_bounds(400);
  const Rational near = number(logarithm.first);
  return random_.integer(0, 1) == 0 ? cut(near, digits_ + random_.integer(-3, 40))
                                    : cut(near + nudge(), digits_ + 100);
}

Rational ExactSampler::delta(const Polygon& polygon) {
  const std::vector<Rational> corners = polygon.x_corners();
  Rational out = small_fraction(40);
  if (random_.integer(0, 3) != 0 && !corners.empty()) {
    const Rational& x =
        corners[static_cast<size_t>(random_.integer(0, static_cast<int>(corners.size()) - 1))];
    out = beside(polygon.delta(fractions::Range(x)).least);
  } else if (random_.integer(0, 2) == 0) {
    out = small_fraction(9) * ten_to(-random_.integer(3, 75));
  }
  return out.sign() <= 0 || out >= kOne ? small_fraction(40) : out;
}

}  // namespace plumbline::testing
