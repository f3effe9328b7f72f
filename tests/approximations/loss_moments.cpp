#include "verify/approximations/steps/loss_moments.hpp"

#include "tests/approximations/helpers.hpp"
#include "verify/approximations/steps/laplace_moments.hpp"
#include "verify/approximations/steps/subsampled_laplace_moments.hpp"
#include "verify/approximations/steps/subsampled_moments.hpp"

using namespace plumbline;
using namespace plumbline::approximations;

namespace {

constexpr double kCell = 1e-4;

/// Independent computation: the midpoint rule over the output, from its two densities. Kinks at multiples of h lie
/// between cells.
template <class Density>
LossMoments<double> by_midpoints(const Density& null, const Density& other, Measure measure,
                                 double first, double last) {
  constexpr double h = kCell;
  const long cells = std::lround((last - first) / h);
  LossMoments<double> moments;
  const auto each = [&](const auto& visit) {
    for (long k = 0; k < cells; ++k) {
      const double x = first + (static_cast<double>(k) + 0.5) * h, P = null(x), Q = other(x);
      visit(h * (measure == Measure::P ? P : Q), std::log(Q / P));
    }
  };
  each([&](double weight, double loss) { moments.mean += weight * loss; });
  each([&](double weight, double loss) { moments.add(weight, loss - moments.mean); });
  return moments;
}

void check_equal(const LossMoments<double>& a, const LossMoments<double>& b, double tolerance) {
  CHECK(a.mean == Approx(b.mean).epsilon(tolerance));
  for (size_t r = 2; r <= 6; ++r) {
    CAPTURE(r);
    const double scale = std::pow(b.central[2], static_cast<double>(r) / 2);
    CHECK(std::abs(a.central[r] - b.central[r]) < tolerance * (scale + std::abs(b.central[r])));
  }
}

}  // namespace

TEST_CASE("loss moments: subsampled gaussian against midpoints", "[approximations][moments]") {
  const auto measure = GENERATE(Measure::P, Measure::Q);
  const auto [mu, p] = GENERATE(table<double, double>({{0.5, 0.1}, {1.5, 0.001}, {3, 0.5}}));
  CAPTURE(mu, p);
  const auto normal = [](double x) { return std::exp(-x * x / 2) / std::sqrt(2 * M_PI); };
  const std::function<double(double)> P = normal;
  const std::function<double(double)> Q = [&, mu = mu, p = p](double x) {
    return (1 - p) * normal(x) + p * normal(x - mu);
  };
  const auto slow = by_midpoints(P, Q, measure, -14, 14 + mu);
  check_equal(subsampled_moments(mu, p, measure), slow, kCell * kCell);
  const double third = subsampled_absolute_third(mu, p, measure, slow.mean);
  CHECK(third == Approx(slow.absolute_third).epsilon(1e-8));
}

TEST_CASE("loss moments: laplace against midpoints", "[approximations][moments]") {
  const auto measure = GENERATE(Measure::P, Measure::Q);
  const double mu = GENERATE(0.05, 1.0, 4.0);
  CAPTURE(mu);
  const std::function<double(double)> P = [](double x) { return std::exp(-std::abs(x)) / 2; };
  const std::function<double(double)> Q = [&](double x) { return P(x - mu); };
  const auto slow = by_midpoints(P, Q, measure, -40, 40 + mu);
  const auto fast = laplace_moments(mu, measure);
  // The loss has corners at distance mu, at which the midpoint rule has the error (h / mu)^2 / 24.
  const double tolerance = kCell * kCell * std::max(1.0, 1 / (mu * mu));
  check_equal(fast, slow, tolerance);
  CHECK(fast.absolute_third == Approx(slow.absolute_third).epsilon(tolerance));
}

TEST_CASE("loss moments: laplace in closed form, to 45 digits", "[approximations][moments]") {
  const HighPrecision mu(GENERATE("0.05", "1", "30")), decay = exp(-mu);
  const auto moments = laplace_moments(mu, Measure::P);
  const HighPrecision mean = 1 - mu - decay;
  // E L^2: the atoms, and int_0^mu (e^-y / 2) (2y - mu)^2 dy, integrated by parts.
  const HighPrecision second =
      mu * mu * (1 + decay) / 2 + (mu * mu * (1 - decay) - 4 * mu * (1 - (1 + mu) * decay) +
                                   4 * (2 - (2 + 2 * mu + mu * mu) * decay)) /
                                      2;
  CHECK(relative_error(moments.mean, mean) < 1e-45);
  CHECK(relative_error(moments.central[2], HighPrecision(second - mean * mean)) < 1e-45);
}

TEST_CASE("loss moments: p = 1 gives the gaussian's, to 45 digits", "[approximations][moments]") {
  // The target of the quadrature is 50 digits, and p = 1 has a closed form: v1 = mu^2/2, v2 - v1^2 = mu^2, v3 = 2
  // mu^3 sqrt(2/pi).
  const HighPrecision mu("0.75"), one(1), tiny("1e-45");
  const auto measure = GENERATE(Measure::P, Measure::Q);
  const auto exact = gaussian_moments(mu, measure);
  const auto quadrature = subsampled_moments(mu, one, measure);
  CHECK(abs(quadrature.mean - exact.mean) < tiny);
  for (size_t r = 2; r <= 6; ++r) CHECK(abs(quadrature.central[r] - exact.central[r]) < tiny);
  const HighPrecision third = subsampled_absolute_third(mu, one, measure, exact.mean);
  CHECK(abs(third - exact.absolute_third) < tiny);
}

TEST_CASE("loss moments: small sampling rates keep their digits in double",
          "[approximations][moments]") {
  // The mean is of order p^2 while L is of order p: the naive formula would lose six digits at p = 1e-6, and more by
  // the cancellation of both signs.
  const auto measure = GENERATE(Measure::P, Measure::Q);
  const auto fast = subsampled_moments(0.5, 1e-6, measure);
  const auto sharp = subsampled_moments(HighPrecision("0.5"), HighPrecision(1e-6), measure);
  CHECK(relative_error(fast.mean, sharp.mean) < 1e-13);
  CHECK(relative_error(fast.central[2], sharp.central[2]) < 1e-13);
}

TEST_CASE("loss moments: subsampled laplace against midpoints", "[approximations][moments]") {
  const auto measure = GENERATE(Measure::P, Measure::Q);
  const auto [mu, p] = GENERATE(table<double, double>({{0.5, 0.1}, {1, 0.001}, {4, 0.5}}));
  CAPTURE(mu, p);
  const std::function<double(double)> P = [](double x) { return std::exp(-std::abs(x)) / 2; };
  const std::function<double(double)> Q = [&, mu = mu, p = p](double x) {
    return (1 - p) * P(x) + p * P(x - mu);
  };
  const auto slow = by_midpoints(P, Q, measure, -40, 40 + mu);
  const auto fast = subsampled_laplace_moments(mu, p, measure);
  // The midpoint sum of the mean, of order p^2, has terms of order p, each with an error of 1e-9 at the corners.
  const double tolerance = 1e-5;
  check_equal(fast, slow, tolerance);
  CHECK(fast.absolute_third == Approx(slow.absolute_third).epsilon(tolerance));
}

TEST_CASE("loss moments: subsampled laplace at p near 1 is laplace", "[approximations][moments]") {
  const auto measure = GENERATE(Measure::P, Measure::Q);
  const HighPrecision mu("1.5"), p = 1 - HighPrecision("1e-30");
  const auto subsampled = subsampled_laplace_moments(mu, p, measure);
  const auto whole = laplace_moments(mu, measure);
  CHECK(relative_error(subsampled.mean, whole.mean) < 1e-28);
  for (size_t r = 2; r <= 6; ++r) {
    CHECK(relative_error(subsampled.central[r], whole.central[r]) < 1e-28);
  }
  CHECK(relative_error(subsampled.absolute_third, whole.absolute_third) < 1e-28);
}
