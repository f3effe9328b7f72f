#include "reference/quantities/selection/selection.hpp"

#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/selection/selection_side.hpp"
#include "reference/values/larger.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// The larger of two, either of which may be infinite.
Extended larger_of(const Extended& a, const Extended& b) {
  if (a.is_infinite()) return a;
  if (b.is_infinite()) return b;
  return larger(*a, *b);
}

SelectedValue worse(const SelectedValue& a, const SelectedValue& b) {
  return {larger_of(a.bound, b.bound), larger_of(a.attained, b.attained)};
}

/// Throws Contradiction if the value that a base attains exceeds the bound.
const SelectedValue& consistent(const SelectedValue& x) {
  if (x.bound && x.attained && certainly_less(x.bound->value(), x.attained->value())) {
    throw Contradiction("a bound on private selection is at most " +
                        x.bound->value().decimal_bounds(25).second + ", and a base attains " +
                        x.attained->value().decimal_bounds(25).first);
  }
  return x;
}

}  // namespace

Selection::Selection(const PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs,
                     const Effort& effort, BaseKnown known)
    : known_(known) {
  if (known == BaseKnown::larger_profile) {
    sides_.push_back(std::make_unique<SelectionSide>(profile.in(Direction::worst), runs, effort));
    return;
  }
  for (const Direction direction : {Direction::forward, Direction::reverse}) {
    if (profile.direction() != Direction::worst && profile.direction() != direction) continue;
    sides_.push_back(std::make_unique<SelectionSide>(profile.in(direction), runs, effort));
  }
}

Selection::~Selection() = default;

// Decided exactly: below zero an outcome without output would help an event, and SELECTION does not hold.
void SelectionBounds::require_nonnegative(const Real& epsilon) {
  const bool known =
      epsilon.rational() ? epsilon.rational()->sign() >= 0 : certainly_positive(epsilon(Bits{256}));
  if (!known) {
    throw std::invalid_argument("epsilon must be at least 0, got " + epsilon.text());
  }
}

void SelectionBounds::require_delta(const Rational& delta) {
  if (delta.sign() < 0 || delta >= Rational(1)) {
    throw std::invalid_argument("delta must be in [0, 1), got " + delta.text());
  }
}

SelectedValue Selection::delta(const Real& epsilon) {
  require_nonnegative(epsilon);
  std::optional<SelectedValue> out;
  for (const auto& side : sides_) {
    const SelectedValue here = side->delta(epsilon);
    out = out ? worse(*out, here) : here;
  }
  return consistent(*out);
}

Extended Selection::delta_bound(const Real& epsilon) {
  require_nonnegative(epsilon);
  std::optional<Extended> out;
  for (const auto& side : sides_) {
    const Extended here = side->delta_bound(epsilon);
    out = out ? larger_of(*out, here) : here;
  }
  return *out;
}

SelectedValue Selection::epsilon(const Rational& delta) {
  require_delta(delta);
  std::optional<SelectedValue> out;
  for (const auto& side : sides_) {
    const SelectedValue here = delta.is_zero() ? side->pure() : side->epsilon(delta);
    out = out ? worse(*out, here) : here;
  }
  return consistent(*out);
}

SelectedValue Selection::renyi(const Rational& order) {
  if (order.sign() <= 0) {
    throw std::invalid_argument("the order must be greater than 0, got " + order.text());
  }
  if (known_ == BaseKnown::larger_profile) {
    throw std::invalid_argument(
        "the larger of two profiles bounds no Renyi divergence by that of a pair; ask for the pair "
        "itself, or for delta or epsilon");
  }
  std::optional<SelectedValue> out;
  for (const auto& side : sides_) {
    const SelectedValue here = side->renyi(order);
    out = out ? worse(*out, here) : here;
  }
  return consistent(*out);
}

}  // namespace plumbline
