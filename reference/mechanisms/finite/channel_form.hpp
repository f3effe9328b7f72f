/// Mechanisms that are channels with finitely many inputs.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "reference/mechanisms/expression.hpp"

namespace plumbline {

/// Three forms of a channel: the list of its rows; k-ary randomized response; a binary answer that may be erased.
using ChannelRows = std::vector<std::vector<Rational>>;
struct ResponseChannel {
  Rational epsilon;
  long inputs;
};
struct ErasureChannel {
  Rational epsilon, eta;
};
using ChannelForm = std::variant<ChannelRows, ResponseChannel, ErasureChannel>;

/// Returns a channel such that the pair of the mechanism consists of two of its rows; nothing if the mechanism is not
/// such a channel.
std::optional<ChannelForm> channel_form(const WrittenFactor& factor);

}  // namespace plumbline
