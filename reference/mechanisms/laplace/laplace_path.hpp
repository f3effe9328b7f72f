/// The path of integration of the continuous part of the subsampled Laplace pair, in the x-plane from 0 to 1. It is
/// divided into panels, each with a number of nodes and an error bound. laplace_quadrature.hpp defines x, w and mu.
#pragma once

#include <cmath>
#include <vector>

#include "reference/mechanisms/laplace/laplace_quadrature.hpp"

namespace plumbline::laplace {

/// A straight panel between two points of the x-plane, parallel to an axis; exact doubles.
struct Panel {
  double re0, im0, re1, im1;
  double half() const { return (std::fabs(re1 - re0) + std::fabs(im1 - im0)) / 2; }
};

/// Returns the error of a Gauss rule on a panel for (mu/2) e^{-mu x} w^{c+iy}, 0 <= y <= Y, by BOUND(LAPLACE-PATH) in
/// the ellipse of rho; indeterminate if no bound is known. Requires mu > 0, 0 < p < 1.
Ball panel_error(const LaplaceLaw& law, double c, double Y, const Panel& panel, size_t points,
                 double rho);

/// Panels with their numbers of nodes, and the quadrature errors for (log w)^k w^{c+iy}.
struct Cover {
  struct RuledPanel {
    Panel panel;
    size_t points;
  };
  std::vector<RuledPanel> panels;
  UpperBound error[5];
  Poll poll = [] {};  ///< may throw
};

/// Returns panels with a total error of approximately e^log_tolerance, or a larger error if the maximum number of
/// points or panels is too small: BOUND(LAPLACE-PATH) in the .cpp file. The error is infinite if c or Y is not finite
/// or Y < 0.
Cover cover_path(
    const LaplaceLaw& law, double c, double Y, double log_tolerance, Bits p,
    const Poll& poll = [] {});

}  // namespace plumbline::laplace
