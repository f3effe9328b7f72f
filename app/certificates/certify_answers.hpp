/// Output of `certify`. A calibration or comparison has the format of its own command. Text output prints any other
/// quantity value by value. JSON and CSV contain some quantities as one object with all findings.
#pragma once

#include "app/answers/writer.hpp"
#include "reference/certificates/certificate.hpp"

namespace plumbline {

struct Answer;

/// Returns the label of an audited quantity: "epsilon" for audited_epsilon, for example.
std::string audit_label(const std::string& name);

TextLayout derived_text(const std::string& quantity);
void give_derived_heading(const Query& first, AnswerWriter& answers);

struct DerivedAnswer {
  const Query& request;
  const Answer& derived;
  const Certificate& certificate;
  const std::string& label;  ///< label for people, if it differs from the quantity's name
  int digits;
  double seconds;
};
void give_derived(const DerivedAnswer& what, AnswerWriter& answers);

}  // namespace plumbline
