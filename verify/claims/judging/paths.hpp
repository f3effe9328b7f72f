/// The profiles of one composition that many claims are compared with: one engine object serves all
/// of them, and others stand by to confirm violations.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/quantities/privacy_profile.hpp"
#include "verify/claims/inequality.hpp"

namespace plumbline {

/// The three directions of a composition on one engine object.
class SharedProfile {
 public:
  /// With `vary` on other contours than usual; `varied` says whether the engine has any. Throws
  /// std::invalid_argument when no engine covers the composition.
  SharedProfile(const Composition& composition, const std::string& engine, bool vary);

  PrivacyProfile& in(Direction direction) { return profiles_.at(direction); }
  bool varied() const { return varied_; }

 private:
  std::map<Direction, PrivacyProfile> profiles_;
  bool varied_ = false;
};

/// A way to a certified value.
struct Path {
  std::string engine;
  bool vary = false;
  std::string text() const { return vary ? engine + ", on a second contour" : engine; }
};

/// Ways that are not the one the engine named `used` went, the cheapest first. `rough`: few digits
/// will do, which a lattice reaches.
std::vector<Path> other_paths(const Composition& composition, const std::string& used, bool rough);

/// The paths of one composition, made when first asked for and kept.
class Paths {
 public:
  explicit Paths(const Composition& composition) : composition_(composition) {}

  const Composition& composition() const { return composition_; }
  /// The usual one. Throws like SharedProfile.
  SharedProfile& usual() { return on({"auto", false}); }
  SharedProfile& on(const Path& path);
  /// The line integral alone, for few digits, where the usual engine is it or takes long for few
  /// digits as well: the engines behind it are slow to find what it does not. Null where it has
  /// nothing to offer.
  SharedProfile* quick();
  /// Up to how many digits the quick one is to be asked; 0 where there is none.
  int quick_digits();
  /// The quick one did not decide something; after a few times there is none.
  void quick_failed() { ++quick_failures_; }

 private:
  Composition composition_;
  std::optional<SharedProfile*> quick_;  ///< where it was requested
  int quick_digits_ = 0;
  int quick_failures_ = 0;
  std::map<std::string, std::unique_ptr<SharedProfile>> made_;
};

/// Decides by the quick path alone, with the few digits that it has cheaply; nothing where that does
/// not suffice, which is counted.
std::optional<Decision> decide_quickly(const Inequality& inequality, Paths& paths,
                                       Direction direction, const Poll& poll);

}  // namespace plumbline
