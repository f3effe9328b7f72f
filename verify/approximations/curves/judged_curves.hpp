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

/// Returns the line segments between corners (alpha, beta), ordered by increasing or decreasing alpha from near 0 to
/// near 1, with beta non-increasing in alpha; constants extend them to 0 and 1. Among corners with equal alpha, the
/// lowest counts. Throws std::domain_error if a number is not finite or beta increases.
std::unique_ptr<ComparedCurve> polygon_curve(const std::vector<double>& alphas,
                                             const std::vector<double>& betas);

/// Returns the curve of alpha = 1 - F_null(t), beta = F_alternative(t), for t in the interval around the mean of the
/// null in which both expansions increase (at most 12 deviations of the null); constants extend it to 0 and 1.
std::unique_ptr<ComparedCurve> edgeworth_curve(const EdgeworthLaw<double>& null,
                                               const EdgeworthLaw<double>& alternative);

/// Returns the maximum of 0 and the lines heights[k] - slopes[k] alpha, slopes >= 0.
std::unique_ptr<ComparedCurve> lines_curve(const std::vector<double>& heights,
                                           const std::vector<double>& slopes);

/// Returns the minimum of several curves.
std::unique_ptr<ComparedCurve> lower_of(std::vector<std::unique_ptr<ComparedCurve>> curves);

}  // namespace plumbline::approximations
