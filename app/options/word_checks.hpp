/// The checks of command-line tokens that the parser CLI11 performs, and their messages.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "app/options/words.hpp"

namespace plumbline {

/// Returns a transformation of a time with a unit (`600s`, `10m`, `2h`) to seconds; it does not change other texts.
CLI::Validator any_duration();
/// Returns a transformation of a word to the member that it means. The word may be another name of this member, may
/// differ in case, and may have underscores instead of hyphens.
CLI::Validator own_words(const std::vector<std::string>& members);
/// Returns a transformation of any spelling of a number (number.hpp) to the form that CLI11 parses. If `whole`, it
/// changes only integers. It does not change other tokens; later checks reject them.
CLI::Validator any_spelling(bool whole);
/// Returns CLI11's check with a message that describes valid tokens. The message names the option if CLI11 does not:
/// CLI11 omits the names of hidden options.
CLI::Validator validator(const WordCheck& check, const CLI::Option* option);

}  // namespace plumbline
