/// The sections of a statement page that are about the page itself: what was done, how to repeat it, what it rests on.
#pragma once

#include "verify/statement/audit_page.hpp"

namespace plumbline::page {

/// The heading where none is given: by whether mechanisms, attacks or both are certified.
std::string default_title(const std::vector<Certificate>& certificates);
/// What was done in this run, and what that is worth.
std::vector<Sentence> summary_of(const AuditSource& source,
                                 const std::vector<Certificate>& certificates,
                                 const std::vector<CheckResult>& results,
                                 const std::optional<SecondCheck>& second);
std::vector<Sentence> how_to_check();
std::vector<std::string> commands_of(const AuditSource& source);
std::vector<Sentence> rests_on();
std::vector<Sentence> does_not_say(const std::vector<Certificate>& certificates);

}  // namespace plumbline::page
