/// The complete engine "hoeffding"; toys.cpp registers it in one line.
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/trivial_bounds.hpp"
#include "tests/structure/toys.hpp"

namespace plumbline::testing {
namespace {

/// P(S > t) <= K(c) e^{-ct} for c > 0, where K is the transform of the composition: E_P[e^{c(S-t)}] is at least the
/// mass where S > t. For Q and the profile c is larger by 1, because dQ = e^S dP and (e^S - e^t)_+ <= e^S where S >
/// t. The bound is valid for all c; the smallest of a few values is sufficient.
class Hoeffding final : public Engine {
 public:
  explicit Hoeffding(const Composition& composition) : composition_(composition) {}
  std::string name() const override { return "hoeffding"; }
  std::string explain() const override { return "hoeffding: e^(cS) at a few c"; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits);
    const Ball anything = clipped(question, Ball::indeterminate(p), t);
    const bool under_Q = question == Question::delta || question == Question::Q_above;
    if (!under_Q && question != Question::P_above) return {anything, {}};
    Ball least = Ball::indeterminate(p);
    for (const double c : {0.5, 1.0, 2.0, 4.0, 8.0, 16.0}) {
      const Ball bound =
          transform(under_Q ? c + 1 : c, p) * exp(-(t(p) * Ball::from_binary64(c, p)));
      if (!least.is_finite() || certainly_less(bound, least)) least = bound;
      effort.poll();
    }
    return {clipped(question, Ball::zero_to(UpperBound::of(least), p), t), {}};
  }

 private:
  Ball transform(double c, Bits p) const {
    Ball out = Ball::integer(1, p);
    for (const Factor& f : composition_.factors()) {
      out = out * power(measure_of(*f.mechanism).transform(c, p), f.count);
    }
    return out;
  }
  Composition composition_;
};

std::string refusal(const Composition& composition) {
  for (const Factor& f : composition.factors()) {
    if (!f.mechanism->offer<LinearDensity>()) return "it covers products of slope alone";
  }
  return "";
}

/// Evaluates a few numbers; it is of little use if digits are requested.
Estimate estimate(const Composition&) { return {0.0001, "a few numbers", 1}; }

std::unique_ptr<Engine> make(const Composition& composition) {
  return std::make_unique<Hoeffding>(composition);
}

}  // namespace

EngineEntry hoeffding_entry() {
  return {"hoeffding", "bounds by exponential moments, of products of slope", refusal, estimate,
          make};
}

}  // namespace plumbline::testing
