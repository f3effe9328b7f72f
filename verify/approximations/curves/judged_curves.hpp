/// The trade-off curves that approximations draw, as exactly defined functions: the method's own
/// doubles as parameters, everything after them evaluated in balls.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reference/values/compared_curve.hpp"
#include "verify/approximations/steps/edgeworth_law.hpp"

namespace plumbline::approximations {

/// G_mu(alpha) = Phi(Phi^-1(1 - alpha) - mu), mu > 0.
std::unique_ptr<ComparedCurve> gaussian_curve(double mu);

/// Straight lines between corners (alpha, beta), in any order of rising or falling alpha from near
/// 0 to near 1 and beta not rising with alpha; continued by constants. Of corners with the same
/// alpha the lowest counts. Throws std::domain_error if a number is not finite or beta rises.
std::unique_ptr<ComparedCurve> polygon_curve(const std::vector<double>& alphas,
                                             const std::vector<double>& betas);

/// alpha = 1 - F_null(t), beta = F_alternative(t), t over the stretch around the null's mean in
/// which both expansions rise (at most 12 deviations of the null); continued by constants.
std::unique_ptr<ComparedCurve> edgeworth_curve(const EdgeworthLaw<double>& null,
                                               const EdgeworthLaw<double>& alternative);

/// The largest of 0 and of the lines heights[k] - slopes[k] alpha, slopes >= 0.
std::unique_ptr<ComparedCurve> lines_curve(const std::vector<double>& heights,
                                           const std::vector<double>& slopes);

/// The lowest of several.
std::unique_ptr<ComparedCurve> lower_of(std::vector<std::unique_ptr<ComparedCurve>> curves);

}  // namespace plumbline::approximations
