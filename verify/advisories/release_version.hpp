/// Parses and compares the version numbers of releases.
#pragma once

#include <compare>
#include <string>
#include <vector>

namespace plumbline {

/// A version in the order of Python (PEP 440): 1.0.dev3 < 1.0a1 < 1.0rc1 < 1.0 < 1.0.post1 < 1.0.1. A local part (as
/// +cpu in 1.0+cpu) and suffixes of unknown letters are ignored.
class ReleaseVersion {
 public:
  explicit ReleaseVersion(const std::string& text);
  friend std::strong_ordering operator<=>(const ReleaseVersion& a, const ReleaseVersion& b);
  friend bool operator==(const ReleaseVersion& a, const ReleaseVersion& b) {
    return (a <=> b) == std::strong_ordering::equal;
  }

 private:
  std::vector<long> release_;  ///< without trailing zeros
  long stage_ = 0, number_ = 0;
};

}  // namespace plumbline
