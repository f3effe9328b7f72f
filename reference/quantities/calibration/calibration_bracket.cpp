#include "reference/quantities/calibration/calibration_bracket.hpp"

#include "reference/arithmetic/contradiction.hpp"

namespace plumbline::calibrating {

Ball Bracket::height(const Rational& value, int digits) {
  const Ball h = judge_.height(family_.at(value), digits, effort_);
  keep(value, standing_of(h));
  return h;
}

TargetStanding Bracket::decide(const Rational& value, int digits) {
  TargetStanding standing = TargetStanding::undecided;
  for (int i = 0; i < 4 && !effort_.expired(); ++i, digits = 3 * digits / 2 + 4) {
    standing = standing_of(height(value, digits));
    if (i == 0 && standing == TargetStanding::undecided)
      standing = judge_.exactly(family_.at(value));
    if (standing != TargetStanding::undecided) break;
  }
  keep(value, standing);
  return standing;
}

double Bracket::relative_width() const {
  const Bits p{64};
  const Ball gap(*met_ - *missed_, p);
  return (abs(gap) / max(Ball(*met_, p), Ball(*missed_, p))).approximate();
}

bool Bracket::between(const Rational& value) const {
  return !(met_ && !less_private(value, *met_)) && !(missed_ && !less_private(*missed_, value));
}

std::optional<Rational> Bracket::undecided() const {
  for (const Rational& value : undecided_) {
    if (between(value)) return value;
  }
  return std::nullopt;
}

bool Bracket::less_private(const Rational& a, const Rational& b) const {
  return family_.order().larger_is_more_private ? a < b : a > b;
}

void Bracket::keep(const Rational& value, TargetStanding standing) {
  switch (standing) {
    case TargetStanding::met:
      if (!met_ || less_private(value, *met_)) met_ = value;
      break;
    case TargetStanding::missed:
      if (!missed_ || less_private(*missed_, value)) missed_ = value;
      break;
    case TargetStanding::undecided:
      undecided_.push_back(value);
      break;
  }
  if (complete() && !less_private(*missed_, *met_)) {
    throw Contradiction(family_.expression() + " meets the target with " + family_.parameter() +
                        " = " + met_->text() + " and misses it with the more private " +
                        missed_->text());
  }
}

}  // namespace plumbline::calibrating
