#include "reference/mechanisms/laplace/subsampled_laplace.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/laplace/laplace_machine.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"
#include "reference/mechanisms/taylor_choice.hpp"

namespace plumbline {
namespace {

TaylorChoice taylor_choice(const laplace::LaplaceLaw& law, double c, double T) {
  const auto m = laplace::heuristic::moments(law, c);
  return plumbline::taylor_choice(m.variance, m.fourth, T);
}

}  // namespace

SubsampledLaplace::SubsampledLaplace(Rational b, Rational p, Rational sensitivity)
    : b_(std::move(b)), sensitivity_(std::move(sensitivity)) {
  const Rational mu = sensitivity_ / b_;
  law_ = laplace::LaplaceLaw{mu, p, mu.approximate(), p.approximate()};
}

std::string SubsampledLaplace::expression() const {
  return "subsampled_laplace(b=" + b_.text() + ",p=" + law_.p.text() +
         sensitivity_text(sensitivity_) + ")";
}

std::string SubsampledLaplace::identity() const {
  return "subsampled_laplace mu=" + law_.mu.text() + " p=" + law_.p.text();
}

std::optional<Real> SubsampledLaplace::largest_loss() const {
  return Real([law = law_](Bits p) { return laplace::highest_loss(law, p); });
}

std::optional<Real> SubsampledLaplace::smallest_loss() const {
  return Real([law = law_](Bits p) { return laplace::lowest_loss(law, p); });
}

LossTails SubsampledLaplace::tails(const Real& t, Bits p) const {
  const Ball zero(p), one = Ball::integer(1, p), mu(law_.mu, p), rate(law_.p, p);
  const LossTails beyond{zero, one, zero, one}, before{one, zero, one, zero};
  // The losses of the atoms are not rational, so t is above such a loss, below it or not separated from it; in the last
  // case BOUND(END-HULL) applies. The code compares r = (e^t - 1 + p)/p with e^-mu and e^mu.
  const Ball r = (expm1(t(p)) + rate) / rate, low = exp(-mu), high = exp(mu);
  if (certainly_at_most(high, r)) return beyond;
  if (certainly_less(r, low)) return before;
  // Between the atoms L > t is equivalent to X > x, where e^{mu(2x-1)} = r. Clipping r is valid because the tails are
  // monotone in x.
  const Ball inside = max(min(r, high), low);
  const Ball e_x = exp(-(mu / 2)) / sqrt(inside);   // e^{-mu x}
  const Ball e_1x = exp(-(mu / 2)) * sqrt(inside);  // e^{-mu (1-x)}
  const Ball P_above = e_x / 2, shifted_below = e_1x / 2;
  const Ball q = one - rate;
  LossTails out{P_above, one - P_above, q * P_above + rate * (one - shifted_below),
                q * (one - P_above) + rate * shifted_below};
  if (!certainly_less(r, high)) out = end_hull(out, beyond);
  if (!certainly_at_most(low, r)) out = end_hull(out, before);
  return out;
}

Ball SubsampledLaplace::transform(double c, Bits p) const { return laplace::transform(law_, c, p); }

void SubsampledLaplace::offers(Offers* asked) const {
  asked->give<EndpointExpansion>([this] { return endpoint_expansion(); });
  asked->give<EdgeDensity>([this] { return laplace_edge(law_.mu, law_.p); });
  asked->give<HiddenCoin>([this] { return coin(); });
  asked->give<mixture::MachineSteps>(
      [this] { return mixture::MachineSteps{laplace::machine_law(law_, identity())}; });
  asked->give<Sampling>([this] {
    return Sampling{[this](const Real& p, const std::string&) -> Mechanism {
      if (!p.rational()) return nullptr;
      return std::make_shared<SubsampledLaplace>(b_, law_.p * *p.rational(), sensitivity_);
    }};
  });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange&, Bits p) {
      return third_moment(tilt, t, p);
    }};
  });
}

/// Returns the pair as a HiddenCoin: with probability p the output has the law Lap(sensitivity, b), otherwise Lap(0,
/// b). The test decides for the first law if the output exceeds the argument `where` times the sensitivity. Each error
/// probability is a tail of a Laplace law: P(x > u b) = e^-u / 2, u > 0.
HiddenCoin SubsampledLaplace::coin() const {
  const auto errors = [mu = law_.mu](const Rational& where, Bits p) {
    return CoinErrors{exp(Ball(-where * mu, p)) / 2, exp(Ball((where - Rational(1)) * mu, p)) / 2};
  };
  return {law_.p, errors};
}

LineValues SubsampledLaplace::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                                const Poll& poll) const {
  const double Y = D.upper().approximate() * static_cast<double>(count) * (1 + 1e-9);
  // The rule is valid only for 0 <= y <= Y.
  const Ball first = D.at(Bits{64}), last = first * static_cast<long>(count);
  if (!certainly_at_most(Ball(Bits{64}), first) ||
      !certainly_at_most(last, Ball::from_binary64(Y, Bits{64}))) {
    LineValues nothing{ComplexVector(count, p), UpperBound::infinite()};
    nothing.values.widen_all(nothing.quadrature_error);
    return nothing;
  }
  const double log_K = laplace::heuristic::log_transform(law_, c);
  const laplace::Rule rule =
      laplace::rule(law_, c, Y, log_K - static_cast<double>(p.n) * kLn2 - 3, p, poll);
  poll();
  // The atoms are two additional nodes.
  const size_t n = rule.weights.size();
  const Bits work = rule.weights.precision();
  ComplexVector nodes(n + 2, work), weights(n + 2, work);
  for (size_t k = 0; k < n; ++k) {
    nodes.set(k, rule.log_ratios[k]);
    weights.set(k, rule.weights[k]);
  }
  const Ball cc = Ball::from_binary64(c, work), low = laplace::lowest_loss(law_, work);
  const Ball high = laplace::highest_loss(law_, work);
  nodes.set(n, ComplexBall(low));
  weights.set(n, ComplexBall(exp(cc * low) / 2));
  nodes.set(n + 1, ComplexBall(high));
  weights.set(n + 1, ComplexBall(exp(cc * high - Ball(law_.mu, work)) / 2));
  LineValues out{exponential_sums(weights, nodes, D.at(work), count, work, poll), rule.error};
  out.values.widen_all(out.quadrature_error);
  return out;
}

// BOUND(SUBSAMPLED-LAPLACE-DECAY)
// Statement.  Let y0 be the reach of TAYLOR-DECAY. For |y| >= T, each of the following is an upper bound of
//             |K(c+iy)|/K(c):
//                 1,   (A(c) + SUBSAMPLED-LAPLACE-FAR at T)/K(c),   SUBSAMPLED-LAPLACE-WINDOW at T,
//             and, if T < y1 < y0, also
//                 max(TAYLOR-DECAY at T, (A(c) + SUBSAMPLED-LAPLACE-FAR at y1)/K(c)).
// Needs.      T > 0: checked by the far bound (indeterminate otherwise). T < y1 < y0: checked here.
// Proof.      |K(c+iy)| <= K(c). K = A + C, where the atoms contribute at most A(c); the far bound decreases in T.
//             TAYLOR-DECAY at T holds on [T, y0], the far bound from y1 on.
// Source.     Elementary.
Ball SubsampledLaplace::decay(double c, double T, Bits p) const {
  const Bits work = p + 32;
  const Ball one = Ball::integer(1, work), K = transform(c, work),
             A = laplace::atoms(law_, c, work);
  double x = 0;
  laplace::heuristic::log_far_bound(law_, c, T, &x);
  Ball best = min(one, (A + laplace::far_bound(law_, c, T, x, work)) / K);
  const TaylorChoice taylor = taylor_choice(law_, c, T);
  if (taylor.log_value < 0) {
    const TiltedMoments m = laplace::moments(law_, c, work);
    const Ball reach = taylor_reach(m), y = Ball::from_binary64(T, work);
    const double far_start = reach.approximate() * 0.999;
    if (far_start > T && certainly_less(Ball::from_binary64(far_start, work), reach)) {
      laplace::heuristic::log_far_bound(law_, c, far_start, &x);
      const Ball beyond = (A + laplace::far_bound(law_, c, far_start, x, work)) / K;
      best = min(best, max(taylor_decay(m, y), beyond));
    }
  }
  int start = 0;
  const double spread = laplace::heuristic::log_spread_bound(law_, c, T, &start);
  if (spread < best.log_approximate()) {
    best = min(best, laplace::spread_bound(law_, c, T, start, work));
  }
  return bound_number<"SUBSAMPLED-LAPLACE-DECAY">(best.upper().at(p));
}

UpperBound SubsampledLaplace::algebraic_decay(double) const { return UpperBound::infinite(); }

double SubsampledLaplace::log_transform(double c) const {
  return laplace::heuristic::log_transform(law_, c);
}

double SubsampledLaplace::log_decay(double c, double T) const {
  double x = 0;
  const TaylorChoice taylor = taylor_choice(law_, c, T);
  double best = std::min(0.0, laplace::heuristic::log_far_bound(law_, c, T, &x));
  if (taylor.log_value < best) {
    best = std::min(best, std::max(taylor.log_value, laplace::heuristic::log_far_bound(
                                                         law_, c, taylor.reach * 0.999, &x)));
  }
  int start = 0;
  best = std::min(best, laplace::heuristic::log_spread_bound(law_, c, T, &start));
  return best;
}

namespace {

Mechanism make_subsampled_laplace(const Parameters& q) {
  const Rational b = positive(q, "b"), p = sampling_rate(q), s = sensitivity(q);
  if (p == Rational(1)) {  // no subsampling: the Laplace pair
    return std::make_shared<Laplace>(
        b, s, "subsampled_laplace(b=" + b.text() + ",p=1" + sensitivity_text(s) + ")");
  }
  return std::make_shared<SubsampledLaplace>(b, p, s);
}

std::string draw_subsampled_laplace(ParameterDraw& draw) {
  const std::string b = draw.log_uniform(0.3, 10);
  return "subsampled_laplace(b=" + b + ",p=" + draw.log_uniform(1e-3, 0.95) + ")";
}

// PROOF(PARAMETER-ORDER) b, the sensitivity and p of subsampled_laplace
//             b, sensitivity: the post-processing of the output of laplace acts on both parts of the mixture in the
//             same way. The pair depends only on p and on the quotient of the sensitivity and b. p: the first part of
//             the proof for p of subsampled_gaussian (one record added or removed) holds for all P and Q.
std::optional<ParameterOrder> order_of_subsampled_laplace(const std::string& parameter,
                                                          const Parameters&) {
  if (parameter == "b") return ParameterOrder::scale();
  if (parameter == "sensitivity") return ParameterOrder::size();
  if (parameter == "p") return ParameterOrder::share();
  return std::nullopt;
}

/// Typical parameters, from which the command `hunt` draws (recorded_form.hpp).
const char* const kUsual = R"(relations = ["add_remove", "add_remove", "remove", "add"]
scale = {from = 0.2, to = 30, scale = "log"}
sampling_rate = [{from = 1e-4, to = 0.5, scale = "log", weight = 3}, {from = 1e-9, to = 1e-4, scale = "log"}, {from = 0.5, to = 1}]
steps = [{list = [1], weight = 1}, {from = 1, to = 1000, scale = "log", integer = true}])";

}  // namespace

MechanismEntry subsampled_laplace_entry() {
  return {.name = "subsampled_laplace",
          .required = {"b", "p"},
          .optional = {"sensitivity"},
          .summary = "laplace with Poisson subsampling at rate p",
          .make = make_subsampled_laplace,
          .order = order_of_subsampled_laplace,
          .draw = draw_subsampled_laplace,
          .symmetric = is_whole,
          .recorded = {{.kind = "subsampled_laplace",
                        .fields = {{"scale", "b"}, {"sampling_rate", "p"}},
                        .usual = kUsual,
                        .reading = 5,
                        .samples = "laplace"}},
          .subsampled = true,
          .facts = sampled_facts(kOneRecord, kSampledPair)};
}

}  // namespace plumbline
