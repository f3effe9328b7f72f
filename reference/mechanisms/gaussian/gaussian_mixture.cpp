#include "reference/mechanisms/gaussian/gaussian_mixture.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/gaussian/real_mixture.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/gaussian/two_mixtures_machine.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"
#include "reference/mechanisms/taylor_choice.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {
namespace {

using two_mixtures::Component;
using two_mixtures::TwoMixturesLaw;

TaylorChoice taylor_choice(const TwoMixturesLaw& law, double c, double T) {
  const auto m = two_mixtures::heuristic::moments(law, c);
  return plumbline::taylor_choice(m.variance, m.fourth, T);
}

/// Return the mass of sum_i a_i N(alpha_i, 1) above x, and below x.
Ball above(const std::vector<Component>& components, const Ball& x) {
  Ball sum(x.precision());
  for (const Component& c : components) {
    sum += c.weight(x.precision()) * normal_survival(x - Ball(c.place, x.precision()));
  }
  return sum;
}
Ball below(const std::vector<Component>& components, const Ball& x) {
  Ball sum(x.precision());
  for (const Component& c : components) {
    sum += c.weight(x.precision()) * normal_cdf(x - Ball(c.place, x.precision()));
  }
  return sum;
}

}  // namespace

GaussianMixtures::GaussianMixtures(TwoMixturesLaw law, std::string expression, std::string identity)
    : law_(std::move(law)), expression_(std::move(expression)), identity_(std::move(identity)) {
  const bool left = std::all_of(law_.P.begin(), law_.P.end(),
                                [](const Component& c) { return c.place.sign() <= 0; });
  const bool right = std::all_of(law_.Q.begin(), law_.Q.end(),
                                 [](const Component& c) { return c.place.sign() >= 0; });
  if (!left || !right || law_.P.empty() || law_.reach_Q().sign() <= 0) {
    throw std::logic_error("a pair of mixtures needs P to the left of 0 and Q to the right of 0");
  }
}

std::optional<Real> GaussianMixtures::floor() const {
  if (!law_.plain_P()) return std::nullopt;
  for (const Component& c : law_.Q) {
    if (c.place.is_zero()) return c.weight;
  }
  return std::nullopt;
}

std::optional<Real> GaussianMixtures::smallest_loss() const {
  const auto rest = floor();
  if (!rest) return std::nullopt;
  return Real([rest = *rest](Bits p) { return log(rest(p)); });
}

// BOUND(TWO-POSITION)
// Statement.  If L(low) <= t <= L(high), then each tail at t lies between its values for the events
//             x > low and x > high.
// Needs.      The inequalities L(low) <= t <= L(high): verified here in balls.
// Proof.      L increases with x: log g does not decrease, log f does not increase, and one of them is not constant.
//             Hence the event L > t is x > u for some u in [low, high].
// Source.     Elementary.
std::optional<Ball> GaussianMixtures::position(const Ball& t, Bits p) const {
  // If Q has a component at 0 and P is a single Gaussian at 0, then e^L minus its infimum is the sum over the other
  // components. In this case the code compares the logarithm of this sum.
  const auto rest = floor();
  std::vector<Component> moving;
  for (const Component& c : law_.Q) {
    if (!rest || !c.place.is_zero()) moving.push_back(c);
  }
  const Ball target = rest ? log(expm1(t) + (Ball::integer(1, p) - (*rest)(p))) : t;
  if (!target.is_finite()) return std::nullopt;
  const TwoMixturesLaw law{law_.P, moving};
  const auto value = [&](const Ball& x) {
    const Ball g = two_mixtures::log_sum(law.Q, x);
    return law.plain_P() ? g : g - two_mixtures::log_sum(law.P, x);
  };
  // Finds a start in doubles, then applies Newton's method in balls.
  const double goal = target.approximate();
  double low = -1, high = 1;
  while (two_mixtures::heuristic::loss(law, low).first > goal && low > -1e15) low *= 2;
  while (two_mixtures::heuristic::loss(law, high).first < goal && high < 1e15) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (two_mixtures::heuristic::loss(law, middle).first < goal ? low : high) = middle;
  }
  Ball x = exact((low + high) / 2, p);
  const double slope = two_mixtures::heuristic::loss(law, (low + high) / 2).second;
  for (int i = 0; i < 200; ++i) {
    const Ball step = ((value(x) - target) / exact(slope, p)).midpoint();
    x = (x - step).midpoint();
    if (step.is_exactly_zero() ||
        step.log_approximate() < x.log_approximate() - static_cast<double>(p.n) * kLn2) {
      break;
    }
  }
  const Ball one = Ball::integer(1, p);
  Ball width = (abs(x) + one) * exp(-(log(Ball::integer(2, p)) * (p.n - 12)));
  for (long i = 0; i < p.n + 64; ++i) {
    const Ball left = (x - width).lower(), right = (x + width).upper();
    if (certainly_at_most(value(left), target) && certainly_at_most(target, value(right))) {
      return bound<"TWO-POSITION">(Ball::hull(left, right));
    }
    width = width * 2;
  }
  return std::nullopt;
}

LossTails GaussianMixtures::tails(const Real& t, Bits p) const {
  const Ball zero(p), one = Ball::integer(1, p);
  const Bits work = p + 24;
  const Ball at = t(work);
  if (const auto least = smallest_loss()) {
    if (certainly_at_most(at, (*least)(work))) return {one, zero, one, zero};
  }
  if (const auto x = position(at, work)) {
    return {above(law_.P, *x), below(law_.P, *x), above(law_.Q, *x), below(law_.Q, *x)};
  }
  const Ball any = Ball::zero_to(UpperBound::of(one), p);
  return {any, any, any, any};
}

void GaussianMixtures::offers(Offers* asked) const {
  asked->give<GaussianPairAbove>(
      [this] { return GaussianPairAbove{law_.reach_P() + law_.reach_Q()}; });
  asked->give<mixture::MachineSteps>(
      [this] { return mixture::MachineSteps{two_mixtures::machine_law(law_, identity_)}; });
  asked->give<Sampling>([this] {
    return Sampling{[this](const Real& p, const std::string& text) -> Mechanism {
      return law_.plain_P() ? subsampled(p, text) : nullptr;
    }};
  });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange& range, Bits p) {
      return third_moment(tilt, t, range, p);
    }};
  });
}

Mechanism GaussianMixtures::subsampled(const Real& p, const std::string& expression) const {
  TwoMixturesLaw mixed{law_.P, {}};
  Real at_zero = Real(kOne) - p;
  for (const Component& c : law_.Q) {
    if (c.place.is_zero()) {
      at_zero = at_zero + p * c.weight;
    } else {
      mixed.Q.emplace_back(p * c.weight, c.place);
    }
  }
  mixed.Q.emplace_back(at_zero, kZero);
  return std::make_shared<GaussianMixtures>(std::move(mixed), expression, expression);
}

Ball GaussianMixtures::third_moment(int tilt, const Ball& t, const NoiseRange& range,
                                    Bits p) const {
  const auto log_of = [&](const std::vector<Component>& components, const ComplexBall& u,
                          bool analytic) {
    ComplexBall sum(p);
    for (const Component& c : components) {
      const Ball place(c.place, p);
      sum = sum + exp(u * place - ComplexBall(square(place) / 2)) * c.weight(p);
    }
    return log(sum, analytic);
  };
  const std::vector<Component>& measure = tilt == 0 ? law_.P : law_.Q;
  const third_moment::Curve curve{
      [&](const ComplexBall& u, bool analytic) {
        return log_of(law_.Q, u, analytic) - log_of(law_.P, u, analytic);
      },
      [&](const ComplexBall& u) {
        ComplexBall sum(p);
        const Ball half(Rational(1, 2), p), root = sqrt(Ball::pi(p) * 2);
        for (const Component& c : measure) {
          const ComplexBall x = u - ComplexBall(Ball(c.place, p));
          sum = sum + exp(-(x * x * half)) * (c.weight(p) / root);
        }
        return sum;
      }};
  const auto x = position(t, p);
  if (!x) return Ball::indeterminate(p);
  const double start = x->approximate();
  const double far = law_.reach_Q().approximate() + std::sqrt(1.4 * static_cast<double>(p.n + 64)) +
                     std::max(start, 0.0) + 1;
  const Ball end = exact(range.to.value_or(far), p);
  const Ball T = curve.loss(ComplexBall(end), false).real();
  return widen(third_moment::from_start(curve, t, *x, x->midpoint(), end, p),
               third_moment::tail(*this, tilt, t, T));
}

Ball GaussianMixtures::transform(double c, Bits p) const {
  return two_mixtures::transform(law_, c, p);
}

LineValues GaussianMixtures::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                               const Poll& poll) const {
  return two_mixtures::transform_on_line(law_, c, D, count, p, poll);
}

// Uses either the far bound at T, or a Taylor bound up to its reach and the far bound beyond the reach, as
// MixtureMeasure::decay does.
Ball GaussianMixtures::decay(double c, double T, Bits p) const {
  double shift = 0;
  const double far = two_mixtures::heuristic::log_far_bound(law_, c, T, &shift);
  const Ball one = Ball::integer(1, p), K = transform(c, p);
  const auto far_bound = [&](double from, double log_size) {
    // If the bound is tiny, the error of the quadrature that computes it must be smaller still.
    const double tiny = std::clamp(-log_size, 0.0, 1400.0) + std::max(0.0, -log_transform(c));
    const Bits fine = p + static_cast<long>(tiny / kLn2);
    const double target = std::max(20.0, static_cast<double>(fine.n - 30) * kLn2);
    const auto grid = two_mixtures::heuristic::far_grid(law_, c, shift, target);
    return two_mixtures::far_bound(law_, c, from, grid, fine) / K;
  };
  const TaylorChoice taylor = taylor_choice(law_, c, T);
  if (taylor.log_value < far) {
    const TiltedMoments m = two_mixtures::moments(law_, c, p);
    const Ball reach = taylor_reach(m), y = exact(T, p);
    const double from = reach.approximate() * 0.999;
    if (from > T && certainly_less(exact(from, p), reach)) {
      const double size = two_mixtures::heuristic::log_far_bound(law_, c, from, &shift);
      return min(one, max(taylor_decay(m, y), far_bound(from, size))).upper().at(p);
    }
  }
  return min(one, far_bound(T, far)).upper().at(p);
}

UpperBound GaussianMixtures::algebraic_decay(double c) const {
  return two_mixtures::algebraic_decay(law_, c);
}

double GaussianMixtures::log_transform(double c) const {
  return two_mixtures::heuristic::log_transform(law_, c);
}

double GaussianMixtures::log_decay(double c, double T) const {
  double shift = 0;
  double best = std::min(0.0, two_mixtures::heuristic::log_far_bound(law_, c, T, &shift));
  const TaylorChoice taylor = taylor_choice(law_, c, T);
  if (taylor.log_value < best) {
    const double beyond =
        two_mixtures::heuristic::log_far_bound(law_, c, taylor.reach * 0.999, &shift);
    best = std::min(best, std::max(taylor.log_value, beyond));
  }
  return best;
}

namespace {

std::string list_text(const std::vector<Rational>& values) {
  std::string out = "[";
  for (const Rational& x : values) out += (out.size() > 1 ? "," : "") + x.text();
  return out + "]";
}

/// Returns the positive weights of the components by their means, in increasing order.
std::map<Rational, Rational> components_of(const Rational& sigma,
                                           const std::vector<Rational>& shifts,
                                           const std::vector<Rational>& weights) {
  constexpr size_t kMost = 200;
  if (shifts.empty() || shifts.size() != weights.size() || shifts.size() > kMost) {
    throw std::invalid_argument("shifts and weights need the same number of values, 1 to 200");
  }
  Rational sum(0);
  std::map<Rational, Rational> out;
  for (size_t i = 0; i < shifts.size(); ++i) {
    if (shifts[i].sign() < 0) {
      throw std::invalid_argument(
          "shifts must be at least 0, got " + shifts[i].text() +
          "; for a negative shift the loss does not increase with the output");
    }
    if (weights[i].sign() < 0) {
      throw std::invalid_argument("weights must be at least 0, got " + weights[i].text());
    }
    sum = sum + weights[i];
    if (weights[i].is_zero()) continue;
    Rational& weight = out[shifts[i] / sigma];
    weight = weight + weights[i];
  }
  if (!(sum == kOne)) {
    throw std::invalid_argument("the weights sum to " + sum.text() +
                                ", not to 1; write exact numbers such as 1/3");
  }
  return out;
}

Mechanism make_gaussian_mixture(const Parameters& q) {
  return gaussian_mixture(positive(q, "sigma"), q.lists.at("shifts"), q.lists.at("weights"));
}

// PROOF(PARAMETER-ORDER) sigma of gaussian_mixture
//             Adding noise to the output increases sigma of all components of the mixture equally.
std::optional<ParameterOrder> order_of_gaussian_mixture(const std::string& parameter,
                                                        const Parameters&) {
  if (parameter == "sigma") return ParameterOrder::scale();
  return std::nullopt;
}

}  // namespace

Mechanism gaussian_mixture(const Rational& sigma, const std::vector<Rational>& shifts,
                           const std::vector<Rational>& weights) {
  const std::map<Rational, Rational> components = components_of(sigma, shifts, weights);
  const bool zero = components.begin()->first.is_zero();
  const auto& [place, weight] = *components.rbegin();
  if (place.is_zero()) {
    throw std::invalid_argument(
        "at least one shift must be greater than 0; for no shift at all, write "
        "perfectly_private()");
  }
  // With a single positive shift the pair is that of gaussian or subsampled_gaussian.
  if (components.size() == 1) return std::make_shared<Gaussian>(kOne / place, kOne);
  if (components.size() == 2 && zero) {
    return std::make_shared<SubsampledGaussian>(sigma, weight, place * sigma);
  }
  TwoMixturesLaw law{{Component(Real(kOne), kZero)}, {}};
  std::string identity = "gaussian_mixture";
  for (const auto& [at, share] : components) {
    law.Q.emplace_back(Real(share), at);
    identity += " " + share.text() + " at " + at.text();
  }
  const std::string expression = "gaussian_mixture(sigma=" + sigma.text() +
                                 ",shifts=" + list_text(shifts) + ",weights=" + list_text(weights) +
                                 ")";
  return std::make_shared<GaussianMixtures>(std::move(law), expression, identity);
}

Mechanism replaced_gaussian(const Rational& sigma, const Real& p, const Rational& sensitivity,
                            const std::string& expression) {
  const Rational mu = sensitivity / sigma;
  const Real rest = Real(kOne) - p;
  TwoMixturesLaw law{{Component(rest, kZero), Component(p, -mu)},
                     {Component(rest, kZero), Component(p, mu)}};
  const std::string identity =
      p.rational() ? "replaced_gaussian mu=" + mu.text() + " p=" + p.rational()->text()
                   : expression;
  return std::make_shared<GaussianMixtures>(std::move(law), expression, identity);
}

namespace {

std::string draw_gaussian_mixture(ParameterDraw& draw) {
  const std::string sigma = draw.log_uniform(0.8, 8);
  return "gaussian_mixture(sigma=" + sigma + ",shifts=[0," + draw.log_uniform(0.1, 1) +
         ",2],weights=[0.9,0.07,0.03])";
}

/// Normalises the recorded weights, because weights in doubles sum to 1 only up to rounding.
std::string recorded_mixture(RecordedFields& record) {
  std::vector<Rational> weights = record.numbers("sampling_probs");
  Rational sum(0);
  for (const Rational& w : weights) sum = sum + w;
  static const Rational tolerance = Rational::parse("1e-12");
  if (sum < Rational(1) - tolerance || sum > Rational(1) + tolerance) {
    throw std::invalid_argument("mechanism: sampling_probs sum to " + sum.text() + ", not to 1");
  }
  for (Rational& w : weights) w = w / sum;
  return "gaussian_mixture(sigma=" + record.text("sigma") +
         ",shifts=" + list_text(record.numbers("sensitivities")) +
         ",weights=" + list_text(weights) + ")";
}

}  // namespace

MechanismEntry gaussian_mixture_entry() {
  return {
      .name = "gaussian_mixture",
      .required = {"sigma", "shifts", "weights"},
      .optional = {},
      .summary = "N(0,sigma^2) against the mixture of N(shift,sigma^2) with these weights",
      .make = make_gaussian_mixture,
      .order = order_of_gaussian_mixture,
      .lists = {"shifts", "weights"},
      .draw = draw_gaussian_mixture,
      .recorded = {{.kind = "mixture_of_gaussians",
                    .fields = {{"sigma"}, {"sensitivities"}, {"sampling_probs"}},
                    .expression = recorded_mixture}},
      .subsampled = true,
      .facts =
          PairFacts{
              PairDominance::both, kOneRecord,
              "attained by shifts along one line; it dominates: Choquette-Choo and others 2023"},
      .make_real = real_gaussian_mixture};
}

}  // namespace plumbline
