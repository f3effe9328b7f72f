#include "reference/questions/kept_profiles.hpp"

#include <algorithm>

namespace plumbline {

KeptProfiles::Kept* KeptProfiles::known(const std::string& mechanism, const std::string& engine) {
  const auto known = std::find_if(profiles_.begin(), profiles_.end(), [&](const Kept& one) {
    return one.mechanism == mechanism && one.engine == engine;
  });
  if (known == profiles_.end()) return nullptr;
  profiles_.splice(profiles_.begin(), profiles_, known);
  return &profiles_.front();
}

KeptProfiles::Kept& KeptProfiles::added(const std::string& mechanism,
                                        const Composition& composition, Direction direction,
                                        const std::string& engine) {
  constexpr size_t kMostKeptProfiles = 16;
  PrivacyProfile fresh(composition, direction, engine);
  const std::string name = fresh.engine_name();
  profiles_.push_front({mechanism, engine, std::move(fresh), name});
  if (profiles_.size() > kMostKeptProfiles) profiles_.pop_back();
  return profiles_.front();
}

KeptProfiles::Kept& KeptProfiles::kept(const std::string& mechanism, Direction direction,
                                       const std::string& engine) {
  if (Kept* const one = known(mechanism, engine)) return *one;
  return added(mechanism, Composition::parse(mechanism), direction, engine);
}

void KeptProfiles::add(const Composition& composition, Direction direction,
                       const std::string& engine) {
  const std::string mechanism = composition.expression();
  if (known(mechanism, engine) == nullptr) added(mechanism, composition, direction, engine);
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
