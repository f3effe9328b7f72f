#include "reference/mechanisms/gaussian/without_replacement.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/end_hull.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/loss_moments.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"
#include "reference/mechanisms/taylor_choice.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {
namespace {

std::string text_of(const Rational& sigma, const Rational& n, const Rational& batch,
                    const Rational& sensitivity) {
  return "without_replacement(sigma=" + sigma.text() + ",n=" + n.text() + ",batch=" + batch.text() +
         sensitivity_text(sensitivity) + ")";
}

}  // namespace

WithoutReplacement::WithoutReplacement(Rational sigma, Rational n, Rational batch,
                                       Rational sensitivity)
    : expression_(text_of(sigma, n, batch, sensitivity)),
      one_sided_(sigma, batch / n, sensitivity) {
  const mixture::MixtureLaw& one = one_sided_.law();
  law_ = {one.mu, one.p, one.mu_approx, one.p_approx};
}

std::string WithoutReplacement::identity() const {
  return "both sides of " + one_sided_.identity();
}

// BOUND(FIXED-BATCH)
// Statement.  A batch of b of n records, b < n, is drawn uniformly, and its sum is released with noise N(0, sigma^2
//             I). Exchanging one record for another changes a sum by at most s in norm. Let q = b/n, P = N(0, sigma^2)
//             and Q = (1-q) N(0, sigma^2) + q N(s, sigma^2), and let delta_f be the profile of (P, Q). For either
//             order of the data sets, the profile of one step is at most
//
//                 delta(g) = delta_f(g)                   for g >= 0,
//                            1 - e^g + e^g delta_f(-g)    for g < 0.
//
//             This is the profile of a pair (P*, Q*) with, for t >= 0,
//
//                 P*(L > t) = Q*(L <= -t) = P(L > t),   Q*(L > t) = P*(L <= -t) = Q(L > t)
//
//             and with the remaining mass at the loss 0. (For t = 0 the event L <= -t is replaced by L < 0.) The
//             compositions of (P*, Q*) dominate the compositions of such steps, adaptive or not.
// Needs.      0 < b < n, sigma > 0 and s > 0: the caller, by the registry. At thresholds that cannot be distinguished
//             from 0, END-HULL applies.
// Proof.      Let R be the law of the output given a batch without the record, and let T and T' be the laws given a
//             batch with it, from the two data sets. With x = e^g >= 1, x' = 1 + (x-1)/q, c = (x-1)(1-q)/q,
//
//                 (1-q) R + q T - x ((1-q) R + q T') = q (T - x' V),   V = (x T' + c R)/x',
//
//             because x + c = x'. T and T' are means of Gaussians over the same batches, with one record exchanged.
//             So are T and R: exchanging the record of a batch for a record outside it produces every batch without
//             the record equally often. By joint convexity, the difference of the probabilities of an event is at
//             most q times the Gaussian profile at log x', which is delta_f(g). For x < 1 take the complement of the
//             event, with the data sets exchanged.
//             As a function of x, delta has at x = 1 the slope -Q(L <= 0) from the left and -P(L > 0) from the right,
//             and Q(L <= 0) >= Phi(-s/(2 sigma)) = P(L > 0). So delta is convex, hence a profile, and the remaining
//             mass at 0 is Q(L <= 0) - P(L > 0). For adaptive composition see the source of RANGE-PAIR.
// Source.     Balle, Barthe, Gaboardi 2018, Theorem 11; Zhu, Dong, Wang 2022, Theorems 10 and 11. It is not tight for
//             several steps: Lebeda, Regehr, Kamath, Steinke 2024.
LossTails WithoutReplacement::tails(const Real& t, Bits p) const {
  const auto above = [&] {
    const LossTails one = one_sided_.tails(t, p);
    return LossTails{bound_number<"FIXED-BATCH">(one.P_above), one.P_below,
                     bound_number<"FIXED-BATCH">(one.Q_above), one.Q_below};
  };
  const auto below = [&] {
    const Real back([t](Bits b) { return -t(b); });
    const LossTails one = one_sided_.tails(back, p);
    return LossTails{one.Q_below, bound_number<"FIXED-BATCH">(one.Q_above), one.P_below,
                     bound_number<"FIXED-BATCH">(one.P_above)};
  };
  if (t.rational()) return t.rational()->sign() >= 0 ? above() : below();
  const Ball x = t(p);
  if (certainly_positive(x)) return above();
  return certainly_negative(x) ? below() : end_hull(above(), below());
}

batch::heuristic::Sketch WithoutReplacement::sketch(double c) const {
  const std::lock_guard lock(guard_);
  if (!last_ || tilt_ != c) {
    last_ = batch::heuristic::sketch(law_, c);
    tilt_ = c;
  }
  return *last_;
}

Ball WithoutReplacement::cells(double c, double from, double to, Bits p) const {
  {
    const std::lock_guard lock(guard_);
    const auto& k = last_cells_;
    if (k && k->c == c && k->from == from && k->to == to) return k->most;
  }
  const Ball most = batch::cells_bound(law_, c, from, to, p);
  const std::lock_guard lock(guard_);
  last_cells_.emplace(Cells{c, from, to, most});
  return most;
}

void WithoutReplacement::offers(Offers* asked) const {
  asked->give<batch::BatchLaw>([this] { return law_; });
  asked->give<GaussianPairAbove>([this] { return GaussianPairAbove{one_sided_.law().mu}; });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange&, Bits p) {
      return third_moment(tilt, t, p);
    }};
  });
}

// BOUND(BATCH-THIRD)
// Statement.  Let (P*, Q*) and (P, Q) be the pairs of FIXED-BATCH, and t >= 0. Then E_{P*}[(L-t)_+^3] = E_P[(L-t)_+^3]
//             and E_{P*}[(-t-L)_+^3] = E_Q[(L-t)_+^3]. The same equations hold with P and Q exchanged. For every t,
//             E[(L-t)_+^3] = E[(L-t)^3] + E[(t-L)_+^3]. This function is nonincreasing in t. So if the sign of t is
//             undecided, its value lies between its values at both ends of the enclosure of t.
// Needs.      The enclosures for (P, Q): third_moment_above. The moments: LOSS-MOMENTS.
// Proof.      By FIXED-BATCH, (P*, Q*) has the tails of the pair (P, Q), and both sides of the equations are
//             integrals of these tails. The equation for every t follows from y^3 = y_+^3 - (-y)_+^3.
// Source.     Elementary.
Ball WithoutReplacement::third_moment(int tilt, const Ball& t, Bits p) const {
  const Ball zero(p);
  if (certainly_at_most(zero, t)) return third_moment_above(one_sided_, tilt, t, p);
  if (!certainly_negative(t)) {
    return bound<"BATCH-THIRD">(
        Ball::hull(third_moment(tilt, t.lower(), p), third_moment(tilt, max(t.upper(), zero), p)));
  }
  const std::vector<Ball> m = loss_moments(*this, tilt, p, [] {});
  const Ball all = m[3] - t * m[2] * 3 + square(t) * m[1] * 3 - square(t) * t;
  return all + third_moment_above(one_sided_, 1 - tilt, -t, p);
}

LineValues WithoutReplacement::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                                 const Poll& poll) const {
  const double Y = D.upper().approximate() * static_cast<double>(count) * (1 + 1e-9);
  // The rule is valid only for |y| <= Y.
  const Ball first = D.at(Bits{64}), last = first * static_cast<long>(count);
  if (!certainly_at_most(Ball(Bits{64}), first) ||
      !certainly_at_most(last, Ball::from_binary64(Y, Bits{64}))) {
    LineValues nothing{ComplexVector(count, p), UpperBound::infinite()};
    nothing.values.widen_all(nothing.quadrature_error);
    return nothing;
  }
  const batch::Rule rule =
      batch::rule(law_, c, Y, sketch(c).log_K - static_cast<double>(p.n) * kLn2 - 3, p);
  poll();
  const size_t n = rule.losses.size();
  const Bits work = rule.weights.back().precision();
  ComplexVector nodes(n, work), weights(n, work);
  for (size_t k = 0; k < n; ++k) {
    nodes.set(k, ComplexBall(rule.losses[k]));
    weights.set(k, ComplexBall(rule.weights[k]));
  }
  LineValues out{exponential_sums(weights, nodes, D.at(work), count, work, poll), rule.error};
  out.values.widen_all(out.quadrature_error);
  return out;
}

// BOUND(BATCH-DECAY)
// Statement.  Let F(y) be the bound of BATCH-FAR at y, divided by K(c). For |y| >= T, |K(c+iy)|/K(c) is at most 1, at
//             most F(T) and, with y1 > T, at most
//
//                 max(BATCH-CELLS on [y0, y1], F(y1), TAYLOR-DECAY at T).
//
//             If T is below the reach of TAYLOR-DECAY, y0 is this reach. Otherwise y0 = T, and the term TAYLOR-DECAY
//             is omitted. If T < y1 <= y0, |K(c+iy)|/K(c) is at most max(F(y0), TAYLOR-DECAY at T).
// Needs.      T > 0: checked by the far bound (indeterminate otherwise). T < y1, and y0 < y1 for the maximum of three
//             terms: checked here.
// Proof.      |K(c+iy)| <= K(c). TAYLOR-DECAY applies on [T, reach], BATCH-CELLS on [y0, y1], and F(y1) beyond y1. If
//             y0 >= y1, F(y0) applies beyond y0.
// Source.     Elementary.
Ball WithoutReplacement::decay(double c, double T, Bits p) const {
  const Bits work = p + 32;
  const Ball one = Ball::integer(1, work), K = transform(c, work);
  const auto far = [&](double y) {
    return batch::far_bound(law_, c, y, batch::heuristic::height(law_, y), work) / K;
  };
  Ball best = min(one, far(T));
  const double y1 = batch::heuristic::far_start(law_);
  if (T < y1 && log_decay(c, T) < batch::heuristic::log_far_bound(law_, sketch(c), c, T)) {
    const TiltedMoments m = batch::moments(law_, c, work);
    const double reach = rounded_down(taylor_reach(m).approximate(), 30);
    const bool near =
        T < reach && certainly_at_most(Ball::from_binary64(reach, work), taylor_reach(m));
    const double y0 = near ? reach : T;
    const Ball beyond = y0 < y1 ? max(cells(c, y0, y1, work), far(y1)) : far(y0);
    const Ball first = near ? taylor_decay(m, Ball::from_binary64(T, work)) : Ball(work);
    best = min(best, max(first, beyond));
  }
  return bound_number<"BATCH-DECAY">(best.upper().at(p));
}

// K(c+iy) tends to the mass m of the loss 0. The difference decreases like 3 (1-q) phi(mu/2)/(mu q^2 y^2), because the
// density of the loss has a kink at 0. K^N does not approach m^N faster. For few steps N, a vertical line needs 10^7
// nodes (docs/mechanisms.md); the contour of BENT-LINE needs fewer.
long WithoutReplacement::steps_of_short_lines() const {
  return static_cast<long>(std::min(40.0, std::ceil(4 / law_.q_approx)));
}

double WithoutReplacement::log_decay(double c, double T) const {
  const batch::heuristic::Sketch at = sketch(c);
  const double y1 = batch::heuristic::far_start(law_);
  const double far = std::min(0.0, batch::heuristic::log_far_bound(law_, at, c, T));
  if (!(T < y1)) return far;
  const TaylorChoice taylor = taylor_choice(at.variance, at.fourth, T);
  const double y0 = std::max(T, taylor.reach), s = std::min(1.0, y0 * std::sqrt(at.variance));
  // The bound of BATCH-CELLS is closer to 1 than |K(c+iy)|/K(c) itself, which is approximately 1 - s^2/2.
  const double cells = std::log1p(-0.3 * s * s),
               beyond = batch::heuristic::log_far_bound(law_, at, c, std::max(y1, y0));
  return std::min(far, std::max({T < taylor.reach ? taylor.log_value : -1e300,
                                 y0 < y1 ? cells : -1e300, beyond}));
}

namespace {

Rational whole_number_of(const Parameters& q, const std::string& name) {
  const Rational& x = q.at(name);
  if (!x.is_integer() || x.sign() <= 0) {
    throw std::invalid_argument(name + " must be a whole number of at least 1, got " + x.text());
  }
  return x;
}

Mechanism make_without_replacement(const Parameters& q) {
  const Rational sigma = positive(q, "sigma"), s = sensitivity(q);
  const Rational n = whole_number_of(q, "n"), batch = whole_number_of(q, "batch");
  if (n < batch) {
    throw std::invalid_argument("batch must be at most n = " + n.text() + ", got " + batch.text());
  }
  if (n == batch) return std::make_shared<Gaussian>(sigma, s, text_of(sigma, n, batch, s));
  return std::make_shared<WithoutReplacement>(sigma, n, batch, s);
}

// PROOF(PARAMETER-ORDER) sigma and the sensitivity of without_replacement
//             The profile is that of subsampled_gaussian for g >= 0 and its mirror image for g < 0. The profile of
//             subsampled_gaussian is ordered by both parameters.
std::optional<ParameterOrder> order_of_without_replacement(const std::string& parameter,
                                                           const Parameters&) {
  if (parameter == "sigma") return ParameterOrder::scale();
  if (parameter == "sensitivity") return ParameterOrder::size();
  return std::nullopt;
}

bool is_symmetric(const Parameters&) { return true; }

/// Returns the expression of a pair that some data sets attain: all other records have the value at one end of the
/// range of values, and the replaced record moves from this end to the other end. Empty if n or batch is unknown.
std::string others_at_one_end(const WrittenFactor& factor) {
  const auto n = factor.parameters.find("n"), batch = factor.parameters.find("batch");
  if (n == factor.parameters.end() || batch == factor.parameters.end()) return "";
  const std::string s = factor.number_text("sensitivity");
  return "subsampled_gaussian(sigma=" + factor.number_text("sigma") +
         ",p=" + (batch->second / n->second).text() + (s == "1" ? "" : ",sensitivity=" + s) + ")";
}

}  // namespace

MechanismEntry without_replacement_entry() {
  return {.name = "without_replacement",
          .required = {"sigma", "n", "batch"},
          .optional = {"sensitivity"},
          .summary =
              "gaussian, batches of fixed size, one record exchanged: tight for one step, "
              "an upper bound for several",
          .make = make_without_replacement,
          .order = order_of_without_replacement,
          .symmetric = is_symmetric,
          .recorded = {{.kind = "wor_subsampled_gaussian",
                        .fields = {{"sigma", "sigma"},
                                   {"dataset_size", "n", true},
                                   {"batch_size", "batch", true}},
                        .runs = RecordedForm::Runs::fixed_batch}},
          .replaces_record = true,
          .whole = {"n", "batch"},
          .facts = with_public(
              PairFacts{
                  PairDominance::each_point,
                  "one record exchanged for another",
                  "FIXED-BATCH; with all other records at one end the larger direction at a point",
                  {},
                  others_at_one_end},
              {"n", "batch"})};
}

}  // namespace plumbline
