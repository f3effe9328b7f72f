/// Perturbed contours are valid contours: between the poles and within the period.
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite.hpp"
#include "reference/engines/periodic/periodic_contour.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

TEST_CASE("other_path: a moved periodic contour stays within its period", "[fourier][other_path]") {
  testing::Random random(330);
  for (int i = 0; i < testing::iterations(500); ++i) {
    fourier::PeriodicContour contour;
    contour.c = i % 3 == 0   ? random.uniform(1.01, 9)
                : i % 3 == 1 ? random.uniform(0.01, 0.99)
                             : random.uniform(-9, -0.01);
    contour.right = contour.c + random.log_uniform(1e-3, 5);
    contour.last = random.integer(0, 400);
    // Truncation slightly below half the period, at all of it, or far from it.
    const long beyond = i % 4 == 0   ? 0
                        : i % 4 == 1 ? random.integer(1, 40)
                                     : random.integer(1, 9999);
    contour.nodes = Rational(2 * (contour.last + beyond) + 1);
    const fourier::PeriodicContour other = fourier::perturbed(contour);
    CAPTURE(contour.c, contour.last, beyond, other.last, other.nodes.text());
    CHECK(Rational(2 * other.last + 1) <= other.nodes);
    CHECK((other.complete() || !contour.complete()));
    CHECK(other.last >= contour.last);
    CHECK(other.nodes > contour.nodes);
    CHECK(((other.nodes - Rational(1)) / Rational(2)).is_integer());
    CHECK(((other.c > 1) == (contour.c > 1) && (other.c > 0) == (contour.c > 0)));
  }
}

TEST_CASE("other_path: the line of a contour close to complete answers when it is moved",
          "[fourier][other_path]") {
  const Composition c = Composition::parse("randomized_response(epsilon=1/2)^40");
  const auto lattice = c.lattice();
  REQUIRE(lattice);
  fourier::PeriodicContour contour;
  contour.c = 1.5;
  contour.left = 1.25;
  contour.right = 2;
  contour.bits = Bits{128};
  contour.last = 100;
  contour.nodes = Rational(2 * 101 + 1);
  const Real t(number("3/4"));
  const Rational above =
      lattice->offset +
      lattice->spacing *
          (floor((number("3/4") - lattice->offset) / lattice->spacing) + Rational(1));
  const Ball truth = finite_entry().make(c)->answer(Question::delta, t, Effort{20}).value;
  for (const auto& at : {contour, fourier::perturbed(contour)}) {
    const fourier::PeriodicLine line(c, *lattice, at, [] {});
    testing::check_meet(line.answer(Question::delta, {t, above}, [] {}).value, truth, 2);
  }
}
