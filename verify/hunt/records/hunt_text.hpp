/// The finds of a hunt, for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "verify/hunt/hunt.hpp"

namespace plumbline {

/// The accountant, and how to repeat the question of a find.
struct HuntedTool {
  std::vector<std::string> command;
  std::string name;  ///< in claims
};

/// "violated (gross): upper bound of epsilon".
std::string cause_title(const Cause& cause);
/// Everything at a glance, in two sentences.
std::string hunt_headline(const HuntResult& result);
/// How far it is off, and the truth; empty where that is not known.
std::string cause_size(const Examined& shown);
std::string cause_truth(const Examined& shown);
/// The simplest setting with its answer and the truth, on one line.
std::string cause_fact(const Examined& shown);
/// Where it was met: "sigma 0.3 to 20, N 2 to 10000".
std::string cause_region(const Cause& cause);
/// Returns how the find was simplified, and whether a limit ended that.
std::string shrink_text(const Cause& cause);
/// A command that prints the certified value; empty where nothing is certified.
std::string truth_command(const Examined& shown);
/// A command that asks the accountant again.
std::string ask_command(const Examined& shown, const HuntedTool& tool);
/// Lines that ask again: the accountant's own, where it answered any, and the shell's.
std::string reproduction(const Examined& shown, const HuntedTool& tool);

/// One cause, in some ten lines.
std::string cause_text(size_t number, const Cause& cause, const HuntedTool& tool);
/// Returns it as an object.
nlohmann::ordered_json cause_json(const Cause& cause, const HuntedTool& tool);
/// How much was asked, and what the answers were.
std::string hunt_summary(const HuntResult& result);
/// The finds as claims, the shrunk one of each cause, then its worst.
std::string finds_lines(const HuntResult& result, const HuntedTool& tool);

}  // namespace plumbline
