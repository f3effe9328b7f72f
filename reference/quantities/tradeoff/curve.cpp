#include "reference/quantities/tradeoff/curve.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline {

Curve::Curve(PrivacyProfile& profile, bool reverse) : profile_(profile), reverse_(reverse) {
  if (finite_losses(profile.composition()).shares.empty()) {
    lattice_ = profile.composition().lattice();
  }
}

Enclosure Curve::tail(TestTail which, const Ball& t, const Effort& effort) {
  Question question = Question::P_above;
  switch (which) {
    case TestTail::null_above:
      question = reverse_ ? Question::Q_below : Question::P_above;
      break;
    case TestTail::null_below:
      question = reverse_ ? Question::Q_above : Question::P_below;
      break;
    case TestTail::alt_above:
      question = reverse_ ? Question::P_below : Question::Q_above;
      break;
    case TestTail::alt_below:
      question = reverse_ ? Question::P_above : Question::Q_below;
      break;
  }
  // Represents t = 0 as a rational, so that the engine can decide exactly if t is an atom of the loss.
  const Real at = t.is_exactly_zero() ? Real(Rational(0)) : Real::exactly(reverse_ ? -t : t);
  Enclosure out = profile_.engine().answer(question, at, effort);
  require_within(out.value, Rational(0), Rational(1), "a tail by " + profile_.engine_name());
  return out;
}

Composition::Location Curve::location() const {
  Composition::Location at = profile_.composition().approximate_location(reverse_ ? 1 : 0);
  if (reverse_) at.mean = -at.mean;
  if (!std::isfinite(at.mean)) at.mean = 0;
  if (!std::isfinite(at.deviation) || at.deviation <= 0) at.deviation = 1;
  return at;
}

std::optional<Ball> Curve::only_loss(const Ball& lo, const Ball& hi, Bits p) const {
  if (!lattice_ || lattice_->spacing.is_zero()) return std::nullopt;
  const Ball offset(reverse_ ? -lattice_->offset : lattice_->offset, p);
  const Ball spacing(lattice_->spacing, p);
  const auto last = certain_floor((hi.at(p) - offset) / spacing);
  const auto minus_first = certain_floor((offset - lo.at(p)) / spacing);
  if (!last || !minus_first || *last + *minus_first > Rational(0)) return std::nullopt;
  return offset + spacing * Ball(*last, p);
}

Ball Curve::between_losses(const Ball& t) const {
  if (!lattice_ || lattice_->spacing.is_zero()) return t;
  const Bits p = t.precision();
  const Ball offset(reverse_ ? -lattice_->offset : lattice_->offset, p);
  const Ball spacing(lattice_->spacing, p);
  const auto below = certain_floor((t - offset) / spacing);
  if (!below) return t;
  return (offset + spacing * (Ball(*below, p) + Ball(Rational(1, 2), p))).midpoint();
}

std::optional<Real> Curve::extreme_loss(bool largest) const {
  const Composition& all = profile_.composition();
  if (!finite_losses(all).shares.empty()) return std::nullopt;
  const auto own = largest == !reverse_ ? all.largest_loss() : all.smallest_loss();
  if (!own) return std::nullopt;
  return reverse_ ? -*own : *own;
}

bool Curve::has_density() const {
  const auto& factors = profile_.composition().factors();
  return std::any_of(factors.begin(), factors.end(), [](const Factor& factor) {
    const LossMeasure* measure = factor.mechanism->measure();
    return measure != nullptr && measure->algebraic_decay(0).is_finite();
  });
}

}  // namespace plumbline
