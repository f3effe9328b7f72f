/// Checking a certificate: every number in it is derived again, the value on another path.
///
/// Nothing is proved here that is not proved elsewhere: the verdict rests on enclosures alone, each
/// correct whatever path gave it. If the value derived again lies in [lower, upper], so does the
/// truth.
#pragma once

#include "reference/certificates/certificate.hpp"

namespace plumbline {

enum class Verdict {
  confirmed,    ///< the enclosure found on another path lies inside the certificate's
  consistent,   ///< it is as sharp and meets the certificate's, but reaches beyond an end of it
  unconfirmed,  ///< nothing as sharp as the certificate was found: precision or time ran out
  refuted,      ///< a number in the certificate is wrong, or does not follow
};

/// One number that does not hold.
struct Objection {
  std::string field;   ///< "lower, upper", "error_budget.rounding", ...
  std::string stated;  ///< what the certificate says
  std::string found;   ///< what was found instead, and how
};

struct CheckResult {
  Verdict verdict = Verdict::unconfirmed;
  std::string lower, upper;  ///< the enclosure derived again; empty if there is none
  std::string digits;        ///< of it
  std::string engine;        ///< that gave it
  std::string path;          ///< how it is independent
  std::vector<Objection> objections;
  std::vector<std::string> notes;  ///< what was not confirmed and is informative only
};

struct CheckOptions {
  int digits = 0;  ///< derive at least so many digits
  Poll poll = [] {};
};

/// Never throws for what a certificate says: an objection tells.
CheckResult check(const Certificate& certificate, const CheckOptions& options);

std::string verdict_name(Verdict verdict);

}  // namespace plumbline
