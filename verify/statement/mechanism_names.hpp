/// The mechanisms of a page, told apart.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"

namespace plumbline::page {

/// The name of a mechanism in the sentences of a page. Long expressions are distinguished by their number.
class MechanismNames {
 public:
  explicit MechanismNames(const std::vector<Certificate>& certificates);

  bool several() const { return mechanisms_.size() > 1; }
  /// The mechanism of the certificate as typed, its long numbers rounded to the private side; empty where
  /// the page has one mechanism alone.
  std::string name(const Certificate& c) const;
  std::string other_name(const Certificate& c) const;
  /// Returns the name with exact numbers, for sentences that are true of this mechanism alone.
  std::string exact_name(const Certificate& c) const;
  /// "mechanism 2", by its key; empty where the page has one alone.
  std::string number(const std::string& key) const;
  /// The certificate's mechanism as sentences show it, whether the page has several or not.
  std::string own_name(const Certificate& c, bool more_private) const;

 private:
  std::string shown(const std::string& typed, const std::string& key, bool more_private) const;

  std::vector<std::string> mechanisms_;  ///< keys: mechanism_key()
};

/// Why a name is not that of the certificate's mechanism, or of one that is at least as private; empty where it
/// is. `any_private`: whether the latter will do.
std::string fault_of_name(const std::string& name, size_t certificate,
                          const std::vector<Certificate>& certificates, bool any_private);

}  // namespace plumbline::page
