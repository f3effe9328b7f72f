/// Lines in doubles and double-doubles compared with lines in balls.
#include "reference/engines/fourier/machine_line.hpp"

#include <cmath>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/machine_lines.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using fourier::MachineAim;
using fourier::MachineContour;
using fourier::MachineLine;

namespace {

constexpr Bits kBits{192};

struct Setting {
  std::string sigma, p;
  unsigned long N;
  double t;  ///< positive; the excess uses -t
  Question question;

  Composition composition() const {
    return Composition::parse("subsampled_gaussian(sigma=" + sigma + ",p=" + p + ")^" +
                              std::to_string(N));
  }
  fourier::MachineProduct product() const { return *fourier::MachineProduct::of(composition()); }
  Real place() const { return Real(Rational::from_binary64(question == Question::delta ? t : -t)); }
  Ball truth(int digits = 24) const {
    PrivacyProfile profile(composition(), Direction::forward, "fourier");
    CHECK(profile.engine().vary());  // uses lines in balls
    Effort effort;
    effort.digits = digits;
    return profile.engine().answer(question, place(), effort).value;
  }
  std::optional<MachineContour> contour(double digits, bool fine = false) const {
    fourier::MachineProduct all = product();
    return fourier::choose_machine_contour(
        all, {question, question == Question::delta ? t : -t, digits, -1e300, [] {}, fine});
  }
};

Setting random_setting(testing::Random& random) {
  Setting s;
  const double sigma = random.log_uniform(0.8, 4), p = random.log_uniform(0.005, 0.2);
  s.sigma = testing::Random::text(sigma);
  s.p = testing::Random::text(p);
  s.N = static_cast<unsigned long>(random.log_uniform(300, 30000));
  s.t = random.uniform(0.5, 4) * p / sigma * std::sqrt(static_cast<double>(s.N));
  s.question = random.integer(0, 1) == 0 ? Question::delta : Question::excess;
  return s;
}

}  // namespace

TEST_CASE("machine lines: delta and the excess, sharp", "[engines][MACHINE-LINE]") {
  testing::Random random(21);
  int lines = 0;
  for (int i = 0; i < testing::iterations(25); ++i) {
    const Setting s = random_setting(random);
    CAPTURE(s.sigma, s.p, s.N, s.t, static_cast<int>(s.question));
    const auto contour = s.contour(14);
    if (!contour) continue;
    ++lines;
    const MachineLine line(s.product(), *contour);
    const Ball found = line.answer(s.question, s.place()).value, truth = s.truth();
    CAPTURE(found.decimal_bounds(20).first, found.decimal_bounds(20).second);
    CAPTURE(truth.decimal_bounds(20).first, truth.decimal_bounds(20).second);
    CHECK(found.contains(truth));
    CHECK(found.relative_digits() > 7);
  }
  CHECK(lines >= 15);
}

TEST_CASE("machine lines: away from the place they were made for", "[engines]") {
  testing::Random random(22);
  for (int i = 0; i < testing::iterations(12); ++i) {
    Setting s = random_setting(random);
    const auto contour = s.contour(9);
    if (!contour) continue;
    const MachineLine line(s.product(), *contour);
    for (const double factor : {0.7, 0.95, 1.02, 1.5}) {
      Setting other = s;
      other.t = s.t * factor;
      CAPTURE(s.sigma, s.p, s.N, s.t, factor, static_cast<int>(s.question));
      CHECK(overlaps(line.answer(s.question, other.place()).value, other.truth()));
    }
    // A threshold that is not a double.
    const Real third(Rational(1, 3));
    const Real at = s.question == Question::delta ? third : -third;
    PrivacyProfile profile(s.composition(), Direction::forward, "fourier");
    CHECK(profile.engine().vary());  // uses lines in balls
    Effort effort;
    effort.digits = 20;
    CHECK(overlaps(line.answer(s.question, at).value,
                   profile.engine().answer(s.question, at, effort).value));
  }
}

TEST_CASE("machine lines: what is left out is seen where a line is short",
          "[engines][DECAY-MULTIPLE]") {
  testing::Random random(23);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const Setting s = random_setting(random);
    auto contour = s.contour(10);
    if (!contour) continue;
    contour->last = std::max(1L, contour->last / 3);
    while (contour->far / static_cast<double>(contour->multiple) >
           contour->step * static_cast<double>(contour->last + 1)) {
      ++contour->multiple;
    }
    CAPTURE(s.sigma, s.p, s.N, s.t, static_cast<int>(s.question));
    const MachineLine line(s.product(), *contour);
    CHECK(overlaps(line.answer(s.question, s.place()).value, s.truth()));
  }
}

TEST_CASE("machine lines: rare losses, short of the tilts that reach for what hardly ever comes",
          "[engines][MACHINE-LINE]") {
  const std::vector<Setting> rare = {{"1.2", "0.001", 246, 0.055, Question::delta},
                                     {"0.67", "0.0012", 100, 0.5, Question::delta},
                                     {"3.5", "0.0013", 605, 0.026, Question::delta},
                                     {"0.83", "0.0015", 2011, 0.52, Question::delta},
                                     {"3.8", "0.0024", 100, 0.017, Question::delta}};
  for (const Setting& s : rare) {
    CAPTURE(s.sigma, s.p, s.N, s.t);
    const auto contour = s.contour(11);
    REQUIRE(contour);
    CHECK(contour->last < 2500);
    const Ball found = MachineLine(s.product(), *contour).answer(s.question, s.place()).value;
    const Ball truth = s.truth();
    CAPTURE(found.decimal_bounds(20).first, found.decimal_bounds(20).second);
    CAPTURE(truth.decimal_bounds(20).first, truth.decimal_bounds(20).second);
    CHECK(found.contains(truth));
    CHECK(found.relative_digits() > 5.5);
  }
}

TEST_CASE("machine lines: apparently small values are computed again", "[engines]") {
  // The saddle-point approximation is a fifth of this delta.
  const Setting s{"3.4", "0.001", 2714, 0.0443428, Question::delta};
  Effort effort;
  effort.digits = 4;
  effort.log_enough = std::log(1e-5);
  fourier::MachineLines lines(s.composition());
  const auto found = lines.answer(s.question, s.place(), effort);
  REQUIRE(found);
  CHECK(found->value.relative_digits() > 4);
  CHECK(found->value.contains(s.truth()));
}

TEST_CASE("machine lines: the decay of a normal loss from that of its multiple",
          "[engines][DECAY-MULTIPLE]") {
  // For phi(y) = e^{-y^2/2}.
  for (const long m : {1L, 2L, 3L, 7L}) {
    for (const unsigned long N : {1UL, 5UL, 40UL}) {
      for (const double Y : {0.2, 0.7, 1.5}) {
        const Ball y = exact(Y, kBits), b = exp(-square(y) / 2);
        const Ball truth = exp(-square(y / m) * static_cast<long>(N) / 2);
        const Ball found = fourier::decay_of_multiple({{b, N}}, m);
        CAPTURE(m, N, Y);
        CHECK(certainly_at_most(truth * exact(1 - 1e-12, kBits), found));
        if (m == 1 || Y < 1) CHECK(certainly_less(found, truth * 9));
      }
    }
  }
}

TEST_CASE("machine lines: invalid contours give nothing", "[engines]") {
  const Setting s{"1", "0.01", 1000, 1.5, Question::delta};
  const MachineContour good = *s.contour(9);
  const auto digits = [&](const MachineContour& contour) {
    return MachineLine(s.product(), contour).answer(s.question, s.place()).value.relative_digits();
  };
  CHECK(digits(good) > 7);
  MachineContour bad = good;
  bad.far *= 1.5;  // starts beyond the line's end
  CHECK_FALSE(digits(bad) > 0);
  bad = good;
  bad.c = 0.5;
  CHECK_FALSE(digits(bad) > 0);
  bad = good;
  bad.right = 1.5;  // not right of c
  CHECK_FALSE(digits(bad) > 0);
  bad = good;
  bad.step = 0;
  CHECK_FALSE(digits(bad) > 0);
}

namespace {

/// Returns a product of several different sampled steps; every other product also has unsampled noise.
std::string random_product(testing::Random& random, int factors) {
  std::string out;
  for (int i = 0; i < factors; ++i) {
    out += (i == 0 ? "" : " * ") + std::string("subsampled_gaussian(sigma=") +
           testing::Random::text(random.log_uniform(0.6, 4)) +
           ",p=" + testing::Random::text(random.log_uniform(0.0005, 0.1)) + ")^" +
           std::to_string(random.integer(1, 600));
  }
  if (random.integer(0, 1) == 0) {
    out += " * gaussian(sigma=" + testing::Random::text(random.log_uniform(1, 30)) + ")";
  }
  return out;
}

}  // namespace

TEST_CASE("machine lines: products of different steps agree with lines in balls",
          "[engines][MACHINE-LINE][DECAY-MULTIPLE]") {
  testing::Random random(24);
  int answered = 0;
  for (int i = 0; i < testing::iterations(12); ++i) {
    const std::string mechanism = random_product(random, static_cast<int>(random.integer(2, 5)));
    const Composition composition = Composition::parse(mechanism);
    const Composition::Location at = composition.approximate_location(1);
    const Real t(Rational::from_binary64(at.mean + random.uniform(-1, 2) * at.deviation));
    fourier::MachineLines lines(composition);
    Effort effort;
    effort.digits = 6;
    const auto found = lines.answer(Question::delta, t, effort);
    CAPTURE(mechanism, t.text());
    if (!found) continue;
    ++answered;
    PrivacyProfile profile(composition, Direction::forward, "fourier");
    CHECK(profile.engine().vary());  // uses lines in balls
    effort.digits = 12;
    const Ball truth = profile.engine().answer(Question::delta, t, effort).value;
    CAPTURE(found->value.decimal_bounds(20).first, found->value.decimal_bounds(20).second);
    CAPTURE(truth.decimal_bounds(20).first, truth.decimal_bounds(20).second);
    CHECK(overlaps(found->value, truth));
    CHECK(found->value.relative_digits() > 6);
  }
  CHECK(answered >= 8);
}

TEST_CASE("machine lines: delta and the excess to twenty digits in double-doubles",
          "[engines][MACHINE-LINE]") {
  testing::Random random(25);
  int lines = 0;
  for (int i = 0; i < testing::iterations(12); ++i) {
    const Setting s = random_setting(random);
    CAPTURE(s.sigma, s.p, s.N, s.t, static_cast<int>(s.question));
    const auto contour = s.contour(24, true);
    if (!contour) continue;
    ++lines;
    const MachineLine line(s.product(), *contour);
    const Ball found = line.answer(s.question, s.place()).value, truth = s.truth(32);
    CAPTURE(found.decimal_bounds(35).first, found.decimal_bounds(35).second);
    CAPTURE(truth.decimal_bounds(35).first, truth.decimal_bounds(35).second);
    CHECK(found.contains(truth));
    CHECK(found.relative_digits() > 20);
  }
  CHECK(lines >= 8);
}

namespace {

/// Compares delta of a product, to `digits` digits, with lines in balls. Returns true if a line in machine numbers
/// exists.
bool compare_product(testing::Random& random, const std::string& mechanism, int digits) {
  const Composition composition = Composition::parse(mechanism);
  const Composition::Location at = composition.approximate_location(1);
  const Real t(Rational::from_binary64(at.mean + random.uniform(-1, 3) * at.deviation));
  fourier::MachineLines lines(composition);
  Effort effort;
  effort.digits = digits;
  const auto found = lines.answer(Question::delta, t, effort);
  CAPTURE(mechanism, t.text());
  if (!found) return false;
  PrivacyProfile profile(composition, Direction::forward, "fourier");
  CHECK(profile.engine().vary());  // uses lines in balls
  const Ball truth = profile.engine().answer(Question::delta, t, effort).value;
  CAPTURE(found->value.decimal_bounds(30).first, found->value.decimal_bounds(30).second);
  CAPTURE(truth.decimal_bounds(30).first, truth.decimal_bounds(30).second);
  CHECK(overlaps(found->value, truth));
  CHECK(found->value.relative_digits() > effort.digits);
  return true;
}

/// Compares two phases to more digits than doubles have.
bool compare_phases(testing::Random& random) {
  const std::string mechanism = random_product(random, 2);
  return compare_product(random, mechanism, static_cast<int>(random.integer(15, 20)));
}

/// Compares products with arbitrary noise, rates and numbers of steps, to few and to many digits.
bool compare_wide_phases(testing::Random& random) {
  std::string out;
  for (int i = 0; i < 2; ++i) {
    out += (i == 0 ? "" : " * ") + std::string("subsampled_gaussian(sigma=") +
           testing::Random::text(random.log_uniform(0.05, 100)) +
           ",p=" + testing::Random::text(random.log_uniform(1e-9, 1)) + ")^" +
           std::to_string(std::llround(random.log_uniform(1, 1e6)));
  }
  return compare_product(random, out, static_cast<int>(random.integer(4, 20)));
}

}  // namespace

TEST_CASE("machine lines: two phases to fifteen digits and more agree with lines in balls",
          "[engines][MACHINE-LINE][slow]") {
  testing::Random random(26);
  int answered = 0;
  for (int i = 0; i < testing::iterations(8); ++i) answered += compare_phases(random) ? 1 : 0;
  CHECK(answered >= 5);
}

TEST_CASE("machine lines: five hundred products of two phases agree with lines in balls",
          "[engines][sweep]") {
  testing::Random random(27);
  const int wanted = testing::of_sweep(6, 500);
  int answered = 0;
  for (int i = 0; answered < wanted && i < 4 * wanted; ++i) {
    answered += compare_phases(random) ? 1 : 0;
  }
  CHECK(answered == wanted);
}

TEST_CASE("machine lines: two phases of any noise and any rates agree with lines in balls",
          "[engines][sweep]") {
  testing::Random random(28);
  int answered = 0;
  const int tries = testing::of_sweep(12, 300);
  for (int i = 0; i < tries; ++i) answered += compare_wide_phases(random) ? 1 : 0;
  CHECK(answered >= tries / 6);
}

TEST_CASE("machine lines: asked for few digits of many steps of sampled noise", "[engines]") {
  const auto answered = [](const std::string& mechanism, int digits, Question question) {
    Effort effort;
    effort.digits = digits;
    fourier::MachineLines lines(Composition::parse(mechanism));
    return lines.answer(question, Real(Rational(3, 2)), effort).has_value();
  };
  const std::string many = "subsampled_gaussian(sigma=1,p=0.01)^1000";
  CHECK(answered(many, 6, Question::delta));
  CHECK(answered(many, 15, Question::delta));
  CHECK(answered(many, 20, Question::delta));
  CHECK_FALSE(answered(many, 30, Question::delta));
  CHECK_FALSE(answered(many, 6, Question::P_above));
  CHECK_FALSE(answered("laplace(b=1)^1000", 6, Question::delta));
  CHECK(answered(many + " * gaussian(sigma=50)", 6, Question::delta));
  CHECK(answered(many + " * subsampled_gaussian(sigma=2,p=0.03)", 6, Question::delta));
  CHECK_FALSE(answered(many + " * laplace(b=50)", 6, Question::delta));
  // Alternative paths, if requested, are lines in balls.
  PrivacyProfile profile(Composition::parse(many), Direction::forward, "fourier");
  Effort effort;
  effort.digits = 6;
  profile.delta(Real(Rational(3, 2)), effort);
  CHECK(profile.explain().find("doubles") != std::string::npos);
  CHECK(profile.engine().vary());
  profile.delta(Real(Rational(3, 2)), effort);
  CHECK(profile.explain().find("doubles") == std::string::npos);
}

TEST_CASE("machine line: a contour whose end is not far out gives nothing",
          "[engines][MACHINE-LINE]") {
  const Composition composition =
      Composition::parse("subsampled_laplace(b=2,p=0.1)^50 * gaussian(sigma=2)");
  fourier::MachineProduct product = *fourier::MachineProduct::of(composition);
  const auto good = choose_machine_contour(product, {Question::delta, 1.0, 9});
  REQUIRE(good);
  const Real t(Rational(1));
  CHECK(MachineLine(product, *good).answer(Question::delta, t).value.is_finite());
  for (const auto& [far, multiple] :
       {std::pair(-1000.0, 1L), {1000.0, -1L}, {0.0, 1L}, {5.0, 0L}}) {
    MachineContour contour = *good;
    contour.last = 5;
    contour.far = far;
    contour.multiple = multiple;
    CHECK_FALSE(MachineLine(product, contour).answer(Question::delta, t).value.is_finite());
  }
}
