/// The public numbers of a pair, in one text.
#pragma once

#include <string>

namespace plumbline {

struct Hypotheses;

/// Returns the public facts that are parameters of both data sets, such as numbers of records or steps, as "batch =
/// 10, n = 1000". Conditions on the differing records are excluded.
std::string shared_parameters_text(const Hypotheses& hypotheses);

}  // namespace plumbline
