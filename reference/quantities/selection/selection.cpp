#include "reference/quantities/selection/selection.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/quantities/epsilon/epsilon_ends.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/selection/selection_side.hpp"
#include "reference/values/larger.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

/// Returns the larger of two values, either of which may be infinite.
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

/// Returns the bound SELECTION-RUNS.
Extended by_all_runs(const Extended& all) {
  if (all.is_infinite() || !all->value().is_finite()) return all;
  return replaced(*all, bound_number<"SELECTION-RUNS">(all->value()));
}

}  // namespace

Selection::Selection(const PrivacyProfile& profile, std::shared_ptr<const RunLaw> runs,
                     const Effort& effort, BaseKnown known)
    : profile_(profile), runs_(std::move(runs)), effort_(effort), known_(known) {
  // The bound by all runs (all_) needs a guarantee about Renyi divergences. If only the larger profile is known, there
  // is no such guarantee.
  if (known == BaseKnown::larger_profile || !is_stated_by_orders(profile_.composition())) {
    add_sides();
    return;
  }
  const auto all = all_runs_of(profile_.composition(), *runs_);
  if (all) all_.emplace(*all, profile_.direction());
}

void Selection::add_sides() {
  if (!sides_.empty()) return;
  std::vector<std::unique_ptr<SelectionSide>> sides;
  if (known_ == BaseKnown::larger_profile) {
    sides.push_back(std::make_unique<SelectionSide>(profile_.in(Direction::worst), runs_, effort_));
  } else {
    for (const Direction direction : {Direction::forward, Direction::reverse}) {
      if (profile_.direction() != Direction::worst && profile_.direction() != direction) continue;
      sides.push_back(std::make_unique<SelectionSide>(profile_.in(direction), runs_, effort_));
    }
  }
  sides_ = std::move(sides);
}

template <class Sides, class AllRuns>
SelectedValue Selection::best_of(const Sides& sides, const AllRuns& all_runs) {
  if (!all_) {
    add_sides();
    return consistent(sides());
  }
  // For a guarantee about Renyi divergences and at most 100 runs, the bounds of the directions would need a minute, and
  // they are not smaller than SELECTION-RUNS.
  const Rational few(100);
  const Extended plain = by_all_runs(all_runs(*all_));
  const auto none = [&] {
    return certified({Ball(bits_for_digits(effort_.digits)), {}}, all_->engine_name(),
                     effort_.digits, true);
  };
  if (*runs_->most() <= few) return {plain, none()};
  try {
    add_sides();
    const SelectedValue found = sides();
    const bool is_known = !found.bound.is_infinite() && found.bound->value().is_finite();
    if (is_known && (plain.is_infinite() ||
                     !certainly_less(plain->value().upper(), found.bound->value().upper()))) {
      return consistent(found);
    }
  } catch (const Interrupted&) {
    // The time ended before the bounds of the directions were known. The bound SELECTION-RUNS still holds.
  }
  return {plain, none()};
}

Selection::~Selection() = default;

// Throws std::invalid_argument if epsilon is negative, which is decided exactly: SELECTION does not hold for negative
// epsilon, because the empty output (K = 0) would increase the divergence of an event.
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
  const auto sides = [&] {
    std::optional<SelectedValue> out;
    for (const auto& side : sides_) {
      const SelectedValue here = side->delta(epsilon);
      out = out ? worse(*out, here) : here;
    }
    return *out;
  };
  return best_of(sides, [&](PrivacyProfile& all) {
    return Extended(plumbline::delta(all, epsilon, effort_));
  });
}

Extended Selection::delta_bound(const Real& epsilon) {
  require_nonnegative(epsilon);
  add_sides();
  std::optional<Extended> out;
  for (const auto& side : sides_) {
    const Extended here = side->delta_bound(epsilon);
    out = out ? larger_of(*out, here) : here;
  }
  return *out;
}

SelectedValue Selection::epsilon(const Rational& delta) {
  require_delta(delta);
  const auto sides = [&] {
    std::optional<SelectedValue> out;
    for (const auto& side : sides_) {
      const SelectedValue here = delta.is_zero() ? side->pure() : side->epsilon(delta);
      out = out ? worse(*out, here) : here;
    }
    return *out;
  };
  return best_of(sides, [&](PrivacyProfile& all) {
    const Extended found = plumbline::epsilon(all, delta, effort_);
    return found.is_infinite() ? found : Extended(nonnegative_part(found.value()));
  });
}

SelectedValue Selection::renyi(const Rational& order) {
  if (order.sign() <= 0) {
    throw std::invalid_argument("the order must be greater than 0, got " + order.text());
  }
  if (known_ == BaseKnown::larger_profile) {
    throw std::invalid_argument(
        "base=larger_profile does not bound Renyi divergences; request the pair itself, or delta "
        "or epsilon");
  }
  const auto sides = [&] {
    std::optional<SelectedValue> out;
    for (const auto& side : sides_) {
      const SelectedValue here = side->renyi(order);
      out = out ? worse(*out, here) : here;
    }
    return *out;
  };
  return best_of(sides, [&](PrivacyProfile& all) {
    return plumbline::renyi(all.composition(), order, all.direction(), effort_);
  });
}

}  // namespace plumbline
