#include "reference/engines/planner.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/double_text.hpp"
#include "reference/arithmetic/input_errors.hpp"
#include "reference/composition/near_losses.hpp"
#include "reference/engines/between_engine.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/fallback.hpp"
#include "reference/engines/far_losses_engine.hpp"
#include "reference/engines/infinite_losses_engine.hpp"
#include "reference/engines/stoppable.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

std::string short_number(double x) { return significant_text(x, 2); }

/// Returns a text such as "fourier, cost 1 (a line integral)".
std::string expected(const Planned& one, int digits) {
  const Estimate& e = one.estimate;
  std::string out = one.entry->name + ", cost " + short_number(e.cost_of(digits));
  if (std::isfinite(e.digits)) out += ", " + short_number(e.digits) + " digits at most";
  return e.why.empty() ? out : out + " (" + e.why + ")";
}

/// Returns the engines that cover the composition, in the order of the registry. Appends to *refusals the reasons why
/// the other engines do not cover it.
std::vector<Planned> covering(const Composition& composition, std::string* refusals) {
  std::vector<Planned> out;
  for (const EngineEntry& entry : engine_registry()) {
    const std::string refusal = entry.refusal(composition);
    if (refusal.empty()) {
      out.push_back({&entry, entry.estimate(composition)});
    } else {
      *refusals += (refusals->empty() ? " " : "; ") + entry.name + ": " + refusal;
    }
  }
  return out;
}

std::vector<Planned> ordered(std::vector<Planned> all, int digits) {
  std::erase_if(all, [](const Planned& one) { return !one.estimate.is_worth_it(); });
  std::stable_sort(all.begin(), all.end(), [digits](const Planned& a, const Planned& b) {
    return a.estimate.cost_of(digits) < b.estimate.cost_of(digits);
  });
  return all;
}

std::unique_ptr<Engine> plan_automatically(const Composition& composition) {
  std::string refusals;
  // The engines are sorted for many digits; make_fallback() sorts them again for few digits.
  std::vector<Planned> all =
      ordered(covering(composition, &refusals), std::numeric_limits<int>::max());
  if (all.empty()) {
    throw std::invalid_argument("no engine covers " + composition.expression() + ":" + refusals);
  }
  return make_fallback(composition, std::move(all));
}

std::unique_ptr<Engine> plan_one(const Composition& composition, const EngineEntry& entry) {
  const std::string refusal = entry.refusal(composition);
  if (!refusal.empty()) {
    throw NotCovered("engine " + entry.name + " does not cover " + composition.expression() + ": " +
                     refusal);
  }
  return entry.make(composition);
}

/// Returns the engine of this name; null for `auto`. Throws std::invalid_argument if no engine has this name.
const EngineEntry* asked_engine(const std::string& engine) {
  if (engine == "auto") return nullptr;
  if (const EngineEntry* entry = engine_named(engine)) return entry;
  std::string known = "auto";
  std::vector<std::string> names{known};
  for (const EngineEntry& entry : engine_registry()) {
    known += ", " + entry.name;
    names.push_back(entry.name);
  }
  throw UnknownName("unknown engine '" + engine + "'; known: " + known, "engine", names);
}

/// Returns the engine for a composition whose losses are finite: `asked`, or `auto` if it is null.
std::unique_ptr<Engine> plan_finite(const Composition& composition, const EngineEntry* asked) {
  if (const auto ends = composition_ends(composition)) {
    return between_engines(plan_finite(ends->less, asked), plan_finite(ends->more, asked));
  }
  NearLosses split = near_losses(composition);
  std::unique_ptr<Engine> inner =
      asked == nullptr ? plan_automatically(split.near) : plan_one(split.near, *asked);
  if (split.far.empty()) return inner;
  return with_far_losses(composition, std::move(split), std::move(inner));
}

}  // namespace

std::vector<Planned> cheapest_first(const Composition& composition, int digits) {
  std::string refusals;
  return ordered(covering(composition, &refusals), digits);
}

std::unique_ptr<Engine> plan(const Composition& composition, const std::string& engine) {
  const EngineEntry* const asked = asked_engine(engine);
  const FiniteLosses losses = finite_losses(composition);
  if (!losses.conditional) return with_infinite_losses(losses, nullptr);
  std::unique_ptr<Engine> inner = plan_finite(*losses.conditional, asked);
  if (losses.shares.empty()) return stoppable(std::move(inner));
  return stoppable(with_infinite_losses(losses, std::move(inner)));
}

std::string plan_text(const Composition& composition, int digits) {
  const FiniteLosses losses = finite_losses(composition);
  if (!losses.conditional) return "plan: none, the loss is never finite";
  std::string refusals, asked, others;
  const std::vector<Planned> all = covering(seen_by_engines(*losses.conditional), &refusals);
  for (const Planned& one : ordered(all, digits)) {
    asked += (asked.empty() ? "" : "; then ") + expected(one, digits);
  }
  for (const Planned& one : all) {
    if (one.estimate.is_worth_it()) continue;
    others += "; not " + one.entry->name + ": " + one.estimate.why;
  }
  return "plan: " + asked + others;
}

}  // namespace plumbline
