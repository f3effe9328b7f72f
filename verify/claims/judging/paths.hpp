/// The profiles of one composition with which many claims are compared. One engine object serves all claims; other
/// paths confirm violations.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "reference/quantities/privacy_profile.hpp"
#include "verify/claims/inequality.hpp"

namespace plumbline {

/// The profiles of a composition in its three directions, which share one engine object.
class SharedProfile {
 public:
  /// Constructs the profiles. `vary` selects contours other than the usual ones; varied() is true if the engine has
  /// such contours. Throws std::invalid_argument if no engine covers the composition.
  SharedProfile(const Composition& composition, const std::string& engine, bool vary);

  PrivacyProfile& in(Direction direction) { return profiles_.at(direction); }
  bool varied() const { return varied_; }

 private:
  std::map<Direction, PrivacyProfile> profiles_;
  bool varied_ = false;
};

/// A computation path of a certified value.
struct Path {
  std::string engine;
  bool vary = false;
  std::string text() const { return vary ? engine + ", on a second contour" : engine; }
};

/// Returns paths that differ from that of the engine named `used`, the cheapest first. `rough` adds engines with few
/// digits, such as a lattice.
std::vector<Path> other_paths(const Composition& composition, const std::string& used, bool rough);

/// The computation paths of one composition, created at first use and cached.
class Paths {
 public:
  explicit Paths(const Composition& composition) : composition_(composition) {}

  const Composition& composition() const { return composition_; }
  /// Returns the usual path. Throws as SharedProfile does.
  SharedProfile& usual() { return on({"auto", false}); }
  SharedProfile& on(const Path& path);
  /// Returns the path that uses only the line integral, for few digits. Null if it is not useful. It is useful if the
  /// usual engine is the line integral, or is slow even for few digits.
  SharedProfile* quick();
  /// Returns the maximum number of digits to request from the quick path; 0 if there is none.
  int quick_digits();
  /// Counts a failure of the quick path; after a few failures it is no longer used.
  void quick_failed() { ++quick_failures_; }

 private:
  Composition composition_;
  /// The path of quick(). Empty before the first request; null if the path is not useful.
  std::optional<SharedProfile*> quick_;
  int quick_digits_ = 0;
  int quick_failures_ = 0;
  std::map<std::string, std::unique_ptr<SharedProfile>> made_;
};

/// Decides by the quick path alone, with the few digits that it computes cheaply. Returns nothing if these do not
/// suffice, and counts this as a failure.
std::optional<Decision> decide_quickly(const Inequality& inequality, Paths& paths,
                                       Direction direction, const Poll& poll);

}  // namespace plumbline
