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

/// Line segments between corners (alpha, beta), ordered by increasing or decreasing alpha from near 0 to near 1, with
/// beta non-increasing in alpha; extended by constants. For corners with equal alpha, the lowest counts. Throws
/// std::domain_error if a number is not finite or beta increases.
std::unique_ptr<ComparedCurve> polygon_curve(const std::vector<double>& alphas,
                                             const std::vector<double>& betas);

/// alpha = 1 - F_null(t), beta = F_alternative(t), for t in the interval around the mean of the null in which both
/// expansions increase (at most 12 deviations of the null); extended by constants.
std::unique_ptr<ComparedCurve> edgeworth_curve(const EdgeworthLaw<double>& null,
                                               const EdgeworthLaw<double>& alternative);

/// The maximum of 0 and the lines heights[k] - slopes[k] alpha, slopes >= 0.
std::unique_ptr<ComparedCurve> lines_curve(const std::vector<double>& heights,
                                           const std::vector<double>& slopes);

/// The minimum of several curves.
std::unique_ptr<ComparedCurve> lower_of(std::vector<std::unique_ptr<ComparedCurve>> curves);

}  // namespace plumbline::approximations
