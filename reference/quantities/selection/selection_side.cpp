#include "reference/quantities/selection/selection_side.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/composition/infinite_losses.hpp"
#include "reference/mechanisms/guarantees/renyi_promise.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/selection/bound_root.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

constexpr int kTerms = 96, kFewTerms = 24, kEnvelopeCuts = 1000;
constexpr long kEnvelopeBits = 96;  // few bits suffice: chords are rounded upwards
constexpr double kNearly = 1e-5;
// The first shift log rho_k of the bound SELECTION, if there is no useful bound of the ratio of weights.
constexpr double kUnlimited = -40;

/// Adds intermediate points between points that are far apart. A test that is chosen at random from two tests attains
/// an intermediate point.
std::vector<BasePoint> with_narrow_steps(const std::vector<BasePoint>& points) {
  constexpr double kWidest = 1. / 64;
  std::vector<BasePoint> out = {points.front()};
  for (size_t i = 1; i < points.size(); ++i) {
    const BasePoint &a = points[i - 1], &b = points[i];
    const int parts = 1 + static_cast<int>((b.q - a.q) / kWidest);
    for (int k = 1; k <= parts; ++k) {
      const double share = static_cast<double>(k) / parts;
      out.push_back({a.q + share * (b.q - a.q), a.p + share * (b.p - a.p)});
    }
  }
  return out;
}

const RankWeights::Score kRatioScore = {
    [](const Ball& weight, const Ball& least) { return log(weight) - log(least); },
    [](double weight, double least) { return std::log(weight) - std::log(least); }};

}  // namespace

bool is_stated_by_orders(const Composition& composition) {
  const FiniteLosses losses = finite_losses(composition);
  if (!losses.conditional) return false;
  const std::vector<Factor>& factors = losses.conditional->factors();
  return std::any_of(factors.begin(), factors.end(), [](const Factor& f) {
    return f.mechanism->offer<RenyiPromise>().has_value();
  });
}

std::optional<Composition> all_runs_of(const Composition& base, const RunLaw& runs) {
  const auto most = runs.most();
  if (!most || most->sign() <= 0) return std::nullopt;
  std::vector<Factor> factors = base.factors();
  for (Factor& factor : factors) {
    const auto promise = factor.mechanism->offer<RenyiPromise>();
    if (promise && promise->is_sampled() && *most > Rational(1)) return std::nullopt;
    factor.count = factor.count * *most;
  }
  return Composition(factors);
}

SelectionSide::SelectionSide(const PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs,
                             const Effort& effort)
    : profile_(profile),
      is_stated_(is_stated_by_orders(profile.composition())),
      effort_(effort),
      bits_(bits_for_digits(effort.digits) + 192),
      weights_(profile_, std::move(runs), effort),
      constant_(bits_) {
  const auto found = weights_.largest(kRatioScore, 1e-13);
  const bool useful = found.value.is_finite() && found.value.approximate() < -kUnlimited;
  if (useful) log_ratio_ = max(found.value, Ball(bits_)).upper();
  find_largest_loss();
  find_terms();
  find_all_runs();
  weights_.forget();
}

void SelectionSide::find_all_runs() {
  if (profile_.direction() == Direction::worst) return;
  const auto all = all_runs_of(profile_.composition(), weights_.runs());
  if (all) all_.emplace(*all, profile_.direction());
}

// BOUND(SELECTION-RUNS)
// Statement.  If K <= n, the selection has at every epsilon, and in the same direction, a delta(epsilon) of at most
//             that of n runs of the base.
// Needs.      The base is dominated by the pair of the profile, (P, Q) in this order: the caller. K does not depend
//             on the data.
// Proof.      The best of the first K of n runs, or nothing if K = 0, is a function of K and of the outputs of all n
//             runs. n runs at the same data are dominated by (P, Q)^n. n runs of a base with a promise about Renyi
//             divergences satisfy n times that promise (PROMISES-COMPOSED).
// Source.     Elementary.
std::optional<Ball> SelectionSide::delta_of_all(const Real& epsilon, int digits) {
  if (!all_) return std::nullopt;
  Effort effort = effort_;
  effort.digits = digits;
  return bound_number<"SELECTION-RUNS">(all_->delta(epsilon, effort).value.at(bits_));
}

/// Sets largest_loss_ for the bound SELECTION-PURE, if no loss is infinite.
void SelectionSide::find_largest_loss() {
  const auto mass = profile_.exact_infinite_mass();
  if (!mass || !mass->is_zero()) return;
  largest_loss_ = largest_loss_of(profile_, bits_);
}

std::optional<Ball> SelectionSide::pure_bound() const {
  const auto most = weights_.runs().most();
  if (!largest_loss_ || (!log_ratio_ && !most)) return std::nullopt;
  std::optional<Ball> best;
  if (log_ratio_) best = *largest_loss_ + *log_ratio_;
  if (most) {
    const Ball all = *largest_loss_ * Ball(*most, bits_);
    best = best ? min(*best, all) : all;
  }
  return bound_number<"SELECTION-PURE">(*best);
}

/// Returns an upper bound of Phi(rho), which the statement SELECTION defines.
Ball SelectionSide::envelope(const Ball& rho, double* at) const {
  const double size = weights_.approximate_weight(0) * rho.approximate();
  const Bits p{kEnvelopeBits};
  const Ball ratio = rho.rounded(p),
             least_ratio = log_ratio_ ? exp(-log_ratio_->rounded(p)) : Ball(p);
  const double a = ratio.approximate(), b = least_ratio.approximate();
  const auto found = weights_.largest(
      {[&](const Ball& weight, const Ball& least) {
         return weight * ratio - max(least, weight * least_ratio);
       },
       [&](double weight, double least) { return weight * a - std::max(least, weight * b); }},
      kNearly * size, kEnvelopeCuts);
  if (at != nullptr) *at = found.at;
  return max(found.value, Ball(bits_)).upper();
}

/// Returns the approximate shift beyond which Phi is linear. There the supremum in Phi is at u near 0, that is, only
/// the very best outputs contribute.
double SelectionSide::last_shift(double first) const {
  constexpr double kWidest = 60;
  double width = 1. / 16;
  for (; width < kWidest; width *= 2) {
    double at = 1;
    envelope(exp(Ball::from_binary64(first + width, bits_)), &at);
    if (at < 1e-9) break;
  }
  return first + width;
}

// BOUND(SELECTION)
// Statement.  Let q, p be the laws of a base at two neighbours with H_t(q||p) = sup_S q(S) - e^t p(S) <= delta(t) for
//             all real t. Let K be independent of the data, and let the outputs be in any order. With w = weight, and
//             V(u) at least the p-mass of the better outputs if their q-mass is u, let
//
//                 Phi(rho) = sup_u [w(u) rho - w(V(u))]_+ <= sum_k c_k (rho - rho_k)_+,   c_k >= 0.
//
//             Then selection at the two neighbours has, at every epsilon >= 0,
//
//                 H_epsilon <= sum_k c_k delta(epsilon + log rho_k).
//
//             Let f(x) = E[x^K]. If w(u)/w(V(u)) <= C for all u, also H_epsilon <= 1 - f(1 - delta(epsilon - log C)),
//             and Phi may be replaced by sup_u [w(u) rho - max(w(V(u)), w(u)/C)]_+.
// Needs.      The inequality for Phi: Phi is convex, so that chords between the chosen shifts bound it, with upper
//             bounds of its values there. Beyond the last shift its slope is at most w(0). Below the first shift, Phi
//             is 0 (if the shift is 1/C), or it is bounded by the chord from 0, which contributes the whole mass of
//             q.
// Proof.      Attach to each run a random number that breaks ties between equal outputs. Then the best output has the
//             density w(u(y)) with respect to q, where u(y) is the q-mass of the outputs better than y (minus the
//             derivative of E[(1-u)^K]). In the same way it has the density w(v(y)) with respect to p. Dropping the
//             numbers is post-processing, and (y, number) has the profile of the base. The output "nothing" has the
//             same probability f(0) at both neighbours. Because e^epsilon >= 1, it increases the divergence of no
//             event. v(y) <= V(u(y)) (SELECTION-RANK) and w does not increase. So for every event E the masses A_q
//             and A_p after the selection satisfy
//
//                 A_q(E) - e^epsilon A_p(E) = int_E w(u) dq - e^epsilon w(v) dp
//                     <= int [w(u) dq - e^epsilon w(V(u)) dp]_+ <= e^epsilon int Phi(e^-epsilon dq/dp) dp
//                     <= sum_k c_k int (dq - e^(epsilon + log rho_k) dp)_+
//
//             and each integral is a hockey-stick divergence of the base. (On the set where dp = 0, each integrand is
//             dq times the slope of its function at infinity.) If w(V(u)) >= w(u)/C, the integrand is at most w(u)
//             h(dy), h = (dq - (e^epsilon/C) dp)_+. h <= dq, the mass of h is at most d = delta(epsilon - log C), and
//             w does not increase. Therefore the integral is largest if h = dq on the best outputs of mass d. It is
//             then g(0) - g(d), where g(u) = E[(1-u)^K] = f(1-u).
// Source.     This project's. Koskela, Redberg and Wang (ICML 2024) bound w(u) by E[K] and the ratio by C: E[K]
//             delta(epsilon - log C), which no choice of c_k exceeds.
void SelectionSide::find_terms() {
  const double start = log_ratio_ ? -log_ratio_->approximate() : kUnlimited;
  const double end = last_shift(start);
  Ball shift = log_ratio_ ? (-*log_ratio_).lower() : Ball::from_binary64(kUnlimited, bits_);
  Ball rho = exp(shift), height = log_ratio_ ? Ball(bits_) : envelope(rho, nullptr);
  Ball slope = log_ratio_ ? Ball(bits_) : (height / rho).upper();
  constant_ = slope;
  // If the base is stated by its Renyi divergences, each term is a minimum over all orders and takes long.
  const int terms = is_stated_ ? kFewTerms : kTerms;
  for (int k = 1; k <= terms; ++k) {
    const double next_shift = start + (end - start) * std::pow(static_cast<double>(k) / terms, 1.5);
    const Ball next = Ball::from_binary64(next_shift, bits_);
    if (!certainly_less(shift, next)) continue;
    const Ball next_rho = exp(next), next_height = envelope(next_rho, nullptr);
    const Ball chord = ((next_height - height) / (next_rho - rho)).upper();
    terms_.push_back({shift, max(chord - slope, Ball(bits_)).upper()});
    slope = max(slope, chord);
    height = next_height;
    rho = next_rho;
    shift = next;
  }
  const Ball steepest = weights_.runs().mean(bits_).upper();
  terms_.push_back({shift, max(steepest - slope, Ball(bits_)).upper()});
}

Ball SelectionSide::profile_at(const Real& epsilon, const Ball& shift, int digits) {
  Effort effort = effort_;
  effort.digits = digits;
  return profile_.delta(epsilon + Real::exactly(shift), effort).value.at(bits_);
}

Ball SelectionSide::bound(const Real& epsilon, int digits) {
  const auto pure = pure_bound();
  if (pure && certainly_at_most(*pure, epsilon(bits_))) return Ball(bits_);
  Ball sum = constant_;
  for (const Term& term : terms_) {
    if (term.factor.is_exactly_zero()) continue;
    sum += term.factor * profile_at(epsilon, term.shift, digits);
  }
  const Ball one = Ball::integer(1, bits_), zero(bits_);
  Ball out = min(sum, one);
  if (log_ratio_) {
    const Ball d = max(profile_at(epsilon, terms_.front().shift, digits), zero);
    out = min(out, one - weights_.runs().below(min(d, one)));
  }
  out = bound_number<"SELECTION">(out);
  const auto all = delta_of_all(epsilon, digits);
  return all ? min(out, *all) : out;
}

/// Returns points (q, p): the masses under q and p of sets of the outputs with the largest losses, in increasing order.
/// The first points come from the profile at thresholds near and above epsilon, the others from RankWeights::corners().
/// Neighbouring points are close to each other.
std::vector<BasePoint> SelectionSide::tail_points(const Real& epsilon) {
  constexpr int kRough = 8;
  std::vector<BasePoint> out = {{0, 0}};
  const auto add = [&](double q, double p) {
    if (p > out.back().p && q >= out.back().q && p <= 1 && q <= 1) out.push_back({q, p});
  };
  std::optional<Ball> right_slope, right_height;
  for (auto term = terms_.rbegin(); term != terms_.rend(); ++term) {
    const Ball height = profile_at(epsilon, term->shift, kRough);
    const Ball slope = exp(epsilon(bits_) + term->shift);
    if (right_height) {
      const double p = ((height - *right_height) / (*right_slope - slope)).approximate();
      add(height.approximate() + slope.approximate() * p, p);
    } else if (height.approximate() > 0) {
      out.push_back({height.approximate(), 0});
    }
    right_slope = slope;
    right_height = height;
  }
  const auto corners = weights_.corners();
  for (auto corner = corners.rbegin(); corner != corners.rend(); ++corner) {
    add(1 - corner->first, 1 - corner->second);
  }
  return with_narrow_steps(out);
}

Ball SelectionSide::attained(const Real& epsilon) {
  if (is_stated_) return Ball(bits_);
  const auto order = worst_order(weights_, tail_points(epsilon), epsilon.approximate());
  const EventMasses masses = event_masses(profile_, weights_.runs(), order, effort_);
  const Ball found = masses.q - exp(epsilon(bits_)) * masses.p;
  return certainly_positive(found) ? found : Ball(bits_);
}

/// Returns a lower bound of epsilon at delta that some base attains: e^epsilon = (q(E) - delta)/p(E), where E is the
/// best event at the previous epsilon. q(E) - e^epsilon p(E) is convex in e^epsilon, so Newton's steps remain left of
/// the root. If no event at the new epsilon has q(E) > delta, or the new epsilon is not larger, the step is halved.
std::optional<Ball> SelectionSide::attained_root(const Rational& delta, double start) {
  constexpr int kSteps = 14;
  constexpr double kNear = 1e-9;
  double at = start, before = 0;
  std::optional<Ball> best;
  for (int i = 0; i < kSteps; ++i) {
    const Real epsilon(Rational::from_binary64(std::max(at, 0.0)));
    const auto order = worst_order(weights_, tail_points(epsilon), epsilon.approximate());
    const EventMasses masses = event_masses(profile_, weights_.runs(), order, effort_);
    const Ball left = masses.q - Ball(delta, bits_);
    const bool has = certainly_positive(left) && certainly_positive(masses.p);
    const Ball found = has ? log(left / masses.p) : Ball(bits_);
    if (certainly_positive(found) && (!best || midpoint_less(*best, found))) best = found;
    const double next = found.approximate();
    if (has && next > before) {
      const bool settled = std::fabs(next - at) < kNear;
      at = before = next;
      if (settled) break;
    } else {
      at = before + (at - before) / 2;
    }
  }
  return best;
}

Certified SelectionSide::delta_bound(const Real& epsilon) {
  const Ball found = bound(epsilon, effort_.digits + 1);
  return limited(certified({found, {}}, engine(), effort_.digits, true), Rational(0), Rational(1));
}

SelectedValue SelectionSide::delta(const Real& epsilon) {
  const Certified low = certified({attained(epsilon), {}}, engine(), effort_.digits, true);
  return {delta_bound(epsilon), limited(low, Rational(0), Rational(1))};
}

SelectedValue SelectionSide::epsilon(const Rational& delta) {
  const Ball goal(delta, bits_), one = Ball::integer(1, bits_), zero(bits_);
  const Ball certain = one - weights_.runs().below(profile_.infinite_mass(bits_));
  if (certainly_less(goal, certain)) {
    const auto none =
        Extended::infinity("no finite epsilon has delta(epsilon) <= " + delta.text() +
                           ": a loss of the base is infinite; request a larger delta");
    return {none, none};
  }
  const auto root =
      bound_root([&](const Ball& at) { return bound(Real::exactly(at), effort_.digits); }, delta,
                 effort_, bits_);
  const auto pure = pure_bound();
  Ball found = root.value_or(pure.value_or(Ball::indeterminate(bits_)));
  if (root && pure) found = min(found, *pure);
  const auto low = root && !is_stated_ ? attained_root(delta, root->approximate()) : std::nullopt;
  return {certified({found, {}}, engine(), effort_.digits, true),
          certified({low.value_or(zero), {}}, engine(), effort_.digits, true)};
}

// BOUND(SELECTION-PURE)
// Statement.  If no loss of the base exceeds e (dq <= e^e dp), selection is epsilon-DP in this direction with
//             epsilon = e + log C, where C >= w(u)/w(V(u)) for all u. If K <= n, it is also epsilon-DP with epsilon =
//             n e.
// Needs.      No loss is infinite, and e is the largest loss: the profile.
// Proof.      The ratio of the densities is (w(u)/w(v)) dq/dp <= C e^e, as in SELECTION. The best of the first K of n
//             runs is a function of all n runs and of K, and no loss of n runs exceeds n e.
// Source.     This project's. Liu and Talwar (STOC 2019) have 3 epsilon for a geometric law, Papernot and Steinke
//             (ICLR 2022), Corollary 3, (2 + eta) epsilon for a truncated negative binomial one; C is at most
//             e^((1+eta) e).
SelectedValue SelectionSide::pure() {
  const auto none = Extended::infinity(
      "no finite epsilon has delta(epsilon) <= 0: the losses of the base have no known bound; "
      "request a larger delta");
  const auto found = pure_bound();
  if (!found) return {none, none};
  // For the attained value, considers a base with an output of nearly the largest loss, such that all better outputs
  // have the smallest losses.
  Ball best(bits_);
  for (const auto& [q, p] : weights_.corners()) {
    if (p <= 0 || p >= 1) continue;
    const Rational v = decimal_below(Rational::from_binary64(p), 17);
    const Ball u = tradeoff(profile_, Rational(1) - v, effort_).value().at(bits_);
    const Ball gain = log(weights_.runs().weight(u)) - log(weights_.runs().weight(Ball(v, bits_)));
    if (gain.is_finite()) best = max(best, gain);
  }
  return {certified({*found, {}}, engine(), effort_.digits, true),
          certified({*largest_loss_ + best, {}}, engine(), effort_.digits, true)};
}

// BOUND(SELECTION-RENYI)
// Statement.  Let M >= w(u)^b w(V(u))^(1-b) for all u, and b > 1. At every order a <= b, selection has
//
//                 R_a <= log(f(0) + M e^((b-1) R_b(base)))/(b-1),
//
//             and R_a <= n R_a(base) if K <= n.
// Needs.      R_b(base): the divergence of the pair in this direction.
// Proof.      As in SELECTION the densities are w(u) dq and w(v) dp, so that the integral of their powers is that of
//             w(u)^b w(v)^(1-b) dq^b dp^(1-b). w(v) >= w(V(u)) and 1 - b < 0. The output "nothing" adds f(0)^b
//             f(0)^(1-b). Divergences do not decrease in the order. n runs have n R_a(base); see SELECTION-PURE.
// Source.     This project's. Papernot and Steinke (ICLR 2022) bound the same integral, by a Renyi divergence of
//             another order for truncated negative binomial laws (Theorem 2) and by the profile for Poisson's
//             (Theorem 6).
std::optional<Ball> SelectionSide::renyi_bound(const Rational& order) const {
  const Extended base =
      plumbline::renyi(profile_.composition(), order, profile_.direction(), effort_);
  if (base.is_infinite()) return std::nullopt;
  const Ball b(order, bits_), rest(order - Rational(1), bits_);
  const double rough_b = b.approximate(), rough_rest = rest.approximate();
  const auto found = weights_.largest(
      {[&](const Ball& weight, const Ball& least) { return b * log(weight) - rest * log(least); },
       [&](double weight, double least) {
         return rough_b * std::log(weight) - rough_rest * std::log(least);
       }},
      1e-9);
  const Ball f0 = weights_.runs().below(Ball::integer(1, bits_));
  const Ball power_mean = exp(found.value + rest * base.value().value().at(bits_));
  return bound_number<"SELECTION-RENYI">(log(f0 + power_mean) / rest);
}

/// Returns the bound n R_a(base), where n is the maximum number of runs; nothing if K is unbounded.
std::optional<Ball> SelectionSide::renyi_of_all(const Rational& order) const {
  const auto most = weights_.runs().most();
  if (!most) return std::nullopt;
  const Extended base =
      plumbline::renyi(profile_.composition(), order, profile_.direction(), effort_);
  if (base.is_infinite()) return std::nullopt;
  return bound_number<"SELECTION-RENYI">(base.value().value().at(bits_) * Ball(*most, bits_));
}

SelectedValue SelectionSide::renyi(const Rational& order) {
  std::optional<Ball> best;
  const auto keep = [&](const std::optional<Ball>& found) {
    const bool finite = found && found->is_finite();
    if (finite && (!best || midpoint_less(*found, *best))) best = found;
  };
  const auto take = [&](const Rational& other) {
    if (other > Rational(1)) keep(renyi_bound(other));
  };
  keep(renyi_of_all(order));
  take(order);
  for (const long quarters : {5, 6, 8, 10, 12, 16, 24, 40, 64, 128}) {
    const Rational other(quarters, 4);
    if (order < other) take(other);
  }
  if (!best) {
    const auto none = Extended::infinity("the Renyi divergence of the base is infinite");
    return {none, none};
  }
  return {certified({*best, {}}, engine(), effort_.digits, true),
          certified({Ball(bits_), {}}, engine(), effort_.digits, true)};
}

}  // namespace plumbline
