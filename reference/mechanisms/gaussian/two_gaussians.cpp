#include "reference/mechanisms/gaussian/two_gaussians.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/functions/noncentral_chi_squared.hpp"
#include "reference/mechanisms/end_hull.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/rough_loss.hpp"
#include "reference/mechanisms/sampled_tails.hpp"

namespace plumbline {
namespace {

const Rational kHalf(1, 2);

LossTails surely(bool above, Bits p) {
  const Ball zero(p), one = Ball::integer(1, p);
  return above ? LossTails{one, zero, one, zero} : LossTails{zero, one, zero, one};
}

}  // namespace

std::string too_long_sums(const GaussianScales& scales) {
  const Rational excess = scales.ratio_squared - kOne;
  const Rational shift = scales.shift_squared / (excess * excess);
  const Rational larger = scales.ratio_squared > kOne ? scales.ratio_squared : kOne;
  if (scales.dimensions + shift * larger <= kMostNoncentral) return "";
  return "dim and the squared shift over the difference of the variances must sum to at most " +
         kMostNoncentral.text() + " (for scales as close as these, use gaussian)";
}

TwoGaussians::TwoGaussians(GaussianScales scales, std::string expression)
    : scales_(std::move(scales)),
      expression_(std::move(expression)),
      excess_(scales_.ratio_squared - kOne),
      noncentral_(scales_.shift_squared / (excess_ * excess_)),
      wide_(excess_.sign() > 0) {
  if (const std::string why = too_long_sums(scales_); !why.empty())
    throw std::invalid_argument(why);
}

std::string TwoGaussians::identity() const {
  return "two gaussians d=" + scales_.dimensions.text() + " m^2=" + scales_.shift_squared.text() +
         " r^2=" + scales_.ratio_squared.text();
}

// BOUND(SCALES-LOSS)
// Statement.  Let P = N(0, I) and Q = N(m e, r^2 I) in d dimensions, where m >= 0, |e| = 1, r > 0 and r != 1. Let
//
//                 E = -d log r - m^2/(2 (r^2-1)),    n = (m/(r^2-1))^2,    w = 2 r^2 (t - E)/(r^2 - 1).
//
//             Some statistic W of the output has this property: for r > 1 the loss exceeds t if and only if W > w, and
//             for r < 1 if and only if W < w. Under P, W is a noncentral chi-squared variable with d degrees of
//             freedom and noncentrality n. Under Q, W is r^2 times such a variable with noncentrality n r^2. E is the
//             smallest loss for r > 1, and the largest for r < 1. delta does not decrease in m, nor in d. E_P[e^{aL}]
//             is finite if T = 1 - a + a/r^2 > 0, and then
//
//                 log K(a) = -d (a log r + log(T)/2) - a (1-a) m^2/(2 r^2 T).
//
// Needs.      r != 1, m >= 0: the caller, by the registry.
// Proof.      L(x) = -d log r + |x|^2/2 - |x - m e|^2/(2 r^2). Completing the square gives L(x) = E + (1 - 1/r^2) |x +
//             c e|^2/2 with c = m/(r^2-1), and c + m = c r^2. So W = |x + c e|^2. The integral of p^{1-a} q^a is
//             Gaussian with precision T. Dimension: the pair in fewer dimensions is the image of the pair in more
//             dimensions under a projection, so that delta does not decrease in d. Shift: let A be the best event at
//             m. For r > 1, A is the outside of a ball around -c e; for r < 1, A is the inside of a ball around
//             m/(1-r^2) e. Let m' > m. For r > 1 the centre of Q at m' is farther from the centre of the ball. For r <
//             1 and m' <= m/(1-r^2) it is nearer to the centre of the ball. By Anderson's inequality Q(A) at m' is at
//             least as large as at m, and P(A) does not change. So delta at m' is at least delta at m. Sequences of
//             such m' reach all m' > m > 0, and m = 0 follows by continuity.
// Source.     Elementary.
Real TwoGaussians::edge() const {
  return Real(LogLinear{-(scales_.shift_squared / (excess_ * Rational(2))),
                        {{scales_.ratio_squared, -(scales_.dimensions * kHalf)}}});
}

std::optional<Real> TwoGaussians::largest_loss() const {
  return wide_ ? std::nullopt : std::optional(edge());
}

std::optional<Real> TwoGaussians::smallest_loss() const {
  return wide_ ? std::optional(edge()) : std::nullopt;
}

LossTails TwoGaussians::tails(const Real& t, Bits p) const {
  return tails_to_depth(t, p, static_cast<double>(p.n) + 16);
}

LossTails TwoGaussians::tails_to_depth(const Real& t, Bits p, double depth) const {
  const double size = (scales_.dimensions + noncentral_).approximate();
  const Bits work = p + 64 + 2 * static_cast<long>(std::log2(2 + size));
  const Ball w = (t(work) - edge()(work)) * Ball(scales_.ratio_squared / excess_, work) * 2;
  const LossTails beyond = surely(wide_, p);
  if (!certainly_positive(w.upper())) return beyond;
  const bool touches = !certainly_positive(w);
  const Ball inside = touches ? w.upper() : w;
  const auto law = [&](const Rational& noncentrality, const Ball& at) {
    ChiSquaredTails out =
        noncentral_chi_squared(scales_.dimensions, noncentrality, at, work, depth);
    if (!wide_) std::swap(out.above, out.below);
    return out;
  };
  const ChiSquaredTails P = law(noncentral_, inside);
  const ChiSquaredTails Q =
      law(noncentral_ * scales_.ratio_squared, inside / Ball(scales_.ratio_squared, work));
  const LossTails out{bound_number<"SCALES-LOSS">(P.above), P.below,
                      bound_number<"SCALES-LOSS">(Q.above), Q.below};
  return touches ? end_hull(out, beyond) : out;
}

std::optional<Ball> TwoGaussians::log_K(const Rational& a, Bits p) const {
  const Rational r2 = scales_.ratio_squared, T = kOne - a + a / r2;
  if (T.sign() <= 0) return std::nullopt;
  const Ball scale = log(Ball(r2, p)) * Ball(a, p) + log(Ball(T, p));
  return -(scale * Ball(scales_.dimensions * kHalf, p)) -
         Ball(a * (kOne - a) * scales_.shift_squared / (Rational(2) * r2 * T), p);
}

// Under P, E|x|^2 = d and E|x - m e|^2 = d + m^2. Under Q, they are d r^2 + m^2 and d r^2.
Ball TwoGaussians::mean(int tilt, Bits p) const {
  const Rational &d = scales_.dimensions, &m2 = scales_.shift_squared, &r2 = scales_.ratio_squared;
  const Rational rest = tilt == 0 ? d - (d + m2) / r2 : d * r2 + m2 - d;
  return (Ball(rest, p) - log(Ball(r2, p)) * Ball(d, p)) / 2;
}

void TwoGaussians::offers(Offers* asked) const {
  asked->give<GaussianScales>([this] { return scales_; });
  asked->give<KnownTransform>([this] {
    return KnownTransform{[this](const Rational& a, Bits p) { return log_K(a, p); },
                          [this](int tilt, Bits p) { return mean(tilt, p); }};
  });
  asked->give<RoughLoss>([this] {
    // For z ~ N(0, I) in d dimensions, the variance of |z + v|^2 is 2 d + 4 |v|^2.
    const double r2 = scales_.ratio_squared.approximate(), slope = (1 - 1 / r2) / 2;
    const double d = scales_.dimensions.approximate(), n = noncentral_.approximate();
    return RoughLoss{
        {mean(0, Bits{128}).approximate(), mean(1, Bits{128}).approximate()},
        {slope * slope * (2 * d + 4 * n), slope * slope * r2 * r2 * (2 * d + 4 * n * r2)}};
  });
  asked->give<Sampling>([this] {
    const GaussianScales own = scales_;
    const std::string text = expression_;
    return Sampling{[own, text](const Real& p, const std::string& expression) {
      return sampled_tails(std::make_shared<TwoGaussians>(own, text), p, expression);
    }};
  });
}

// BOUND(SCALES-SUM)
// Statement.  Let pair i consist of N(0, I) and N(m_i e_i, r^2 I) in d_i dimensions, with the same r for all i, and
//             let pair i be run N_i times. The product of these pairs has the loss of the pair of N(0, I) and N(m e,
//             r^2 I) in d dimensions, where d is the sum of all N_i d_i and m^2 is the sum of all N_i m_i^2.
// Needs.      All r are equal: checked here.
// Proof.      The vector of independent normal outputs is normal, and its mean is the vector of the means, of length
//             m. A rotation takes this mean to m e and preserves both covariances.
// Source.     Elementary.
std::optional<GaussianScales> combined_scales(const std::vector<Factor>& factors) {
  std::optional<GaussianScales> out;
  for (const Factor& f : factors) {
    const auto one = f.mechanism->offer<GaussianScales>();
    if (!one) return std::nullopt;
    if (out && !proved<"SCALES-SUM">(out->ratio_squared == one->ratio_squared)) return std::nullopt;
    if (!out) out = GaussianScales{kZero, kZero, one->ratio_squared};
    out->dimensions = out->dimensions + one->dimensions * f.count;
    out->shift_squared = out->shift_squared + one->shift_squared * f.count;
  }
  return out;
}

namespace {

/// Returns a parameter, or its default if it is not given.
Rational given(const Parameters& q, const std::string& name, long otherwise) {
  const auto found = q.find(name);
  return found == q.end() ? Rational(otherwise) : found->second;
}

Mechanism make_two_gaussians(const Parameters& q) {
  const Rational sigma = positive(q, "sigma"), other = positive(q, "other");
  const Rational shift = given(q, "shift", 1), dim = given(q, "dim", 1);
  if (shift.sign() < 0) {
    throw std::invalid_argument("shift must be at least 0, got " + shift.text());
  }
  if (!dim.is_integer() || dim.sign() <= 0) {
    throw std::invalid_argument("dim must be a whole number of at least 1, got " + dim.text());
  }
  const std::string text = "two_gaussians(sigma=" + sigma.text() + ",other=" + other.text() +
                           ",shift=" + shift.text() + (dim == kOne ? "" : ",dim=" + dim.text()) +
                           ")";
  if (sigma == other && shift.is_zero()) return perfectly_private();
  if (sigma == other) return std::make_shared<Gaussian>(sigma, shift, text);
  const Rational m = shift / sigma, r = other / sigma;
  return std::make_shared<TwoGaussians>(GaussianScales{dim, m * m, r * r}, text);
}

// PROOF(PARAMETER-ORDER) shift and dim of two_gaussians
//             By SCALES-LOSS, delta at every epsilon does not decrease in either parameter, hence f does not increase.
//             With equal scales the pair is that of gaussian, where shift is the sensitivity, and dim has no effect.
std::optional<ParameterOrder> order_of_two_gaussians(const std::string& parameter,
                                                     const Parameters&) {
  if (parameter == "shift") return ParameterOrder{false, kZero, std::nullopt, true};
  if (parameter == "dim") {
    ParameterOrder out{false, kOne, std::nullopt, true};
    out.integer = true;
    return out;
  }
  return std::nullopt;
}

std::string draw_two_gaussians(ParameterDraw& draw) {
  return "two_gaussians(sigma=" + draw.log_uniform(0.5, 5) + ",other=" + draw.log_uniform(0.5, 5) +
         ",shift=" + draw.uniform(0.1, 2) + ")";
}

}  // namespace

MechanismEntry two_gaussians_entry() {
  return {.name = "two_gaussians",
          .required = {"sigma", "other"},
          .optional = {"shift", "dim"},
          .summary = "N(0,sigma^2 I) against N(shift e,other^2 I) in dim dimensions",
          .make = make_two_gaussians,
          .order = order_of_two_gaussians,
          .draw = draw_two_gaussians,
          .whole = {"dim"},
          .facts = PairFacts{PairDominance::itself, "the two data sets with these output laws",
                             "by definition; means that differ by less have less (SCALES-LOSS)"}};
}

}  // namespace plumbline
