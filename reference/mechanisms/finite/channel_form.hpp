/// Mechanisms that are channels of few inputs.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// The rows, k-ary randomized response, or a binary answer that is sometimes erased.
using ChannelRows = std::vector<std::vector<Rational>>;
struct ResponseChannel {
  Rational epsilon;
  long inputs;
};
struct ErasureChannel {
  Rational epsilon, eta;
};
using ChannelForm = std::variant<ChannelRows, ResponseChannel, ErasureChannel>;

/// The channel of which the mechanism's pair is two rows; nothing where there is no such.
std::optional<ChannelForm> channel_form(const WrittenFactor& factor);

}  // namespace plumbline
