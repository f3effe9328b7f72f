/// Converts questions to their canonical form, which certificates contain.
#pragma once

#include "reference/questions/registry.hpp"

namespace plumbline {

/// Returns the canonical text of the mechanism or the channel. Throws std::invalid_argument if it is invalid. `vary`
/// names the unknown parameter if `mechanism` contains no `?`.
std::string canonical_subject(const Quantity& entry, const std::string& mechanism,
                              const std::string& vary = "");
/// Parses the mechanisms of the query without computing. Throws std::invalid_argument on invalid texts. The query has
/// no mechanism if its arguments describe a channel.
void check_subject(const Quantity& entry, const Query& query);
/// Returns the canonical value of an option; empty if it is the default.
std::string canonical_option(const Quantity& entry, const std::string& option,
                             const std::string& text);
/// Returns the canonical question. Throws std::invalid_argument if the subject or options are invalid for the
/// quantity.
Query canonical(Query question);

}  // namespace plumbline
