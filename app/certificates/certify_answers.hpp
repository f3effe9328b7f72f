/// What `certify` says of what it derived: a calibration or comparison as its own command does,
/// anything else value by value, or as one object with all that was found.
#pragma once

#include "app/answers/writer.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {

/// What `audit` calls a number of an attack: "epsilon" of audited_epsilon.
std::string audit_label(const std::string& name);

TextLayout derived_text(const std::string& quantity);
void give_derived_heading(const Query& first, AnswerWriter& answers);

struct DerivedAnswer {
  const Query& request;
  const Answer& derived;
  const Certificate& certificate;
  const std::string& label;  ///< for people, where it is not the quantity's name
  int digits;
  double seconds;
};
void give_derived(const DerivedAnswer& what, AnswerWriter& answers);

}  // namespace plumbline
