/// The names of the numbers and findings in a certificate of each quantity. A text with a missing or an unknown name
/// is not a certificate.
///
/// THEOREM. A certificate that check_members() accepts has, among `values` and among `findings`, each required name
/// of its quantity exactly once, each optional name at most once, the names numbered 1, 2, ..., n (ranges, crossings),
/// for some n, exactly once each, and no other names. `infinite` is `yes` or absent; if it is present, `lower` and
/// `upper` state nothing. All parameters of the record are parameters of engines.
/// Needs. The names of the quantity's entry. They may depend on the question (`floor` or `alpha` of gdp), never on
/// the stated numbers.
/// Proof. compare() rejects a name that is in no list, and a repeated name. Then every required name must have
/// occurred. `numbered` counts the numbered names, which are all different, and the names from 1 to that count must
/// all occur; hence the numbered names are exactly these. is_numbered() accepts no leading zero, so that a number has
/// one name. Omissions from an answer are thus detected, except for optional names: value_check.hpp and
/// calibration_check.hpp state when these may be missing.
#pragma once

#include <stdexcept>
#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

class MemberError : public std::invalid_argument {
 public:
  /// Constructs an error. `field` is "values/eta", "findings/range_3", ...
  MemberError(std::string field, const std::string& what)
      : std::invalid_argument(what), field_(std::move(field)) {}
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

/// Throws MemberError if a name is missing, unknown or repeated.
void check_members(const Certificate& certificate);

/// Returns true if the name is the stem and a number >= 1, as "range_3" for the stem "range_".
bool is_numbered(const std::string& name, const std::string& stem);

}  // namespace plumbline
