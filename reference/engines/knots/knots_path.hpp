/// Computes one answer as a Fourier integral along the path of BOUND(KNOTS-PATH).
#pragma once

#include <vector>

#include "reference/arithmetic/vectors/complex_vector.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/knots/knots_plan.hpp"

namespace plumbline::knots {

/// The breakpoint at which, for each factor i, j[i] of its N_i steps have their largest loss and the other steps have
/// their smallest loss.
struct Knot {
  std::vector<long> j;
  Ball distance;  ///< t - position
  Ball binomial;  ///< prod C(N_i, j_i)
  Ball atom;      ///< P-mass at the breakpoint
  double rough_distance;
  bool right;  ///< true if its term is integrated along the ray to the right
};

/// Computes the answer along one path. `steps`, `plan` and `poll` must outlive the object.
class Evaluation {
 public:
  Evaluation(const std::vector<Steps>& steps, const Plan& plan, Question question, const Real& t,
             const Poll& poll);
  Enclosure answer();
  size_t panels() const { return panels_; }

 private:
  struct Box {
    Ball x1, x2, y1, y2;
  };
  /// Bounds of E and of mass + E in KNOTS-PATH, for one mechanism. At its smallest loss, |E| <= e_low and |mass + E| <=
  /// low. At its largest loss, |E| <= e_high and |mass + E| <= high.
  struct Ends {
    Ball e_low, e_high, low, high;
  };
  /// Upper bounds on the terms of the breakpoints.
  struct Sizes {
    std::vector<Ball> each;
    Ball total{kBoundBits};
  };

  int sigma() const { return fourier::sigma(kernel_); }
  /// Returns true if the plan is a valid path; otherwise the answer is indeterminate.
  bool well_posed() const;
  void list_knots(const Real& t);
  /// If t and the positions of all breakpoints are rational, decides on which side of t each breakpoint lies.
  void decide_signs(const Real& t, std::vector<Knot>* knots) const;
  /// Returns the contour integral G_c (fourier_kernel.hpp) for the atoms alone, as a sum over the atoms.
  Ball atoms() const;
  /// Returns an upper bound of 1/|d(s)| on the rectangle; d is the denominator in fourier_kernel.hpp.
  Ball reciprocal(const Ball& x1, const Ball& x2, const Ball& y1) const;
  static Box box_around(const Segment& at, double rho);
  /// Returns the bounds on a box, for each factor. The box must lie above the real axis.
  std::vector<Ends> ends_on(const Box& box) const;
  Ball way_up();
  /// Returns an upper bound of prod K_i(x)^{N_i} e^{t(sigma - x)}.
  Ball size_at(double x) const;
  /// Returns the imaginary part of the integral of F (KNOTS-PATH) over a vertical panel, by a Gauss rule.
  Ball up_panel(const Segment& at, const GaussRule& rule);
  Sizes sizes(const std::vector<const Knot*>& mine, const Ball& x1, const Ball& x2,
              const std::vector<Ends>& ends) const;
  /// Returns the imaginary part of the integral over a ray, and adds a bound of the part beyond the last panel to the
  /// truncation error.
  Ball ray(bool right);
  /// Bounds the part of a ray beyond `from`. If the bound is below the tolerance, or if `last`, adds it to the
  /// truncation error and returns true.
  bool remainder(const std::vector<const Knot*>& mine, double from, const Ball& growth,
                 const Ball& tolerance, bool last);
  /// Returns the imaginary part of the integral of the terms of the breakpoints `active` over one panel of a ray.
  Ball ray_panel(const Segment& at, const GaussRule& rule, const std::vector<const Knot*>& active);
  ComplexBall knot_sum(const ComplexBall& s, const std::vector<ComplexVector>& low,
                       const std::vector<ComplexVector>& high, size_t k,
                       const std::vector<const Knot*>& active) const;

  const std::vector<Steps>& steps_;
  const Plan& plan_;
  Question question_;
  Kernel kernel_;
  Ball t_;
  const Poll& poll_;
  std::vector<Knot> knots_;
  std::vector<Ball> range_;  ///< largest minus smallest loss of each mechanism
  Ball lowest_{kBoundBits};  ///< t minus the lowest breakpoint
  UpperBound discretisation_, truncation_;
  size_t panels_ = 0;
};

}  // namespace plumbline::knots
