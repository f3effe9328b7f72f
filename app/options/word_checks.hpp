/// The checks of tokens by CLI11, and their messages.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "app/options/words.hpp"

namespace plumbline {

/// A time with a unit, `600s`, `10m` or `2h`, in seconds; other texts stay as they are.
CLI::Validator any_duration();
/// A member that others call otherwise, or write in another case or with underscores: the member.
CLI::Validator own_words(const std::vector<std::string>& members);
/// Any spelling of a number (number.hpp), as CLI11 reads it; the checks reject other words later.
CLI::Validator any_spelling(bool whole);
/// CLI11's check with a complaint that says what the word must be. Of an option that no help names
/// CLI11 leaves the name out.
CLI::Validator validator(const WordCheck& check, const CLI::Option* option);

}  // namespace plumbline
