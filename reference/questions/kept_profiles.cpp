#include "reference/questions/kept_profiles.hpp"

#include <algorithm>

#include "reference/questions/stated_hypotheses.hpp"

namespace plumbline {

KeptProfiles::Kept& KeptProfiles::kept(const std::string& mechanism, Direction direction,
                                       const std::string& engine) {
  constexpr size_t kMostKeptProfiles = 16;
  const auto known = std::find_if(profiles_.begin(), profiles_.end(), [&](const Kept& one) {
    return one.mechanism == mechanism && one.engine == engine;
  });
  if (known != profiles_.end()) {
    profiles_.splice(profiles_.begin(), profiles_, known);
    return profiles_.front();
  }
  const Composition composition = composition_of(mechanism);
  keep_hypotheses(mechanism, composition.hypotheses());
  PrivacyProfile fresh(composition, direction, engine);
  const std::string name = fresh.engine_name();
  profiles_.push_front({mechanism, engine, std::move(fresh), name});
  if (profiles_.size() > kMostKeptProfiles) profiles_.pop_back();
  return profiles_.front();
}

void KeptProfiles::provide(const Composition& composition) {
  provided_.emplace(Provided{composition.expression(), composition});
}

Composition KeptProfiles::composition_of(const std::string& mechanism) const {
  return provided_ && provided_->expression == mechanism ? provided_->composition
                                                         : Composition::parse(mechanism);
}

PrivacyProfile KeptProfiles::of(const std::string& mechanism, Direction direction,
                                const std::string& engine) {
  return kept(mechanism, direction, engine).profile.in(direction);
}

std::string KeptProfiles::engine_of(const std::string& mechanism, Direction direction,
                                    const std::string& engine) {
  return kept(mechanism, direction, engine).first_name;
}

}  // namespace plumbline
