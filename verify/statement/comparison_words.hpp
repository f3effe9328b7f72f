/// The verdict about two mechanisms in words.
#pragma once

#include <string>

#include "verify/certificates/proved.hpp"

namespace plumbline {

/// Which of two mechanisms is the more private one, on which ranges of epsilon, and whether this is about the
/// mechanisms or their pairs alone.
std::string verdict_meaning(const Proved& proved);
/// Returns the verdict in a few words.
std::string verdict_value(const Proved& proved);

}  // namespace plumbline
