/// The sections of a statement page about the page itself: computations, reproduction and assumptions.
#pragma once

#include "verify/statement/audit_page.hpp"

namespace plumbline::page {

/// Returns the default heading for certificates of mechanisms, of attacks or of both.
std::string default_title(const std::vector<Certificate>& certificates);
/// Returns sentences on the checks of this run, and on the value of these checks as evidence.
std::vector<Sentence> summary_of(const AuditSource& source,
                                 const std::vector<Certificate>& certificates,
                                 const std::vector<CheckResult>& results,
                                 const std::optional<SecondCheck>& second);
std::vector<Sentence> how_to_check();
std::vector<std::string> commands_of(const AuditSource& source);
std::vector<Sentence> rests_on();
std::vector<Sentence> does_not_say(const std::vector<Certificate>& certificates);

}  // namespace plumbline::page
