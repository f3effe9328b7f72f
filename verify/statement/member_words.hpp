/// Members and non-members, where a page's neighbours make such.
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

/// On a page that speaks of records added or removed members are one thing: records, or persons who have at
/// most so many. Where its certificates differ in that, sentences speak of data sets instead.
class MemberWords {
 public:
  explicit MemberWords(const std::vector<Certificate>& certificates);

  /// Returns true if sentences under these hypotheses may speak of members.
  bool fit(const Hypotheses& hypotheses) const;
  /// Returns the definition of members, where these lines speak of them.
  std::vector<std::string> definitions(const std::vector<std::string>& lines) const;

 private:
  std::optional<Rational>
      group_;            ///< records of a member; nothing where there are several, or none
  bool trials_ = false;  ///< an attack counted runs
};

}  // namespace plumbline::page
