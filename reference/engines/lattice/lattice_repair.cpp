/// Moves negative masses of a lattice measure to neighbouring nodes.
#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/lattice/lattice_measure.hpp"

namespace plumbline::lattice {
namespace {

constexpr size_t kPolled = 4096;  // nodes between two polls

/// Removes negative masses. The nodes are processed from left to right.
class Repair {
 public:
  Repair(const std::vector<long>& at, std::vector<Integer>& y, const Rational& step,
         const Frame& frame)
      : at_(at),
        y_(y),
        step_(step, frame.p),
        frame_(frame),
        theta_(Ball::from_binary64(frame.theta, frame.p)),
        lost_(frame.p),
        before_(y.size()) {}

  void spread_all(const Poll& poll) {
    size_t previous = 0;
    for (size_t next = 1; next + 1 < y_.size(); ++next) {
      if (next % kPolled == 0) poll();
      before_[next] = previous;
      size_t i = next;
      while (i > 0 && y_[i].sign() < 0) {
        if (Integer(-kNoise) <= y_[i]) {
          give_up(i);
          break;
        }
        spread(i, before_[i], next + 1);
        i = before_[i];
      }
      previous = i;
    }
  }
  void give_up_rest() {
    for (size_t i = 0; i < y_.size(); ++i) {
      if (y_[i].sign() < 0) give_up(i);
    }
  }
  const Ball& lost() const { return lost_; }

 private:
  static constexpr long kNoise = 64;  ///< a negative mass of at most so many units is set to 0, not
                                      ///< moved

  void give_up(size_t i) {
    lost_ += (-y_[i]).scaled(frame_.scale, frame_.p);
    y_[i] = Integer();
  }

  /// Moves the mass at node i to the nodes l and r, on its left and right.
  void spread(size_t i, size_t l, size_t r) {
    const Ball down = step_ * (at_[i] - at_[l]), up = step_ * (at_[r] - at_[i]);
    const Ball rise = expm1(up), fall = -expm1(-down);
    const Ball owed = y_[i].scaled(frame_.scale, frame_.p);
    const Ball to_left = owed * rise / (rise + fall) * exp(-(theta_ * down));
    const Ball to_right = owed * fall / (rise + fall) * exp(theta_ * up);
    for (const auto& [node, share] : {std::pair<size_t, const Ball&>(l, to_left),
                                      std::pair<size_t, const Ball&>(r, to_right)}) {
      y_[node] += Integer::floor_of_midpoint(share, frame_.scale);
      lost_ += share.radius().ball(frame_.p) + frame_.units(1);
    }
    y_[i] = Integer();
  }

  const std::vector<long>& at_;
  std::vector<Integer>& y_;
  Ball step_;
  const Frame& frame_;
  Ball theta_, lost_;
  std::vector<size_t> before_;  ///< nearest node on the left whose mass was not moved away
};

}  // namespace

// BOUND(LATTICE-REPAIR)
// Statement.  Let y be a signed measure on nodes. Lower measures: if y_i < 0 is replaced by y_i divided between one
//             node on each side, with unchanged P- and Q-mass, the result is <= y. Both orders: a mass that is set to
//             0, and the rounding of the shares, are a change r of y, and int x^theta d|r| is an error in the sense
//             of LATTICE-ORDER. The returned value bounds this error.
// Needs.      (a) `at` is increasing and has the same length as y: checked here. (b) The order: dividing a mass would
//             make an upper measure too small, so for upper measures masses are only set to 0 (the input from
//             discretise() is at least 0 up to rounding).
// Proof.      Let y_i < 0, let e be the unit mass at node i and s the division of e between the two nodes. Then y' = y
//             + |y_i| (e - s). s is larger in convex order than e. So C_{y'} <= C_y, with the same P- and Q-mass. Let
//             the two nodes have the distances -v and w (v, w > 0). The division of a unit mass with unchanged P- and
//             Q-mass has the share (e^w - 1) / (e^w - e^{-v}) in the left node and the rest in the right node. The
//             tilted masses of these shares have the factors e^{-theta v} and e^{theta w}. A share that is rounded
//             down has an error of less than a unit plus its radius. Moving a mass may make a node negative that was
//             processed before: this node is processed again at once, and the last loop leaves no negative mass.
// Source.     Elementary; processing from left to right yields the lower convex hull of C_y.
Ball repair(const std::vector<long>& at, std::vector<Integer>& y, const Rational& step,
            const Frame& frame, const Poll& poll) {
  if (at.size() != y.size() ||
      std::adjacent_find(at.begin(), at.end(), std::greater_equal<>()) != at.end()) {
    throw std::logic_error("masses to repair need increasing nodes, one each");
  }
  Repair work(at, y, step, frame);
  if (frame.order == ConvexOrder::lower) work.spread_all(poll);
  work.give_up_rest();
  return bound_number<"LATTICE-REPAIR">(work.lost());
}

}  // namespace plumbline::lattice
