/// Defines members and non-members, if the neighbours of a page permit it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {
struct Hypotheses;
}

namespace plumbline::page {

/// On a page about records that are added or removed, members are either records, or persons with at most a fixed
/// number of records. If the certificates of the page differ in this, the sentences are about data sets instead of
/// members.
class MemberWords {
 public:
  explicit MemberWords(const std::vector<Certificate>& certificates);

  /// Returns true if sentences about a pair with these hypotheses may mention members.
  bool fit(const Hypotheses& hypotheses) const;
  /// Returns the definition of members, if these lines mention them.
  std::vector<std::string> definitions(const std::vector<std::string>& lines) const;

 private:
  /// Maximum number of records of a member; nothing if the certificates differ in it, or no certificate is about
  /// members.
  std::optional<Rational> group_;
  bool trials_ = false;  ///< some attack counts runs with and without the record
};

}  // namespace plumbline::page
