/// The proofs as one book: a page for each layer, in reading order, and an index.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/proofs/bounds.hpp"

namespace plumbline::proofs {

/// Returns the Markdown texts of docs/proofs by file name.
std::map<std::string, std::string> book(const std::vector<Bound>& bounds);

}  // namespace plumbline::proofs
