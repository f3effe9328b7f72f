/// The finds of a hunt, for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/hunt/hunt.hpp"

namespace plumbline {

/// The accountant that a hunt tests: the command that starts it, and its name.
struct HuntedTool {
  std::vector<std::string> command;
  std::string name;  ///< the name of the accountant in claims
};

/// Returns a title such as "violated (gross): upper bound of epsilon".
std::string cause_title(const Cause& cause);
/// Returns a summary in two sentences.
std::string hunt_headline(const HuntResult& result);
/// cause_size() returns the size of the error, and cause_truth() the certified value. The text is empty if the number
/// is unknown.
std::string cause_size(const Examined& shown);
std::string cause_truth(const Examined& shown);
/// Returns the setting of a find with its answer and the certified value, on one line.
std::string cause_fact(const Examined& shown);
/// Returns the settings in which the cause occurred: "sigma 0.3 to 20, N 2 to 10000".
std::string cause_region(const Cause& cause);
/// Returns how the find was simplified, and whether a limit ended the search.
std::string shrink_text(const Cause& cause);
/// Returns a command that prints the certified value for the setting of a find.
std::string truth_command(const Examined& shown);
/// Returns a command that asks the accountant again.
std::string ask_command(const Examined& shown, const HuntedTool& tool);
/// Returns lines that repeat the question: in the accountant's own language, if the accountant provided such lines, and
/// in the shell.
std::string reproduction(const Examined& shown, const HuntedTool& tool);

/// Returns the text of one cause, approximately ten lines.
std::string cause_text(size_t number, const Cause& cause, const HuntedTool& tool);
/// Returns the cause as a JSON object.
nlohmann::ordered_json cause_json(const Cause& cause, const HuntedTool& tool);
/// Returns the numbers of questions, and of answers by kind.
std::string hunt_summary(const HuntResult& result);
/// Returns the finds as claims: for each cause the shrunk find, then the worst find.
std::string finds_lines(const HuntResult& result, const HuntedTool& tool);

}  // namespace plumbline
