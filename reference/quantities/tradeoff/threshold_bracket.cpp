#include "reference/quantities/tradeoff/threshold_bracket.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumbline {
ThresholdBracket::ThresholdBracket(Function height, double start, double step, Bits bits,
                                   const Effort& effort, const Curve* curve)
    : height_(std::move(height)),
      curve_(curve),
      step_(step),
      bits_(bits),
      effort_(effort),
      best_(Ball::from_binary64(start, bits)),
      best_height_(std::numeric_limits<double>::infinity()) {}

const Ball& ThresholdBracket::best() const {
  if (lo_ && certainly_less(best_, *lo_)) return *lo_;
  if (hi_ && certainly_less(*hi_, best_)) return *hi_;
  return best_;
}

ThresholdBracket::Height ThresholdBracket::at(const Ball& t, int digits) {
  const Height h = height_(t, digits);
  if (h.blind) {
    blind_ = true;
    return h;
  }
  const double distance = h.distance >= 0 ? h.distance : std::fabs(h.value);
  if (distance <= best_height_) {
    best_ = t;
    best_height_ = distance;
  }
  if (h.sign > 0 && (!lo_ || certainly_less(*lo_, t))) {
    lo_ = t;
    lo_height_ = h.value;
  } else if (h.sign < 0 && (!hi_ || certainly_less(t, *hi_))) {
    hi_ = t;
    hi_height_ = h.value;
  } else if (h.sign == 0) {
    undecided_ = t;
  }
  return h;
}

void ThresholdBracket::expand(int digits) {
  constexpr int kMostSteps = 120;
  Ball t = best_;
  Height h = at(t, digits);
  double step = step_;
  for (int i = 0; i < kMostSteps && !(lo_ && hi_) && !undecided_ && !blind_ && !effort_.expired();
       ++i) {
    t = (t + Ball::from_binary64(h.value > 0 ? step : -step, bits_)).midpoint();
    h = at(t, digits);
    step *= 2;
  }
}

double ThresholdBracket::scale() const {
  if (!lo_ || !hi_) return step_;
  const double height = lo_height_ - hi_height_;
  const double width = (*hi_ - *lo_).approximate();
  return height > 0 ? width / height : width;
}

/// Returns the log of the unit in which widths are measured. The unit is scale(), limited to at most 1 and to a
/// minimum. The minimum is necessary because scale() decreases with the bracket if the function jumps.
double ThresholdBracket::log_unit() const {
  return std::log(std::min(1.0, std::max(scale(), 1e-3 * step_)));
}

void ThresholdBracket::narrow(double log_width, int digits) {
  undecided_.reset();
  if (!(lo_ && hi_)) expand(digits);
  double before = std::numeric_limits<double>::infinity();
  int side = 0;
  // True if the last height equals that of an end. The function is then flat between them, and jumps elsewhere.
  bool jump = false;
  for (int i = 0; lo_ && hi_ && !undecided_ && !blind_ && i < 4000 && !effort_.expired(); ++i) {
    const Ball width = *hi_ - *lo_;
    const double size = width.log_approximate();
    if (curve_ != nullptr && curve_->only_loss(*lo_, *hi_, bits_)) break;
    if (size <= log_width + log_unit()) break;
    // Uses Illinois steps. Every third step is a bisection if the last three steps did not reduce the bracket to a
    // quarter.
    double share = lo_height_ / (lo_height_ - hi_height_);
    const bool stalled = i % 3 == 2 && !(size < before - 1.4);
    if (i % 3 == 2) before = size;
    const bool vanished = std::max(lo_height_, -hi_height_) >= kFar;
    if (stalled || jump || vanished || !(share > 0 && share < 1)) share = 0.5;
    Ball t = (*lo_ + width * Ball::from_binary64(share, bits_)).midpoint();
    if (!certainly_less(*lo_, t) || !certainly_less(t, *hi_)) break;
    if (curve_ != nullptr) {
      // Moves t away from atoms: tails are constant between two atoms and cheaper there.
      const Ball gap = curve_->between_losses(t);
      if (certainly_less(*lo_, gap) && certainly_less(gap, *hi_)) t = gap;
    }
    const double same_side_lo = lo_height_, same_side_hi = hi_height_;
    const Height h = at(t, digits);
    jump = h.sign != 0 && h.value == (h.sign > 0 ? same_side_lo : same_side_hi);
    if (!jump && h.sign > 0 && side > 0) hi_height_ /= 2;
    if (!jump && h.sign < 0 && side < 0) lo_height_ /= 2;
    side = h.sign;
    // t is close enough to the root: flank() decides the signs on both sides.
    if (std::fabs(h.value) < std::exp(log_width) / 8) undecided_ = t;
  }
  if (undecided_ && !blind_) flank(log_width, digits);
}

/// Decides the signs slightly to the left and right of undecided_, a threshold that is nearly the root.
void ThresholdBracket::flank(double log_width, int digits) {
  const double start = log_width + log_unit();
  for (const bool left : {true, false}) {
    double log_step = start - 0.7;
    for (int i = 0; i < 60 && !effort_.expired(); ++i, log_step += 1.4) {
      const Ball step = exp(Ball::from_binary64(log_step, bits_)).midpoint();
      const Ball t = (left ? *undecided_ - step : *undecided_ + step).midpoint();
      const auto& bound = left ? lo_ : hi_;
      if (bound && (left ? certainly_at_most(t, *bound) : certainly_at_most(*bound, t))) break;
      const Height h = height_(t, digits);
      blind_ = blind_ || h.blind;
      if (blind_) return;
      const int sign = h.sign;
      if (sign != (left ? 1 : -1)) continue;
      (left ? lo_ : hi_) = t;
      break;
    }
  }
}

}  // namespace plumbline
