/// Hundreds of digits of sampled Gaussian steps: lines evaluated by convolution compared with other lines, whose
/// nodes are sums over the output.
#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier.hpp"
#include "reference/engines/planner.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

Ball by_convolution(const Composition& composition, Question question, const Real& t, int digits) {
  Effort effort;
  effort.digits = digits;
  return plan(composition, "fourier")->answer(question, t, effort).value;
}

}  // namespace

TEST_CASE("many digits: lines left of 0 and right of 1 agree", "[engines][many-digits][slow]") {
  const Composition c = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)^10000");
  const Real t(number("1.5"));
  const fourier::Contour right{1.625, 1.0 / 32, 1800, Bits{720}, 9.5, -14};
  const Enclosure other = fourier_on_contour(c, right, Question::delta, t);
  testing::check_meet(by_convolution(c, Question::delta, t, 200), other.value, 180);
}

TEST_CASE("many digits: 500 by sums over the output, 1000 by another convolution",
          "[engines][many-digits][sweep]") {
  if (!testing::of_list(1, 2)) return;  // takes a minute: nightly runs only
  const Composition c = Composition::parse("subsampled_gaussian(sigma=1,p=0.01)^10000");
  const Real t(number("1.5"));
  const Ball thousand = by_convolution(c, Question::delta, t, 1000);
  const fourier::Contour right{1.625, 15.0 / 512, 3400, Bits{1750}, 9.5, -14};
  testing::check_meet(thousand, fourier_on_contour(c, right, Question::delta, t).value, 480);
  const auto other = plan(c, "fourier");
  REQUIRE(other->vary());
  Effort effort;
  effort.digits = 1000;
  testing::check_meet(thousand, other->answer(Question::delta, t, effort).value, 1000);
}

TEST_CASE("many digits: of Laplace steps beyond the floor of a line",
          "[engines][many-digits][slow]") {
  const Composition c = Composition::parse("laplace(b=7)^1000");
  const Real t(number("5"));
  const auto ask = [&](const std::string& engine, int digits) {
    Effort effort;
    effort.digits = digits;
    const auto one = plan(c, engine);
    const Ball value = one->answer(Question::delta, t, effort).value;
    return std::pair(one->name(), value);
  };
  const auto many = ask("auto", 60), few = ask("auto", 15);
  CHECK(many.first == "laplace_sums");
  CHECK(few.first != "laplace_sums");
  testing::check_meet(many.second, ask("knots", 40).second, 40);
  testing::check_meet(many.second, few.second, 15);
}
