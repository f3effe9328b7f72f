/// Checks a certificate: the check proves each end of each number, and each finding, by enclosures of its own.
///
/// THEOREM. A certificate has a statement (the question: `quantity`, `mechanism`, `other`, `direction`, `at`,
/// `options`; the answer: `lower`, `upper`, `values`, `findings`, a divergence's `at.prior`; from version 3 on the
/// `hypotheses` of its mechanisms) and a record of a computation (`engine`, `error_budget`, `asked`, `reached`,
/// `digits`, `versions`, `witness`).
///   (a) `confirmed`: the statement is true: each of its numbers lies between its ends, each finding
///       holds, it has the numbers and findings of its quantity and no others, the hypotheses are those
///       of its expressions, and what is `written` stands for its question.
///   (b) `refuted`: the file contradicts itself (an answer that cannot be, digits that the interval does not
///       have, a budget below its width, `written` that stands for something else), or an enclosure of a number
///       lies beyond an end, or a finding is known not to hold, or the hypotheses are not those of its
///       expressions.
///   (c) `unconfirmed`: neither is known. `contradiction`: two enclosures of one number do not meet,
///       so that one of them is false. `withdrawn`: by a rule for hypotheses no pair is proved for a
///       mechanism that the certificate names; the numbers are not judged.
///   (d) If two consistent certificates have the same statement, it is impossible that one is confirmed and the other
///       refuted. Needs. The theorems of the checks of the parts: members.hpp (names), consistency.hpp (what fits
///   together), certificate_hypotheses.hpp (hypotheses), value_check.hpp, comparison_check.hpp, prior_check.hpp
///   (numbers derived again),
///   calibration_check.hpp. Enclosures are correct for every engine, path and number of digits, and the record
///   chooses nothing else. Proof. (a) verdict() returns it if there is no objection, there is a number, and all numbers
///   and
///   findings are proved: the proof of the entry lists every stated number and finding (check_values(),
///   check_calibration()), and check_members() and the comparison of names omit none. (b) only
///   check_members(), inconsistencies(), compare_hypotheses() and those proofs object. (d) neither proved nor refuted
///   is
///   decided by the record: an end is proved where an enclosure of the number lies on its inner
///   side, refuted where one lies beyond it. Correct enclosures cannot do both. The result of
///   a repeated computation goes to CheckResult::record, which verdict() does not
///   read: whoever forges a statement can recompute its record.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"
#include "reference/certificates/standing.hpp"

namespace plumbline {

enum class Verdict {
  confirmed,      ///< every end of every number and every finding is proved
  unconfirmed,    ///< no error was found, but something is undecided because precision or time ran
                  ///< out
  refuted,        ///< a number in the certificate is wrong, or does not follow from its statement
  withdrawn,      ///< a rule refuses a mechanism that the certificate names: RefusedPair
  contradiction,  ///< two of the check's own enclosures do not meet, so that the program has a
                  ///< defect
};

/// One statement of the certificate that does not hold.
struct Objection {
  std::string field;   ///< "lower, upper", "error_budget.rounding", ...
  std::string stated;  ///< the text in the certificate
  std::string found;   ///< the value found instead, and its computation
};

struct CheckResult {
  Verdict verdict = Verdict::unconfirmed;
  std::vector<CheckedNumber> numbers;    ///< all stated numbers, the first one first
  std::vector<CheckedFinding> findings;  ///< all stated findings
  std::vector<Objection> objections;
  std::vector<Objection> record;   ///< objections to the record, on which no statement depends
  std::vector<std::string> notes;  ///< notes, also about the record
  /// The hypotheses derived from `mechanism` and `other`; null if there is no mechanism, or if an objection came
  /// before.
  HypothesesPtr hypotheses, other_hypotheses;
  /// The check of the first number: the new enclosure (empty if there is none), its digits, its engine, and the reason
  /// why it is independent.
  std::string lower, upper, digits, engine, path;
};

struct CheckOptions {
  int digits = 0;  ///< derive at least this many digits
  Poll poll = [] {};
};

/// Checks a certificate. Never throws because of the certificate's content: objections report defects. A Contradiction
/// becomes a verdict.
CheckResult check(const Certificate& certificate, const CheckOptions& options);

std::string verdict_name(Verdict verdict);

}  // namespace plumbline
