/// Checks a certificate: proves each end of each number, and each finding, by its own enclosures.
///
/// THEOREM. A certificate has a statement and a record of a computation. The statement consists of the question
/// (`quantity`, `mechanism`, `other`, `direction`, `at`, `options`), the answer (`lower`, `upper`, `values`,
/// `findings`, `at.prior` of a divergence) and, from version 3 on, the `hypotheses` of the mechanisms. The record
/// consists of `engine`, `error_budget`, `asked`, `reached`, `digits`, `versions` and `witness`.
///   (a) `confirmed`: the statement is true. Each number lies between its ends, each finding holds, the certificate
///       has exactly the numbers and findings of its quantity, the hypotheses are those of its expressions, and the
///       members of `written` denote its question.
///   (b) `refuted`: the file contradicts itself (an impossible answer, digits that the interval does not have, a
///       budget below its width, a member of `written` with another meaning), or its question is invalid or not in
///       canonical form, or an enclosure of a number lies beyond an end, or a finding certainly does not hold, or the
///       hypotheses are not those of the expressions.
///   (c) `unconfirmed`: neither is known. `contradiction`: two enclosures of one number are disjoint, so that one of
///       them is false. `withdrawn`: a rule for hypotheses states that no pair is proved for a mechanism of the
///       certificate; the numbers are not judged.
///   (d) If two consistent certificates have the same statement, it is impossible that one is confirmed and the other
///       refuted.
/// Needs. The theorems of the partial checks: members.hpp (names), consistency.hpp (consistency of the members),
/// certificate_hypotheses.hpp (hypotheses), value_check.hpp, comparison_check.hpp, prior_check.hpp (numbers derived
/// again), calibration_check.hpp. Enclosures are correct for every engine, path and number of digits, and the record
/// chooses nothing else.
/// Proof.
///   (a) verdict() returns `confirmed` if there is no objection, there is a number, and all numbers and findings are
///       proved. The proof of the entry lists every stated number and finding (check_values(), check_calibration());
///       check_members() and the comparison of names omit none.
///   (b) Only check_members(), certified_quantity(), request_of(), Interval::read(), inconsistencies(),
///       compare_hypotheses() and these proofs add objections.
///   (d) The record decides neither `proved` nor `refuted`: an end is proved if an enclosure of the number lies on
///       its inner side, and refuted if an enclosure lies beyond it. Correct enclosures cannot do both. The result of
///       a repeated computation goes to CheckResult::record, which verdict() does not read, because a forger of a
///       statement can also recompute its record.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"
#include "reference/certificates/standing.hpp"

namespace plumbline {

enum class Verdict {
  confirmed,      ///< both ends of every number, and every finding, are proved
  unconfirmed,    ///< no error was found, but something is undecided because precision or time ran
                  ///< out
  refuted,        ///< a number in the certificate is wrong, or does not follow from its statement
  withdrawn,      ///< a rule rejects a mechanism of the certificate: RefusedPair
  contradiction,  ///< two enclosures of one number are disjoint: the program has a defect
};

/// A false statement of the certificate.
struct Objection {
  std::string field;   ///< "lower, upper", "error_budget.rounding", ...
  std::string stated;  ///< the text in the certificate
  std::string found;   ///< the value found instead, and its computation
};

struct CheckResult {
  Verdict verdict = Verdict::unconfirmed;
  std::vector<CheckedNumber> numbers;    ///< all stated numbers; the first one is "lower, upper"
  std::vector<CheckedFinding> findings;  ///< all stated findings
  std::vector<Objection> objections;
  std::vector<Objection> record;   ///< objections to the record, on which no statement depends
  std::vector<std::string> notes;  ///< remarks that are no objections, also about the record
  /// The hypotheses derived from `mechanism` and `other`; null if there is no mechanism, or after an earlier
  /// objection.
  HypothesesPtr hypotheses, other_hypotheses;
  /// The check of the first number: the ends of the new enclosure (empty if there is none), its digits, its engine, and
  /// the reason why it is independent.
  std::string lower, upper, digits, engine, path;
};

struct CheckOptions {
  int digits = 0;  ///< minimum number of digits with which numbers are computed again
  Poll poll = [] {};
};

/// Checks a certificate. The content of the certificate never causes an exception: objections report its defects, and
/// a Contradiction becomes a verdict.
CheckResult check(const Certificate& certificate, const CheckOptions& options);

std::string verdict_name(Verdict verdict);

}  // namespace plumbline
