/// Removes white space in the texts of channels and attacks.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// Returns a text without white space at its ends and around the given signs: with "[]=,", "rows = [1, 2]" becomes
/// "rows=[1,2]". White space between words and numbers remains.
std::string without_blanks_around(std::string_view text, std::string_view signs);

}  // namespace plumbline
