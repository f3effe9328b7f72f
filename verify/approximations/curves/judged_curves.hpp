/// The trade-off curves of approximations, as exactly defined functions: the doubles of the method are their
/// parameters, and the functions are evaluated in ball arithmetic.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "reference/values/compared_curve.hpp"
#include "verify/approximations/steps/edgeworth_law.hpp"

namespace plumbline::approximations {

/// Returns G_mu(alpha) = Phi(Phi^-1(1 - alpha) - mu), mu > 0.
std::unique_ptr<ComparedCurve> gaussian_curve(double mu);

/// Returns the polygon through the corners (alpha, beta). The corners are in the order of increasing or of decreasing
/// alpha, and beta does not increase in alpha. Outside of the corners, the curve is constant up to alpha = 0 and 1. If
/// several corners have the same alpha, the one with the smallest beta is used. Throws std::domain_error if a number is
/// not finite or beta increases.
std::unique_ptr<ComparedCurve> polygon_curve(const std::vector<double>& alphas,
                                             const std::vector<double>& betas);

/// Returns the curve of alpha = 1 - F_null(t), beta = F_alternative(t), where F_null and F_alternative are the two
/// Edgeworth expansions. t runs over the interval around the mean of the null hypothesis in which both expansions
/// increase (at most 12 standard deviations on each side). Outside, the curve is constant up to alpha = 0 and 1.
std::unique_ptr<ComparedCurve> edgeworth_curve(const EdgeworthLaw<double>& null,
                                               const EdgeworthLaw<double>& alternative);

/// Returns the maximum of 0 and the lines heights[k] - slopes[k] alpha, slopes >= 0.
std::unique_ptr<ComparedCurve> lines_curve(const std::vector<double>& heights,
                                           const std::vector<double>& slopes);

/// Returns the minimum of several curves.
std::unique_ptr<ComparedCurve> lower_of(std::vector<std::unique_ptr<ComparedCurve>> curves);

}  // namespace plumbline::approximations
