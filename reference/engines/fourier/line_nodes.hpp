/// The nodes of a line in machine numbers: the products of the factors' transforms divided by s(s-1), and their sum at
/// t. BOUND(MACHINE-LINE) proves the errors of doubles and double-doubles.
#pragma once

#include <memory>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/machine_contour.hpp"
#include "reference/engines/fourier/machine_product.hpp"

namespace plumbline::fourier {

class LineNodes {
 public:
  virtual ~LineNodes() = default;
  /// Encloses the sum of prod_i K_i(s_k)^{n_i} e^{-ikDt}/(s_k (s_k - 1)) over the nodes s_k = c + ikD, for k of both
  /// signs. K_i is the transform of a factor and n_i its number of steps. Indeterminate if nothing is known.
  virtual Ball series(const Real& t) const = 0;
  /// Returns the nodes of a larger product on the same contour: its factors are those of these nodes and those of
  /// `rest`. `contour` has the rules of `rest`, and `at` are the factors of `rest` at c. Null if a number exceeds the
  /// range.
  virtual std::shared_ptr<const LineNodes> extended(const MachineProduct& rest,
                                                    const MachineContour& contour,
                                                    const std::vector<mixture::MachineOrder>& at,
                                                    const Poll& poll) const = 0;
};

/// Computes the nodes of a contour with rules for the product: in double-double arithmetic if the contour has grids
/// for double-doubles, otherwise in doubles. `at` are the factors at c. Returns null if a number exceeds the range.
std::shared_ptr<const LineNodes> make_nodes(const MachineProduct& product,
                                            const MachineContour& contour,
                                            const std::vector<mixture::MachineOrder>& at,
                                            const Poll& poll);

}  // namespace plumbline::fourier
