/// Cached profiles for further questions.
#pragma once

#include <list>
#include <string>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Profiles of the latest compositions by engine: a later answer may use node values of an earlier one, and never its
/// enclosure. The oldest profiles are removed. Not thread-safe.
class KeptProfiles {
 public:
  /// Adds the profile of a composition whose expression is not read again for later questions. Throws
  /// std::invalid_argument.
  void add(const Composition& composition, Direction direction, const std::string& engine);
  /// Returns the profile in the direction; it shares the cached engine. Throws std::invalid_argument.
  PrivacyProfile of(const std::string& mechanism, Direction direction, const std::string& engine);
  /// Returns the name of that profile's engine before its first query.
  std::string engine_of(const std::string& mechanism, Direction direction,
                        const std::string& engine);

 private:
  struct Kept {
    std::string mechanism, engine;
    PrivacyProfile profile;
    std::string first_name;
  };
  Kept* known(const std::string& mechanism, const std::string& engine);
  Kept& added(const std::string& mechanism, const Composition& composition, Direction direction,
              const std::string& engine);
  Kept& kept(const std::string& mechanism, Direction direction, const std::string& engine);

  std::list<Kept> profiles_;  ///< the latest first
};

}  // namespace plumbline
