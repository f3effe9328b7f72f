/// Sensitivities of matrix mechanisms, compared with all patterns, all signs and vectors in the plane.
#include <algorithm>
#include <cmath>

#include "reference/mechanisms/matrix/correlated_gaussian.hpp"
#include "reference/mechanisms/matrix/matrix_values.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Dense = std::vector<std::vector<double>>;  // columns

Dense dense(const Strategy& strategy) {
  Dense out;
  for (long i = 0; i < strategy.steps(); ++i) {
    const Strategy::Column column = strategy.column(i);
    std::vector<double> entries(static_cast<size_t>(4 * strategy.steps()), 0);
    for (size_t t = 0; t < column.entries.size(); ++t) {
      entries[static_cast<size_t>(column.first) + t] = column.entries[t].approximate();
    }
    out.push_back(entries);
  }
  return out;
}

double squared(const Dense& C, const std::vector<size_t>& steps, unsigned signs) {
  double out = 0;
  for (size_t t = 0; t < C[0].size(); ++t) {
    double sum = 0;
    for (size_t k = 0; k < steps.size(); ++k)
      sum += ((signs >> k) % 2 == 0 ? 1 : -1) * C[steps[k]][t];
    out += sum * sum;
  }
  return out;
}

/// Returns the maximum over all subsets of steps that `allowed` accepts, and over all signs.
template <class Allowed>
double brute(const Strategy& strategy, const Allowed& allowed) {
  const Dense C = dense(strategy);
  const auto n = static_cast<size_t>(strategy.steps());
  double best = 0;
  for (unsigned code = 1; code < (1U << n); ++code) {
    std::vector<size_t> steps;
    for (size_t i = 0; i < n; ++i) {
      if ((code >> i) % 2 == 1) steps.push_back(i);
    }
    if (!allowed(steps)) continue;
    const unsigned most = strategy.is_nonnegative() ? 1U : 1U << (steps.size() - 1);
    for (unsigned signs = 0; signs < most; ++signs) best = std::max(best, squared(C, steps, signs));
  }
  return best;
}

auto spaced(size_t count, size_t gap) {
  return [=](const std::vector<size_t>& steps) {
    if (steps.size() > count) return false;
    for (size_t i = 1; i < steps.size(); ++i) {
      if (steps[i] - steps[i - 1] < gap) return false;
    }
    return true;
  };
}

auto regular(size_t gap) {
  return [=](const std::vector<size_t>& steps) {
    for (size_t i = 1; i < steps.size(); ++i) {
      if ((steps[i] - steps[i - 1]) % gap != 0) return false;
    }
    return true;
  };
}

void check_encloses(const MatrixSensitivity& s, double truth) {
  CAPTURE(s.least.approximate(), s.most.approximate(), truth, s.why);
  CHECK(s.least <= s.most);
  CHECK(s.most.approximate() >= truth * (1 - 1e-12));
  if (s.is_exact()) CHECK(s.most.approximate() == Approx(truth).epsilon(1e-12));
}

const std::vector<std::string>& strategies() {
  static const std::vector<std::string> all = {"identity",
                                               "prefix",
                                               "sqrt",
                                               "sqrt(3)",
                                               "toeplitz([1,1/2,3/8])",
                                               "toeplitz([1,0,2,1/2])",
                                               "toeplitz([1,-1/2,1/4])",
                                               "blt([0.3,0.1],[0.9,0.5])",
                                               "bisr(3)",
                                               "lambda_cgd(0.9)",
                                               "lambda_cgd(-0.5)",
                                               "tree",
                                               "tree(4)"};
  return all;
}

std::string correlated(const std::string& more) {
  return "correlated_gaussian(sigma=2,strategy=" + more + ")";
}

}  // namespace

TEST_CASE("sensitivity: all strategies against all patterns and signs",
          "[mechanisms][matrix][MATRIX-BANDS]") {
  for (const std::string& text : strategies()) {
    for (const long n : {1, 2, 5, 9}) {
      const Strategy strategy = Strategy::parse(text, n);
      CAPTURE(text, n);
      check_encloses(matrix_sensitivity(strategy, Participation::once()),
                     brute(strategy, spaced(1, 1)));
      for (const long gap : {1, 2, 3, 4}) {
        CAPTURE(gap);
        check_encloses(matrix_sensitivity(strategy, Participation::every(gap)),
                       brute(strategy, regular(static_cast<size_t>(gap))));
        for (const long count : {1, 2, 3}) {
          CAPTURE(count);
          const auto allowed = spaced(static_cast<size_t>(count), static_cast<size_t>(gap));
          const double truth = brute(strategy, allowed);
          const Participation how = Participation::spaced(count, gap);
          const MatrixSensitivity s = matrix_sensitivity(strategy, how);
          check_encloses(s, truth);
          if (strategy.is_nonnegative()) CHECK(s.is_exact());
          CHECK(s.least.approximate() == Approx(truth).epsilon(1e-12));  // few steps: all signs
          check_encloses(sensitivity_by_rows(strategy, how), truth);
          // The reported pattern attains the sensitivity.
          std::vector<size_t> steps(s.pattern.begin(), s.pattern.end());
          CHECK(allowed(steps));
          if (strategy.is_nonnegative()) {
            CHECK(squared(dense(strategy), steps, 0) == Approx(truth).epsilon(1e-12));
          }
        }
      }
    }
  }
}

TEST_CASE("sensitivity: up to twelve steps, all patterns of any number and gap",
          "[mechanisms][matrix][slow]") {
  for (const long n : {3, 4, 6, 7, 8, 10, 11, 12}) {
    for (const std::string& text : strategies()) {
      const Strategy strategy = Strategy::parse(text, n);
      // The test above covers signs, for up to nine steps.
      if (!strategy.is_nonnegative()) continue;
      for (const long gap : {1, 2, 3, 5, 7}) {
        check_encloses(matrix_sensitivity(strategy, Participation::every(gap)),
                       brute(strategy, regular(static_cast<size_t>(gap))));
        for (const long count : {2L, 4L, n}) {
          CAPTURE(text, n, gap, count);
          const MatrixSensitivity s =
              matrix_sensitivity(strategy, Participation::spaced(count, gap));
          check_encloses(
              s, brute(strategy, spaced(static_cast<size_t>(count), static_cast<size_t>(gap))));
          CHECK(s.is_exact());
        }
      }
    }
  }
}

TEST_CASE("sensitivity: sums of rows enclose where no pattern that is tried is the worst",
          "[mechanisms][matrix][MATRIX-ROWS]") {
  Random random(391);
  int open = 0;
  for (int i = 0; i < iterations(60); ++i) {
    const size_t n = 10;
    std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n, Rational(0)));
    for (size_t row = 0; row < n; ++row) {
      for (size_t column = 0; column <= row; ++column) {
        rows[row][column] = number(Random::text(std::pow(random.uniform(0, 1), 3)));
      }
    }
    const Strategy strategy = Strategy::matrix(rows, "random");
    const double truth = brute(strategy, spaced(3, 2));
    const MatrixSensitivity s = sensitivity_by_rows(strategy, Participation::spaced(3, 2));
    check_encloses(s, truth);
    CHECK(s.most.approximate() < 2 * truth);
    open += s.least.approximate() < truth * (1 - 1e-9) ? 1 : 0;
    check_encloses(matrix_sensitivity(strategy, Participation::spaced(3, 2)), truth);
    check_encloses(
        matrix_sensitivity(strategy, Participation::listed({{0, 4}, {1, 5, 9}}, 10)),
        std::max(squared(dense(strategy), {0, 4}, 0), squared(dense(strategy), {1, 5, 9}, 0)));
  }
  CHECK(open > 0);
}

TEST_CASE("sensitivity: entries below 0, signs and vectors in the plane",
          "[mechanisms][matrix][MATRIX-SIGNS]") {
  // The entries of G off the diagonal are -1. Three vectors at 120 degrees exceed all choices of signs.
  const auto row = [](std::initializer_list<const char*> entries) {
    std::vector<Rational> out;
    for (const char* x : entries) out.push_back(number(x));
    return out;
  };
  const Strategy strategy = Strategy::matrix(
      {row({"1", "0", "0"}), row({"-1", "2", "0"}), row({"-1", "-1", "1"})}, "file");
  const MatrixSensitivity s = matrix_sensitivity(strategy, Participation::listed({{0, 1, 2}}, 3));
  CHECK_FALSE(s.is_exact());
  CHECK(s.least.approximate() == Approx(brute(strategy, [](const auto&) { return true; })));
  CHECK(s.least == number("11"));
  CHECK(s.most == number("15"));
  // A matrix with negative entries whose columns have nonnegative products.
  const Strategy fine =
      Strategy::matrix({row({"1", "0", "0"}), row({"-1", "1", "0"}), row({"1", "1", "1"})}, "fine");
  CHECK_FALSE(fine.is_nonnegative());
  CHECK(matrix_sensitivity(fine, Participation::listed({{0, 1, 2}}, 3)).is_exact());
  double plane = 0;
  const Dense C = dense(strategy);
  for (int a = 0; a < 64; ++a) {
    for (int b = 0; b < 64; ++b) {
      double sum = 0;
      for (size_t t = 0; t < 3; ++t) {
        const double x = C[0][t] + C[1][t] * std::cos(a * 0.0982) + C[2][t] * std::cos(b * 0.0982);
        const double y = C[1][t] * std::sin(a * 0.0982) + C[2][t] * std::sin(b * 0.0982);
        sum += x * x + y * y;
      }
      plane = std::max(plane, sum);
    }
  }
  CHECK(plane > 11.9);
  CHECK(plane <= s.most.approximate() * (1 + 1e-12));
}

TEST_CASE("correlated_gaussian: the Gaussian pair of its sensitivity",
          "[mechanisms][matrix][MATRIX-PAIR]") {
  // 1 + 1/4 + 9/64 = 89/64; two steps at distance 3 do not overlap.
  check_meet(forward_delta(correlated("toeplitz([1,1/2,3/8]),steps=10"), "1"),
             forward_delta("gaussian(sigma2=256/89)", "1"), 15);
  check_meet(
      forward_delta(correlated("toeplitz([1,1/2,3/8]),steps=10,participations=2,gap=3"), "1"),
      forward_delta("gaussian(sigma2=128/89)", "1"), 15);
  check_meet(forward_delta(correlated("prefix,steps=4,every=2"), "1"),
             forward_delta("gaussian(sigma2=2/5)", "1"), 15);  // 1 + 1 + 4 + 4 over 4
  check_meet(forward_delta(correlated("identity,steps=9,every=3,relation=replace"), "1"),
             forward_delta("gaussian(sigma=2,sensitivity=2)^3", "1"), 15);
  check_round_trip(correlated("toeplitz([1, 1/2]),steps=10,participations=2,gap=5"));
  check_round_trip(correlated("sqrt,steps=100,every=25,relation=replace"));
  CHECK_THROWS_WITH(Composition::parse(correlated("toeplitz([1,-1/2,-1/2]),steps=6,every=1")),
                    Catch::Contains("not known exactly"));
  CHECK_THROWS_WITH(Composition::parse(correlated("cube,steps=6")), Catch::Contains("unknown"));
  CHECK_THROWS_WITH(Composition::parse(correlated("sqrt,steps=6,gap=2")),
                    Catch::Contains("together"));
  CHECK_THROWS_WITH(Composition::parse(correlated("toeplitz([0,1]),steps=6")),
                    Catch::Contains("must not be 0"));
  CHECK_THROWS_WITH(
      Strategy::matrix({{number("1"), number("1")}, {number("0"), number("1")}}, "up"),
      Catch::Contains("above the diagonal"));
}

TEST_CASE("sensitivity: the released sums' errors", "[mechanisms][matrix]") {
  // Sums of independent noise: variances 1, 2, .., 9. Released prefix sums: variance 1 each.
  const auto errors = [](const std::string& text, long steps) {
    const Strategy strategy = Strategy::parse(text, steps);
    return sum_errors(strategy, matrix_sensitivity(strategy, Participation::once()), number("2"),
                      15);
  };
  check_meet(errors("identity", 9)->largest.value(), ball("6"), 15);
  check_meet(errors("identity", 9)->mean.value(), sqrt(ball("20")), 15);
  check_meet(errors("prefix", 9)->largest.value(), ball("2"), 15);
  check_meet(errors("prefix", 9)->equal.value(), ball("3"), 15);
  check_meet(errors("sqrt", 3)->largest.value(), sqrt(ball("4") * ball("89/64")), 15);
  // A recurrence that loses more than one bit in each step: for sqrt, A C^{-1} has the coefficients of sqrt itself.
  Ball harmonic(Bits{256}), coefficient = ball("1");
  for (long j = 0; j < 1000; ++j) {
    harmonic += square(coefficient);
    coefficient = coefficient * (2 * j + 1) / (2 * j + 2);
  }
  check_meet(errors("sqrt", 1000)->largest.value(), sqrt(harmonic) * 2, 15);
  CHECK_FALSE(errors("tree", 8).has_value());
  const Strategy prefix = Strategy::parse("prefix", 9), tree = Strategy::parse("tree", 8);
  const auto each = [](const Strategy& strategy) {
    return equal_deviations(strategy, matrix_sensitivity(strategy, Participation::once()), 15);
  };
  REQUIRE(each(prefix).size() == 9);  // standard deviation 1 each, times the sensitivity 3
  for (const Certified& x : each(prefix)) check_meet(x.value(), ball("3"), 15);
  check_meet(each(Strategy::parse("identity", 9))[3].value(), ball("2"), 15);
  CHECK(each(tree).empty());
  const std::vector<std::vector<Rational>> rows = {{number("2"), number("0")},
                                                   {number("1"), number("4")}};
  const Strategy given = Strategy::matrix(rows, "given");
  // A C^{-1} = [[1/2, 0], [3/8, 1/4]].
  check_meet(sum_errors(given, matrix_sensitivity(given, Participation::once()), number("1"), 15)
                 ->largest.value(),
             ball("1/2"), 15);
}
