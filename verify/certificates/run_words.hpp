/// A training run in words.
#pragma once

#include <string>

namespace plumbline {

/// How many steps a run has, with which noise, and how its batches are drawn, where the expression as typed tells it:
///     subsampled_gaussian(sigma=1.1,p=512/60000)^1172, also with group=3
///     random_allocation(sigma=1.1,t=118)^10
///     gaussian(sigma=1.1)^10     what a run with shuffled or fixed batches is
/// Of p=0.01 or a double the rate is told as such. Empty of others.
std::string run_words(const std::string& typed);

}  // namespace plumbline
