/// The finds of a hunt, for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/hunt/hunt.hpp"

namespace plumbline {

/// The accountant, and the way to repeat the question of a find.
struct HuntedTool {
  std::vector<std::string> command;
  std::string name;  ///< its name in claims
};

/// "violated (gross): upper bound of epsilon".
std::string cause_title(const Cause& cause);
/// A summary in two sentences.
std::string hunt_headline(const HuntResult& result);
/// The size of the error, and the certified value; empty if they are unknown.
std::string cause_size(const Examined& shown);
std::string cause_truth(const Examined& shown);
/// The simplest setting with its answer and the certified value, on one line.
std::string cause_fact(const Examined& shown);
/// The settings in which it occurred: "sigma 0.3 to 20, N 2 to 10000".
std::string cause_region(const Cause& cause);
/// Returns how the find was simplified, and whether a limit ended the search.
std::string shrink_text(const Cause& cause);
/// A command that prints the certified value; empty if nothing is certified.
std::string truth_command(const Examined& shown);
/// A command that asks the accountant again.
std::string ask_command(const Examined& shown, const HuntedTool& tool);
/// Lines that repeat the question: in the accountant's own language, if it provided any, and in the shell.
std::string reproduction(const Examined& shown, const HuntedTool& tool);

/// One cause, in approximately ten lines.
std::string cause_text(size_t number, const Cause& cause, const HuntedTool& tool);
/// Returns the cause as a JSON object.
nlohmann::ordered_json cause_json(const Cause& cause, const HuntedTool& tool);
/// The numbers of questions and of answers by kind.
std::string hunt_summary(const HuntResult& result);
/// The finds as claims: for each cause the shrunk one, then its worst one.
std::string finds_lines(const HuntResult& result, const HuntedTool& tool);

}  // namespace plumbline
