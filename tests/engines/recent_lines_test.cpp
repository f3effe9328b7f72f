/// Lines of schedules that grow by a few steps: reference/engines/fourier/recent_lines.hpp.
#include "reference/engines/fourier/recent_lines.hpp"

#include <cmath>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/machine_lines.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using fourier::DesignedLine;
using fourier::MachineLine;
using fourier::MachineProduct;
using fourier::RecentLines;

namespace {

/// A schedule of different sampled Gaussian steps.
class Schedule {
 public:
  Schedule(testing::Random& random, int factors) {
    for (int i = 0; i < factors; ++i) add(random);
  }
  void add(testing::Random& random) {
    const std::string sigma = testing::Random::text(random.log_uniform(0.8, 4)),
                      p = testing::Random::text(random.log_uniform(0.001, 0.1));
    add("subsampled_gaussian(sigma=" + sigma + ",p=" + p + ")^" +
        std::to_string(random.integer(1, 20)));
  }
  void add(const std::string& factor) { text_ += (text_.empty() ? "" : "*") + factor; }

  Composition composition() const { return Composition::parse(text_); }
  MachineProduct product() const { return *MachineProduct::of(composition()); }
  /// A threshold near which delta, or the excess, is neither large nor negligible.
  double place(Question question) const {
    MachineProduct all = product();
    const double end = question == Question::delta ? 1 : 0;
    const auto at = all.sketch(end);
    return at.mean + (question == Question::delta ? 1.5 : -1.5) * std::sqrt(at.variance);
  }
  Ball truth(Question question, double t, int digits) const {
    PrivacyProfile profile(composition(), Direction::forward, "fourier");
    CHECK(profile.engine().vary());  // lines in balls
    Effort effort;
    effort.digits = digits;
    return profile.engine().answer(question, Real(Rational::from_binary64(t)), effort).value;
  }

 private:
  std::string text_;
};

std::optional<DesignedLine> line_of(const Schedule& schedule, Question question, double t,
                                    double digits, bool fine) {
  MachineProduct product = schedule.product();
  const auto contour =
      fourier::choose_machine_contour(product, {question, t, digits, -1e300, [] {}, fine});
  if (!contour) return std::nullopt;
  return DesignedLine{question, t, -1e300, MachineLine(product, *contour)};
}

}  // namespace

TEST_CASE("recent lines: a line extended by steps encloses the truth", "[engines][MACHINE-LINE]") {
  testing::Random random(61);
  for (int i = 0; i < testing::iterations(10); ++i) {
    Schedule schedule(random, static_cast<int>(random.integer(5, 40)));
    const Question question = random.integer(0, 1) == 0 ? Question::delta : Question::excess;
    const bool fine = random.integer(0, 1) == 0;
    const double t = schedule.place(question);
    const auto before = line_of(schedule, question, t, fine ? 16 : 10, fine);
    REQUIRE(before);
    const auto counts = schedule.product().counts();
    for (long more = random.integer(1, 3); more > 0; --more) schedule.add(random);
    if (random.integer(0, 1) == 0) schedule.add("gaussian(sigma=40)");
    const auto rest = schedule.product().beyond(*counts);
    REQUIRE(rest);
    const auto line = before->line.extended(*rest, [] {});
    REQUIRE(line);
    for (const double shift : {0.0, 0.03}) {
      const Ball found = line->answer(question, Real(Rational::from_binary64(t + shift))).value;
      const Ball truth = schedule.truth(question, t + shift, fine ? 22 : 16);
      CAPTURE(i, fine, shift, static_cast<int>(question));
      CAPTURE(found.decimal_bounds(24).first, found.decimal_bounds(24).second);
      CAPTURE(truth.decimal_bounds(24).first, truth.decimal_bounds(24).second);
      CHECK(found.contains(truth));
      // The contour was chosen for the part.
      if (rest->steps() * 12 <= schedule.product().steps()) CHECK(found.relative_digits() > 4);
    }
  }
}

TEST_CASE("recent lines: steps beyond a part, and no steps that it has too many", "[engines]") {
  const auto product = [](const std::string& text) {
    return *MachineProduct::of(Composition::parse(text));
  };
  const std::string a = "subsampled_gaussian(sigma=1,p=0.1)",
                    b = "subsampled_gaussian(sigma=2,p=0.1)", g = "gaussian(sigma=2)";
  const MachineProduct all = product(a + "^5*" + b + "^2*" + g + "^3");
  const auto rest = all.beyond(*product(a + "^3*" + b + "^2*" + g).counts());
  REQUIRE(rest);
  REQUIRE(rest->factors().size() == 1);
  CHECK(rest->factors()[0].count == 2);
  CHECK(rest->steps() == 2);
  CHECK(rest->noise().exponent == Rational(1, 4));
  const auto none = all.beyond(*all.counts());
  REQUIRE(none);
  CHECK(none->factors().empty());
  CHECK_FALSE(none->noise().present());
  CHECK_FALSE(all.beyond(*product(a + "^6").counts()));
  CHECK_FALSE(all.beyond(*product(a + "^2*" + g + "^4").counts()));
  CHECK_FALSE(all.beyond(*product("subsampled_gaussian(sigma=1,p=0.2)^2").counts()));
}

TEST_CASE("recent lines: a schedule with one more step is answered by the line of the schedule",
          "[engines][slow]") {
  RecentLines::here().forget();
  testing::Random random(62);
  Schedule schedule(random, static_cast<int>(RecentLines::kFewestFactors) + 2);
  const double t = schedule.place(Question::delta);
  const Real at(Rational::from_binary64(t));
  for (const int digits : {7, 13}) {
    Effort effort;
    effort.digits = digits;
    Schedule longer = schedule;
    fourier::MachineLines lines(schedule.composition());
    const auto first = lines.answer(Question::delta, at, effort);
    REQUIRE(first);
    for (int i = 0; i < 3; ++i) {
      longer.add(random);
      const auto known =
          RecentLines::here().extended(longer.product(), Question::delta, t, effort, digits > 9);
      REQUIRE(known);
      CHECK(known->line.contour().c == lines.last()->contour().c);
      fourier::MachineLines more(longer.composition());
      const auto found = more.answer(Question::delta, at, effort);
      REQUIRE(found);
      CHECK(effort.suffices(found->value));
      CHECK(more.last()->contour().c == lines.last()->contour().c);
      CHECK(found->value.contains(longer.truth(Question::delta, t, digits + 4)));
    }
    // The lines of the longer schedules do not serve the schedule itself.
    CHECK_FALSE(
        RecentLines::here().extended(schedule.product(), Question::delta, t, effort, digits > 9));
    fourier::MachineLines again(schedule.composition());
    const auto second = again.answer(Question::delta, at, effort);
    REQUIRE(second);
    CHECK(overlaps(second->value, first->value));
  }
  // Half of the steps are not a small rest.
  Effort effort;
  effort.digits = 7;
  Schedule twice = schedule;
  for (int i = 0; i < 150; ++i) twice.add(random);
  CHECK_FALSE(RecentLines::here().extended(twice.product(), Question::delta, t, effort, false));
  RecentLines::here().forget();
}
