/// A callback that receives intermediate results of work that is done in several passes.
#pragma once

#include <functional>

namespace plumbline {

/// Receives the best result so far if a further pass follows.
template <class Found>
using SoFar = std::function<void(const Found&)>;

}  // namespace plumbline
