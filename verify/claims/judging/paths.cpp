#include "verify/claims/judging/paths.hpp"

#include <algorithm>
#include <cmath>

#include "reference/composition/near_losses.hpp"
#include "reference/engines/always_known.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

SharedProfile::SharedProfile(const Composition& composition, const std::string& engine, bool vary) {
  PrivacyProfile forward(composition, Direction::forward, engine);
  if (vary) varied_ = forward.engine().vary();
  for (const Direction direction : {Direction::reverse, Direction::worst}) {
    profiles_.emplace(direction, forward.in(direction));
  }
  profiles_.emplace(Direction::forward, std::move(forward));
}

namespace {

/// Estimates the cost of a second path with few digits. For engines that `auto` skips it is a rough value: the cost
/// of a line integral, or somewhat more if the engine remains only as a cross-check of another one.
double cost_of(const Estimate& estimate) {
  constexpr double kLine = 1, kAgain = 1.2;
  if (estimate.is_worth_it()) return estimate.cost_of(kRoughDigits);
  return estimate.checks.empty() ? kLine : kAgain;
}

/// Returns all engines that cover the composition, including those that `auto` skips, sorted by cost; engines of
/// equal cost are in the order of the registry.
std::vector<Planned> covering_cheapest_first(const Composition& composition) {
  std::vector<Planned> out;
  for (const EngineEntry& entry : engine_registry()) {
    if (entry.name == kAlwaysKnown) continue;  // only bounds, which are part of every other answer
    if (entry.refusal(composition).empty()) out.push_back({&entry, entry.estimate(composition)});
  }
  std::stable_sort(out.begin(), out.end(), [](const Planned& a, const Planned& b) {
    return cost_of(a.estimate) < cost_of(b.estimate);
  });
  return out;
}

}  // namespace

std::vector<Path> other_paths(const Composition& composition, const std::string& used, bool rough) {
  std::vector<Path> out;
  const auto uses = [&used](const EngineEntry& entry) {
    return used.find(entry.name) != std::string::npos;
  };
  // An engine that can move its contour confirms a value in the time of the first computation. Other engines may be
  // slower.
  bool moved = false;
  for (const EngineEntry& entry : engine_registry()) {
    if (!entry.moves || !uses(entry)) continue;
    out.push_back({entry.name, true});
    moved = true;
  }
  const FiniteLosses losses = finite_losses(composition);
  if (losses.conditional) {
    for (const Planned& one : covering_cheapest_first(near_losses(*losses.conditional).near)) {
      if (uses(*one.entry)) continue;
      const bool coarse = std::isfinite(one.estimate.digits);
      if (!coarse || rough) out.push_back({one.entry->name, false});
    }
  }
  if (!moved) out.push_back({"auto", true});
  return out;
}

SharedProfile* Paths::quick() {
  constexpr int kChances = 3;
  if (quick_failures_ >= kChances) return nullptr;
  if (quick_) return *quick_;
  quick_ = nullptr;
  const FiniteLosses losses = finite_losses(composition_);
  if (!losses.conditional) return nullptr;
  const std::vector<Planned> planned =
      cheapest_first(near_losses(*losses.conditional).near, kRoughDigits);
  if (planned.empty() || !planned.front().entry->moves) return nullptr;
  quick_ = &on({planned.front().entry->name, false});
  quick_digits_ = kRoughDigits;
  return *quick_;
}

int Paths::quick_digits() { return quick() != nullptr ? quick_digits_ : 0; }

SharedProfile& Paths::on(const Path& path) {
  std::unique_ptr<SharedProfile>& made = made_[path.text()];
  if (!made) made = std::make_unique<SharedProfile>(composition_, path.engine, path.vary);
  return *made;
}

std::optional<Decision> decide_quickly(const Inequality& inequality, Paths& paths,
                                       Direction direction, const Poll& poll) {
  SharedProfile* const quick = paths.quick();
  if (quick == nullptr) return std::nullopt;
  const Decision found = decide_at(inequality, quick->in(direction), poll, paths.quick_digits());
  if (found.outcome != Outcome::undecided) return found;
  paths.quick_failed();
  return std::nullopt;
}

}  // namespace plumbline
