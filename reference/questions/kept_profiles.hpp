/// A cache of privacy profiles, which further questions about the same mechanism use.
#pragma once

#include <list>
#include <optional>
#include <string>

#include "reference/quantities/privacy_profile.hpp"

namespace plumbline {

/// Profiles of the latest compositions, by engine. A later answer may reuse node values (of quadrature, for example) of
/// an earlier one, but never its enclosure. The oldest profiles are removed. Not thread-safe.
class KeptProfiles {
 public:
  /// Returns the profile in a direction; all directions share one cached engine. Throws std::invalid_argument.
  PrivacyProfile of(const std::string& mechanism, Direction direction, const std::string& engine);
  /// Stores a composition. Later calls whose `mechanism` is its canonical expression use this composition and do not
  /// parse the text.
  void provide(const Composition& composition);
  /// Returns the name that the profile's engine had before its first query. Queries may change the name.
  std::string engine_of(const std::string& mechanism, Direction direction,
                        const std::string& engine);

 private:
  struct Kept {
    std::string mechanism, engine;
    PrivacyProfile profile;
    std::string first_name;
  };
  Kept& kept(const std::string& mechanism, Direction direction, const std::string& engine);

  Composition composition_of(const std::string& mechanism) const;

  std::list<Kept> profiles_;  ///< the latest first
  struct Provided {
    std::string expression;
    Composition composition;
  };
  std::optional<Provided> provided_;
};

}  // namespace plumbline
