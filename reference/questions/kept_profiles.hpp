/// Profiles that stay for further questions.
#pragma once

#include <list>
#include <string>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Profiles of the latest compositions by engine: a later answer may take node values of an earlier one, and never its
/// enclosure. The oldest are dropped. For one thread.
class KeptProfiles {
 public:
  /// Returns the profile in the direction; it shares the engine that is kept. Throws std::invalid_argument.
  PrivacyProfile of(const std::string& mechanism, Direction direction, const std::string& engine);
  /// Returns the name that the engine of that profile had before it was asked.
  std::string engine_of(const std::string& mechanism, Direction direction,
                        const std::string& engine);

 private:
  struct Kept {
    std::string mechanism, engine;
    PrivacyProfile profile;
    std::string first_name;
  };
  Kept& kept(const std::string& mechanism, Direction direction, const std::string& engine);

  std::list<Kept> profiles_;  ///< the latest first
};

}  // namespace plumbline
