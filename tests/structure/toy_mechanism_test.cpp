/// A new mechanism is one file, which is this one, and one line where it is registered: then every
/// engine that its law allows, every quantity, calibration and certificates know it.
#include <boost/math/quadrature/gauss_kronrod.hpp>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// P is uniform on (0, 1), Q has the density 1 + w (x - 1/2) there, 0 < w < 2:
///     L = log(1 + w (x - 1/2)),   K(s) = (h^{s+1} - l^{s+1})/(w (s+1)),   h, l = 1 +- w/2.
class Slope final : public DominatingPair {
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
  /// |K(c+iy)| <= (h^{c+1} + l^{c+1})/(w |y|).
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

void register_toy() {
  static const bool once = [] {
    register_mechanism({"slope", {"w"}, {}, "uniform against a linear density", make_slope});
    return true;
  }();
  REQUIRE(once);
}

/// delta of two steps by quadrature over the second, whose first is in closed form.
double delta_of_two(double w, double epsilon) {
  const double low = 1 - w / 2, high = 1 + w / 2;
  const auto one = [&](double x) {  // E_P[(e^L - x)_+]
    const double z = std::clamp(x, low, high);
    return (high * high - z * z) / (2 * w) - x * (high - z) / w;
  };
  const auto outer = [&](double u) {
    const double ratio = 1 + w * (u - 0.5);
    return ratio * one(std::exp(epsilon) / ratio);
  };
  // The corners, where e^epsilon / ratio passes an end.
  std::vector<double> at{0, 1};
  for (const double z : {low, high}) {
    const double u = (std::exp(epsilon) / z - 1) / w + 0.5;
    if (u > 0 && u < 1) at.push_back(u);
  }
  std::sort(at.begin(), at.end());
  double sum = 0;
  for (size_t i = 1; i < at.size(); ++i) {
    sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(outer, at[i - 1], at[i]);
  }
  return sum;
}

}  // namespace

TEST_CASE("a mechanism of one's own: every engine that its law allows", "[structure][mechanisms]") {
  register_toy();
  for (const char* w : {"1/2", "1.3"}) {
    const Composition two = Composition::parse("slope(w=" + std::string(w) + ")^2");
    for (const char* epsilon : {"0", "0.1", "0.35"}) {
      CAPTURE(w, epsilon);
      const double truth = delta_of_two(number(w).approximate(), number(epsilon).approximate());
      for (const char* engine : {"auto", "fourier", "lattice"}) {
        PrivacyProfile profile(two, Direction::forward, engine);
        const Ball delta = profile.delta(Real(number(epsilon)), Effort{5}).value;
        CAPTURE(engine);
        REQUIRE(delta.is_finite());
        CHECK(delta.approximate() == Approx(truth).epsilon(1e-4));
        // The quadrature is good to some 1e-14: the enclosure must hold it but for that.
        CHECK(overlaps(delta,
                       Ball::hull(exact(truth - 1e-11, Bits{64}), exact(truth + 1e-11, Bits{64}))));
      }
    }
  }
}

TEST_CASE("a mechanism of one's own: engines agree on many steps, and quantities follow",
          "[structure][mechanisms]") {
  register_toy();
  const Composition many = Composition::parse("slope(w=1/2)^60 * gaussian(sigma=5)");
  PrivacyProfile line(many, Direction::worst, "fourier"),
      lattice(many, Direction::worst, "lattice");
  for (const char* epsilon : {"0.5", "2", "4"}) {
    const Real at(number(epsilon));
    CHECK(overlaps(line.delta(at, Effort{12}).value, lattice.delta(at, Effort{4}).value));
  }
  const Certified epsilon = *find_quantity("epsilon").compute(line, number("1e-5"), Effort{12});
  CHECK(epsilon.reached);
  CHECK(line.delta(Real::exactly(epsilon.value.upper()), Effort{20}).value.approximate() ==
        Approx(1e-5).epsilon(1e-9));
  CHECK(find_quantity("tradeoff").compute(line, number("0.1"), Effort{8})->reached);
  CHECK_THROWS_WITH(register_mechanism(find_mechanism("slope")), Catch::Contains("already"));
}

TEST_CASE("a mechanism of one's own: certificates are made and checked",
          "[structure][certificates]") {
  register_toy();
  const Certificate certificate =
      certify(asked("delta", "slope(w=1/2)^60", "2", Direction::forward, 8));
  CHECK(certificate.reached);
  CHECK(judged(to_json(certificate).dump()) == "confirmed");
}
