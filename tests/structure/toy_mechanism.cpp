/// The complete mechanism "slope"; toys.cpp registers it in one line.
#include <stdexcept>

#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"
#include "tests/structure/toys.hpp"
#include "verify/approximations/numerics/panels.hpp"
#include "verify/approximations/steps/node_transform.hpp"
#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::testing {
namespace {

/// Returns the functions of a step that judged methods use, in any real type.
template <class Real>
approximations::StepIn<Real> slope_step(const Real& w) {
  using namespace approximations;
  const Real low = 1 - w / 2, high = 1 + w / 2;
  const auto loss = [w](const Real& x) { return log1p(Real(w * (x - Real(1) / 2))); };
  StepIn<Real> step;
  step.nodes = [w, loss](Measure measure) {
    std::vector<NoiseNode<Real>> nodes;
    gauss_panels<Real>(Real(0), Real(1), Real(Real(1) / 8), [&](const Real& x, const Real& weight) {
      const Real ratio = 1 + w * (x - Real(1) / 2);
      nodes.push_back({loss(x), measure == Measure::P ? weight : Real(weight * ratio)});
    });
    return nodes;
  };
  step.moments = [nodes = step.nodes](Measure measure) {
    LossMoments<Real> moments;
    for (const NoiseNode<Real>& node : nodes(measure)) moments.mean += node.weight * node.loss;
    for (const NoiseNode<Real>& node : nodes(measure)) {
      moments.add(node.weight, Real(node.loss - moments.mean));
    }
    return moments;
  };
  step.tail = [w, low, high](Measure measure, const Real& t, bool above, bool /*closed*/) -> Real {
    using std::exp;
    const Real z = std::clamp(Real(exp(t)), low, high);
    if (measure == Measure::P) return (above ? Real(high - z) : Real(z - low)) / w;
    return (above ? Real(high * high - z * z) : Real(z * z - low * low)) / (2 * w);
  };
  step.transform = [loss](const Real& reach) {
    using std::log;
    std::vector<typename NodeTransform<Real>::Node> nodes;
    const Real widest = std::min(Real(Real(1) / 8), Real(4 / reach));
    gauss_panels<Real>(Real(0), Real(1), widest, [&](const Real& x, const Real& weight) {
      nodes.push_back({loss(x), Real(log(weight))});
    });
    return std::make_shared<const NodeTransform<Real>>(std::move(nodes));
  };
  step.draw = [w, low, loss](RandomReals<Real>& random, Measure measure) -> Real {
    using std::log;
    using std::sqrt;
    const Real u = random.uniform();
    return measure == Measure::P ? loss(u) : Real(log(Real(sqrt(low * low + 2 * w * u))));
  };
  return step;
}

/// P is uniform on (0, 1), Q has the density 1 + w (x - 1/2) there, 0 < w < 2:
///     L = log(1 + w (x - 1/2)),   K(s) = (h^{s+1} - l^{s+1})/(w (s+1)),   h, l = 1 +- w/2.
class Slope final : public PairWithTransform {
 public:
  explicit Slope(Rational w) : w_(std::move(w)), high_(end(1)), low_(end(-1)) {}

  std::string expression() const override { return "slope(w=" + w_.text() + ")"; }
  std::string identity() const override { return expression(); }
  std::optional<Real> largest_loss() const override {
    return Real(LogLinear{Rational(0), {{high_, Rational(1)}}});
  }
  std::optional<Real> smallest_loss() const override {
    return Real(LogLinear{Rational(0), {{low_, Rational(1)}}});
  }

  LossTails tails(const Real& t, Bits p) const override {
    const Ball low(low_, p), high(high_, p), w(w_, p);
    const Ball z = min(max(exp(t(p)), low), high);
    const Ball P = (z - low) / w, Q = (square(z) - square(low)) / (w * 2);
    const Ball one = Ball::integer(1, p);
    return {one - P, P, one - Q, Q};
  }
  Ball transform(double c, Bits p) const override { return at(ComplexBall(exact(c, p)), p).real(); }
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll&) const override {
    LineValues out{ComplexVector(count, p), UpperBound()};
    for (size_t k = 0; k < count; ++k) {
      out.values.set(k, at(ComplexBall(exact(c, p), D.at(p) * static_cast<long>(k)), p));
    }
    return out;
  }
  /// Returns a bound of |y| |K(c+iy)|: (h^{c+1} + l^{c+1})/w.
  Ball ends(double c, Bits p) const {
    const Ball n = exact(c, p) + 1;
    return (pow(Ball(high_, p), n) + pow(Ball(low_, p), n)) / Ball(w_, p);
  }
  Ball decay(double c, double T, Bits p) const override {
    return min(ends(c, p) / exact(T, p) / transform(c, p), Ball::integer(1, p)).upper();
  }
  UpperBound algebraic_decay(double c) const override { return UpperBound::of(ends(c, Bits{64})); }
  double log_transform(double c) const override {
    return transform(c, Bits{128}).log_approximate();
  }
  double log_decay(double c, double T) const override {
    return decay(c, T, Bits{64}).log_approximate();
  }

 private:
  approximations::StepLaw step() const {
    using namespace approximations;
    return {"slope", StepInEveryType([w = w_]<class Real>(RealType<Real>) {
              return slope_step(to_real<Real>(w));
            })};
  }
  void offers(Offers* asked) const override {
    asked->give<LinearDensity>([this] { return LinearDensity{w_}; });
    asked->give<approximations::StepLaw>([this] { return step(); });
  }
  Rational end(long side) const { return Rational(1) + w_ * Rational(side, 2UL); }
  static Ball pow(const Ball& x, const Ball& n) { return exp(log(x) * n); }
  ComplexBall at(const ComplexBall& s, Bits p) const {
    const ComplexBall n = s + ComplexBall(Ball::integer(1, p));
    const ComplexBall high(log(Ball(high_, p))), low(log(Ball(low_, p)));
    return (exp(high * n) - exp(low * n)) / (n * ComplexBall(Ball(w_, p)));
  }
  Rational w_, high_, low_;
};

Mechanism make_slope(const Parameters& q) {
  if (!(positive(q, "w") < Rational(2))) throw std::invalid_argument("w must be below 2");
  return std::make_shared<Slope>(q.at("w"));
}

std::string draw_slope(ParameterDraw& draw) { return "slope(w=" + draw.uniform(0.2, 1.8) + ")"; }

}  // namespace

MechanismEntry slope_entry() {
  return {.name = "slope",
          .required = {"w"},
          .optional = {},
          .summary = "uniform against a linear density",
          .make = make_slope,
          .draw = draw_slope,
          .recorded = {{.kind = "tilted_uniform",
                        .fields = {{"slope", "w"}},
                        .usual = "slope = {from = 0.2, to = 1.8}",
                        .reading = 2}},
          .facts = PairFacts{PairDominance::both, "the two data sets with these output laws",
                             "by definition"}};
}

}  // namespace plumbline::testing
