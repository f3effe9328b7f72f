/// The options of the quantity commands, shared with `certify`.
#pragma once

#include <string>
#include <vector>

#include "app/options/common_options.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"
#include "reference/questions/registry.hpp"

namespace plumbline {

struct EventMechanism;

struct QuantityArguments {
  CommonOptions common;
  std::string mechanism;
  std::string event;  ///< a file of an event of dp-accounting, instead of the mechanism
  std::string relation = event_word(Relation::add_remove);
  std::string other;                ///< the second mechanism of a divergence
  std::vector<std::string> at;      ///< values of the argument, as typed: numbers and ranges
  std::string hyperprior = "none";  ///< hyper-prior of a divergence
};

/// Adds the mechanism, and --event with --relation as an alternative.
void add_mechanism_words(Command& command, QuantityArguments& arguments);
/// Throws std::invalid_argument if `text`, which must be a mechanism, is the name of a JSON file. `place` is the name
/// of the option that contains the text ("--claim"). `remedy` is the end of the message, which is printed after a
/// backtick: the rest of a command, with its closing backtick.
void refuse_file(const std::string& place, const std::string& text, const std::string& remedy);
/// Returns the mechanism, or the mechanism of the event. Throws std::invalid_argument if neither or both are present.
std::string mechanism_asked(const QuantityArguments& arguments);
/// Returns the mechanism with the pair of the event; the pair is empty for a written mechanism.
EventMechanism mechanism_with_pair(const QuantityArguments& arguments);
/// Returns the direction of --direction, or of --relation for an event. Throws std::invalid_argument if they
/// contradict each other.
Direction direction_asked(const QuantityArguments& arguments);

/// Adds a subcommand spelled with hyphens, which is also accepted with underscores.
Command* add_hyphenated(Command& app, const std::string& name, const std::string& help);

/// Adds the subcommand of a quantity to `app`, with its options and its example. In the example, `before` precedes
/// the quantity ("certify ").
Command* add_quantity_words(Command& app, const Quantity& quantity, QuantityArguments& arguments,
                            const std::string& before = "", const std::string& after = "");
/// Adds the subcommand of the divergence.
Command* add_divergence_words(Command& app, QuantityArguments& arguments,
                              const std::string& before = "", const std::string& after = "");

}  // namespace plumbline
