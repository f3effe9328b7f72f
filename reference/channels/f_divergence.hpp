/// f-divergences D_f(P || Q) = sum_y Q(y) f(P(y)/Q(y)) for a list of convex functions f with f(1) = 0.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/real.hpp"

namespace plumbline {

struct ConvexFunction {
  std::string name;                        ///< canonical, with its parameter: "hockey_stick(2)"
  std::string formula;                     ///< formula of f(t), for human readers
  std::function<Ball(const Ball&)> value;  ///< f(t), t > 0; nonnegative (see below)
  /// f(0) and the limit of f(t)/t at infinity; nothing if infinite.
  std::function<std::optional<Ball>(Bits)> at_zero, at_infinity;
};

/// Returns the function of a name: kl, reverse_kl, chi2, tv, hellinger, jensen_shannon, le_cam, hockey_stick(G) with
/// G >= 1, power(A) with A > 0 and A != 1. Throws std::invalid_argument, with this list, on other names.
///
/// Each f includes the multiple of t - 1 that makes it nonnegative; this changes no divergence.
ConvexFunction convex_function(const std::string& name);
std::vector<std::string> convex_function_names();

/// Returns D_f(P || Q); nothing if it is infinite. A mass that is 0 must be a rational Real.
std::optional<Ball> f_divergence(const ConvexFunction& f, const std::vector<Real>& P,
                                 const std::vector<Real>& Q, Bits p);

/// Returns the largest D_f(P || Q) of pairs with likelihood ratios at most e^epsilon and total variation at most eta
/// (Theorem 4 of Ghazi and Issa 2024, equation 32),
///     eta (f(e^eps) + e^eps f(e^-eps))/(e^eps - 1).
/// If there is no epsilon (it is infinite), returns the limit eta (f(0) + lim f(t)/t); nothing if it is infinite.
std::optional<Ball> largest_f_divergence(const ConvexFunction& f,
                                         const std::optional<Real>& epsilon, const Real& eta,
                                         Bits p);

}  // namespace plumbline
