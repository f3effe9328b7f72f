/// The checks of tokens by CLI11, and their messages.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "app/options/words.hpp"

namespace plumbline {

/// A time with a unit, `600s`, `10m` or `2h`, in seconds; other texts are unchanged.
CLI::Validator any_duration();
/// A member under another name, in another case or with underscores: becomes the member.
CLI::Validator own_words(const std::vector<std::string>& members);
/// Any spelling of a number (number.hpp), in the form that CLI11 reads; later checks reject other tokens.
CLI::Validator any_spelling(bool whole);
/// CLI11's check with a message that describes valid tokens. CLI11 omits the name of an option that no help text shows.
CLI::Validator validator(const WordCheck& check, const CLI::Option* option);

}  // namespace plumbline
