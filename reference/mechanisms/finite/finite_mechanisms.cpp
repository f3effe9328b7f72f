#include "reference/mechanisms/finite/finite_mechanisms.hpp"

#include <stdexcept>
#include <string>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/finite/wide_geometric.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

LogLinear loss_at(const Rational& x) { return {x, {}}; }

void check(bool fine, const std::string& name, const std::string& range, const Rational& value) {
  if (!fine) throw std::invalid_argument(name + " must be " + range + ", got " + value.text());
}

void check_epsilon(const Rational& epsilon) {
  check(epsilon.sign() >= 0, "epsilon", "at least 0", epsilon);
}

void check_probability(const std::string& name, const Rational& x) {
  check(x.sign() >= 0 && x <= kOne, name, "in [0, 1]", x);
}

/// The masses under P of the losses +-epsilon together, and of the loss 0.
struct Split {
  std::function<Ball(Bits)> ends, middle;
};

/// Returns the pair with the losses +-epsilon and, if `split` has a value, the loss 0. The masses satisfy P(L=-eps) =
/// e^eps P(L=eps).
Mechanism three_atoms(const Rational& epsilon, const std::optional<Split>& split,
                      const std::string& expression, const std::string& identity) {
  const auto end = [&](const Rational& loss) {
    return LossAtom{Real([split, loss](Bits p) {
                      const Bits wide = p + 16;
                      const Ball ends = split ? split->ends(wide) : Ball::integer(1, wide);
                      return (ends / (exp(Ball(loss, wide)) + 1)).at(p);
                    }),
                    loss_at(loss)};
  };
  std::vector<LossAtom> atoms{end(-epsilon), end(epsilon)};
  if (split) atoms.push_back({Real(split->middle), loss_at(kZero)});
  return std::make_shared<FinitePair>(atoms, expression, identity);
}

/// Adds the loss +inf with mass delta under Q, and the loss -inf with mass delta under P.
Mechanism with_infinities(const Mechanism& inner, const Rational& delta,
                          const std::string& expression) {
  if (delta.is_zero()) return inner;
  const Rational rest = kOne - delta;
  if (rest.is_zero()) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{kZero, kZero, nullptr}, expression,
                                                "blatantly_non_private");
  }
  return std::make_shared<PairWithInfinities>(InfiniteLosses{rest, rest, inner}, expression,
                                              inner->identity() + " infinite=" + delta.text());
}

}  // namespace

Mechanism perfectly_private() { return zero_loss("perfectly_private()"); }

Mechanism blatantly_non_private() {
  return with_infinities(perfectly_private(), kOne, "blatantly_non_private()");
}

Mechanism randomized_response(const Rational& epsilon, const Rational& k) {
  check_epsilon(epsilon);
  check(k.is_integer() && k >= Rational(2), "k", "an integer of at least 2", k);
  const bool binary = k == Rational(2);
  const std::string arguments =
      "(epsilon=" + epsilon.text() + (binary ? "" : ",k=" + k.text()) + ")";
  const std::string name = "randomized_response" + arguments;
  if (epsilon.is_zero()) return zero_loss(name);
  if (binary) return three_atoms(epsilon, std::nullopt, name, name);
  const auto share = [epsilon, k](const Rational& top, long with_x) {
    return [epsilon, k, top, with_x](Bits p) {
      const Bits wide = p + 16;
      const Ball x = exp(Ball(epsilon, wide));
      return ((x * with_x + Ball(top, wide)) / (x + Ball(k - kOne, wide))).at(p);
    };
  };
  return three_atoms(epsilon, Split{share(kOne, 1), share(k - Rational(2), 0)}, name, name);
}

// P is 1/k everywhere; Q is e^eps/(e^eps + k - 1) at the input and 1/(e^eps + k - 1) at the other outputs.
Mechanism randomized_response_special(const Rational& epsilon, const Rational& k) {
  check_epsilon(epsilon);
  check(k.is_integer() && k >= Rational(2), "k", "an integer of at least 2", k);
  const std::string name = "randomized_response(epsilon=" + epsilon.text() +
                           (k == Rational(2) ? "" : ",k=" + k.text()) +
                           ",relation=replace_special)";
  if (epsilon.is_zero()) return zero_loss(name);
  const auto loss = [epsilon, k](const Rational& above) {
    return Real([epsilon, k, above](Bits p) {
      // log(k e^above/(e^eps + k - 1))
      const Ball share = expm1(Ball(epsilon, p)) / Ball(k, p);
      return Ball(above, p) - log1p(share);
    });
  };
  const std::vector<LossAtom> atoms{{Real(kOne - kOne / k), loss(kZero)},
                                    {Real(kOne / k), loss(epsilon)}};
  return std::make_shared<FinitePair>(atoms, name, name);
}

Mechanism approximate_dp(const Rational& epsilon, const Rational& delta) {
  check_epsilon(epsilon);
  check_probability("delta", delta);
  const std::string name = "approximate_dp(epsilon=" + epsilon.text() + ",delta=" + delta.text();
  const std::string identity = "randomized_response(epsilon=" + epsilon.text() + ")";
  const Mechanism inner = epsilon.is_zero()
                              ? zero_loss(name + ")")
                              : three_atoms(epsilon, std::nullopt, name + ")", identity);
  return with_infinities(inner, delta, name + ")");
}

namespace {

/// Returns true if a number is positive. The number must not be 0, so that some precision decides its sign.
bool is_positive(const std::function<Ball(Bits)>& x) {
  constexpr long kMostBits = 1L << 16;
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    const Ball at = x(p);
    if (certainly_positive(at)) return true;
    if (certainly_negative(at)) return false;
  }
  return false;
}

/// Returns the masses of the losses of total_variation_dp, conditional on a finite loss: 1 - ratio / tanh(epsilon/2) at
/// the loss 0, where ratio = (eta - delta)/(1 - delta), and the rest at the losses +-epsilon.
Split ends_and_middle(const Rational& epsilon, const Rational& ratio) {
  const auto ends = [epsilon, ratio](Bits p) {
    const Ball x = Ball(epsilon, p + 16);
    return (Ball(ratio, p + 16) * (exp(x) + 1) / expm1(x)).at(p);
  };
  // Cancellation occurs if eta is near its maximum; the precision increases accordingly.
  const auto middle = [ends](Bits p) {
    const auto at = [&](Bits bits) { return Ball::integer(1, bits) - ends(bits); };
    Ball best = at(p);
    for (Bits wide = p + 64; wide.n < 4 * p.n + 4096; wide = Bits{2 * wide.n}) {
      if (best.relative_digits() * 3.3 >= static_cast<double>(p.n) - 4) break;
      best = at(wide).at(p);
    }
    return best;
  };
  return {ends, middle};
}

}  // namespace

Mechanism total_variation_dp(const Rational& epsilon, const Rational& delta, const Rational& eta) {
  check_epsilon(epsilon);
  check_probability("delta", delta);
  const std::string name = "total_variation_dp(epsilon=" + epsilon.text() +
                           ",delta=" + delta.text() + ",eta=" + eta.text() + ")";
  if (eta < delta || eta > kOne) {
    throw std::invalid_argument("eta must be in [delta, 1], got " + eta.text());
  }
  if (delta == kOne || eta == delta) return with_infinities(zero_loss(name), delta, name);
  const Rational ratio = (eta - delta) / (kOne - delta);
  const Split split = ends_and_middle(epsilon, ratio);
  // alpha = 1 - ratio / tanh(eps/2), which is not 0 for rationals.
  const auto alpha = [&](Bits p) { return Ball::integer(1, p) - split.ends(p); };
  if (epsilon.is_zero() || !is_positive(alpha)) {
    throw std::invalid_argument(
        "eta must be at most delta + (1-delta) (e^epsilon-1)/(e^epsilon+1), the largest total "
        "variation of an (epsilon,delta)-DP pair, got " +
        eta.text() + "; without a bound on it use approximate_dp");
  }
  const Mechanism inner =
      three_atoms(epsilon, split, name,
                  "total_variation_dp epsilon=" + epsilon.text() + " ratio=" + ratio.text());
  return with_infinities(inner, delta, name);
}

// Let |x| be in units of the sensitivity and a = (1-e^-eps) / (2 (gamma + e^-eps (1-gamma))). The density is a e^{-k
// eps} for |x| in [k, k+gamma) and a e^{-(k+1) eps} for |x| in [k+gamma, k+1). With a shift of 1, the loss is -eps for
// x <= 0 and +eps for x >= 1. In between, where |x| and |1-x| are below 1, it is eps if only |x| is on the lower step
// (|x| >= gamma), -eps if only |1-x| is, and 0 if both are (gamma < x < 1-gamma) or neither is (1-gamma < x < gamma).
Mechanism staircase(const Rational& epsilon, const Rational& gamma, const Rational& sensitivity) {
  check(epsilon.sign() > 0, "epsilon", "greater than 0", epsilon);
  check_probability("gamma", gamma);
  const std::string name = "staircase(epsilon=" + epsilon.text() + ",gamma=" + gamma.text() +
                           sensitivity_text(sensitivity) + ")";
  const Rational half(1, 2);
  if (gamma == half) {
    return three_atoms(epsilon, std::nullopt, name,
                       "randomized_response(epsilon=" + epsilon.text() + ")");
  }
  const auto middle = [epsilon, gamma, half](Bits p) {
    const Bits wide = p + 32;
    const Ball x(epsilon, wide), step = exp(-x);
    const Ball a = -expm1(-x) / (Ball(gamma, wide) + step * Ball(kOne - gamma, wide)) / 2;
    const Ball length(gamma < half ? kOne - gamma - gamma : gamma + gamma - kOne, wide);
    return (gamma < half ? a * step * length : a * length).at(p);
  };
  const auto ends = [middle](Bits p) { return Ball::integer(1, p) - middle(p); };
  return three_atoms(epsilon, Split{ends, middle}, name,
                     "staircase epsilon=" + epsilon.text() + " gamma=" + gamma.text());
}

// P(X = x) = (1-q)/(1+q) q^|x| with q = e^{-1/b}. The loss is (|x| - |x-s|)/b. It is -s/b for x <= 0 (mass 1/(1+q)),
// s/b for x >= s (mass q^s/(1+q)) and (2x-s)/b for 0 < x < s.
Mechanism discrete_laplace(const Rational& b, const Rational& sensitivity) {
  constexpr long kMostPoints = 10000;
  check(b.sign() > 0, "b", "greater than 0", b);
  check(sensitivity.is_integer() && sensitivity.sign() > 0, "sensitivity", "a positive integer",
        sensitivity);
  if (sensitivity > Rational(kMostPoints)) return wide_discrete_laplace(b, sensitivity);
  const Rational rate = kOne / b;
  const std::string name = "discrete_laplace(b=" + b.text() + sensitivity_text(sensitivity) + ")";
  if (sensitivity == kOne) {
    return three_atoms(rate, std::nullopt, name,
                       "randomized_response(epsilon=" + rate.text() + ")");
  }
  const long s = static_cast<long>(sensitivity.approximate());
  std::vector<LossAtom> atoms;
  for (long x = 0; x <= s; ++x) {
    const bool end = x == 0 || x == s;
    const Real mass([rate, x, end](Bits p) {
      const Bits wide = p + 32;
      const Ball r(rate, wide), weight = exp(-(r * x)) / (exp(-r) + 1);
      return (end ? weight : weight * -expm1(-r)).at(p);
    });
    atoms.push_back({mass, loss_at(Rational(2 * x - s) * rate)});
  }
  return std::make_shared<FinitePair>(
      atoms, name, "discrete_laplace b=" + b.text() + " sensitivity=" + sensitivity.text());
}

Mechanism uniform(const Rational& width, const Rational& sensitivity) {
  const std::string name = "uniform(width=" + width.text() + sensitivity_text(sensitivity) + ")";
  const Rational delta = sensitivity < width ? sensitivity / width : kOne;
  return with_infinities(zero_loss(name), delta, name);
}

}  // namespace plumbline
