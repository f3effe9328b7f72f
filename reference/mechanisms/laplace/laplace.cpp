#include "reference/mechanisms/laplace/laplace.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/group.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"
#include "reference/mechanisms/taylor_decay.hpp"

namespace plumbline {
namespace {

/// Returns the tails for a threshold t in [-mu, mu): x = (t/mu + 1)/2 in [0, 1).
LossTails inner_tails(const Ball& mu, const Ball& t) {
  const Ball one = Ball::integer(1, t.precision());
  const Ball P_above = exp(-(mu + t) / 2) / 2;  // P(X > x) = e^(-mu x)/2
  const Ball Q_below = exp((t - mu) / 2) / 2;   // Q(X <= x) = e^(-mu (1-x))/2
  return {P_above, one - P_above, one - Q_below, Q_below};
}

}  // namespace

Laplace::Laplace(const Rational& b, const Rational& sensitivity)
    : Laplace(b, sensitivity, "laplace(b=" + b.text() + sensitivity_text(sensitivity) + ")") {}

Laplace::Laplace(const Rational& b, const Rational& sensitivity, std::string expression)
    : mu_(sensitivity / b), expression_(std::move(expression)), mu_approx_(mu_.approximate()) {}

// BOUND(LAPLACE-DERIVATIVES)
// Statement.  K^(k)(c) = ((-mu)^k e^{-mu c} + mu^k e^{-mu (1-c)})/2 + (mu/2) e^{-mu/2} mu^k M_k,
//             where
//                 M_k = (1/2) int_{-1}^{1} v^k e^{bv} dv,   b = mu (c - 1/2),
//                 M_k in [e^{-|b|}, e^{|b|}]/(k+1)      for even k,
//                 |M_k| <= (e^{2|b|} - 1)/(2 (k+2))     for odd k.
// Needs.      Nothing. The two enclosures of M_k are used for small |b|, where the recurrence divides by b.
// Proof.      The loss between the atoms is mu v, v = 2x - 1 in [-1, 1], with the P-density (mu/2) e^{-mu (1+v)/2}
//             dv/2. The mean of v^k over [-1, 1] is 1/(k+1) for even k. For odd k, pair v with -v: M_k = int_0^1 v^k
//             sinh(bv) dv. By convexity |sinh(bv)| <= v sinh|b|, so that |M_k| <= sinh|b|/(k+2), where sinh x <=
//             (e^{2x} - 1)/2. For other b integrate by parts: M_k = (e^b - (-1)^k e^{-b})/(2b) - (k/b) M_{k-1}.
// Source.     Elementary.
void Laplace::derivatives(const Ball& c, Ball (&out)[5]) const {
  const Bits p = c.precision();
  const Ball mu(mu_, p), b = mu * (c - Ball(Rational(1, 2), p)), reach = abs(b);
  const Ball low = exp(-(mu * c)) / 2, high = exp(mu * (c - 1)) / 2;
  const Ball scale = mu / 2 * exp(-(mu / 2));
  const bool tiny = certainly_less(reach, Ball(Rational(1, 1024), p));
  const Ball up = exp(b), down = exp(-b);
  Ball M(p), mu_k = Ball::integer(1, p);
  for (long k = 0; k <= 4; ++k) {
    const bool even = k % 2 == 0;
    if (tiny) {
      const Ball most = expm1(reach * 2) / (2 * (k + 2));
      M = bound<"LAPLACE-DERIVATIVES">(even ? Ball::hull(exp(-reach), exp(reach)) / (k + 1)
                                            : Ball::hull(-most, most));
    } else {
      const Ball edge = (even ? up - down : up + down) / (b * 2);
      M = k == 0 ? edge : edge - M * k / b;
    }
    const Ball atoms = (even ? low : -low) + high;
    out[k] = mu_k * (atoms + scale * M);
    mu_k = mu_k * mu;
  }
}

std::string Laplace::identity() const { return "laplace mu=" + mu_.text(); }

LossTails Laplace::tails(const Real& t, Bits p) const {
  const Ball zero(p), one = Ball::integer(1, p), mu(mu_, p), x = t(p);
  const LossTails beyond{zero, one, zero, one}, before{one, zero, one, zero};
  const LossTails inner = inner_tails(mu, x);
  if (t.rational()) {
    if (*t.rational() >= mu_) return beyond;
    return *t.rational() < -mu_ ? before : inner;
  }
  if (certainly_at_most(mu, x)) return beyond;
  if (certainly_less(x, -mu)) return before;
  LossTails out = inner;
  if (!certainly_less(x, mu)) out = end_hull(out, beyond);
  if (!certainly_at_most(-mu, x)) out = end_hull(out, before);
  return out;
}

ComplexBall Laplace::transform_at(const ComplexBall& s, Bits p) const {
  const ComplexBall mu{Ball(mu_, p)}, one{Ball::integer(1, p)}, half{Ball(Rational(1, 2), p)};
  const ComplexBall atoms = exp(-(mu * s)) + exp(-(mu * (one - s)));
  const ComplexBall middle = sinhc(mu * (s - half)) * exp(-(Ball(mu_, p) / 2)) * Ball(mu_, p);
  return (atoms + middle) * Ball(Rational(1, 2), p);
}

LossPieces Laplace::loss_pieces() const {
  // e^{L/2} dP has mass e^{-mu/2}/2 at each atom, and the density e^{mu (2x-1)/2} (mu/2) e^{-mu x} dx between them.
  const Real atom([mu = mu_](Bits p) { return exp(-Ball(mu / Rational(2), p)) / 2; });
  return LossPieces{
      Real(Rational(0)), {{-mu_, atom}, {mu_, atom}}, {{-mu_, mu_, atom * Real(mu_)}}};
}

// BOUND(EDGE-LAPLACE)
// Statement.  The loss -mu + x of a Laplace step has for 0 < x < 2 mu the P-density e^(-x/2)/4, and atoms of P-mass
//             1/2 at x = 0 and e^-mu/2 at x = 2 mu. For a subsampled step let w = 1-p + p e^z and k = 1 + e^mu
//             (1-p)/p. Its loss log(1-p + p e^-mu) + x has atoms of the same masses at both ends of its range and the
//             P-density
//                 g(x) = k/4 e^(-x/2) (k - (k-1) e^-x)^(-3/2),
//             which is analytic in Re x > 0 with the principal root. For Re x >= 0, |g| <= 1/4 for a Laplace step and
//             |g| <= k/4 for a subsampled step. Hence the integrals of |g| over a path of length r are at most r/4 and
//             k r/4.
// Needs.      0 < p < 1: the registry guarantees this.
// Proof.      z = -mu + y has the P-density e^(-y/2)/4 between the atoms (laplace.hpp). w = (1-p + p e^-mu) e^x
//             implies e^y = 1 + k (e^x - 1) = e^x (k - (k-1) e^-x) and dy = k e^x/e^y dx. For Re x >= 0, k - (k-1)
//             e^-x lies in the disc around k of radius k - 1, so its real part is at least 1.
// Source.     Elementary.
EdgeDensity laplace_edge(const Rational& mu, const std::optional<Rational>& rate) {
  const auto factor = [mu, rate](Bits p) {
    if (!rate) return Ball::integer(1, p);
    return exp(Ball(mu, p)) * Ball((Rational(1) - *rate) / *rate, p) + 1;
  };
  const auto density = [factor, sampled = rate.has_value()](const ComplexBall& x, Bits p) {
    const Ball k = factor(p);
    const ComplexBall level = exp(-(x * Ball(Rational(1, 2UL), p))) * (k / 4);
    if (!sampled) return level;
    const ComplexBall inner = ComplexBall(k) - exp(-x) * (k - 1);
    return level * exp(-(log(inner, true) * Ball(Rational(3, 2UL), p)));
  };
  const Ball most = (factor(Bits{64}) / 4).upper();
  const auto near = [most](const Ball& r) { return bound_number<"EDGE-LAPLACE">(most * r); };
  const auto loss = [mu, rate](long side, Bits p) {
    const Ball z(mu * Rational(side), p);
    return rate ? log1p(expm1(z) * Ball(*rate, p)) : z;
  };
  const Real low([loss](Bits p) { return loss(-1, p); });
  const Real range([loss](Bits p) { return loss(1, p) - loss(-1, p); });
  const Real atom([mu](Bits p) { return exp(Ball(-mu, p)) / 2; });
  return {low, Real(Rational(1, 2UL)), density, near, EdgeDensity::End{range, atom, most}};
}

void Laplace::offers(Offers* asked) const {
  asked->give<EdgeDensity>([this] { return laplace_edge(mu_, std::nullopt); });
  asked->give<LaplaceNoise>([this] { return LaplaceNoise{mu_}; });
  asked->give<LossPieces>([this] { return loss_pieces(); });
  asked->give<NoiseLaw>([this] { return laplace_noise(mu_); });
  asked->give<EndpointExpansion>([this] { return endpoint_expansion(); });
  asked->give<Sampling>([this] {
    return Sampling{[mu = mu_](const Real& p, const std::string&) -> Mechanism {
      if (!p.rational()) return nullptr;
      return std::make_shared<SubsampledLaplace>(Rational(1) / mu, *p.rational(), Rational(1));
    }};
  });
}

Ball Laplace::transform(double c, Bits p) const {
  return transform_at(ComplexBall(Ball::from_binary64(c, p)), p).real();
}

LineValues Laplace::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                      const Poll& poll) const {
  LineValues out{ComplexVector(count, p), UpperBound()};
  const Ball x = Ball::from_binary64(c, p);
  for (size_t k = 0; k < count; ++k) {
    out.values.set(k, transform_at(ComplexBall(x, D.at(p) * static_cast<long>(k)), p));
    if (k % 64 == 0) poll();
  }
  return out;
}

// BOUND(LAPLACE-DECAY)
// Statement.  Let A = (e^{-mu c} + e^{-mu (1-c)})/2 and B = e^{-mu/2} cosh(mu (c - 1/2))/2. For |y| >= T,
//             |K(c+iy)|/K(c) is at most each of the two numbers
//                 1,   (A + B/T)/K(c).
//             Let y0 be the reach of TAYLOR-DECAY. If T < y0, it is also at most max(TAYLOR-DECAY at T, (A +
//             B/y0)/K(c)).
// Needs.      T > 0: checked here (indeterminate otherwise). T < y0: checked here.
// Proof.      |K(c+iy)| <= K(c). The atoms contribute at most A. The remaining part is (mu/2) e^{-mu/2} sinh(z)/z
//             with z = mu (s - 1/2). Because |sinh z| <= cosh(Re z) and |z| >= mu |y|, it is at most B/|y|, which
//             decreases. TAYLOR-DECAY at T holds on [T, y0].
// Source.     Elementary.
Ball Laplace::decay(double c, double T, Bits p) const {
  if (!(T > 0)) return Ball::indeterminate(p);
  // The recurrence for the derivatives divides by b = mu (c - 1/2) four times, which needs 100 more bits.
  const Bits wide = p + 100;
  const Ball mu(mu_, wide), x = Ball::from_binary64(c, wide), y = Ball::from_binary64(T, wide);
  const Ball half(Rational(1, 2), wide), one = Ball::integer(1, wide);
  const Ball K = transform(c, wide);
  const Ball A = (exp(-(mu * x)) + exp(mu * (x - 1))) / 2;
  const Ball B = exp(-(mu / 2)) * cosh(mu * (x - half)) / 2;
  Ball best = min(one, (A + B / y) / K);
  Ball d[5] = {Ball(wide), Ball(wide), Ball(wide), Ball(wide), Ball(wide)};
  derivatives(x, d);
  const TiltedMoments m = tilted_moments(d);
  const Ball reach = taylor_reach(m);
  if (certainly_less(y, reach)) best = min(best, max(taylor_decay(m, y), (A + B / reach) / K));
  return bound_number<"LAPLACE-DECAY">(best.upper().at(p));
}

UpperBound Laplace::algebraic_decay(double) const { return UpperBound::infinite(); }

double Laplace::log_transform(double c) const {
  const double mu = mu_approx_, b = mu * (c - 0.5);
  const double sinhc = std::fabs(b) < 1e-6 ? 1.0 : std::sinh(b) / b;
  // K = e^(-mu/2) (cosh b + (mu/2) sinhc b); for small mu this is 1 + O(mu^2), so use expm1.
  if (std::fabs(b) > 300) {
    return -mu / 2 + std::fabs(b) + std::log(0.5 + mu / (4 * std::fabs(b)));
  }
  const double cosh_minus_1 = 2 * std::sinh(b / 2) * std::sinh(b / 2);
  return -mu / 2 + std::log1p(cosh_minus_1 + mu / 2 * sinhc);
}

double Laplace::log_decay(double c, double T) const {
  const double log_bound = std::log(decay(c, T, Bits{64}).approximate());
  return std::min(0.0, log_bound);
}

namespace {

constexpr long kMostGroup = 1000000;

// In a group of k records each record changes the value by at most s, so the group changes it by at most k s. This is
// attained if all changes are equal.
Mechanism make_laplace(const Parameters& q) {
  const Rational b = positive(q, "b"), s = sensitivity(q);
  const std::string which = relation(q, noise_relations());
  const Rational k = group_of(q, kMostGroup);
  return std::make_shared<Laplace>(b, (which == "replace" ? s * Rational(2) : s) * k,
                                   "laplace(b=" + b.text() + sensitivity_text(s) +
                                       written_relation_text(q, noise_relations()) + group_text(k) +
                                       ")");
}

std::string draw_laplace(ParameterDraw& draw) {
  return "laplace(b=" + draw.log_uniform(0.2, 30) + ")";
}

// PROOF(PARAMETER-ORDER) b and the sensitivity of laplace
//             For B > b the characteristic functions of the noises satisfy
//
//                 1/(1 + B^2 t^2) = c(t) / (1 + b^2 t^2),
//                 c(t) = (1 + b^2 t^2)/(1 + B^2 t^2)
//                      = b^2/B^2 + (1 - b^2/B^2)/(1 + B^2 t^2),
//
//             and c is the characteristic function of a noise: 0 with probability b^2/B^2, else Lap(0, B). The pair
//             depends only on the quotient of the sensitivity and b.
std::optional<ParameterOrder> order_of_laplace(const std::string& parameter, const Parameters&) {
  if (parameter == "b") return ParameterOrder::scale();
  if (parameter == "sensitivity") return ParameterOrder::size();
  return std::nullopt;
}

/// Typical parameters, from which the command `hunt` draws (recorded_form.hpp).
const char* const kUsual = R"(weight = 2
scale = [{from = 0.2, to = 30, scale = "log", weight = 3}, {from = 0.02, to = 1000, scale = "log"}]
steps = [{list = [1], weight = 1}, {from = 1, to = 1000, scale = "log", integer = true}])";

/// Returns the expression for report noisy max with exponential noise. The Laplace mechanism dominates this mechanism,
/// and two candidates attain every point of the Laplace trade-off curve (docs/mechanisms.md).
std::string permute_and_flip(RecordedFields& record) {
  const Rational epsilon = record.number("epsilon").value;
  if (epsilon.sign() <= 0) {
    throw std::invalid_argument("mechanism: permute_and_flip needs epsilon > 0");
  }
  return "laplace(b=" + (Rational(1) / epsilon).text() + ")";
}

}  // namespace

MechanismEntry laplace_entry() {
  return {
      .name = "laplace",
      .required = {"b"},
      .optional = {"sensitivity", "relation", "group"},
      .summary = "Lap(0,b) against Lap(sensitivity,b); relation=replace doubles the sensitivity",
      .make = make_laplace,
      .order = order_of_laplace,
      .words = {"relation"},
      .draw = draw_laplace,
      .symmetric = always_symmetric,
      .recorded = {{.kind = "laplace", .fields = {{"scale", "b"}}, .usual = kUsual, .reading = 1},
                   {.kind = "permute_and_flip",
                    .fields = {{"epsilon"}},
                    .expression = permute_and_flip,
                    .runs = RecordedForm::Runs::flips,
                    .any_neighbours = true}},
      .whole = {"group"},
      .facts = log_concave_facts(kShiftedValues)};
}

}  // namespace plumbline
