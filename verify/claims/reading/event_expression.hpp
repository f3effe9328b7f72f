/// Events of the Python library dp-accounting as expressions of mechanisms.
#pragma once

#include <string>
#include <vector>

#include "verify/claims/claimed_pair.hpp"

namespace plumbline {

/// The names of neighbouring relations, those of dp-accounting first, for options; and as prose.
const std::vector<std::string>& event_relations();
/// "remove, add, add_or_remove_one, ... or zero_out".
std::string event_words();

/// The composition that an event describes, from its text in JSON (event_record.hpp) or as Python prints it, under one of these relations:
///
/// | event                         | add_or_remove_one | replace_one      | replace_special    |
/// |-------------------------------|-------------------|------------------|--------------------|
/// | Gaussian, Laplace             | the pair itself   | relation=replace | the pair itself    |
/// | Poisson-sampled Gaussian      | the pair itself   | relation=replace | the pair itself    |
/// | Poisson-sampled Laplace       | the pair itself   | refused          | the pair itself    |
/// | discrete Laplace              | the pair itself   | twice as wide    | the pair itself    |
/// | discrete Gaussian             | the pair itself, its sensitivity is a function's         |||
/// | permute-and-flip, exponential | laplace, and the pair that bounds all of bounded range   |||
/// | mixture of Gaussians          | the pair itself   | refused          | the pair itself    |
/// | randomized response           | refused           | two of its rows  | a row, and uniform |
/// | truncated subsampled Gaussian | the pair itself   | refused          | the pair itself    |
/// | sampled without replacement,  |                   |                  |                    |
/// |                  Gaussian     | refused           | the pair itself, sigma in terms of what   |
/// |                               |                   | an exchange moves the sum                 |
/// | random allocation, Gaussian   | the pair itself   | refused          | the pair itself    |
/// | (epsilon, delta)              | the pair itself   | the pair itself  | the pair itself    |
///
/// Throws std::invalid_argument, naming the place in the event, on a text that is not an event, on an event without a
/// certified pair, and on an event whose parts have different neighbours.
std::string event_expression(const std::string& text, const std::string& relation);

/// Returns true if a text is an event in JSON or as Python prints it, whether or not it has a pair.
bool is_event_text(const std::string& text);

/// The expression of an event with its pair: the hypotheses, and the pairs that some neighbours attain.
struct EventMechanism {
  std::string expression;
  ClaimedPair pair;
};
EventMechanism event_mechanism(const std::string& text, const std::string& relation);

}  // namespace plumbline
