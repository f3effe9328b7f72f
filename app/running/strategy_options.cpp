#include "app/running/strategy_options.hpp"

#include <sstream>
#include <stdexcept>

#include "app/options/files/matrix_file.hpp"
#include "app/running/values.hpp"

namespace plumbline {
namespace {

std::vector<Pattern> patterns_of(const std::string& text) {
  std::vector<Pattern> out;
  std::istringstream lists(text);
  for (std::string list; std::getline(lists, list, ';');) {
    out.emplace_back();
    std::istringstream steps(list);
    for (std::string step; std::getline(steps, step, ',');) {
      out.back().push_back(whole_number("patterns", read_value("patterns", step), 0));
    }
  }
  return out;
}

long counted(const char* name, const std::string& text) {
  return whole_number(name, read_value(name, text), 1);
}

}  // namespace

void add_strategy_options(Command& command, StrategyOptions& options) {
  command.add_option("--steps", options.steps, "number of steps");
  command.add_flag("--single", options.single, "each record takes part in one step");
  command.add_option("--every", options.every,
                     "each record takes part in steps i, i + B, i + 2B, ...");
  command.add_option("--participations", options.participations,
                     "each record takes part in at most so many steps");
  command.add_option("--gap", options.gap, "a record's steps are at least so many steps apart");
  command.add_option(
      "--patterns", options.patterns,
      "each record takes part in the steps of one of these lists: '0,4,8;1,5,9', counted from 0");
}

Participation participation_of(const StrategyOptions& a, long steps) {
  const int kinds = (a.single ? 1 : 0) + (a.every.empty() ? 0 : 1) + (a.patterns.empty() ? 0 : 1) +
                    (a.gap.empty() ? 0 : 1);
  if (kinds != 1) {
    throw std::invalid_argument(
        "say how a record takes part: --single, --every B, --participations K --gap B, or "
        "--patterns '0,4,8;1,5'");
  }
  if (a.single) return Participation::once();
  if (!a.patterns.empty()) return Participation::listed(patterns_of(a.patterns), steps);
  if (!a.every.empty()) {
    return Participation::every(counted("every", a.every),
                                a.participations.empty()
                                    ? std::nullopt
                                    : std::optional(counted("participations", a.participations)));
  }
  if (a.participations.empty()) throw std::invalid_argument("--gap needs --participations");
  return Participation::spaced(counted("participations", a.participations), counted("gap", a.gap));
}

Strategy strategy_of(const std::string& written, const StrategyOptions& a) {
  constexpr const char* kFile = "file:";
  if (written.rfind(kFile, 0) == 0) {
    const std::string path = written.substr(std::string(kFile).size());
    Strategy out = Strategy::matrix(read_matrix(path), path);
    if (!a.steps.empty() && counted("steps", a.steps) != out.steps()) {
      throw std::invalid_argument("--steps " + a.steps + ", but " + path + " has " +
                                  std::to_string(out.steps()) + " rows");
    }
    return out;
  }
  if (a.steps.empty()) throw std::invalid_argument("--steps is needed: how many releases");
  return Strategy::parse(written, counted("steps", a.steps));
}

}  // namespace plumbline
