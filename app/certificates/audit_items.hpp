/// `certify audit`: certificates of the results of an audit.
#pragma once

#include "app/audits/audit_words.hpp"
#include "app/certificates/certify_items.hpp"
#include "reference/statistics/attack_text.hpp"

namespace plumbline {

/// Returns the item for one number of an attack. `at` has the arguments of the query.
CertifyItem audit_item(const CommonOptions& common, const std::string& quantity,
                       const AttackText& attack, const NamedTexts& at = {},
                       Direction direction = Direction::worst);
/// Returns the items that compare a claim, if there is one, with an attack. `at` is the point at which a mechanism's
/// profile is compared.
std::vector<CertifyItem> claim_items(const AuditArguments& arguments, const AttackText& attack,
                                     Direction direction, const NamedTexts& at = {});

/// Throws std::invalid_argument if --epsilon requests audited deltas, because certificates do not support them.
void refuse_uncertified(const AuditArguments& arguments);

/// Return the items of all numbers that `audit` answers for the same options. One number has no item: the parameter of
/// --family. In its place, trial_items() compares a refuted mechanism of the family with the attack.
std::vector<CertifyItem> trial_items(const TrialArguments& arguments);
std::vector<CertifyItem> score_items(ScoreArguments arguments);
std::vector<CertifyItem> one_run_items(const OneRunArguments& arguments);

/// Adds `certify audit`.
void add_certify_audit(Command& certify, const FinishCertify& finish);

}  // namespace plumbline
