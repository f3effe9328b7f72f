/// Computes the privacy profile by a sum along a long vertical line. Only the nodes are summed at which the transform
/// returns near its maximum (near-recurrences), and the line ends at a point where the transform has not decayed.
#pragma once

#include <limits>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier_kernel.hpp"
#include "reference/engines/returns/cut_kernel.hpp"
#include "reference/engines/returns/machine_nodes.hpp"
#include "reference/engines/sieve/sieve.hpp"

namespace plumbline::returns {

/// The plan of a line. Its doubles are used as exact numbers. Any plan gives a correct enclosure; a good plan gives a
/// tight one.
struct ReturnContour {
  double c = 0;     ///< the line Re s = c, not 0 or 1
  double step = 0;  ///< D > 0, the distance of neighbouring nodes
  long last = 1;  ///< last node of the line; the line may end before it if there are too many nodes
  Bits bits{64};  ///< relative accuracy of the node values
  double right = 0, left = 0;  ///< x+ > c and x- < c, not 0 or 1, where the aliasing is bounded
  double log_small = -40;      ///< log of the omitted part relative to the scale of the sum
  long most_nodes = 100000;    ///< maximum number of summed nodes
  /// From these |Im s| on, nodes are computed in long double (wide) and in double (plain), if the composition permits
  /// it.
  double wide = std::numeric_limits<double>::infinity(), plain = wide;
  long most_visits = 800000000;  ///< for Sieve::allow: limits the search for nodes to some seconds
};

class ReturnLine {
 public:
  /// Requires that Sieve supports all steps, and that no loss is infinite.
  ReturnLine(const Composition& composition, const ReturnContour& contour, const Poll& poll);

  /// Encloses the answer to a question about the profile: delta, its complement or the excess.
  Enclosure answer(Question question, const Real& t, const Poll& poll) const;

  const ReturnContour& contour() const { return contour_; }
  /// The last node of the line, and the number of summed nodes k >= 0.
  long last() const { return last_; }
  size_t size() const { return size_; }

 private:
  struct Segment {
    long first;
    ComplexVector values;  ///< K times the kernel that replaces 1/(s(s-1)) (CutKernel)
    ComplexVector widths;  ///< K times e(v) of RETURNS-CUT
  };
  /// A block of nodes, and an upper bound of the sum of |K|/K(c) over its omitted nodes.
  struct Left {
    long first;
    Ball size;
  };
  void choose(const Composition& composition, const Poll& poll);
  long need_from(long first) const;
  void count_left(const std::vector<Left>& left);
  void evaluate(const Composition& composition, const fourier::Run& run, const Poll& poll);
  void evaluate_all(const Composition& composition, const Poll& poll);
  CutKernel kernel() const { return {contour_.c, contour_.step, last_}; }

  ReturnContour contour_;
  long last_ = 0;
  size_t size_ = 0;
  std::vector<fourier::Run> runs_;
  std::vector<Segment> segments_;
  std::unique_ptr<MachineLaw> law_;  ///< null if all nodes are computed in balls
  std::unique_ptr<MachineNodes<long double>> wide_;
  std::unique_ptr<MachineNodes<double>> plain_;
  Ball transform_c_, transform_right_, transform_left_;  ///< K(c), K(x+), K(x-)
  Ball left_out_;         ///< bound of sum |K| |kernel| over the omitted nodes 0 < k <= last
  Ball left_widths_;      ///< bound of sum e(v) |K| over the omitted nodes |k| <= last
  Ball sizes_, totals_;   ///< bounds of sum (1 - v) |K|, sum |K|, |k| <= last, v = |k|/(last+1)
  Ball mass_P_, mass_Q_;  ///< K(0), K(1)
};

}  // namespace plumbline::returns
