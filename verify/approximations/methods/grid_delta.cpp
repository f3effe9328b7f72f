/// Computes the Delta-divergence as a maximum over a grid of priors, as the program listing in [BCP], Appendix B.3,
/// does.
#include <cmath>

#include "verify/approximations/methods/methods.hpp"
#include "verify/approximations/numerics/bounded_minimum.hpp"
#include "verify/approximations/request_checks.hpp"
#include "verify/approximations/runner.hpp"
#include "verify/approximations/steps/gaussian_pair.hpp"
#include "verify/approximations/steps/step_law.hpp"

namespace plumbline::approximations {
namespace {

constexpr long kMostPoints = 10000000;

/// The trade-off function of a composition in closed form: Phi(Phi^-1(1 - alpha) - mu) for Gaussian mechanisms, or the
/// closed form of the single step (for laplace, f_lap of the listing).
template <class Real>
class ClosedFormTradeoff {
 public:
  explicit ClosedFormTradeoff(const Composition& composition) {
    using std::sqrt;
    if (const auto mu_squared = composition.gaussian_mu_squared()) {
      mu_ = sqrt(to_real<Real>(*mu_squared));
    } else {
      of_step_ = step_laws(composition).front().in<Real>().tradeoff;
    }
  }

  Real operator()(const Real& alpha) const {
    if (of_step_) return of_step_(alpha);
    return normal_below(Real(normal_upper_quantile(alpha) - mu_));
  }

 private:
  Real mu_{0};
  decltype(StepIn<Real>::tradeoff) of_step_;
};

/// Returns R(pi) = min_alpha pi alpha + (1 - pi) f(alpha), with the default absolute tolerance (xatol = 1e-5) of the
/// minimiser of the listing.
template <class Real>
Real minimum_bayes_error(const ClosedFormTradeoff<Real>& f, const Real& prior) {
  const Real xatol = Real(1) / 100000;
  return BoundedMinimum<Real>(Real(0), Real(1), xatol)(
      [&](const Real& alpha) { return Real(prior * alpha + (1 - prior) * f(alpha)); });
}

Rational tolerance_of(const ApproximationRequest& request) {
  return option_or(request, "tolerance", Rational(1, 10000));
}

/// Returns the number of priors of the grid, ceil(1 / tolerance).
long points(const Rational& tolerance) {
  const Rational inverse = Rational(1) / tolerance;
  const long n = std::lround(inverse.approximate());
  return Rational(n) < inverse ? n + 1 : n;
}

/// Computes the maximum of R - R~ over the n priors linspace(0, 1, n), where R and R~ are the Bayes errors of the two
/// mechanisms. The paper claims that the error is at most the tolerance.
struct GridDelta {
  template <class Real>
  static Answer<Real> answer(const ApproximationRequest& request) {
    const ClosedFormTradeoff<Real> f(request.composition), other(*request.other);
    const Rational tolerance = tolerance_of(request);
    const long n = points(tolerance);
    Real largest(-1);
    for (long k = 0; k < n; ++k) {
      const Real prior = n == 1 ? Real(0) : Real(k) / Real(n - 1);
      const Real difference = minimum_bayes_error(f, prior) - minimum_bayes_error(other, prior);
      if (difference > largest) largest = difference;
    }
    const Real width = to_real<Real>(tolerance);
    return {largest, {{Real(largest - width), Real(largest + width)}}};
  }
};

std::string closed_form_refusal(const Composition& composition) {
  if (composition.gaussian_mu_squared()) return "";
  if (composition.single() && step_law_refusal(composition, {StepPart::tradeoff}).empty())
    return "";
  return "grid_delta needs f in closed form: products of gaussians or one laplace, not " +
         composition.expression();
}

std::string refusal(const ApproximationRequest& request) {
  std::string why = request_of_two_refusal(request, "grid_delta");
  if (!why.empty()) return why;
  if (!request.other) return "a divergence needs a second mechanism";
  const Rational tolerance = tolerance_of(request);
  if (tolerance.sign() <= 0 || Rational(1) < tolerance ||
      Rational(kMostPoints) * tolerance < Rational(1)) {
    return "option tolerance must lie in [1e-7, 1], got " + tolerance.text();
  }
  why = closed_form_refusal(request.composition);
  return why.empty() ? closed_form_refusal(*request.other) : why;
}

}  // namespace

/// The method uses long double instead of high precision: high-precision arithmetic takes too long for the default
/// grid. The error of the method (1e-6 and more) is far above the rounding errors of double and of long double.
ApproximationEntry grid_delta() {
  return {"grid_delta",
          "largest difference of minimum Bayes errors on a grid of priors ([BCP] B.3)",
          {"tolerance"},
          refusal,
          run_twice<GridDelta, long double>,
          nullptr,
          true};
}

}  // namespace plumbline::approximations
