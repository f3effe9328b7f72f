#include "reference/mechanisms/gaussian/gaussian.hpp"

#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/between_pairs.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/group.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/noise_law.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {

Gaussian::Gaussian(Rational sigma, Rational sensitivity)
    : Gaussian(sigma, sensitivity,
               "gaussian(sigma=" + sigma.text() + sensitivity_text(sensitivity) + ")") {}

Gaussian::Gaussian(Rational sigma, Rational sensitivity, std::string expression)
    : Gaussian((sensitivity / sigma) * (sensitivity / sigma), std::move(expression)) {}

Gaussian::Gaussian(Rational mu_squared, std::string expression)
    : mu_squared_(std::move(mu_squared)),
      expression_(std::move(expression)),
      mu_squared_approx_(mu_squared_.approximate()) {}

std::string Gaussian::identity() const {
  if (const auto root = mu()) return "gaussian mu=" + root->text();
  return "gaussian mu^2=" + mu_squared_.text();
}

LossTails gaussian_tails(const Rational& mu_squared, const Real& t, Bits p) {
  // L > t is equivalent to x > t/mu + mu/2, where x ~ N(0,1) under P and N(mu,1) under Q.
  const Ball mu2 = Ball(mu_squared, p), mu = sqrt(mu2);
  const Ball x = (t(p) + mu2 / 2) / mu;
  return {normal_survival(x), normal_cdf(x), normal_survival(x - mu), normal_cdf(x - mu)};
}

Mechanism Gaussian::subsampled(const Real& p) const {
  if (!p.rational()) return nullptr;
  const auto of_sigma = [&p](const Rational& sigma) -> Mechanism {
    return std::make_shared<SubsampledGaussian>(sigma, *p.rational(), Rational(1));
  };
  if (const auto root = mu()) return of_sigma(Rational(1) / *root);
  const Rational variance = Rational(1) / mu_squared_;
  return pair_between(
      of_sigma, Real([variance](Bits bits) { return sqrt(Ball(variance, bits)); }), true,
      "subsampled_gaussian(sigma2=" + variance.text() + ",p=" + p.rational()->text() + ")");
}

void Gaussian::offers(Offers* asked) const {
  asked->give<GaussianShift>([this] { return GaussianShift{mu_squared_}; });
  asked->give<NoiseLaw>([this] { return mixture_noise(mu_squared_, Rational(1)); });
  asked->give<Sampling>([this] {
    return Sampling{[this](const Real& p, const std::string&) { return subsampled(p); }};
  });
}

LossTails Gaussian::tails(const Real& t, Bits p) const { return gaussian_tails(mu_squared_, t, p); }

Ball Gaussian::transform(double c, Bits p) const {
  const Ball x = Ball::from_binary64(c, p);
  return exp(x * (x - 1) * Ball(mu_squared_, p) / 2);
}

LineValues Gaussian::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                       const Poll& poll) const {
  // s (s - 1) = c (c - 1) - y^2 + i y (2c - 1) at s = c + iy.
  const Ball x = Ball::from_binary64(c, p), half_mu2 = Ball(mu_squared_, p) / 2;
  const Ball real = x * (x - 1), tilt = x * 2 - 1;
  LineValues out{ComplexVector(count, p), UpperBound()};
  for (size_t k = 0; k < count; ++k) {
    const Ball y = D.at(p) * static_cast<long>(k);
    out.values.set(k, exp(ComplexBall((real - square(y)) * half_mu2, y * tilt * half_mu2)));
    if (k % 256 == 0) poll();
  }
  return out;
}

// BOUND(GAUSSIAN-DECAY)
// Statement.  |K(c + iy)| <= K(c) e^{-mu^2 T^2/2} for |y| >= T >= 0, and |K(c + iy)| <= K(c)/(mu |y|) for y != 0.
// Needs.      mu > 0: the caller, by the registry. T is an exact number; its sign does not matter.
// Proof.      |K(c + iy)| = K(c) e^{-mu^2 y^2/2}, which decreases in |y|. The function y e^{-mu^2 y^2/2} of y > 0 has
//             its maximum at y = 1/mu, and this maximum is e^{-1/2}/mu < 1/mu.
// Source.     Elementary.
Ball Gaussian::decay(double, double T, Bits p) const {
  const Ball y = Ball::from_binary64(T, p);
  return bound_number<"GAUSSIAN-DECAY">(exp(-(square(y) * Ball(mu_squared_, p) / 2)).upper());
}

UpperBound Gaussian::algebraic_decay(double c) const {
  const Bits p{64};
  return bound<"GAUSSIAN-DECAY">(UpperBound::of(transform(c, p) / sqrt(Ball(mu_squared_, p))));
}

double Gaussian::log_transform(double c) const { return c * (c - 1) * mu_squared_approx_ / 2; }
double Gaussian::log_decay(double, double T) const { return -T * T * mu_squared_approx_ / 2; }

namespace {

constexpr long kMostGroup = 1000000;

// Each of the k records of a group changes the sum by at most s. Together they change it by at most k s, which is
// attained if all changes are equal.
Mechanism make_gaussian(const Parameters& q) {
  const NoiseScale scale = noise_scale(q);
  const Rational s = sensitivity(q);
  const std::string which = relation(q, noise_relations());
  const Rational k = group_of(q, kMostGroup);
  const Rational shift = (which == "replace" ? s * Rational(2) : s) * k;
  return std::make_shared<Gaussian>(shift * shift / scale.variance,
                                    "gaussian(" + scale.text + sensitivity_text(s) +
                                        written_relation_text(q, noise_relations()) +
                                        group_text(k) + ")");
}

std::string draw_gaussian(ParameterDraw& draw) {
  return "gaussian(sigma=" + draw.log_uniform(0.3, 50) + ")";
}

// PROOF(PARAMETER-ORDER) sigma, its square and the sensitivity of gaussian
//             The sum of N(x, s^2) and independent noise N(0, S^2 - s^2) is N(x, S^2). The pair depends only on the
//             quotient of the sensitivity and sigma.
std::optional<ParameterOrder> order_of_gaussian(const std::string& parameter, const Parameters&) {
  if (parameter == "sigma" || parameter == "sigma2") return ParameterOrder::scale();
  if (parameter == "sensitivity") return ParameterOrder::size();
  return std::nullopt;
}

/// Typical parameters for hunts (recorded_form.hpp).
const char* const kUsual = R"(weight = 2
sigma = [{from = 0.3, to = 30, scale = "log", weight = 3}, {from = 0.1, to = 1000, scale = "log"}]
steps = [{list = [1], weight = 1}, {from = 1, to = 100000, scale = "log", integer = true}])";

}  // namespace

MechanismEntry gaussian_entry() {
  return {
      .name = "gaussian",
      .required = {"sigma"},
      .optional = {"sigma2", "sensitivity", "relation", "group"},
      .summary =
          "N(0,sigma^2) against N(sensitivity,sigma^2); relation=replace doubles the sensitivity",
      .make = make_gaussian,
      .order = order_of_gaussian,
      .words = {"relation"},
      .draw = draw_gaussian,
      .symmetric = always_symmetric,
      .recorded = {{.kind = "gaussian",
                    .fields = {{"sigma", "sigma"}},
                    .usual = kUsual,
                    .reading = 0,
                    .plainest = {{"sigma", 1}}},
                   {.kind = "zcdp",
                    .fields = {{"rho"}, {"xi"}},
                    .runs = RecordedForm::Runs::concentrated,
                    .any_neighbours = true}},
      .whole = {"group"},
      .facts = PairFacts{
          PairDominance::both,
          "vectors that differ by the sensitivity or less; with relation=replace, records of norm "
          "at most the sensitivity",
          "the loss depends on the distance alone, half-spaces gain with it; Balle, Wang 2018"}};
}

}  // namespace plumbline
