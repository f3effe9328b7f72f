#include "reference/composition/concentrated_runs.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace plumbline {

void require_concentrated(const ConcentratedRuns& r) {
  if (r.rho.sign() <= 0 || r.xi.sign() < 0 || r.runs.sign() <= 0) {
    throw std::invalid_argument("concentrated privacy needs rho > 0 and xi >= 0, got rho = " +
                                r.rho.text() + ", xi = " + r.xi.text());
  }
}

std::string concentrated_class(const ConcentratedRuns& runs) {
  if (!runs.rho.is_zero()) require_concentrated(runs);
  return "zcdp(rho=" + runs.rho.text() + (runs.xi.is_zero() ? "" : ",xi=" + runs.xi.text()) + ")" +
         (runs.runs == Rational(1) ? "" : "^" + runs.runs.text());
}

// The Renyi divergence of order alpha of the Gaussian mechanism is alpha/(2 sigma^2). It is at most total * alpha if
// sigma^2 >= 1/(2 total), where `total` is the sum of rho over the runs. This condition is checked exactly.
std::string concentrated_gaussian(const ConcentratedRuns& runs) {
  require_concentrated(runs);
  const Rational total = runs.rho * runs.runs;
  double sigma = std::sqrt(1 / (2 * total.approximate()));
  const auto among = [&] {
    const Rational x = Rational::from_binary64(sigma);
    return x * x * total * Rational(2) >= Rational(1);
  };
  while (!among()) sigma = std::nextafter(sigma, std::numeric_limits<double>::infinity());
  return "gaussian(sigma=" + Rational::from_binary64(sigma).text() + ")";
}

}  // namespace plumbline
