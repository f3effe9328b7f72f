/// Who listens to work in several turns.
#pragma once

#include <functional>

namespace plumbline {

/// Is told the best so far while there is more to come.
template <class Found>
using SoFar = std::function<void(const Found&)>;

}  // namespace plumbline
