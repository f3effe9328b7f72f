/// The statement in short: what was proved, in sentences for people who read no long numbers, each
/// rounded to the safe side.
#pragma once

#include <string>
#include <vector>

#include "reference/certificates/check.hpp"

namespace plumbline {

/// Of the certificates that this run confirmed; `results` is empty where nothing was checked. What was certified
/// in one direction alone is named without its number, except of a quantity that is about the forward pair alone;
/// what no upper end is known of is named first.
std::vector<std::string> headlines(const std::vector<Certificate>& certificates,
                                   const std::vector<CheckResult>& results);

/// The run in words, where the expression as typed tells its batches: "subsampled_gaussian(sigma=1.1,
/// p=512/60000)^3516" is 3516 steps on batches of 512 of 60000 records; of p=0.01 or a double the rate is
/// told. Empty of others.
std::string run_words(const std::string& typed);

}  // namespace plumbline
