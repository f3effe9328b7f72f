/// Which numbers and findings a certificate of each quantity has, by name. One that is missing, or
/// that the quantity does not have, makes it no certificate.
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

/// Whether the name is the stem and a number from 1, as "range_3" is of "range_".
bool is_numbered(const std::string& name, const std::string& stem);

}  // namespace plumbline
