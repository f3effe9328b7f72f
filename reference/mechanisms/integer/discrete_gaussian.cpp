#include "reference/mechanisms/integer/discrete_gaussian.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/integer/gaussian_law.hpp"
#include "reference/mechanisms/integer/heavy_integers.hpp"
#include "reference/mechanisms/integer/integer_noise.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {
namespace {

/// Maximum sensitivity for tables over the integers.
const Rational kMostSensitivity(100000);

LossTails hull(const LossTails& a, const LossTails& b) {
  const auto between = [](const Ball& x, const Ball& y) {
    return bound<"DISCRETE-TAILS">(Ball::hull(x, y));
  };
  return {between(a.P_above, b.P_above), between(a.P_below, b.P_below),
          between(a.Q_above, b.Q_above), between(a.Q_below, b.Q_below)};
}

}  // namespace

DiscreteGaussian::DiscreteGaussian(const Rational& sigma, Rational sensitivity)
    : DiscreteGaussian(sigma.sign() > 0 ? scale_of_sigma(sigma) : NoiseScale{Rational(0), ""},
                       std::move(sensitivity)) {}

DiscreteGaussian::DiscreteGaussian(NoiseScale scale, Rational sensitivity)
    : scale_text_(std::move(scale.text)),
      sensitivity_(std::move(sensitivity)),
      variance_(std::move(scale.variance)),
      sigma_approx_(std::sqrt(variance_.approximate())),
      sensitivity_approx_(sensitivity_.approximate()) {
  if (variance_.sign() <= 0 || sensitivity_.sign() <= 0 || !sensitivity_.is_integer()) {
    throw std::logic_error(
        "a discrete Gaussian needs sigma > 0 and a positive integer sensitivity");
  }
}

std::string DiscreteGaussian::expression() const {
  return "discrete_gaussian(" + scale_text_ + sensitivity_text(sensitivity_) + ")";
}

std::string DiscreteGaussian::identity() const {
  return "discrete_gaussian variance=" + variance_.text() + " sensitivity=" + sensitivity_.text();
}

std::optional<LossLattice> DiscreteGaussian::lattice() const {
  const Rational spacing = sensitivity_ / variance_;
  return LossLattice{-(spacing * sensitivity_ / Rational(2)), spacing};
}

/// Returns the tails if L > t is equivalent to an output above the integer x.
LossTails DiscreteGaussian::tails_above(const Rational& x, Bits p) const {
  const Rational lambda = Rational(1) / (variance_ * Rational(2)), one(1);
  const Ball half = gaussian_tail_sum(lambda, one, p);
  const Ball total = half * 2 + 1;
  // Returns P(X >= n); sums the smaller side.
  const auto at_least = [&](const Rational& n) {
    if (n.sign() > 0) return gaussian_tail_sum(lambda, n, p) / total;
    return Ball::integer(1, p) - gaussian_tail_sum(lambda, one - n, p) / total;
  };
  return {at_least(x + one), at_least(-x), at_least(x + one - sensitivity_),
          at_least(sensitivity_ - x)};
}

// BOUND(DISCRETE-TAILS)
// Statement.  Let X = t sigma^2/D + D/2, and let x <= floor(X) <= x' be integers. Each tail at t lies between the
//             probabilities of the events "the output exceeds x" and "the output exceeds x'", or of their
//             complements.
// Needs.      x <= floor(X) <= x': checked here, by certain floors of both ends of an enclosure of X. If a floor is
//             not certain, the tails are only enclosed by [0, 1].
// Proof.      L > t is equivalent to: the output exceeds X. Because the output is an integer, this is equivalent to:
//             the output exceeds floor(X). The probability that the output exceeds an integer decreases in that
//             integer; the probability of the complement increases.
// Source.     Elementary.
LossTails DiscreteGaussian::tails(const Real& t, Bits p) const {
  const Rational slope = variance_ / sensitivity_, middle = sensitivity_ / Rational(2);
  if (t.rational()) return tails_above(floor(*t.rational() * slope + middle), p);
  const Ball edge = t(p) * Ball(slope, p) + Ball(middle, p);
  const auto low = certain_floor(edge.lower()), high = certain_floor(edge.upper());
  if (!low || !high) {
    const Ball any = Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p);
    return {any, any, any, any};
  }
  const LossTails at_low = tails_above(*low, p);
  return *low == *high ? at_low : hull(at_low, tails_above(*high, p));
}

void DiscreteGaussian::offers(Offers* asked) const {
  asked->give<DiscreteGaussianNoise>([this] { return DiscreteGaussianNoise{variance_}; });
  asked->give<HeavyAtoms>([this] {
    return HeavyAtoms{[this](double depth, size_t most) { return heavy_atoms(depth, most); },
                      [this](double depth, size_t most) { return heavy_count(depth, most); }};
  });
  asked->give<Sampling>([this] {
    return Sampling{[this](const Real& p, const std::string& text) { return subsampled(p, text); }};
  });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange& range, Bits p) {
      return third_moment(tilt, t, range, p);
    }};
  });
}

/// Returns the noise as a table of integers; null if the sensitivity is too large for a table.
std::shared_ptr<const IntegerTables> DiscreteGaussian::tables(const Real& rate) const {
  if (sensitivity_ > kMostSensitivity) return nullptr;
  const auto D = static_cast<long>(sensitivity_approx_);
  return std::make_shared<const IntegerTables>(discrete_gaussian_law(variance_), D, rate);
}

size_t DiscreteGaussian::heavy_count(double depth, size_t most) const {
  const auto noise = tables(Rational(1));
  return noise == nullptr ? 0 : heavy_integers_count(*noise, depth, most);
}

std::vector<LossAtom> DiscreteGaussian::heavy_atoms(double depth, size_t most) const {
  const auto noise = tables(Rational(1));
  if (noise == nullptr) return {};
  const LossLattice losses = *lattice();
  // L(x) = (2 x D - D^2) / (2 sigma^2), as offset + spacing x of the lattice.
  return heavy_integers(noise, depth, most, [losses](long x) {
    return Real(losses.offset + losses.spacing * Rational(x));
  });
}

Mechanism DiscreteGaussian::subsampled(const Real& p, const std::string& expression) const {
  const auto noise = tables(p);
  return noise == nullptr ? nullptr : std::make_shared<IntegerNoise>(noise, expression, expression);
}

namespace {

std::string draw_discrete_gaussian(ParameterDraw& draw) {
  return "discrete_gaussian(sigma=" + draw.log_uniform(0.3, 50) + ")";
}

Mechanism make_discrete_gaussian(const Parameters& q) {
  const Rational s = sensitivity(q);
  if (!s.is_integer()) {
    throw std::invalid_argument("sensitivity must be a positive integer, got " + s.text());
  }
  return std::make_shared<DiscreteGaussian>(noise_scale(q), s);
}

/// Typical parameters for hunts (recorded_form.hpp).
const char* const kUsual = R"(sigma = {from = 0.3, to = 30, scale = "log"}
steps = [{list = [1], weight = 2}, {from = 1, to = 100, scale = "log", integer = true}])";

}  // namespace

MechanismEntry discrete_gaussian_entry() {
  return {.name = "discrete_gaussian",
          .required = {"sigma"},
          .optional = {"sigma2", "sensitivity"},
          .summary = "discrete Gaussian on the integers against its shift by an integer",
          .make = make_discrete_gaussian,
          .draw = draw_discrete_gaussian,
          .symmetric = always_symmetric,
          .recorded = {{.kind = "discrete_gaussian",
                        .fields = {{"sigma", "sigma"}},
                        .any_neighbours = true,
                        .usual = kUsual}},
          .whole = {"sensitivity"},
          .facts = log_concave_facts(kShiftedIntegers)};
}

}  // namespace plumbline
