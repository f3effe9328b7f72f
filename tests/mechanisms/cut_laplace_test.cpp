/// Uniform noise and Laplace noise on an interval, compared with integrals.
#include <algorithm>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <functional>

#include "reference/quantities/calibration/calibration.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Density = std::function<double(double)>;

/// Returns int (q - e^t p)_+ between the given corners.
double integral(const Density& p, const Density& q, double t, const std::vector<double>& corners) {
  double sum = 0;
  for (size_t i = 1; i < corners.size(); ++i) {
    sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
        [&](double x) { return std::max(0.0, q(x) - std::exp(t) * p(x)); }, corners[i - 1],
        corners[i], 12, 1e-13);
  }
  return sum;
}

}  // namespace

TEST_CASE("truncated laplace: one step against an integral", "[mechanisms][cut]") {
  struct Row {
    const char *text, *reverse_text;
    double b, bound, s;
  };
  for (const Row& row : {Row{"truncated_laplace(b=1,bound=2)", "", 1, 2, 1},
                         Row{"truncated_laplace(b=0.5,bound=1,sensitivity=1.5)", "", 0.5, 1, 1.5},
                         Row{"truncated_laplace(b=2,bound=3,sensitivity=3)", "", 2, 3, 3}}) {
    const double Z = 2 * row.b * (1 - std::exp(-row.bound / row.b));
    const Density p = [&](double x) {
      return std::fabs(x) <= row.bound ? std::exp(-std::fabs(x) / row.b) / Z : 0;
    };
    const Density q = [&](double x) { return p(x - row.s); };
    const double low = -row.bound, high = row.bound;
    std::vector<double> corners{low, low + row.s, 0, row.s, high, high + row.s};
    for (const char* t : {"-0.4", "0", "0.3", "0.9"}) {
      std::vector<double> at = corners;
      at.push_back((number(t).approximate() * row.b + row.s) / 2);  // where the loss equals t
      std::sort(at.begin(), at.end());
      CAPTURE(row.text, t);
      const Ball delta = forward_delta(row.text, t);
      CHECK(delta.relative_digits() > 12);
      CHECK(delta.approximate() ==
            Approx(integral(p, q, number(t).approximate(), at)).epsilon(1e-8));
    }
    check_round_trip(row.text);
  }
  // Truncated far from 0 it equals the Laplace pair.
  check_meet(forward_delta("truncated_laplace(b=1,bound=60)", "0.3", "auto", 12),
             widen(forward_delta("laplace(b=1)", "0.3"), UpperBound::of(ball("1e-20"))), 12);
  CHECK(Composition::parse("truncated_laplace(b=1,bound=1,sensitivity=2)").identity() ==
        Composition::parse("blatantly_non_private()").identity());
}

TEST_CASE("bounded laplace: one step against an integral", "[mechanisms][cut]") {
  for (const auto& [text, at] : {std::pair{"bounded_laplace(b=1,width=3,at=0)", 0.0},
                                 {"bounded_laplace(b=1,width=3,at=0.5)", 0.5},
                                 {"bounded_laplace(b=1,width=3,at=2)", 2.0}}) {
    const auto around = [](double centre) {
      const double C = 2 - std::exp(-centre) - std::exp(centre - 3);
      return [centre, C](double x) { return std::exp(-std::fabs(x - centre)) / C; };
    };
    const Density p = around(at), q = around(at + 1);
    const double shift = std::log((2 - std::exp(-at) - std::exp(at - 3)) /
                                  (2 - std::exp(-at - 1) - std::exp(at - 2)));
    for (const char* t : {"-0.4", "0", "0.3", "0.7"}) {
      std::vector<double> corners{0, at, at + 1, 3};
      const double place = at + (number(t).approximate() - shift + 1) / 2;
      if (place > 0 && place < 3) corners.push_back(place);
      std::sort(corners.begin(), corners.end());
      CAPTURE(text, t);
      const Ball delta = forward_delta(text, t);
      CHECK(delta.approximate() ==
            Approx(integral(p, q, number(t).approximate(), corners)).epsilon(1e-8).margin(1e-12));
    }
    check_round_trip(text);
  }
  CHECK_THROWS_WITH(Composition::parse("bounded_laplace(b=1,width=3,at=2.5)"),
                    Catch::Contains("must be in [0, width]"));
}

TEST_CASE("cut noise: compositions on two engines, calibration", "[mechanisms][cut]") {
  check_engines("truncated_laplace(b=2,bound=10)^30", "1.5", "fourier", "lattice", 2);
  check_engines("bounded_laplace(b=2,width=6,at=1)^12", "1", "fourier", "lattice", 2);
  CHECK(Composition::parse("uniform(width=4)").identity() ==
        Composition::parse("approximate_dp(epsilon=0,delta=1/4)").identity());
  CHECK(Family("uniform(width=?)", "").order().larger_is_more_private);
  CHECK_THROWS_WITH(Family("truncated_laplace(b=?,bound=3)", ""), Catch::Contains("no proof"));
}

TEST_CASE("subsampled: a refusal names what was written, not its parts", "[mechanisms][cut]") {
  for (const char* inner : {"truncated_laplace(b=2,bound=30)",
                            "choice(1/2: truncated_laplace(b=2,bound=30),1/2: gaussian(sigma=1))",
                            "random_allocation(sigma=1,t=3)"}) {
    CAPTURE(inner);
    const std::string written = Composition::parse(inner).expression();
    CHECK_THROWS_WITH(
        Composition::parse("subsampled(" + std::string(inner) + ",p=0.1)"),
        Catch::Contains("no law of " + written) && !Catch::Contains("exponential_mechanism"));
  }
}
