/// The part of a certificate that its check proved.
#pragma once

#include <string>

#include "reference/certificates/check.hpp"
#include "reference/certificates/request.hpp"

namespace plumbline {

/// Gives access to the statements of a certificate that its check proved. Texts for people may repeat only these
/// statements. If `result` is null, the certificate was not checked, and nothing is proved.
class Proved {
 public:
  Proved(const Certificate& certificate, const CheckResult* result)
      : c(certificate), result_(result) {}

  bool checked() const { return result_ != nullptr; }
  std::string verdict() const {
    return checked() ? verdict_name(result_->verdict) : "not checked in this run";
  }
  /// Returns the number of the field; null if one of its two ends is not proved.
  const CheckedNumber* number(const std::string& field) const {
    if (!checked()) return nullptr;
    for (const CheckedNumber& number : result_->numbers) {
      if (number.name == field && number.proved()) return &number;
    }
    return nullptr;
  }
  const CheckedFinding* find(const std::string& field) const {
    if (!checked()) return nullptr;
    for (const CheckedFinding& finding : result_->findings) {
      if (finding.name == field && finding.standing == Standing::proved) return &finding;
    }
    return nullptr;
  }
  /// Returns the text of a finding; empty if the finding is not proved.
  std::string finding(const std::string& name) const {
    const CheckedFinding* found = find("findings." + name);
    return found == nullptr ? "" : found->text;
  }

  ProvedAnswer answer() const {
    ProvedAnswer out{query_in(c), checked(), number("lower, upper") != nullptr, c.lower, c.upper};
    out.query.direction = parse_direction(c.direction);
    for (const auto& [name, text] : c.findings) {
      if (find("findings." + name) != nullptr) out.findings.emplace_back(name, text);
    }
    return out;
  }

  const Certificate& c;

 private:
  const CheckResult* result_;
};

}  // namespace plumbline
