/// `certify audit`: the results of an audit, as certificates.
#pragma once

#include "app/audits/audit_words.hpp"
#include "app/certificates/certify_items.hpp"
#include "reference/statistics/attack_text.hpp"

namespace plumbline {

/// One number of an attack. `at`: the arguments of the question.
CertifyItem audit_item(const CommonOptions& common, const std::string& quantity,
                       const AttackText& attack, const NamedTexts& at = {},
                       Direction direction = Direction::worst);
/// The items of a claim, if there is one, against an attack. `at`: the place at which a mechanism's profile is judged.
std::vector<CertifyItem> claim_items(const AuditArguments& arguments, const AttackText& attack,
                                     Direction direction, const NamedTexts& at = {});

/// Throws std::invalid_argument if deltas at an epsilon are requested: no certificate states those.
void refuse_uncertified(const AuditArguments& arguments);

/// All numbers that `audit` answers for the same options, except --family.
std::vector<CertifyItem> trial_items(const TrialArguments& arguments);
std::vector<CertifyItem> score_items(ScoreArguments arguments);
std::vector<CertifyItem> one_run_items(const OneRunArguments& arguments);

/// Adds `certify audit`.
void add_certify_audit(Command& certify, const FinishCertify& finish);

}  // namespace plumbline
