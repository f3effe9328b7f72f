/// The form of a question in a certificate.
#pragma once

#include "reference/questions/registry.hpp"

namespace plumbline {

/// The mechanism, or the channel. Throws std::invalid_argument if it is invalid. `vary` selects the unknown parameter
/// if the mechanism does not.
std::string canonical_subject(const Quantity& entry, const std::string& mechanism,
                              const std::string& vary = "");
/// Parses the mechanisms without computing; throws std::invalid_argument on invalid texts. There is none if the
/// arguments describe a channel.
void check_subject(const Quantity& entry, const Query& query);
/// A value of an option; empty if it is the default.
std::string canonical_option(const Quantity& entry, const std::string& option,
                             const std::string& text);
/// The whole question. Throws std::invalid_argument if subject or options are invalid for the quantity.
Query canonical(Query question);

}  // namespace plumbline
