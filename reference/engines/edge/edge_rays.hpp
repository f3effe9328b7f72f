/// Computes the integral of BOUND(EDGE-RAYS), from which the engine "edge" answers, by Gauss rules along two rays: one
/// for the variable s of the transform, and one for the distance x from the smallest loss.
#pragma once

#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/arithmetic/vectors/complex_vector.hpp"
#include "reference/engines/edge/edge_terms.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::edge {

/// The parameters of the quadrature: doubles, used as exact numbers. The result is valid for any choice.
struct Plan {
  double c;              ///< below 0: start of the path
  double first;          ///< log of the smallest |x| on the ray of distances x
  long panels;           ///< number of panels of length 1 in log |x|, from `first` on
  double log_tolerance;  ///< log of the tolerance of the answer
  double nats;           ///< log of (largest integrand on the path / tolerance)
  Bits bits;
  /// For tests: number of points of a panel on each ray, number of head terms, and end of the path. 0 means: chosen
  /// automatically.
  size_t inner_points = 0, outer_points = 0, head_terms = 0;
  double end = 0;

  double log_reach() const { return first + static_cast<double>(panels); }
};

class Rays {
 public:
  /// Constructs the integral; `terms` and `poll` must outlive it.
  Rays(const Terms& terms, const Plan& plan, const Poll& poll);

  /// Encloses E[(1 - e^(X - d))_+], where X is the loss minus the smallest loss and d is the distance of the first
  /// term.
  Enclosure answer();
  size_t inner_nodes() const { return inner_nodes_; }
  size_t outer_nodes() const { return outer_nodes_; }

 private:
  /// Bounds of one part (with the density g) on one panel of the ray, x = e^(v + i pi/3).
  struct Sizes {
    Ball ellipse;  ///< bound of |g x| around the panel
    Ball ray;      ///< the integral of |g| over the panel on the ray
    Ball real;     ///< the integral of |g| over the same |x| on the real axis
    Ball gauss;    ///< the error of the Gauss rule on the panel
  };
  struct Panel {
    double middle;
    Ball nearest, around;  ///< smallest |x| on the panel, and on the ellipse around it
    ComplexVector nodes;
    std::vector<ComplexVector> weights;  ///< weights of each part, including its density
    std::vector<Sizes> sizes;            ///< sizes of each part
  };

  /// The first panels, on which |s x| is small, expanded into a series: EDGE-HEAD.
  struct Head {
    size_t panels = 0;
    long exponent = 0;                              ///< exponent of the scale, a power of two
    std::vector<std::vector<ComplexBall>> moments;  ///< for each part: sum w (x/scale)^j/j!
    std::vector<Ball> errors;                       ///< error of each part
  };

  void add_panel(long k);
  /// Returns the series (EDGE-HEAD) for |s| <= r.
  const Head& head_for(const Ball& r) const;
  Head made_head(size_t panels) const;
  size_t points_for(const std::vector<Sizes>& sizes) const;
  /// Returns the transforms of all parts at s on the path.
  std::vector<ComplexBall> transforms(const ComplexBall& s) const;
  ComplexBall integrand(const ComplexBall& s) const;
  /// Returns upper bounds of |transform| of each part if Re(s x) <= -share |s| |x| on the ray and |s| >= r.
  std::vector<Ball> sizes_beyond(const Ball& r, const Ball& share) const;
  /// Returns the sum over the terms of weight e^(-x distance) times the product of the powers of `sizes`.
  Ball size_of_terms(const Ball& x, const std::vector<Ball>& sizes) const;
  /// Bounds the parts beyond the ends of the rays: EDGE-RAYS.
  Ball cut() const;
  /// Integrates over the path s = c + u r of EDGE-RAYS; returns false if a panel cannot be bounded.
  bool walk(ComplexBall* sum, Ball* quadrature, Ball* truncation);

  const Terms& terms_;
  const Plan& plan_;
  const Poll& poll_;
  Bits p_;
  std::vector<Ball> atoms_, near_;
  std::vector<Panel> panels_;
  mutable Head head_;
  size_t inner_nodes_ = 0, outer_nodes_ = 0;
};

}  // namespace plumbline::edge
