/// The names that distinguish the mechanisms of a page.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline::page {

/// The names of mechanisms in the sentences of a page. Long expressions are distinguished by a number.
class MechanismNames {
 public:
  explicit MechanismNames(const std::vector<Certificate>& certificates);

  bool several() const { return mechanisms_.size() > 1; }
  /// Returns the mechanism of the certificate as typed, with long numbers rounded to the more private side; empty if
  /// the page has only one mechanism.
  std::string name(const Certificate& c) const;
  std::string other_name(const Certificate& c) const;
  /// Returns the name with exact numbers, for sentences that hold only for this mechanism.
  std::string exact_name(const Certificate& c) const;
  /// Returns "mechanism 2" for the key of a mechanism (mechanism_key()); empty if the page has only one mechanism.
  std::string number(const std::string& key) const;
  /// Returns the name of the certificate's mechanism for sentences, even if the page has only one mechanism. If
  /// `more_private`, long numbers are rounded to the more private side.
  std::string own_name(const Certificate& c, bool more_private) const;

 private:
  std::string shown(const std::string& typed, const std::string& key, bool more_private) const;

  std::vector<std::string> mechanisms_;  ///< the mechanism_key() of each mechanism
};

/// Returns an error if a name is not that of the certificate's mechanism; otherwise an empty text. If `any_private`,
/// the name of a mechanism that is at least as private is also accepted.
std::string fault_of_name(const std::string& name, size_t certificate,
                          const std::vector<Certificate>& certificates, bool any_private);

}  // namespace plumbline::page
