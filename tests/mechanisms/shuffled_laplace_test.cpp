/// Laplace noise added by each user, shuffled: its bound compared with all counts of three kinds of answers, and with
/// the information in the answers themselves.
#include <cmath>

#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// An answer of the blanket: its probability, and the densities of both values relative to the blanket.
struct BlanketAnswer {
  double weight, P, Q;
};

double tally(const std::vector<BlanketAnswer>& answers, long left, double weight, double P,
             double Q, double x) {
  if (left == 0) return weight * std::max(0.0, Q - x * P);
  double sum = 0;
  for (const BlanketAnswer& at : answers) {
    sum += tally(answers, left - 1, weight * at.weight, P + at.P, Q + at.Q, x);
  }
  return sum;
}

/// Returns the profile of n users whose answers come from the blanket with probability g: conditional on T such
/// answers, the mean of (g/T) (sum of Q - x P)_+.
double blanket_profile(const std::vector<BlanketAnswer>& answers, double g, long n,
                       double epsilon) {
  double sum = 0;
  for (long T = 1; T <= n; ++T) {
    double ways = 1;
    for (long i = 1; i < T; ++i) ways = ways * static_cast<double>(n - i) / static_cast<double>(i);
    const double others = static_cast<double>(T - 1), rest = static_cast<double>(n - T);
    const double weight = ways * std::pow(g, others + 1) * std::pow(1 - g, rest) / (others + 1);
    sum += tally(answers, T, weight, 0, 0, std::exp(epsilon));
  }
  return sum;
}

/// Returns three kinds of answers: e^(1/b) times as likely for one value or the other, with probability 1/k each, and
/// neutral answers.
std::vector<BlanketAnswer> three_kinds(double b) {
  const double k = 1 + std::exp(1 / (2 * b)), U = std::exp(1 / b);
  return {{1 / k, U, 1}, {1 / k, 1, U}, {1 - 2 / k, 1, 1}};
}

/// Returns the distances from 1/2 in cells, each with its mean: no more information than in the answers.
std::vector<BlanketAnswer> cells(double b, int count) {
  std::vector<BlanketAnswer> out;
  const auto add = [&](double weight, double ratio) {
    out.push_back({weight / 2, ratio, 1});
    out.push_back({weight / 2, 1, ratio});
  };
  for (int i = 0; i < count; ++i) {
    const double u = 0.5 * i / count, v = 0.5 * (i + 1) / count;
    const double weight = std::exp(-u / b) - std::exp(-v / b);
    add(weight, (std::exp(v / b) - std::exp(u / b)) / weight);
  }
  add(std::exp(-0.5 / b), std::exp(1 / b));
  return out;
}

/// Returns delta from the answers of two users, one with value 0 or 1 and one with value z, on a grid.
double two_users(double b, double z, double epsilon) {
  const double h = b / 20, x = std::exp(epsilon);
  const auto density = [b](double y, double at) {
    return std::exp(-std::abs(y - at) / b) / (2 * b);
  };
  double sum = 0;
  for (double y = -10 * b + h / 2; y < 1 + 10 * b; y += h) {
    for (double v = -10 * b + h / 2; v < y; v += h) {
      const double P = density(y, 0) * density(v, z) + density(v, 0) * density(y, z);
      const double Q = density(y, 1) * density(v, z) + density(v, 1) * density(y, z);
      sum += std::max(0.0, Q - x * P) * h * h;
    }
  }
  return sum;
}

std::string laplace_of(double b, long n) {
  return "shuffled_laplace(b=" + std::to_string(b) + ",n=" + std::to_string(n) + ")";
}

}  // namespace

TEST_CASE("shuffled_laplace: answers of three kinds, counted one by one",
          "[mechanisms][shuffled][SHUFFLED-LAPLACE]") {
  for (const double b : {0.5, 1.0, 3.0}) {
    const double g = std::exp(-1 / (2 * b));
    for (const long n : {2L, 3L, 7L}) {
      for (const char* epsilon : {"0", "0.2"}) {
        CAPTURE(b, n, epsilon);
        const double truth = blanket_profile(three_kinds(b), g, n, std::stod(epsilon));
        const Ball found = forward_delta(laplace_of(b, n), epsilon);
        CHECK(found.relative_digits() >= 15);
        CHECK(found.approximate() == Approx(truth).epsilon(1e-11));
      }
    }
  }
}

TEST_CASE("shuffled_laplace: no less than the answers tell",
          "[mechanisms][shuffled][SHUFFLED-LAPLACE]") {
  for (const double b : {0.5, 1.0, 3.0}) {
    const double g = std::exp(-1 / (2 * b));
    for (const char* epsilon : {"0", "0.2"}) {
      CAPTURE(b, epsilon);
      const double eps = std::stod(epsilon);
      const double three = forward_delta(laplace_of(b, 3), epsilon).approximate();
      const double least = blanket_profile(cells(b, 12), g, 3, eps);
      CHECK(three >= least);
      CHECK(three <= 1.6 * least + 1e-3);
      const double two = forward_delta(laplace_of(b, 2), epsilon).approximate();
      for (const double z : {0.0, 0.5, 1.0}) {
        CAPTURE(z);
        CHECK(two >= two_users(b, z, eps) - 2e-3);
      }
    }
  }
}

TEST_CASE("shuffled_laplace: rounded answers are a member below it",
          "[mechanisms][shuffled][SHUFFLED-ROUNDED]") {
  const std::string mechanism = "shuffled_laplace(b=1,n=300)";
  const WrittenFactor factor = read_open_expression(mechanism).front();
  const std::string below = factor.entry->facts->member(factor);
  for (const char* epsilon : {"0.05", "0.3"}) {
    CAPTURE(epsilon, below);
    CHECK(certainly_less(forward_delta(below, epsilon), forward_delta(mechanism, epsilon)));
  }
  // log(2 e^(1/2) - 1), rounded down.
  CHECK(below.substr(0, 35) == "shuffled_rr(epsilon0=0.831796565751");
}
