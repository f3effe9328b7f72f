/// The words of the quantity commands, shared by `certify`.
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
  std::string event;  ///< a file of an event of dp-accounting, in place of the mechanism
  std::string relation = event_word(Relation::add_remove);
  std::string other;                ///< the second mechanism of a divergence
  std::vector<std::string> at;      ///< as written: numbers and ranges
  std::string hyperprior = "none";  ///< of a divergence
};

/// Adds the mechanism, or --event and --relation in its place.
void add_mechanism_words(Command& command, QuantityArguments& arguments);
/// Throws std::invalid_argument where a mechanism is expected at that place ("--claim") and the text names a file of
/// JSON; `remedy` follows an opening backtick.
void refuse_file(const std::string& place, const std::string& text, const std::string& remedy);
/// The mechanism, or the one that the event stands for. Throws std::invalid_argument where neither or
/// both are given.
std::string mechanism_asked(const QuantityArguments& arguments);
/// Returns the same with the pair of the event; of a mechanism that is written the pair is empty.
EventMechanism mechanism_with_pair(const QuantityArguments& arguments);
/// --direction, or what --relation says of an event. Throws std::invalid_argument where the two
/// contradict each other.
Direction direction_asked(const QuantityArguments& arguments);

/// Adds a subcommand spelled with hyphens; with underscores it is understood as well.
Command* add_hyphenated(Command& app, const std::string& name, const std::string& help);

/// Adds the subcommand of a quantity, with its example, and its options to `app`. `before` is what
/// stands before the quantity in the example ("certify ").
Command* add_quantity_words(Command& app, const Quantity& quantity, QuantityArguments& arguments,
                            const std::string& before = "", const std::string& after = "");
/// Adds the options for the divergence.
Command* add_divergence_words(Command& app, QuantityArguments& arguments,
                              const std::string& before = "", const std::string& after = "");

}  // namespace plumbline
