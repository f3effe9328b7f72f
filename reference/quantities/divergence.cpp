#include "reference/quantities/divergence.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/running/effort.hpp"
#include "reference/composition/combined_promises.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/hyperprior.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

constexpr int kFloorDigits = 30;  // a divergence below 10^-30 needs no relative digits
constexpr int kMostEvaluations = 6000;

/// The Bayes errors R and R~ at a prior, their difference, and the difference times the hyper-prior.
struct Sample {
  Ball R, R_tilde, difference, height;
};

/// Branch and bound for the maximum of R - R~ (times the hyper-prior, if there is one) over the priors in [0, top]. top
/// = 1/2 if the differences and the hyper-prior are symmetric about 1/2, otherwise top = 1.
class Maximiser {
 public:
  Maximiser(PrivacyProfile& M, PrivacyProfile& M_tilde, const Hyperprior* weight,
            const Effort& effort, int digits)
      : M_(M),
        M_tilde_(M_tilde),
        weight_(weight),
        effort_(effort),
        symmetric_(M.direction() == Direction::worst && M_tilde.direction() == Direction::worst &&
                   (weight == nullptr || weight->symmetric())),
        top_(symmetric_ ? Rational(1, 2) : Rational(1)),
        bits_(bits_for_digits(digits) + 64),
        best_(bits_) {
    effort_.digits = digits;
  }

  /// Runs until upper - lower <= tolerance(lower), or until the maximum number of evaluations. Returns false if the
  /// time ran out or the enclosures of R and R~ are too wide; the enclosure of the maximum is valid in any case.
  template <class Tolerance>
  bool run(Tolerance tolerance) {
    bool finished = true;
    constexpr long kFirstCells = 16;
    for (long i = 0; i <= kFirstCells; ++i) {
      sample(top_ * Rational(i, static_cast<unsigned long>(kFirstCells)));
    }
    if (weight_ != nullptr) {
      for (const Rational& x : weight_->breakpoints()) {
        if (x < top_ && samples_.find(x) == samples_.end()) sample(x);
      }
    }
    for (auto it = samples_.begin(); std::next(it) != samples_.end(); ++it) push(it->first);
    while (static_cast<int>(samples_.size()) < kMostEvaluations) {
      const auto worst = std::prev(queue_.end());
      const double gap = (worst->first - best_).approximate();
      if (gap <= tolerance(best_.approximate())) break;
      const Rational a = worst->second;
      if (gap <= 3 * noise(a)) {  // further splits do not help: R and R~ are too wide
        finished = false;
        break;
      }
      queue_.erase(worst);
      if (effort_.expired()) {
        finished = false;
        break;
      }
      split(a);
    }
    // Bounds in the queue may predate splits of neighbouring cells; the final bounds use all samples.
    upper_ball_ = best_;
    for (auto it = samples_.begin(); std::next(it) != samples_.end(); ++it) {
      upper_ball_ = max(upper_ball_, cell_bound(it->first));
    }
    return finished;
  }

  Ball enclosure() const {
    if (best_.is_exactly_zero()) return Ball::zero_to(UpperBound::of(upper_ball_), bits_);
    return enclosed_between(best_, upper_ball_, "the divergence");
  }
  const Ball& best() const { return best_; }

  /// Returns the smallest interval that contains the best sample and all neighbouring cells that may contain the
  /// maximiser.
  Ball prior() {
    auto left = samples_.find(best_at_), right = left;
    while (left != samples_.begin() && !certainly_less(cell_bound(std::prev(left)->first), best_)) {
      --left;
    }
    while (std::next(right) != samples_.end() && !certainly_less(cell_bound(right->first), best_)) {
      ++right;
    }
    return Ball::hull(Ball(left->first, bits_), Ball(right->first, bits_));
  }

  /// Returns an enclosure of the maximiser, centred at the best prior found, which is the prior to report.
  Ball centred_prior() {
    const Ball cells = prior(), best(best_at_, Bits{256});
    return cells.is_finite() ? widen(best, UpperBound::of(abs(cells - best))) : cells;
  }

 private:
  using Samples = std::map<Rational, Sample>;

  void sample(const Rational& prior) {
    const Ball R = bayes_error(M_, prior, effort_).value();
    const Ball R_tilde = bayes_error(M_tilde_, prior, effort_).value();
    Sample s{R, R_tilde, R - R_tilde, R - R_tilde};
    if (weight_ != nullptr) {
      // At the ends the difference is 0, for every density.
      const bool end = prior.is_zero() || prior == Rational(1);
      s.height = end ? Ball(bits_) : s.difference * weight_->at(prior, bits_).value;
    }
    samples_.emplace(prior, s);
    if (samples_.size() == 1 || certainly_less(best_, s.height.lower())) {
      best_ = max(s.height.lower(), Ball(bits_));
      best_at_ = prior;
    }
  }

  // BOUND(CELL)
  // Statement.  Let R and R~ be the Bayes errors of the two mechanisms as functions of the prior. Let [a, b] be a
  //             cell with neighbours a' < a and b' > b. Let D = R - R~. Let s_l be the slope of R over [a', a] (1 at a
  //             = 0), and s_r the slope of R over [b, b'] (-1 at b = 1; 0 at b = 1/2 if R is symmetric about 1/2). Let
  //             e_a = R(b) - s_r (b-a) - R(a) and e_b = R(a) + s_l (b-a) - R(b). Then, on [a, b] and for every w in
  //             [0, 1], D is at most the linear function with the values D(a) + (1-w) e_a at a and D(b) + w e_b at b.
  // Needs.      0 <= w <= 1: clamped here; as a double it is exact. Neighbouring samples of one concave R: the map of
  //             samples.
  // Proof.      R is concave. On the cell it therefore lies below both extended lines, R(a) + s_l (x-a) and R(b) -
  //             s_r (b-x), and below their mixture with weights w and 1-w. This mixture is R(a) + (1-w) e_a at a and
  //             R(b) + w e_b at b. The slopes at a = 0, b = 1 and b = 1/2 are valid because R <= pi, R <= 1 - pi, and
  //             a symmetric concave R is largest at 1/2. R~ is concave, hence above its secant, from R~(a) to R~(b).
  //             The difference of two linear functions is linear, and largest at an end.
  // Source.     Elementary.
  Ball cell_bound(const Rational& a_key) const {
    const auto a = samples_.find(a_key), b = std::next(a);
    const Ball h(b->first - a->first, bits_);
    Ball left_slope = Ball::integer(1, bits_), right_slope = Ball::integer(-1, bits_);
    if (a != samples_.begin()) {
      const auto before = std::prev(a);
      left_slope = (a->second.R - before->second.R) / Ball(a->first - before->first, bits_);
    }
    if (const auto after = std::next(b); after != samples_.end()) {
      right_slope = (after->second.R - b->second.R) / Ball(after->first - b->first, bits_);
    } else if (symmetric_) {
      right_slope = Ball(bits_);
    }
    const Ball e_a = b->second.R - right_slope * h - a->second.R;
    const Ball e_b = a->second.R + left_slope * h - b->second.R;
    const double Da = a->second.difference.approximate(), Db = b->second.difference.approximate();
    const double ea = e_a.approximate(), eb = e_b.approximate();
    double w = ea + eb > 0 ? (Da - Db + ea) / (ea + eb) : 0.5;
    w = std::isfinite(w) ? std::clamp(w, 0.0, 1.0) : 0.5;
    const Ball weight = Ball::from_binary64(w, bits_);
    const Ball rest = Ball::integer(1, bits_) - weight;
    const Ball at_a = a->second.difference + bound_number<"CELL">(rest * e_a);
    const Ball at_b = b->second.difference + bound_number<"CELL">(weight * e_b);
    if (weight_ == nullptr) return max(at_a, at_b).upper();
    return weighted_bound(a->first, b->first, at_a, at_b).upper();
  }

  // BOUND(WEIGHTED-CELL)
  // Statement.  Let R - R~ <= L on the cell [a, b], with L linear, and let the hyper-prior density Psi >= 0 be twice
  //             differentiable on it. Then (R - R~) Psi is at most
  //                 max(L Psi at a, L Psi at b) + (b-a)^2/8 sup max(0, -(2 L' Psi' + L Psi''))
  //             and at most max(0, L(a), L(b)) sup Psi. On a cell at an end of [0, 1] it is at most sup min(x, 1-x)
  //             Psi.
  // Needs.      L of BOUND(CELL). No breakpoint of Psi inside the cell: they are samples. The jet over the cell:
  //             Hyperprior::at at a ball that contains it.
  // Proof.      Psi >= 0, so (R - R~) Psi <= L Psi <= max(L(a), L(b)) Psi. A function g exceeds its chord by at most
  //             (b-a)^2/8 sup max(0, -g''); here g = L Psi and (L Psi)'' = 2 L' Psi' + L Psi''. On a cell at an end, R
  //             <= min(x, 1-x) and R~ >= 0.
  // Source.     Elementary; error of linear interpolation.
  Ball weighted_bound(const Rational& a, const Rational& b, const Ball& at_a,
                      const Ball& at_b) const {
    const bool left = a.is_zero(), right = b == Rational(1);
    if (left || right) {
      const auto end = weight_->end_bound(left, b - a, bits_);
      if (end) return *end;
    }
    const Rational inside = (a + b) * Rational(1, 2);
    const Ball x = Ball::hull(Ball(a, bits_), Ball(b, bits_));
    const Ball h(b - a, bits_), zero(bits_);
    const Rational one(1);
    const Ball y = Ball::hull(Ball(one - a, bits_), Ball(one - b, bits_));
    const Hyperprior::Jet jet = weight_->at(x, y, inside);
    const Ball bend = (at_b - at_a) / h * jet.first * 2 + Ball::hull(at_a, at_b) * jet.second;
    const Ball ends = max(at_a * weight_->at(Ball(a, bits_), Ball(one - a, bits_), inside).value,
                          at_b * weight_->at(Ball(b, bits_), Ball(one - b, bits_), inside).value);
    const Ball curved = ends + bound_number<"WEIGHTED-CELL">(square(h) * max(zero, -bend) / 8);
    // Over wide cells, the product of the maxima of R - R~ and of Psi may be a tighter bound.
    const Ball most = bound<"WEIGHTED-CELL">(jet.value);
    const Ball product = (max(zero, max(at_a, at_b)) * most).upper();
    if (!curved.is_finite()) return product;
    return certainly_less(product, curved.upper()) ? product : curved;
  }

  /// Returns the width of the enclosures of R - R~ at the ends of the cell at a.
  double noise(const Rational& a) const {
    const auto at = samples_.find(a);
    return std::exp(std::max(at->second.height.radius().log_approximate(),
                             std::next(at)->second.height.radius().log_approximate()));
  }

  void push(const Rational& a) {
    const Ball bound = cell_bound(a);
    queue_.emplace(bound.is_finite() ? bound : Ball::integer(1, bits_), a);
  }

  void split(const Rational& a) {
    const auto b = std::next(samples_.find(a));
    const Rational middle = (a + b->first) * Rational(1, 2);
    sample(middle);
    push(a);
    push(middle);
  }

  PrivacyProfile& M_;
  PrivacyProfile& M_tilde_;
  const Hyperprior* weight_;
  Effort effort_;
  bool symmetric_;
  Rational top_;
  Bits bits_;
  Samples samples_;
  /// The keys are exact balls (the upper ends of bounds), for which certainly_less is a total order.
  struct Lower {
    bool operator()(const Ball& x, const Ball& y) const { return certainly_less(x, y); }
  };
  std::multimap<Ball, Rational, Lower> queue_;
  Ball best_;
  Rational best_at_;
  Ball upper_ball_{Bits{64}};
};

}  // namespace

Divergence divergence(PrivacyProfile& M, PrivacyProfile& M_tilde, const Effort& effort) {
  return divergence(M, M_tilde, nullptr, effort);
}

Divergence divergence(PrivacyProfile& M, PrivacyProfile& M_tilde, const Hyperprior* weight,
                      const Effort& effort) {
  require_one_pair(M.composition(), "no Delta-divergence");
  require_one_pair(M_tilde.composition(), "no Delta-divergence");
  const std::string engines = M.engine_name() == M_tilde.engine_name()
                                  ? M.engine_name()
                                  : M.engine_name() + "+" + M_tilde.engine_name();
  if (M.direction() == M_tilde.direction() &&
      M.composition().identity() == M_tilde.composition().identity()) {
    const Bits p = bits_for_digits(effort.digits);
    return {certified({Ball(p), {}}, engines, effort.digits), Ball(Rational(1, 2), p)};
  }
  const double floor = std::exp(-kFloorDigits * kLn10);
  int digits = 10;
  std::optional<Divergence> best;
  for (int run = 0;; ++run) {
    Maximiser maximiser(M, M_tilde, weight, effort, digits);
    const bool rough = run == 0;
    const double relative = rough ? 1e-3 : std::exp(-(effort.digits + 0.1) * kLn10);
    const bool finished = maximiser.run([&](double lower) {
      if (rough) return std::max(relative * lower, 1e-8);
      return lower > floor ? relative * lower : 0.5 * floor;
    });
    const Ball value = maximiser.enclosure();
    const Certified found =
        certified({value, {{}, {}, {}, value.radius()}}, engines, effort.digits);
    const double log_upper = value.upper().log_approximate();
    const bool tiny = log_upper <= -kFloorDigits * kLn10;
    const auto most = weight == nullptr ? std::optional(Rational(1, 2)) : std::nullopt;  // R <= 1/2
    const Certified out = limited(marked(found, found.reached() || tiny), Rational(0), most);
    const bool sharper_helps = finished || run == 0;
    // If time runs out during a run with more digits, the earlier result may be tighter and is kept.
    if (!best || out.value().radius() <= best->value.value().radius()) {
      best.emplace(Divergence{out, maximiser.centred_prior()});
    }
    if (out.reached() || run >= 3 || !sharper_helps || effort.expired()) return *best;
    const double lower = maximiser.best().log_approximate() / kLn10;
    const bool positive = std::isfinite(lower) && lower > -kFloorDigits;
    const int wanted = positive ? effort.digits + 4 + static_cast<int>(-lower) : kFloorDigits + 6;
    digits = std::max(wanted, digits + 4);
  }
}

Certified Divergence::certified_prior() const {
  return within(Mint::value(prior, "", {}, true), Rational(0), Rational(1));
}

Certified Divergence::prior_answer() const {
  return Mint::value(prior, value.engine(), {}, value.reached());
}

std::string Divergence::prior_text(int digits) const {
  const Ball middle = prior.is_finite() ? prior.midpoint() : Ball(Rational(1, 2), Bits{64});
  const Certified named = within(Mint::value(middle, "", {}, true), Rational(0), Rational(1));
  return printed_bounds(named, digits).first;
}

}  // namespace plumbline
