/// The form in which a certificate has a question.
#pragma once

#include "reference/questions/registry.hpp"

namespace plumbline {

/// The mechanism, or the channel. Throws std::invalid_argument where it cannot be read. `vary` singles out
/// the parameter that is open if the mechanism does not.
std::string canonical_subject(const Quantity& entry, const std::string& mechanism,
                              const std::string& vary = "");
/// Reads the mechanisms without computing; throws std::invalid_argument on invalid texts. None stands
/// where the arguments describe a channel.
void check_subject(const Quantity& entry, const Query& query);
/// A word among the options; empty where it says what is meant without it.
std::string canonical_option(const Quantity& entry, const std::string& option,
                             const std::string& text);
/// All of it. Throws std::invalid_argument where subject or words cannot be read, or are invalid for the quantity.
Query canonical(Query question);

}  // namespace plumbline
