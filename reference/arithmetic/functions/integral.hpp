/// Rigorous integrals of analytic functions over finite real intervals.
#pragma once

#include <functional>

#include "reference/arithmetic/vectors/complex_ball.hpp"

namespace plumbline {

/// A function that encloses f over a ball. If `analytic` is true and f is not analytic on the whole ball, it must
/// return an indeterminate ball.
using AnalyticFunction = std::function<ComplexBall(const ComplexBall& z, bool analytic)>;

/// Returns an enclosure of the integral of f from a to b (exact balls). Its width is near the relative width 2^-p, or
/// the absolute width 2^-tolerance if that is larger. Exceptions of f are passed to the caller.
///
/// The method is adaptive bisection with Gauss-Legendre rules, whose error bounds use ellipses on which f is analytic:
/// Johansson 2018, "Numerical integration in arbitrary-precision ball arithmetic".
Ball integral(const AnalyticFunction& f, const Ball& a, const Ball& b, long tolerance, Bits p);
ComplexBall complex_integral(const AnalyticFunction& f, const Ball& a, const Ball& b,
                             long tolerance, Bits p, long evaluations = 0);

}  // namespace plumbline
