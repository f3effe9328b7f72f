/// Mechanisms that are channels with few inputs.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// The rows, k-ary randomized response, or a binary answer with erasure.
using ChannelRows = std::vector<std::vector<Rational>>;
struct ResponseChannel {
  Rational epsilon;
  long inputs;
};
struct ErasureChannel {
  Rational epsilon, eta;
};
using ChannelForm = std::variant<ChannelRows, ResponseChannel, ErasureChannel>;

/// The channel such that the mechanism's pair consists of two of its rows; nothing if there is none.
std::optional<ChannelForm> channel_form(const WrittenFactor& factor);

}  // namespace plumbline
