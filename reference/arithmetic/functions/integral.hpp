/// Rigorous integrals of analytic functions over finite real intervals.
#pragma once

#include <functional>

#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline {

/// Encloses f over a ball; if `analytic`, must be indeterminate unless f is analytic on all of it.
using AnalyticFunction = std::function<ComplexBall(const ComplexBall& z, bool analytic)>;

/// An enclosure of the integral of f from a to b (exact balls), near a relative width of 2^-p or the absolute one
/// 2^-tolerance if that is larger. Exceptions of f are not caught.
///
/// Adaptive bisection and Gauss-Legendre rules with error bounds from ellipses on which f is analytic: Johansson 2018,
/// "Numerical integration in arbitrary-precision ball arithmetic".
Ball integral(const AnalyticFunction& f, const Ball& a, const Ball& b, long tolerance, Bits p);
ComplexBall complex_integral(const AnalyticFunction& f, const Ball& a, const Ball& b,
                             long tolerance, Bits p, long evaluations = 0);

}  // namespace plumbline
