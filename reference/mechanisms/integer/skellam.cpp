#include "reference/mechanisms/integer/skellam.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/functions/bessel.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/integer/integer_noise.hpp"
#include "reference/mechanisms/integer/skellam_vectors.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

const Rational kLeast(1, 1000UL), kMost(1000000000L);
constexpr long kMostSensitivity = 10000;

class SkellamLaw final : public IntegerLaw {
 public:
  explicit SkellamLaw(Rational mu) : mu_(std::move(mu)), mu_approx_(mu_.approximate()) {}

  // The Bessel functions I_n at mu satisfy I_{n-1} = I_{n+1} + (2n/mu) I_n. No term is negative, so that nothing
  // cancels for decreasing n.
  std::vector<Ball> masses(long from, long to, Bits p) const override {
    const long top = std::max(std::labs(from), std::labs(to));
    const Bits work = p + 24;
    const Ball mu(mu_, work);
    std::vector<Ball> descending;  // values at top, top - 1, ..., 0
    descending.reserve(static_cast<size_t>(top) + 1);
    Ball above = scaled_bessel_i(top + 1, mu_, work), here = scaled_bessel_i(top, mu_, work);
    for (long n = top;; --n) {
      poll_here(n);
      descending.push_back(here);
      if (n == 0) break;
      const Ball below = above + here * (2 * n) / mu;
      above = here;
      here = below;
    }
    std::vector<Ball> out;
    out.reserve(static_cast<size_t>(to - from) + 1);
    for (long x = from; x <= to; ++x) {
      poll_here(x);
      out.push_back(descending[static_cast<size_t>(top - std::labs(x))]);
    }
    return out;
  }

  // BOUND(SKELLAM-LAW)
  // Statement.  f(x) = e^{-mu} I_|x|(mu) is log-concave, and for y >= x >= D
  //
  //                 e^{L(y+1)-L(y)} <= 1 + (2D+1)/h(x),
  //                 h(x) = x-D+1/2 + sqrt((x-D+1/2)^2 + mu^2).
  //
  // Needs.      x >= D: checked here (indeterminate otherwise).
  // Proof.      X is a difference of independent Poisson variables, and a convolution of log-concave laws is
  //             log-concave. Let r_n = I_{n+1}(mu)/I_n(mu). Then e^{L(y+1)-L(y)} = r_{y-D}/r_y, and for n >= 0 (Amos)
  //
  //                 mu/(n+1/2 + sqrt((n+3/2)^2 + mu^2)) <= r_n <= mu/(n+1/2 + sqrt((n+1/2)^2 + mu^2)).
  //
  //             So the quotient is at most h'(y)/h(y) with h'(y) = y+1/2 + sqrt((y+3/2)^2 + mu^2). h'(y) is at most
  //             h(y) + D + (D+1), because the root is 1-Lipschitz; and h increases.
  // Source.     Amos 1974, "Computation of modified Bessel functions and their ratios", (9), (16);
  //             Agarwal, Kairouz, Liu 2021, for the mechanism.
  Ball growth(long x, long D, Bits p) const override {
    if (x < D) return Ball::indeterminate(p);
    const Ball n(Rational(2 * (x - D) + 1, 2UL), p), mu(mu_, p);
    const Ball h = n + sqrt(square(n) + square(mu));
    return Ball::integer(1, p) + bound_number<"SKELLAM-LAW">(Ball::integer(2 * D + 1, p) / h);
  }
  std::optional<long> twice_centre() const override { return 0; }
  double mean() const override { return 0; }
  double deviation() const override { return std::sqrt(mu_approx_); }
  double log_mass(double x) const override {
    // The first term of Debye's expansion.
    const double n = std::fabs(x), r = std::hypot(n, mu_approx_);
    const double log_I = r - n * std::asinh(n / mu_approx_) - 0.5 * std::log(2 * M_PI * r);
    return std::min(0.0, log_I - mu_approx_);
  }

 private:
  Rational mu_;
  double mu_approx_;
};

bool is_of_vectors(const Parameters& q) {
  return q.find("l1") != q.end() || q.find("l2") != q.end();
}

Mechanism make_skellam(const Parameters& q) {
  if (is_of_vectors(q)) return skellam_vectors(q);
  return skellam(positive(q, "mu"), integer_sensitivity(q));
}

// For mu' > mu, noise of variance mu' is noise of variance mu plus independent noise of variance mu' - mu.
// PROOF(PARAMETER-ORDER) mu of skellam
//             A sum of independent noises of this kind is a noise of this kind. So the larger noise is the smaller
//             noise plus an independent noise. For vectors, I_1/I_0 = (log I_0)' increases with mu, because log I_0
//             is the cumulant generating function of cos(angle) and convex. So rho decreases, and all stated bounds
//             decrease.
std::optional<ParameterOrder> order_of_skellam(const std::string& parameter, const Parameters&) {
  if (parameter != "mu") return std::nullopt;
  return ParameterOrder{true, kLeast, kMost, true, true};
}

PairDominance dominance_of_skellam(const WrittenFactor& factor) {
  return is_of_vectors(factor.parameters) ? PairDominance::dominating : PairDominance::both;
}

/// For noise on vectors, returns the expression of the pair of two neighbours that differ in one coordinate by the
/// maximum change. Empty for noise on integers, and if a parameter is open or mu is too large.
std::string one_coordinate(const WrittenFactor& factor) {
  const Parameters& q = factor.parameters;
  if (!is_of_vectors(q) || !factor.open.empty() || q.at("mu") > kMost) return "";
  const Rational most = std::min(integer_moves(q).single, Rational(kMostSensitivity));
  return "skellam(mu=" + q.at("mu").text() + sensitivity_text(most) + ")";
}

PairFacts skellam_facts() {
  PairFacts out = log_concave_facts(kShiftedIntegers);
  out.neighbours += "; with l1 or l2, two vectors of integers within these distances";
  out.because += "; vectors: dominating only, by Renyi divergences (SKELLAM-VECTORS)";
  out.dominance_of = dominance_of_skellam;
  out.member = one_coordinate;
  return out;
}

}  // namespace

std::shared_ptr<const IntegerLaw> skellam_law(const Rational& mu) {
  return std::make_shared<SkellamLaw>(mu);
}

Mechanism skellam(const Rational& mu, long sensitivity) {
  if (mu < kLeast || mu > kMost) {
    throw std::invalid_argument("mu must be from 0.001 to 10^9, got " + mu.text());
  }
  return integer_noise(skellam_law(mu), sensitivity,
                       "skellam(mu=" + mu.text() + sensitivity_text(Rational(sensitivity)) + ")");
}

MechanismEntry skellam_entry() {
  return {.name = "skellam",
          .required = {"mu"},
          .optional = {"sensitivity", "l1", "l2"},
          .summary =
              "Skellam noise of variance mu on the integers against its shift by an integer; with "
              "l1 or l2, on vectors, by Renyi divergences",
          .make = make_skellam,
          .order = order_of_skellam,
          .symmetric = always_symmetric,
          .whole = {"sensitivity"},
          .facts = skellam_facts()};
}

}  // namespace plumbline
