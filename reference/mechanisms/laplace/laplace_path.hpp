/// The path of the x-plane from 0 to 1 on which the continuous part of the subsampled Laplace pair is integrated, in
/// panels with the sizes and the errors of their rules.
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

/// The error of a Gauss rule on a panel, by BOUND(LAPLACE-PATH) in the ellipse of rho, for (mu/2) e^{-mu x} w^{c+iy}, 0
/// <= y <= Y; indeterminate if nothing is known. mu > 0, 0 < p < 1.
Ball panel_error(const LaplaceLaw& law, double c, double Y, const Panel& panel, size_t points,
                 double rho);

/// Panels with the numbers of nodes of their rules, and the errors of the rule for (log w)^k w^{c+iy}.
struct Cover {
  struct RuledPanel {
    Panel panel;
    size_t points;
  };
  std::vector<RuledPanel> panels;
  UpperBound error[5];
  Poll poll = [] {};  ///< may throw
};

/// Errors of approximately e^log_tolerance, as far as the panels permit: BOUND(LAPLACE-PATH) in the .cpp; infinite if c
/// or Y is not finite or Y < 0.
Cover cover_path(
    const LaplaceLaw& law, double c, double Y, double log_tolerance, Bits p,
    const Poll& poll = [] {});

}  // namespace plumbline::laplace
