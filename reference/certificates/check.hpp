/// Checking a certificate: the check proves each end of each number, and each finding, by enclosures
/// of its own.
///
/// Nothing is proved here that is not proved elsewhere: the verdict rests on enclosures alone, each
/// correct whatever path gave it. If a number derived again lies in [lower, upper], so does the
/// truth. How hard it tries depends on the ends stated, not on what the certificate says of itself.
#pragma once

#include "reference/certificates/certificate.hpp"
#include "reference/certificates/standing.hpp"

namespace plumbline {

enum class Verdict {
  confirmed,      ///< every end of every number and every finding is proved
  unconfirmed,    ///< nothing is wrong, but something is not decided: precision or time ran out
  refuted,        ///< a number in the certificate is wrong, or does not follow
  contradiction,  ///< two of the check's own enclosures do not meet: the program is at fault
};

/// One thing that does not hold.
struct Objection {
  std::string field;   ///< "lower, upper", "error_budget.rounding", ...
  std::string stated;  ///< what the certificate says
  std::string found;   ///< what was found instead, and how
};

struct CheckResult {
  Verdict verdict = Verdict::unconfirmed;
  std::vector<CheckedNumber> numbers;    ///< all that are stated, the first one first
  std::vector<CheckedFinding> findings;  ///< all that are stated
  std::vector<Objection> objections;
  std::vector<std::string> notes;  ///< about what states nothing: the record of the computation
  /// Of the first number: the enclosure derived again (empty if there is none), its digits, the
  /// engine that gave it and how it is independent.
  std::string lower, upper, digits, engine, path;
};

struct CheckOptions {
  int digits = 0;  ///< derive at least so many digits
  Poll poll = [] {};
};

/// Never throws for what a certificate says: an objection tells. Nor on a Contradiction, which is a
/// verdict.
CheckResult check(const Certificate& certificate, const CheckOptions& options);

std::string verdict_name(Verdict verdict);

}  // namespace plumbline
