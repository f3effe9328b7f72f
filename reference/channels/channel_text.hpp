/// Channels as text: "channel(rows=[[3/4,1/4],[1/4,3/4]])", with optional white space around punctuation.
#pragma once

#include <string>
#include <vector>

#include "reference/channels/local_privacy.hpp"

namespace plumbline {

/// Returns the text of a channel. Throws std::invalid_argument if an entry is not rational.
std::string channel_text(const Channel& channel);
bool is_channel_text(const std::string& text);

/// Returns the rows of such a text. Throws std::invalid_argument for other texts.
std::vector<std::vector<Rational>> channel_rows(const std::string& text);
Channel channel_of_text(const std::string& text);
/// Returns the text of the same channel with numbers in canonical form.
std::string canonical_channel_text(const std::string& text);

/// Returns a list as text: "[3/4,1/4]".
std::string list_text(const std::vector<Rational>& values);

}  // namespace plumbline
