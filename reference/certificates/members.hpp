/// Defines the names of the numbers and findings in a certificate of each quantity. A text with a missing or an unknown
/// name is not a certificate.
///
/// THEOREM. A certificate that check_members() accepts has, among `values` and among `findings`, each required name of
/// its quantity once, each optional name at most once, the numbered names (ranges, crossings) 1, 2, ..., n, for some n,
/// once each, and no other names. `infinite` is `yes` or absent; if it is present, `lower` and `upper` state nothing.
/// The record has parameters that engines have. Needs. The names of the quantity's entry, which may depend on the
/// question (`floor` or `alpha` of gdp),
///   never on the stated numbers. Proof. compare(): a name that is in no list causes an objection, as does a repeated
///   name. Then
///   every needed name must have been seen. There are `numbered` numbered names, all
///   different, and the names from 1 to that many must all be among them: by counting they are those.
///   is_numbered() accepts no leading zero, so that a number has one name. So omissions from an answer are detected,
///   except for optional names: value_check.hpp and calibration_check.hpp state when these may be missing.
#pragma once

#include <stdexcept>
#include <string>

#include "reference/certificates/certificate.hpp"

namespace plumbline {

class MemberError : public std::invalid_argument {
 public:
  /// `field`: "values/eta", "findings/range_3", ...
  MemberError(std::string field, const std::string& what)
      : std::invalid_argument(what), field_(std::move(field)) {}
  const std::string& field() const { return field_; }

 private:
  std::string field_;
};

/// Throws MemberError.
void check_members(const Certificate& certificate);

/// Returns true if the name is the stem and a number from 1 on, as "range_3" for the stem "range_".
bool is_numbered(const std::string& name, const std::string& stem);

}  // namespace plumbline
