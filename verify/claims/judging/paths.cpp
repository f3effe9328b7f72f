#include "verify/claims/judging/paths.hpp"

#include <cmath>

#include "reference/engines/planner.hpp"

namespace plumbline {

SharedProfile::SharedProfile(const Composition& composition, const std::string& engine, bool vary) {
  PrivacyProfile forward(composition, Direction::forward, engine);
  if (vary) varied_ = forward.engine().vary();
  for (const Direction direction : {Direction::reverse, Direction::worst}) {
    profiles_.emplace(direction, forward.in(direction));
  }
  profiles_.emplace(Direction::forward, std::move(forward));
}

std::vector<Path> other_paths(const Composition& composition, const std::string& used, bool rough) {
  std::vector<Path> out;
  const auto uses = [&used](const EngineEntry& entry) {
    return used.find(entry.name) != std::string::npos;
  };
  // An engine that moves its contours is as fast again; the others may be slower.
  bool moved = false;
  for (const EngineEntry& entry : engine_registry()) {
    if (!entry.moves || !uses(entry)) continue;
    out.push_back({entry.name, true});
    moved = true;
  }
  const FiniteLosses losses = finite_losses(composition);
  if (losses.conditional) {
    for (const EngineEntry& entry : engine_registry()) {
      if (uses(entry) || !entry.refusal(*losses.conditional).empty()) continue;
      const bool coarse = std::isfinite(entry.estimate(*losses.conditional).digits);
      if (!coarse || rough) out.push_back({entry.name, false});
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
  const std::vector<Planned> planned = cheapest_first(*losses.conditional, kRoughDigits);
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
