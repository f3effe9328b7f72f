/// Which numbers and findings a certificate of each quantity has, by name. One that is missing, or
/// that the quantity does not have, makes it no certificate.
///
/// THEOREM. What check_members() lets pass has, among `values` and among `findings`, each name that its
/// quantity needs, once; of the names that it allows each at most once; of the numbered ones (ranges,
/// crossings) 1, 2, ..., n, for some n, each once; and no others. `infinite` is `yes` or absent, and
/// where it is there, `lower` and `upper` state nothing. The record has parameters that engines have.
/// Needs. The names of the quantity's entry, which may depend on the question (`floor` or `alpha` of gdp),
///   never on what is stated of its numbers.
/// Proof. compare(): a name that is in no list is objected to; so is one that was seen before. Then
///   every needed name must have been seen. Of the numbered ones there are as many as `numbered`, all
///   different, and the names from 1 to that many must all be among them: by counting they are those.
///   is_numbered() takes no leading zero, so that a number has one name.
/// What is left out of an answer is thereby said, but for what is allowed and not needed: of that,
/// value_check.hpp and calibration_check.hpp say when it may be missing.
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

/// Returns true if the name is the stem and a number from 1, as "range_3" is of "range_".
bool is_numbered(const std::string& name, const std::string& stem);

}  // namespace plumbline
