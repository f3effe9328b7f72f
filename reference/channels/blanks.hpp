/// White space in the texts of channels and attacks.
#pragma once

#include <string>
#include <string_view>

namespace plumbline {

/// A text of signs, words and numbers without white space at its ends and around these signs: with
/// "[]=,", "rows = [1, 2]" is "rows=[1,2]". Between words and numbers it stays.
std::string without_blanks_around(std::string_view text, std::string_view signs);

}  // namespace plumbline
