/// Matrix mechanisms with random batches, compared with sums over all draws and grids in the output space.
#include <cmath>
#include <functional>

#include "reference/mechanisms/factor_sides.hpp"
#include "reference/mechanisms/matrix/amplified_sides.hpp"
#include "reference/questions/amplified_values.hpp"
#include "tests/mechanisms/pair_checks.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using MeanVector = std::vector<double>;

/// A set of steps and its probability.
struct StepDraw {
  double weight;
  std::vector<size_t> steps;
};

/// Returns the means of the output, over sigma, of a record with inputs 1, with the probability of each draw.
std::vector<std::pair<double, MeanVector>> draw_means(const std::string& strategy, long n,
                                                      double sigma,
                                                      const std::vector<StepDraw>& draws) {
  const Strategy C = Strategy::parse(strategy, n);
  std::vector<std::pair<double, MeanVector>> out;
  for (const StepDraw& draw : draws) {
    MeanVector mean(static_cast<size_t>(n), 0);
    for (const size_t step : draw.steps) {
      const Strategy::Column column = C.column(static_cast<long>(step));
      for (size_t t = 0; t < column.entries.size(); ++t) {
        mean[static_cast<size_t>(column.first) + t] += column.entries[t].approximate() / sigma;
      }
    }
    out.emplace_back(draw.weight, mean);
  }
  return out;
}

/// delta of N(0, I) against the mixture, in both directions, by a trapezoidal rule in all dimensions.
struct GridDelta {
  double forward = 0, reverse = 0;
};

GridDelta grid_delta(const std::vector<std::pair<double, MeanVector>>& mixture, double epsilon) {
  const double h = 0.125, low = -6, high = 8;
  const size_t n = mixture.front().second.size();
  MeanVector z(n, 0);
  GridDelta out;
  const std::function<void(size_t, double)> along = [&](size_t i, double weight) {
    if (i == n) {
      double S = 0;
      for (const auto& [w, m] : mixture) {
        double exponent = 0;
        for (size_t t = 0; t < n; ++t) exponent += m[t] * z[t] - m[t] * m[t] / 2;
        S += w * std::exp(exponent);
      }
      out.forward += weight * std::max(0.0, S - std::exp(epsilon));
      out.reverse += weight * std::max(0.0, 1 - std::exp(epsilon) * S);
      return;
    }
    for (double x = low; x <= high; x += h) {
      z[i] = x;
      along(i + 1, weight * h * std::exp(-x * x / 2) / std::sqrt(2 * M_PI));
    }
  };
  along(0, 1);
  return out;
}

double side_delta(const std::string& mechanism, const std::string& epsilon, Direction direction) {
  PrivacyProfile of(Composition::parse(mechanism), direction);
  return of.delta(Real(number(epsilon)), Effort{8}).value.approximate();
}

AmplifiedSides amplified_of(const std::string& mechanism) {
  return amplified_sides(read_open_expression(mechanism).front());
}

/// Returns the forward profile of a share of Q: (Q - e^eps P)_+ with Q = (1 - share) P + share Q'.
double shared_profile(const AmplifiedSide& side, double epsilon) {
  const double share = side.share.approximate();
  const double inner = std::log((std::exp(epsilon) - 1 + share) / share);
  return share * side_delta(side.expression, std::to_string(inner), Direction::forward);
}

/// Checks that the upper pairs are above the truth and the lower pairs below it, and that the best upper pair is at
/// most `loosest` times the truth.
void check_sides(const std::string& mechanism,
                 const std::vector<std::pair<double, MeanVector>>& truth, double loosest) {
  constexpr double kGridError = 2e-4;
  const AmplifiedSides both = amplified_of(mechanism);
  CHECK_FALSE(both.above.empty());
  for (const std::string epsilon : {"0.1", "0.6"}) {
    const double eps = std::stod(epsilon);
    const GridDelta delta = grid_delta(truth, eps);
    CAPTURE(mechanism, epsilon, delta.forward, delta.reverse);
    double least = 1;
    for (const AmplifiedSide& side : both.above) {
      CAPTURE(side.expression);
      const double forward = side_delta(side.expression, epsilon, Direction::forward);
      CHECK(forward >= delta.forward - kGridError);
      CHECK(side_delta(side.expression, epsilon, Direction::reverse) >= delta.reverse - kGridError);
      least = std::min(least, forward);
    }
    CHECK(least <= loosest * delta.forward);
    for (const AmplifiedSide& side : both.below) {
      CAPTURE(side.expression);
      CHECK(shared_profile(side, eps) <= delta.forward + kGridError);
      if (!(side.share == Rational(1))) continue;
      CHECK(side_delta(side.expression, epsilon, Direction::reverse) <= delta.reverse + kGridError);
    }
  }
}

/// Appends all possible participations of a record in b-min-sep from step i on.
void all_apart(size_t i, size_t n, size_t apart, double p, const StepDraw& so_far,
               std::vector<StepDraw>* out) {
  if (i >= n) {
    out->push_back(so_far);
    return;
  }
  StepDraw drawn = so_far, not_drawn = so_far;
  drawn.weight *= p;
  drawn.steps.push_back(i);
  not_drawn.weight *= 1 - p;
  all_apart(i + apart, n, apart, p, drawn, out);
  all_apart(i + 1, n, apart, p, not_drawn, out);
}

}  // namespace

TEST_CASE("cyclic_poisson: one group's columns, and all its draws",
          "[mechanisms][matrix][MATRIX-CYCLIC]") {
  // Group 0 has columns 0 and 2, of squared norms 5/4 and 1; group 1 has one column of squared norm 5/4.
  const std::string mechanism = "cyclic_poisson(sigma=1,strategy=toeplitz([1,1/2]),steps=3,p=0.3)";
  const std::vector<StepDraw> draws = {{0.49, {}}, {0.21, {0}}, {0.21, {2}}, {0.09, {0, 2}}};
  check_sides(mechanism, draw_means("toeplitz([1,1/2])", 3, 1, draws), 1.01);
  for (const std::string epsilon : {"0.1", "1"}) {
    const GridDelta delta =
        grid_delta(draw_means("toeplitz([1,1/2])", 3, 1, draws), std::stod(epsilon));
    CHECK(side_delta(mechanism, epsilon, Direction::forward) ==
          Approx(delta.forward).epsilon(4e-3));
    CHECK(side_delta(mechanism, epsilon, Direction::reverse) ==
          Approx(delta.reverse).epsilon(4e-3));
  }
  // Rational norms are exact: (3, 4) has norm 5.
  check_meet(forward_delta("cyclic_poisson(sigma=20,strategy=toeplitz([3,4]),steps=40,p=0.1)", "1"),
             forward_delta("subsampled_gaussian(sigma=4,p=0.1)^20", "1"), 15);
  check_meet(
      forward_delta("cyclic_poisson(sigma=20,strategy=toeplitz([3,4]),steps=41,p=0.1)", "1"),
      forward_delta("subsampled_gaussian(sigma=4,p=0.1)^20*subsampled_gaussian(sigma=20,p=0.1,"
                    "sensitivity=3)",
                    "1"),
      15);
  check_meet(forward_delta("cyclic_poisson(sigma=4,strategy=identity,steps=9,p=1,groups=3)", "1"),
             forward_delta("gaussian(sigma=4)^3", "1"), 14);
  check_round_trip("cyclic_poisson(sigma=2,strategy=sqrt(4),steps=100,p=1/50,groups=5)");
  const AmplifiedSides both =
      amplified_of("cyclic_poisson(sigma=2,strategy=sqrt(4),steps=10,p=0.1)");
  check_meet(forward_delta(both.above[0].expression, "1"),
             forward_delta(both.below[0].expression, "1"), 15);
  CHECK_THROWS_WITH(
      Composition::parse("cyclic_poisson(sigma=1,strategy=sqrt(4),steps=9,p=0.1,groups=3)"),
      Catch::Contains("groups must be at least"));
}

TEST_CASE("balls_in_bins: pairs that others are, and what is refused",
          "[mechanisms][matrix][MATRIX-BINS]") {
  // Overlaps 5/4 and 1/2: with stride 1 the squared norm is 5/4 + 2/2.
  check_meet(
      forward_delta("balls_in_bins(sigma=4,strategy=toeplitz([1,1/2]),steps=8,bins=8,stride=1)",
                    "0.1"),
      forward_delta("random_allocation(sigma=4,t=8,sensitivity=1.5)", "0.1"), 14);
  // Norm 5, four rounds; bins of two columns at distance 2.
  check_meet(
      forward_delta("balls_in_bins(sigma=40,strategy=toeplitz([3,4]),steps=32,bins=8)", "0.1"),
      forward_delta("random_allocation(sigma=4,t=4)", "0.1"), 14);
  check_meet(forward_delta("balls_in_bins(sigma=9,strategy=identity,steps=7,bins=1)", "0.1"),
             forward_delta("gaussian(sigma=9)^7", "0.1"), 14);
  check_round_trip("balls_in_bins(sigma=2,strategy=sqrt(4),steps=100,bins=20,stride=3)");
  CHECK_THROWS_WITH(Composition::parse("balls_in_bins(sigma=2,strategy=sqrt,steps=10,bins=11)"),
                    Catch::Contains("bins must be at most"));
}

TEST_CASE("balls_in_bins: what is below has its premises",
          "[mechanisms][matrix][MATRIX-KAHANE][MATRIX-SUM]") {
  const auto names = [](const std::string& strategy, const std::string& bins) {
    std::string out;
    for (const AmplifiedSide& side :
         amplified_of("balls_in_bins(sigma=2,strategy=" + strategy + ",steps=6,bins=" + bins + ")")
             .below) {
      out += side.name + " ";
    }
    return out;
  };
  CHECK(names("identity", "6") == "MATRIX-KAHANE MATRIX-SUM ");
  CHECK(names("toeplitz([1,1/2])", "6") == "MATRIX-KAHANE MATRIX-KAHANE MATRIX-SUM ");
  CHECK(names("toeplitz([1,-1/2])", "3") == "MATRIX-SUM ");
  CHECK(names("toeplitz([1,-2])", "3").empty());
  // Independent bins of equal norm: the bound equals the pair itself.
  const std::string same = "balls_in_bins(sigma=2,strategy=identity,steps=6,bins=3)";
  CHECK(amplified_of(same).below[0].expression.substr(0, 35) ==
        "random_allocation(sigma=2,t=3,sensi");
  check_meet(forward_delta(amplified_of(same).below[0].expression, "0.5"),
             forward_delta(same, "0.5"), 15);
  const AmplifiedEpsilon found = amplified_epsilon(amplified_of(same), number("1e-5"), Effort{8});
  CHECK(found.value.value().relative_digits() > 7);
  REQUIRE(found.apart.has_value());
  CHECK(*found.apart < 1e-6);
}

TEST_CASE("balls_in_bins: pairs above and below, beside grids over all draws",
          "[mechanisms][matrix][MATRIX-BINS][MATRIX-SPLIT][MATRIX-KAHANE][MATRIX-SUM][sweep]") {
  const std::vector<StepDraw> three = {{1 / 3.0, {0}}, {1 / 3.0, {1}}, {1 / 3.0, {2}}};
  const std::vector<StepDraw> two = {{0.5, {0, 2}}, {0.5, {1}}};
  int met = 0;  // both numbers of bins in turn; nightly runs have both for each strategy
  for (const std::string strategy : {"toeplitz([1,1/2])", "toeplitz([1,1/4,1/8])", "prefix"}) {
    const std::string inside = "(sigma=2,strategy=" + strategy + ",steps=3,bins=";
    const bool all = of_sweep(1, 2) != 1, even = met++ % 2 == 0;
    if (all || even)
      check_sides("balls_in_bins" + inside + "3)", draw_means(strategy, 3, 2, three), 4);
    if (all || !even)
      check_sides("balls_in_bins" + inside + "2)", draw_means(strategy, 3, 2, two), 4);
  }
}

TEST_CASE("b_min_sep: pairs above and below, and grids",
          "[mechanisms][matrix][MATRIX-SEPARATED][MATRIX-SPLIT][MATRIX-SUM]") {
  for (const std::string strategy : {"toeplitz([1,1/2])", "identity"}) {
    for (const bool warm : {false, true}) {
      const double p = 0.2, waits = warm ? p / (1 + p) : 0;
      std::vector<StepDraw> draws;
      all_apart(0, 3, 2, p, {1 - waits, {}}, &draws);
      if (warm) all_apart(1, 3, 2, p, {waits, {}}, &draws);
      check_sides("b_min_sep(sigma=2,strategy=" + strategy + ",steps=3,p=0.2,separation=2" +
                      (warm ? ")" : ",start=cold)"),
                  draw_means(strategy, 3, 2, draws), 10);
    }
  }
  check_meet(forward_delta("b_min_sep(sigma=6,strategy=toeplitz([1,1/2]),steps=50,p=0.1,"
                           "separation=4)",
                           "0.1"),
             forward_delta("subsampled_gaussian(sigma=4,p=0.1)^50", "0.1"), 14);
  // With separation 1 the number of draws is binomial.
  const std::string side =
      amplified_of("b_min_sep(sigma=4,strategy=identity,steps=4,p=1/2,separation=1)")
          .below[0]
          .expression;
  check_meet(forward_delta(side, "0.1"),
             forward_delta("gaussian_mixture(sigma=4,shifts=[0,1/2,1,3/2,2],weights=[1/16,1/4,3/8,"
                           "1/4,1/16])",
                           "0.1"),
             14);
  check_round_trip("b_min_sep(sigma=2,strategy=sqrt(4),steps=100,p=0.1,separation=4,start=cold)");
}

TEST_CASE("b_min_sep: with p = 1 a cold start has known steps, and a warm start is balls in bins",
          "[mechanisms][matrix][MATRIX-PAIR]") {
  const auto cold = [](const std::string& strategy, int steps, int separation) {
    return "b_min_sep(sigma=1,strategy=" + strategy + ",steps=" + std::to_string(steps) +
           ",p=1,separation=" + std::to_string(separation) + ",start=cold)";
  };
  // Steps 0 and 3: N(0, 1) against N(sqrt 2, 1), from published tables of Phi.
  const std::string two = cold("identity", 6, 3);
  check_value(forward_delta(two, "1"), "0.286208211922096498", 16);
  check_round_trip(two);
  // Steps 0, 2 and 4 of C = [1, 1/2] move the rows by 1, 1/2, 1, 1/2 and 1; for a matrix with growing columns step 1
  // would be the worst start.
  check_meet(forward_delta(cold("toeplitz([1,1/2])", 5, 2), "0.5"),
             forward_delta("gaussian(sigma2=2/7)", "0.5"), 14);
  // With a separation beyond the last step, only step 0 participates.
  check_meet(forward_delta(cold("identity", 4, 9), "0.5"),
             forward_delta("gaussian(sigma=1)", "0.5"), 14);
  const WrittenFactor factor = read_open_expression(two).front();
  CHECK(stated_attainment(*factor.hypotheses()) == Attained::every);
  CHECK(is_dominating(*factor.hypotheses()));
  CHECK(sides_of(factor).member.empty());
  const AmplifiedSides sides = amplified_of(two);
  REQUIRE((sides.above.size() == 1 && sides.below.size() == 1));
  CHECK(sides.below[0].expression == sides.above[0].expression);
  const std::string warm = "b_min_sep(sigma=2,strategy=sqrt,steps=9,p=1,separation=";
  CHECK_THROWS_WITH(Composition::parse(warm + "3)"),
                    Catch::Contains("write balls_in_bins(sigma=2,strategy=sqrt,steps=9,bins=3)"));
  CHECK_THROWS_WITH(Composition::parse(warm + "10)"),
                    Catch::Contains("p must be below 1") && !Catch::Contains("balls_in_bins"));
  // An inexact sensitivity is refused, as for correlated_gaussian.
  CHECK_THROWS_WITH(Composition::parse(cold("toeplitz([2,1,-1])", 4, 1)),
                    Catch::Contains("the sensitivity is not known exactly"));
}
