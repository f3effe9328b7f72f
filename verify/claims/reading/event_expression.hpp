/// Converts events of the Python library dp-accounting to expressions of mechanisms.
#pragma once

#include <string>
#include <vector>

#include "verify/claims/claimed_pair.hpp"

namespace plumbline {

/// Returns the names of neighbouring relations, those of dp-accounting first, for options.
const std::vector<std::string>& event_relations();
/// Returns a list of the relations for messages, with one name for each: "remove, add, add_or_remove_one, ... or
/// zero_out".
std::string event_words();

/// Returns the composition that an event describes. The text is JSON (event_record.hpp) or as Python prints the
/// event. The pair depends on the relation:
///
/// | event                         | add_or_remove_one | replace_one      | replace_special    |
/// |-------------------------------|-------------------|------------------|--------------------|
/// | Gaussian, Laplace             | the pair itself   | relation=replace | the pair itself    |
/// | Poisson-sampled Gaussian      | the pair itself   | relation=replace | the pair itself    |
/// | Poisson-sampled Laplace       | the pair itself   | refused          | the pair itself    |
/// | discrete Laplace              | the pair itself   | sensitivity x 2  | the pair itself    |
/// | discrete Gaussian             | the pair itself, with the sensitivity of a function      |||
/// | permute-and-flip              | the pair of the Laplace mechanism, for all neighbours    |||
/// | exponential                   | a pair that dominates all mechanisms of bounded range    |||
/// | mixture of Gaussians          | the pair itself   | refused          | the pair itself    |
/// | randomized response           | refused           | input vs. input  | input vs. uniform  |
/// | truncated subsampled Gaussian | the pair itself   | refused          | the pair itself    |
/// | sampled without replacement,  |                   |                  |                    |
/// |                  Gaussian     | refused           | the pair itself, with sigma relative to   |
/// |                               |                   | the change of the sum by an exchange      |
/// | random allocation, Gaussian   | the pair itself   | refused          | the pair itself    |
/// | (epsilon, delta)              | the pair itself   | the pair itself  | the pair itself    |
///
/// Throws std::invalid_argument, naming the place in the event, if the text is not an event, if an event has no
/// certified pair, or if the parts of an event have different neighbours.
std::string event_expression(const std::string& text, const std::string& relation);

/// Returns true if a text is an event in JSON or as Python prints it, even if the event has no certified pair.
bool is_event_text(const std::string& text);

/// The expression of an event, and facts about its pair: the hypotheses, and the pairs that some neighbours attain.
struct EventMechanism {
  std::string expression;
  ClaimedPair pair;
};
EventMechanism event_mechanism(const std::string& text, const std::string& relation);

}  // namespace plumbline
