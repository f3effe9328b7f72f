#include "app/options/quantity_arguments.hpp"

#include <algorithm>
#include <stdexcept>

#include "app/options/files/expression_file.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/claims/reading/event_expression.hpp"

namespace plumbline {
namespace {

std::string hyphenated(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

}  // namespace

void add_mechanism_words(Command& command, QuantityArguments& arguments) {
  command.add_option("mechanism", arguments.mechanism, "mechanism expression");
  Option* event = command.add_option("--event", arguments.event,
                                     "instead of a mechanism: a file with an event of "
                                     "dp-accounting, JSON or repr, or any file that "
                                     "@FILE reads (- is standard input)");
  command
      .add_option("--relation", arguments.relation,
                  "which data sets the event calls neighbours: " + event_words())
      ->check(one_of(event_relations()))
      ->needs(event)
      ->capture_default_str();
}

void refuse_file(const std::string& place, const std::string& text, const std::string& remedy) {
  const bool file = text.ends_with(".json") && text.find('(') == std::string::npos;
  if (!file) return;
  if (const auto hint = hint_of_file(text)) throw std::invalid_argument(*hint);
  throw std::invalid_argument(place +
                              " takes a mechanism, such as gaussian(sigma=2), not a file ('" +
                              text + "'): `" + remedy);
}

std::string mechanism_asked(const QuantityArguments& arguments) {
  return mechanism_with_pair(arguments).expression;
}

EventMechanism mechanism_with_pair(const QuantityArguments& arguments) {
  if (arguments.event.empty() == arguments.mechanism.empty()) {
    throw std::invalid_argument(arguments.event.empty()
                                    ? "mechanism is missing or empty: write for example "
                                      "gaussian(sigma=1), or --event FILE"
                                    : "a mechanism and --event were given; write one of them");
  }
  if (arguments.event.empty()) {
    const std::string& text = arguments.mechanism;
    refuse_file("this command", text,
                "plumbline check " + text + "` checks certificates, `plumbline statement " + text +
                    " -o page.html` tells what they say, and `plumbline statement " + text +
                    " attack.json -o page.html` compares them with an attack's; an event of "
                    "dp-accounting is read by --event");
    return {text, ClaimedPair{nullptr}};
  }
  const std::string text = read_text(arguments.event);
  if (!is_event_text(text)) {
    const std::string expression = expression_in(text, arguments.event);
    if (arguments.relation == QuantityArguments{}.relation)
      return {expression, ClaimedPair{nullptr}};
    throw std::invalid_argument("--relation " + arguments.relation +
                                " is about an event of dp-accounting, and " + arguments.event +
                                " has none: write relation= in the mechanisms of a file");
  }
  try {
    return event_mechanism(text, arguments.relation);
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(arguments.event + ": " + e.what());
  }
}

Direction direction_asked(const QuantityArguments& arguments) {
  const Direction given = direction_of(arguments.common.direction);
  const Neighbours* row = arguments.event.empty() ? nullptr : find_neighbours(arguments.relation);
  if (row == nullptr || row->taken == Direction::worst || row->taken == given) return given;
  if (given == Direction::worst) return row->taken;
  throw std::invalid_argument("--direction " + arguments.common.direction +
                              " contradicts --relation " + arguments.relation + ", which is " +
                              direction_name(row->taken) + "; give one of them");
}

Command* add_hyphenated(Command& app, const std::string& name, const std::string& help) {
  Command* command = app.add_subcommand(hyphenated(name), help);
  if (hyphenated(name) != name) command->old_spelling(name);
  return command;
}

Command* add_quantity_words(Command& app, const Quantity& quantity, QuantityArguments& arguments,
                            const std::string& before, const std::string& after) {
  Command* command = add_hyphenated(app, quantity.name, quantity.summary);
  add_mechanism_words(*command, arguments);
  const std::string argument = quantity.argument();
  if (!argument.empty()) {
    command
        ->add_option("--" + argument, arguments.at,
                     "numbers (exact: 0.1 is 1/10), ranges lo:hi:count or lo:hi:count:log")
        ->required()
        ->expected(1, -1)
        ->delimiter(',');
  }
  add_common_options(*command, arguments.common, !quantity.forward_only());
  command->footer("Example: plumbline " + before + hyphenated(quantity.name) +
                  " 'subsampled_gaussian(sigma=1,p=0.01)^10000'" + quantity.words.example + after);
  return command;
}

Command* add_divergence_words(Command& app, QuantityArguments& arguments, const std::string& before,
                              const std::string& after) {
  Command* command = app.add_subcommand(
      "divergence", "Delta-divergence between two mechanisms: largest gap of their Bayes errors");
  command->add_option("mechanism1", arguments.mechanism, "mechanism expression")->required();
  command->add_option("mechanism2", arguments.other, "mechanism expression")->required();
  command
      ->add_option(
          "--hyperprior", arguments.hyperprior,
          "weight of the priors: none, beta(a,b), uquadratic or piecewise([0,1/2,1],[0,2,0])")
      ->capture_default_str();
  add_common_options(*command, arguments.common, true);
  command->footer("Example: plumbline " + before +
                  "divergence 'gaussian(sigma=1)' 'laplace(b=1)' --digits 20" + after);
  return command;
}

}  // namespace plumbline
