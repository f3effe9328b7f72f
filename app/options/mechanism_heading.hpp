/// The name of the mechanism in the heading of an answer.
#pragma once

#include <string>

namespace plumbline {

/// As it was typed, and what it is in canonical form where that is another text:
/// "subsampled_gaussian(sigma=1,p=512/60000) = subsampled_gaussian(sigma=1,p=16/1875)". The canonical form alone
/// where nothing was typed (an event), or something long (a training log).
std::string mechanism_heading(const std::string& typed, const std::string& canonical);

}  // namespace plumbline
