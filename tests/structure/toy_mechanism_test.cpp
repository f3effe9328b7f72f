/// A new mechanism is one file, toy_mechanism.cpp, and one line that registers it, in toys.cpp: then every engine
/// that supports its law, every quantity, calibration, certificates, sweeps and records of answers support it. One
/// more line adds it to the judged methods. A second mechanism provides only its tails.
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <nlohmann/json.hpp>

#include "reference/certificates/paths.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/quantities/comparison/chernoff.hpp"
#include "reference/quantities/divergence.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/questions/answer.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/share.hpp"
#include "tests/structure/toys.hpp"
#include "verify/approximations/approximation.hpp"
#include "verify/approximations/steps/step_law.hpp"
#include "verify/claims/reading/mechanisms/mechanism_names.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// Returns delta of two steps by quadrature over the second step; the first one is in closed form.
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
  // The corners, where e^epsilon / ratio crosses an end.
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

TEST_CASE("a mechanism of one's own: every engine that its law allows",
          "[structure][mechanisms][slow]") {
  register_toys();
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
        // The error of the quadrature is approximately 1e-14: the enclosure must contain its value up to this error.
        CHECK(overlaps(delta,
                       Ball::hull(exact(truth - 1e-11, Bits{64}), exact(truth + 1e-11, Bits{64}))));
      }
    }
  }
}

TEST_CASE("a mechanism of one's own: engines agree on many steps, and quantities follow",
          "[structure][mechanisms][sweep]") {
  register_toys();
  const Composition many = Composition::parse("slope(w=1/2)^60 * gaussian(sigma=5)");
  PrivacyProfile line(many, Direction::worst, "fourier"),
      lattice(many, Direction::worst, "lattice");
  int turn = 1;
  for (const char* epsilon : {"0.5", "2", "4"}) {
    if (!testing::of_list(turn++, 2)) continue;
    const Real at(number(epsilon));
    CHECK(overlaps(line.delta(at, Effort{12}).value, lattice.delta(at, Effort{4}).value));
  }
  const Certified epsilon =
      *required_profile_quantity("epsilon").compute(line, number("1e-5"), Effort{12});
  CHECK(epsilon.reached());
  CHECK(line.delta(Real::exactly(epsilon.value().upper()), Effort{20}).value.approximate() ==
        Approx(1e-5).epsilon(1e-9));
  CHECK(required_profile_quantity("tradeoff").compute(line, number("0.1"), Effort{8})->reached());
  CHECK_THROWS_WITH(register_mechanism(find_mechanism("slope")), Catch::Contains("already"));
}

TEST_CASE("a mechanism of one's own: certificates are made and checked",
          "[structure][certificates]") {
  register_toys();
  const Certificate certificate =
      certify(request("delta", "slope(w=1/2)^60", "2", Direction::forward, 8));
  CHECK(certificate.reached);
  CHECK(judged(to_json(certificate).dump()) == "confirmed");
}

TEST_CASE("a mechanism of one's own: drawn by sweeps, and read where others record it",
          "[structure][claims]") {
  register_toys();
  ParameterDraw draw(3);
  const std::string drawn = find_mechanism("slope").draw(draw);
  CHECK(Composition::parse(drawn).expression().rfind("slope(w=", 0) == 0);
  const NamedMechanism named = name_mechanism(
      nlohmann::json::parse(R"({"kind":"tilted_uniform","slope":0.5,"steps":3})"), false);
  CHECK(named.unsupported.empty());
  CHECK(Composition::parse(named.expression).expression() == "slope(w=0.5)^3");
}

namespace {

/// Returns a request in doubles only.
ApproximationRequest asked_of_method(const std::string& mechanism, const std::string& quantity,
                                     const std::string& at) {
  ApproximationRequest out{
      Composition::parse(mechanism), {}, Direction::forward, quantity, number(at), {}};
  out.double_only = true;
  return out;
}

}  // namespace

TEST_CASE("a mechanism of one's own: judged methods ask its step", "[structure][approximations]") {
  register_toys();
  const std::string mechanism = "slope(w=1)^20";
  PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
  const auto truth = [&](const char* quantity, const char* at) {
    return required_profile_quantity(quantity)
        .compute(profile, number(at), Effort{8})
        .value()
        .value()
        .approximate();
  };
  const double delta = truth("delta", "0.5");
  const auto answer = [&](const std::string& method, ApproximationRequest request) {
    const ApproximationEntry& entry = find_approximation(method);
    CAPTURE(method);
    REQUIRE(entry.refusal(request) == "");
    return entry.run(request).value;
  };
  const ApproximationRequest request = asked_of_method(mechanism, "delta", "0.5");
  CHECK(answer("clt_v", request) == Approx(delta).epsilon(0.05));
  CHECK(answer("edgeworth4", request) == Approx(delta).epsilon(1e-3));
  CHECK(answer("saddle_point2", request) == Approx(delta).epsilon(0.05));
  CHECK(answer("pld_mean_matched", request) == Approx(delta).epsilon(1e-2));
  CHECK(answer("renyi", request) > delta);
  ApproximationRequest gridded = request;
  gridded.options = {{"spacing", number("0.01")}};
  CHECK(answer("pld_round_up", gridded) > delta);
  CHECK(answer("pld_connect_dots", gridded) == Approx(delta).epsilon(1e-3));
  gridded.options = {{"grid", Rational(1000)}};
  CHECK(answer("recursive_convolution", gridded) == Approx(delta).epsilon(2e-2));
  ApproximationRequest sampled = asked_of_method(mechanism, "rero", "0.1");
  sampled.options = {{"samples", Rational(20000)}};
  const double gamma = truth("rero", "0.1");
  CHECK(answer("monte_carlo", sampled) == Approx(gamma).epsilon(0.1));
  CHECK(answer("importance_sampling", sampled) == Approx(gamma).epsilon(0.1));
  // Also in high precision, which separates the rounding error.
  ApproximationRequest wide = request;
  wide.double_only = false;
  const ApproximationResult both = find_approximation("edgeworth2").run(wide);
  CHECK(both.agreed_digits >= 26);
  CHECK(both.value == Approx(number(both.high_precision).approximate()).epsilon(1e-11));
}

TEST_CASE("a mechanism of one's own: what its step does not offer is refused in one line",
          "[structure][approximations]") {
  register_toys();
  const auto refusal = [](const char* method, const ApproximationRequest& request) {
    return find_approximation(method).refusal(request);
  };
  const ApproximationRequest request = asked_of_method("slope(w=1)", "delta", "0.5");
  CHECK(refusal("clt", request).find("for Gaussian noise, not slope") != std::string::npos);
  ApproximationRequest pair = asked_of_method("slope(w=1)", "divergence", "0");
  pair.other = Composition::parse("gaussian(sigma=1)");
  CHECK(refusal("grid_delta", pair).find("closed form") != std::string::npos);
  CHECK(approximations::step_law_refusal(Composition::parse("slope(w=1)"),
                                         {approximations::StepPart::tradeoff}) ==
        "slope(w=1) offers no trade-off function in closed form of its loss, which the method "
        "needs");
  CHECK_THROWS_WITH(approximations::register_step(approximations::step_registry().front()),
                    Catch::Contains("already"));
}

namespace {

Mechanism slope(const Rational& w) {
  return Composition::of("slope", {{"w", w}}).factors().front().mechanism;
}

/// A pair with only an expression, an identity and tails.
class BareSlope final : public DominatingPair {
 public:
  explicit BareSlope(const Rational& w) : w_(w), slope_(slope(w)) {}
  std::string expression() const override { return "bare_slope(w=" + w_.text() + ")"; }
  std::string identity() const override { return expression(); }
  LossTails tails(const Real& t, Bits p) const override { return slope_->tails(t, p); }

 private:
  Rational w_;
  Mechanism slope_;
};

void register_bare_toy() {
  register_toys();
  static const bool once = [] {
    const auto make = [](const Parameters& q) -> Mechanism {
      return std::make_shared<BareSlope>(q.at("w"));
    };
    register_mechanism(
        {"bare_slope", {"w"}, {}, "slope, of which the tails are all that is known", make});
    return true;
  }();
  REQUIRE(once);
}

/// Returns a valid argument of a quantity.
Rational argument_for(const Quantity& quantity) {
  if (quantity.argument() == "epsilon") return number("0.3");
  return quantity.argument() == "delta" ? number("0.05") : number("0.2");
}

}  // namespace

TEST_CASE("tails alone: closed form for a step, the lattice for compositions",
          "[structure][mechanisms]") {
  register_bare_toy();
  const Composition one = Composition::parse("bare_slope(w=1)");
  CHECK(plan(one, "auto")->name() == "closed_form");
  const Composition mixed = Composition::parse("bare_slope(w=1)^3 * gaussian(sigma=2)");
  CHECK(plan(mixed, "auto")->name() == "lattice");
  PrivacyProfile whole(Composition::parse("slope(w=1)^3 * gaussian(sigma=2)"), Direction::forward,
                       "fourier");
  PrivacyProfile bare(mixed, Direction::forward);
  PrivacyProfile one_whole(Composition::parse("slope(w=1)"), Direction::forward),
      one_bare(one, Direction::forward);
  for (const char* epsilon : {"0", "0.2", "0.4"}) {
    const Real at(number(epsilon));
    CAPTURE(epsilon);
    testing::check_meet(one_whole.delta(at, Effort{15}).value, one_bare.delta(at, Effort{15}).value,
                        15);
    testing::check_meet(whole.delta(at, Effort{8}).value, bare.delta(at, Effort{3}).value, 3);
  }
}

TEST_CASE("tails alone: where the loss lies is seen from them", "[structure][mechanisms]") {
  register_bare_toy();
  for (const int tilt : {0, 1}) {
    const auto seen = Composition::parse("bare_slope(w=1)^5").approximate_location(tilt);
    const auto known = Composition::parse("slope(w=1)^5").approximate_location(tilt);
    CHECK(seen.mean == Approx(known.mean).epsilon(0.02).margin(0.01));
    CHECK(seen.deviation == Approx(known.deviation).epsilon(0.02));
  }
}

TEST_CASE("tails alone: every quantity of the profile", "[structure][quantities][slow]") {
  register_bare_toy();
  // The lattice would take seconds for each threshold of a search: its bounds at the time limit are an enclosure.
  const double limit = 1;
  const std::string power = GENERATE(as<std::string>(), "", "^4");
  PrivacyProfile whole(Composition::parse("slope(w=1)" + power), Direction::forward),
      bare(Composition::parse("bare_slope(w=1)" + power), Direction::forward);
  for (const Quantity* one : profile_quantities()) {
    const Quantity& quantity = *one;
    CAPTURE(power, quantity.name);
    const Rational at = argument_for(quantity);
    const Certified truth = quantity.compute(whole, at, Effort{6}).value();
    const Certified found = quantity.compute(bare, at, Effort{2, at_most(limit, [] {})}).value();
    CHECK(overlaps(truth.value(), found.value()));
    const bool one_question = quantity.name == "delta" || quantity.name == "tv" ||
                              quantity.name == "bayes" || quantity.name == "advantage";
    if (one_question || power.empty()) CHECK(found.value().is_finite());
  }
  PrivacyProfile gaussian(Composition::parse("gaussian(sigma=1)"), Direction::forward);
  const Divergence truth = divergence(gaussian, whole, Effort{6}),
                   found = divergence(gaussian, bare, Effort{2, at_most(limit, [] {})});
  CHECK(overlaps(truth.value.value(), found.value.value()));
}

TEST_CASE("tails alone: what needs the transform says so", "[structure][quantities]") {
  using Catch::Contains;
  register_bare_toy();
  const Composition composition = Composition::parse("bare_slope(w=1)^3");
  CHECK_THROWS_WITH(plan(composition, "fourier"),
                    Contains("bare_slope(w=1) has no transform of its loss"));
  CHECK_THROWS_WITH(moments(composition, false, Effort{8}), Contains("need the transform"));
  CHECK_THROWS_WITH(renyi(composition, Rational(2), Direction::forward, Effort{8}),
                    Contains("need the transform"));
  // A pair that states no largest loss is not assumed to have none.
  CHECK_THROWS_WITH(max_divergence(composition, Direction::forward, Effort{8}),
                    Contains("it is unknown if the loss of"));
  PrivacyProfile profile(composition, Direction::worst);
  const Certified belief = required_profile_quantity("posterior_belief")
                               .compute(profile, number("0.2"), Effort{8})
                               .value();
  CHECK_FALSE(belief.reached());
  CHECK(belief.value().contains(number("0.9")));
  CHECK_FALSE(chernoff_delta(composition, Direction::forward, Rational(1), -5, false));
  CHECK(find_approximation("clt_v")
            .refusal(asked_of_method("bare_slope(w=1)^3", "delta", "0.5"))
            .find("no formula here for") == 0);
}

TEST_CASE("tails alone: certificates are made and checked", "[structure][certificates][slow]") {
  register_bare_toy();
  for (const auto& [mechanism, digits] :
       {std::pair<std::string, int>{"bare_slope(w=1)", 12}, {"bare_slope(w=1)^2", 2}}) {
    CAPTURE(mechanism);
    const Certificate certificate =
        certify(request("delta", mechanism, "0.3", Direction::forward, digits));
    CHECK(certificate.reached);
    CHECK(judged(to_json(certificate).dump()) == "confirmed");
  }
}

namespace {

/// A pair that provides its transform instead of its tails.
class SlopeTransform final : public PairByTransform {
 public:
  explicit SlopeTransform(const Rational& w) : w_(w), slope_(slope(w)) {}
  std::string expression() const override { return "slope_transform(w=" + w_.text() + ")"; }
  std::string identity() const override { return expression(); }
  std::optional<Real> largest_loss() const override { return slope_->largest_loss(); }
  std::optional<Real> smallest_loss() const override { return slope_->smallest_loss(); }
  Ball transform(double c, Bits p) const override { return law().transform(c, p); }
  LineValues transform_on_line(double c, const Ball& D, size_t count, Bits p,
                               const Poll& poll) const override {
    return law().transform_on_line(c, D, count, p, poll);
  }
  Ball decay(double c, double T, Bits p) const override { return law().decay(c, T, p); }
  UpperBound algebraic_decay(double c) const override { return law().algebraic_decay(c); }
  double log_transform(double c) const override { return law().log_transform(c); }
  double log_decay(double c, double T) const override { return law().log_decay(c, T); }

 private:
  const LossMeasure& law() const { return measure_of(*slope_); }
  Rational w_;
  Mechanism slope_;
};

void register_transform_toy() {
  register_toys();
  static const bool once = [] {
    const auto make = [](const Parameters& q) -> Mechanism {
      return std::make_shared<SlopeTransform>(q.at("w"));
    };
    register_mechanism({"slope_transform", {"w"}, {}, "slope, by its transform alone", make});
    return true;
  }();
  REQUIRE(once);
}

}  // namespace

TEST_CASE("transform alone: the line integral answers, and engines that need tails say so",
          "[structure][mechanisms]") {
  using Catch::Contains;
  register_transform_toy();
  const Composition many = Composition::parse("slope_transform(w=1/2)^60");
  CHECK(plan(many, "auto")->name() == "fourier");
  PrivacyProfile alone(many, Direction::forward),
      whole(Composition::parse("slope(w=1/2)^60"), Direction::forward);
  for (const char* epsilon : {"0.5", "2"}) {
    const Real at(number(epsilon));
    testing::check_meet(alone.delta(at, Effort{12}).value, whole.delta(at, Effort{12}).value, 12);
  }
  CHECK_THROWS_WITH(plan(many, "lattice"), Contains("has no tails of its loss"));
  CHECK_THROWS_WITH(plan(Composition::parse("slope_transform(w=1/2)"), "closed_form"),
                    Contains("has no tails of its loss"));
}
