/// Two steps at complex thresholds: the analytic continuation of their answer (for example, of delta(t)). With three
/// steps, the answer for the second and the third step is integrated over the noise of the first.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "reference/engines/direct/direct_two.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::direct {

/// The answer of two steps, continued from an interval of real thresholds to the complex thresholds around it
/// (BOUND(DIRECT-THREE)). Stores references to both steps.
class ContinuedTwo {
 public:
  /// Constructs the continuation. `inside` is a point of the interval. The interval contains no sum of an end point
  /// (the smallest or largest loss) of one step and an end point of the other. The target of the truncation error at
  /// infinite ends is 2^-cut, or without `cut` the tolerance of each value.
  ContinuedTwo(const Step& outer, const Step& inner, Question question, const Ball& inside, Bits p,
               std::optional<long> cut);

  /// Returns an enclosure of the answer at s, of width near 2^-tolerance. It is indeterminate if the precision does
  /// not decide on which side of the sums of end points `inside` lies, or if `analytic` is set and the answer is not
  /// known to be analytic on the whole ball.
  ComplexBall value(const ComplexBall& s, bool analytic, long tolerance) const;

 private:
  using ComplexMass = std::pair<ComplexBall, ComplexBall>;  // P, Q

  /// Classifies an atom of the outer step: the inner loss certainly exceeds s minus the atom's loss, certainly does
  /// not, or is undecided.
  enum class Settled { above, below, open };
  struct Atom {
    Ball loss;
    ComplexMass mass;
    Settled known;
  };
  /// The interval of the outer noise that remains to be integrated, from start to stop, the sum `total` of the known
  /// parts, and a bound on the omitted part.
  struct OpenStretch {
    ComplexBall total;
    std::optional<ComplexBall> start, stop;
    UpperBound beyond{};  ///< the bound on the omitted part
    /// True if stop is an edge of the inner step, and the density of the inner loss is flat there.
    bool flat = false;
    bool settled = false;  ///< true if nothing is left to integrate
  };

  /// Returns the contribution of a set of outer outcomes with the masses m, on which the inner loss certainly exceeds
  /// its threshold (`all_above`), or certainly does not exceed it.
  static ComplexBall settled(Question question, const ComplexMass& m, const ComplexBall& t,
                             bool all_above);
  std::optional<ComplexBall> end(const std::optional<Rational>& u) const {
    return u ? std::optional<ComplexBall>(ComplexBall(Ball(*u, p_))) : std::nullopt;
  }
  ComplexBall of_atoms(const ComplexBall& s, bool analytic) const;
  /// Let l(u) be the outer loss at the noise u. Adds the part of the integral in which s - l(u) lies beyond the inner
  /// step's largest or smallest loss, where the answer is known.
  void settle_ends(const ComplexBall& s, bool analytic, OpenStretch* part) const;
  /// Returns a bound of the part beyond a cut at the real point `at`.
  UpperBound beyond_cut(const ComplexBall& s, const std::optional<ComplexBall>& a,
                        const std::optional<ComplexBall>& b, const Ball& at) const;
  /// Truncates infinite ends of the interval; returns false if that is impossible.
  bool cut_ends(const ComplexBall& s, long tolerance, OpenStretch* part) const;
  /// Integrates the part of the segment next to `stop`, where s - l(u) is the smallest inner loss (the edge), in the
  /// variable y = s - l(u). This variable preserves the relative accuracy of the distance to the edge. Returns false if
  /// there is no such part.
  bool take_flat_edge(const ComplexBall& s, long tolerance, OpenStretch* part) const;
  /// Returns a bound of the inner tails at s - l(u) for all real u below (or above) c; infinite if it is not known that
  /// the tails are analytic at all these points.
  UpperBound tail_beyond(const ComplexBall& s, const Ball& c, bool below) const;
  /// Returns a bound of the integral from a to b, from the largest value near the segment.
  UpperBound far_out(const ComplexBall& s, const ComplexBall& a, const ComplexBall& b) const;
  /// Returns the part of the integral from u = at to the end point of the inner loss (`edge`), at u = stop.
  ComplexBall near_edge(const ComplexBall& s, const ComplexBall& edge, const ComplexBall& at,
                        const ComplexBall& stop, long tolerance, UpperBound& beyond) const;
  /// Returns -1 if x lies below the range of the outer loss, 0 if inside, and +1 if above.
  int side_of(const Ball& x);
  ComplexBall indeterminate() const { return ComplexBall(Ball::indeterminate(p_)); }

  const Step& outer_;
  const Step& inner_;
  const NoiseLaw& law_;
  Question question_;
  Bits p_;
  std::optional<long> cut_;
  int side_low_ = -1, side_high_ = +1;
  bool decided_ = true;
  std::vector<Atom> atoms_;
};

}  // namespace plumbline::direct
