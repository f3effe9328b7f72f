#include "reference/mechanisms/integer/poisson_noise.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/integer/integer_noise.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

const Rational kLeast(1, 1000UL), kMost(100000);

class PoissonLaw final : public IntegerLaw {
 public:
  explicit PoissonLaw(Rational mu) : mu_(std::move(mu)), mu_approx_(mu_.approximate()) {}

  std::optional<long> first() const override { return 0; }
  std::vector<Ball> masses(long from, long to, Bits p) const override {
    const Bits work = p + 64;
    const Ball mu(mu_, work);
    Ball mass = exp(log(mu) * from - mu - log_gamma(Ball::integer(from + 1, work)));
    std::vector<Ball> out;
    out.reserve(static_cast<size_t>(to - from) + 1);
    for (long x = from; x <= to; ++x) {
      poll_here(x);
      out.push_back(mass);
      mass = mass * mu / (x + 1);
    }
    return out;
  }
  // BOUND(POISSON-LAW)
  // Statement.  f is log-concave, and e^{L(y+1)-L(y)} <= (x+1)/(x+1-D) for y >= x >= D.
  // Needs.      x >= D: checked here (indeterminate otherwise).
  // Proof.      f(y+1)/f(y) = mu/(y+1) decreases. Its value at y-D divided by its value at y is (y+1)/(y+1-D), which
  //             decreases in y, too.
  // Source.     Elementary.
  Ball growth(long x, long D, Bits p) const override {
    if (x < D) return Ball::indeterminate(p);
    return bound_number<"POISSON-LAW">(
        Ball(Rational(x + 1, static_cast<unsigned long>(x + 1 - D)), p));
  }
  double mean() const override { return mu_approx_; }
  double deviation() const override { return std::sqrt(mu_approx_); }
  double log_mass(double x) const override {
    if (x < 0) return -std::numeric_limits<double>::infinity();
    return x * std::log(mu_approx_) - mu_approx_ - plumbline::log_gamma(x + 1);
  }

 private:
  Rational mu_;
  double mu_approx_;
};

Mechanism make_poisson_noise(const Parameters& q) {
  return poisson_noise(positive(q, "mu"), integer_sensitivity(q));
}

// For mu' > mu, a Poisson(mu') variable is a Poisson(mu) variable plus an independent Poisson(mu' - mu) variable.
// PROOF(PARAMETER-ORDER) mu of poisson
//             A sum of independent noises of this kind is a noise of this kind. So the larger noise is the smaller
//             noise plus an independent noise.
std::optional<ParameterOrder> order_of_poisson_noise(const std::string& parameter,
                                                     const Parameters&) {
  if (parameter != "mu") return std::nullopt;
  return ParameterOrder{true, kLeast, kMost, true, true};
}

}  // namespace

std::shared_ptr<const IntegerLaw> poisson_law(const Rational& mu) {
  return std::make_shared<PoissonLaw>(mu);
}

Mechanism poisson_noise(const Rational& mu, long sensitivity) {
  if (mu < kLeast || mu > kMost) {
    throw std::invalid_argument("mu must be from 0.001 to 100000, got " + mu.text());
  }
  return integer_noise(poisson_law(mu), sensitivity,
                       "poisson(mu=" + mu.text() + sensitivity_text(Rational(sensitivity)) + ")");
}

namespace {

/// The pair bounds a record that increases the sum. For Poisson noise a shift down is a different pair. So the pair
/// bounds neither a record that lowers the sum nor an exchange of records, which may raise one sum and lower another.
PairFacts poisson_facts() {
  PairFacts out =
      log_concave_facts("an integer and another one, larger by at most the sensitivity");
  out.relation = PairRelation::add_remove;
  out.conditions = {{kContribution, "0 or more"}};
  return out;
}

}  // namespace

MechanismEntry poisson_noise_entry() {
  return {.name = "poisson",
          .required = {"mu"},
          .optional = {"sensitivity"},
          .summary = "Poisson noise on the integers against its upward shift by an integer",
          .make = make_poisson_noise,
          .order = order_of_poisson_noise,
          .whole = {"sensitivity"},
          .facts = poisson_facts()};
}

}  // namespace plumbline
