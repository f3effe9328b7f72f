#include "reference/engines/laplace_sums.hpp"

#include <cmath>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"

namespace plumbline {
namespace {

constexpr long kMostSteps = 1500;

std::optional<Rational> single_laplace(const Composition& composition) {
  if (composition.factors().size() != 1) return std::nullopt;
  return composition.factors().front().mechanism->laplace_mu();
}

// BOUND(LAPLACE-SUM)
// Statement.  Let T = e^{S/2} dP, S the sum of N losses of a Laplace pair, and x = (t/mu + N)/2.
//             For tau = +-1
//                 int_{s <= t} e^{tau s/2} dT = e^{-N mu/2 - tau N mu/2} sum_{m=0}^{N} C(N,m)
//                 (mu/2)^m
//                     2^{m-N} sum_{k <= x} c_{m,k} e^{tau mu k} g_m(x - k),
//                 (1+z)^{N-m} (1-z)^m = sum_k c_{m,k} z^k,
//                 g_0 = 1 on [0, inf),   g_m(z) = int_0^z v^{m-1} e^{tau mu v} dv/(m-1)!.
//             It is exact: rounding is the only error. P(S <= t) is tau = -1, Q(S <= t) is tau =
//             +1. Where it is undecided whether k <= x (k < x for the open half line), the term
//             counts as the hull of 0 and itself; only terms with k certainly beyond x are left
//             out.
// Needs.      x in [0, N]: the caller, by beyond_support. k > x for the nodes beyond the last:
//             checked here (indeterminate otherwise).
// Proof.      One step of T is e^{-mu/2} times mass 1/2 at -mu and at +mu and mu/2 times the
//             uniform law on [-mu, mu], of mass 1 (e^{-mu x} e^{mu (2x-1)/2} is constant). With m
//             uniform steps and j atoms at +mu among the other N-m,
//                 s = mu (2 (j + y) - N),
//             y Irwin-Hall of order m, whose density is sum_i (-1)^i C(m,i) (y-i)_+^{m-1}/(m-1)!.
//             With k = i + j the coefficients multiply to c_{m,k}. The weight is
//                 e^{tau s/2} = e^{-tau N mu/2} e^{tau mu k} e^{tau mu (y - i)}.
//             By parts, g_{m+1}(z) = (z^m e^{tau mu z}/m! - g_m(z))/(tau mu).
// Source.     Irwin 1927, Hall 1927; the tilting is this project's.
class LaplaceSum {
 public:
  LaplaceSum(const Rational& mu, long N, Bits p, const Poll& poll)
      : mu_(mu, p), N_(N), p_(p), poll_(poll) {}

  /// int_{s <= t} (s < t if `open`) e^{tau s/2} dT for t given by x = (t/mu + N)/2 in [0, N].
  Ball below(const Ball& x, int tau, bool open) const {
    const Ball rate = mu_ * tau, zero(p_);
    const long last = std::min(N_, saturated(std::floor(x.approximate() + 1e-6)) + 1);
    // The nodes left out have k > x: otherwise nothing is claimed.
    if (last < N_ && !certainly_less(x, Ball::integer(last + 1, p_))) {
      return Ball::indeterminate(p_);
    }
    const size_t count = static_cast<size_t>(std::max(0L, last)) + 1;
    std::vector<Ball> coefficient(count, zero), g(count, zero), z_power(count, zero),
        grown(count, zero);
    std::vector<Reach> reach(count, Reach::outside);
    Ball binomial = Ball::integer(1, p_);
    const Ball factor = exp(rate);
    Ball shift = Ball::integer(1, p_);
    for (size_t k = 0; k < count; ++k) {
      const Ball z = x - static_cast<long>(k);
      reach[k] = reach_of(z, open);
      coefficient[k] = binomial;  // row m = 0: C(N, k)
      binomial = binomial * (N_ - static_cast<long>(k)) / (static_cast<long>(k) + 1);
      g[k] = Ball::integer(1, p_);
      z_power[k] = exp(rate * z) * shift;  // e^{tau mu k} e^{tau mu z} z^m / m!, m = 0
      grown[k] = shift;                    // e^{tau mu k}
      shift = shift * factor;
    }
    for (size_t k = 0; k < count; ++k) g[k] = grown[k];
    Ball total(p_),
        weight = power(Ball(Rational(1, 2), p_), Rational(N_));  // C(N,m) (mu/2)^m 2^{m-N}
    for (long m = 0; m <= N_; ++m) {
      poll_();
      Ball row(p_);
      for (size_t k = 0; k < count; ++k) {
        if (reach[k] == Reach::outside) continue;
        const Ball term = coefficient[k] * g[k];
        row += reach[k] == Reach::inside ? term : bound<"LAPLACE-SUM">(Ball::hull(zero, term));
      }
      total += row * weight;
      if (m == N_) break;
      weight = weight * mu_ * (N_ - m) / (m + 1);
      next_row(coefficient);
      for (size_t k = 0; k < count; ++k) {
        g[k] = (z_power[k] - g[k]) / rate;
        z_power[k] = z_power[k] * (x - static_cast<long>(k)) / (m + 1);
      }
    }
    return total * exp(-((mu_ + rate) * N_ / 2));
  }

 private:
  enum class Reach { inside, outside, undecided };

  static Reach reach_of(const Ball& z, bool open) {
    const Ball zero(z.precision());
    if (open ? certainly_positive(z) : certainly_at_most(zero, z)) return Reach::inside;
    if (open ? certainly_at_most(z, zero) : certainly_negative(z)) return Reach::outside;
    return Reach::undecided;
  }

  /// (1+z)^{N-m} (1-z)^m to the next m: multiply by (1-z)/(1+z).
  static void next_row(std::vector<Ball>& c) {
    Ball before = c[0];
    for (size_t k = 1; k < c.size(); ++k) {
      const Ball old = c[k];
      c[k] = old - before - c[k - 1];
      before = old;
    }
  }

  Ball mu_;
  long N_;
  Bits p_;
  const Poll& poll_;
};

class LaplaceSums final : public Engine {
 public:
  explicit LaplaceSums(const Composition& composition)
      : composition_(composition),
        mu_(*single_laplace(composition_)),
        N_(static_cast<long>(composition_.factors().front().count.approximate())) {}

  std::string name() const override { return "laplace_sums"; }
  std::string explain() const override {
    return "laplace_sums: exact sum over " + std::to_string(N_) +
           " steps, each at an atom or uniform after tilting by 1/2; last with " +
           std::to_string(bits_) + " bits";
  }

  NamedTexts parameters() const override {
    return {{"steps", std::to_string(N_)}, {"bits", std::to_string(bits_)}};
  }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits first = bits_for_digits(effort.digits) + 64;
    if (const auto exact = beyond_support(composition_, question, t, first)) return {*exact, {}};
    Ball best = clipped(question, Ball::indeterminate(Bits{64}), t);
    // The alternating sum cancels some bits for each step; ball arithmetic tells how many.
    const long most = 60 * N_ + 20L * effort.digits + 4000;
    if (bits_ == 0) bits_ = first.n + N_ / 2;
    for (long n = std::max(first.n, bits_);; n *= 2) {
      try {
        const Ball value = clipped(question, at_precision(question, t, Bits{n}, effort.poll), t);
        common(value, best, "an answer by laplace_sums at two precisions");
        if (value.radius() <= best.radius()) best = value;
      } catch (const Interrupted&) {
        break;
      }
      bits_ = n;
      if (effort.suffices(best) || n > most) break;
    }
    return {best, {UpperBound(), UpperBound(), UpperBound(), best.radius()}};
  }

 private:
  Ball at_precision(Question question, const Real& t, Bits p, const Poll& poll) const {
    const LaplaceSum sum(mu_, N_, p, poll);
    const Ball one = Ball::integer(1, p), level = t(p);
    // T is symmetric about 0: the part above t > 0 is the part below -t with tau exchanged.
    const bool low = !certainly_positive(level);
    const Ball x = position(low ? t : -t, p);
    const Ball minus = sum.below(x, -1, !low), plus = sum.below(x, +1, !low);
    const LossTails tails = low ? LossTails{one - minus, minus, one - plus, plus}
                                : LossTails{plus, one - plus, minus, one - minus};
    return from_tails(question, tails, level);
  }

  /// (t/mu + N)/2, exactly when t is rational: then it is decided on which side of t an atom lies.
  Ball position(const Real& t, Bits p) const {
    if (t.rational()) return Ball((*t.rational() / mu_ + Rational(N_)) / Rational(2), p);
    return (t(p) / Ball(mu_, p) + N_) / 2;
  }

  Composition composition_;
  Rational mu_;
  long N_;
  long bits_ = 0;
};

}  // namespace

std::string laplace_sums_refusal(const Composition& composition) {
  if (!single_laplace(composition)) return "it covers laplace(...)^N alone";
  if (composition.factors().front().count > Rational(kMostSteps)) {
    return "it covers at most " + std::to_string(kMostSteps) + " steps";
  }
  return "";
}

bool laplace_sums_preferred(const Composition& composition) {
  // The line integral's floor is the atoms' share (1 + mu/2)^-N of the transform at 1/2.
  constexpr long kShort = 100;
  constexpr double kNegligible = 60;
  const double N = composition.factors().front().count.approximate();
  const double mu = single_laplace(composition)->approximate();
  return N <= kShort || N * std::log1p(mu / 2) < kNegligible;
}

std::unique_ptr<Engine> make_laplace_sums(const Composition& composition) {
  return std::make_unique<LaplaceSums>(composition);
}

}  // namespace plumbline
