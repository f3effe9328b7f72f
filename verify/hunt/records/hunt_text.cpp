#include "verify/hunt/records/hunt_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "verify/base/text/safe_text.hpp"
#include "verify/base/text/shell_word.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/results/shown.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

/// Returns "upper bound of epsilon", or "epsilon" if there was no answer.
std::string answer_noun(const Examined& e) {
  if (e.kind.empty()) return e.setting.quantity;
  return (e.kind == "estimate" ? "estimate" : e.kind + " bound") + " of " + e.setting.quantity;
}

Json find_json(const Cause& cause, const Examined& shown, const HuntedTool& tool) {
  Json out = claim_json(shown, tool.name);
  out["shrunk"] = &shown == &cause.shrunk;
  out["questions"] = cause.questions;
  out["x-finding"] = shown.finding;
  if (!shown.grade.empty()) out["x-grade"] = shown.grade;
  if (!shown.truth_lower.empty()) {
    out["x-truth"] = {{"lower", shown.truth_lower}, {"upper", shown.truth_upper}};
  }
  if (!shown.confirmed_by.empty()) out["x-confirmed-by"] = shown.confirmed_by;
  out["x-finds"] = cause.finds;
  out["x-event"] = setting_event(shown.setting);
  if (!shown.reproduction.empty()) out["x-reproduction"] = shown.reproduction;
  return out;
}

}  // namespace

std::string cause_title(const Cause& cause) {
  const Examined& e = cause.shrunk;
  std::string grade = e.grade;
  const std::string& worst = cause.worst.grade;
  if (!worst.empty() && worst != grade)
    grade += (grade.empty() ? "" : ", ") + (worst + " at worst");
  if (!grade.empty()) grade = " (" + grade + ")";
  return fmt::format("{}{}: {}, {}", e.finding, grade, answer_noun(e), kinds_of(e.setting));
}

std::string cause_size(const Examined& e) {
  if (e.finding == "slow") return fmt::format("{:.1f} s", e.seconds);
  const bool sized = e.finding == "violated" || e.finding == "far off" || e.finding == "loose";
  if (sized && std::fabs(e.margin) >= kWithoutLimit)
    return "without limit: one of the two is infinite";
  if (sized) {
    return fmt::format("off by {:.3g} of the truth", std::fabs(e.margin));
  }
  return e.state == "nonsense" && e.margin > 0 ? fmt::format("by {:.3g}", e.margin) : "";
}

std::string cause_truth(const Examined& e) {
  return e.truth_lower.empty() ? "" : fmt::format("[{}, {}]", e.truth_lower, e.truth_upper);
}

std::string cause_fact(const Examined& e) {
  std::string out = fmt::format("{}, {}: {}", with_short_numbers(setting_expression(e.setting)),
                                recorded_word(e.setting.relation), answer_text(e));
  if (!e.truth_lower.empty()) out += "; truth " + cause_truth(e);
  if (const std::string size = cause_size(e); !size.empty()) out += "; " + size;
  if (!e.note.empty()) out += "; " + with_short_numbers(e.note);
  return out;
}

std::string cause_region(const Cause& cause) {
  std::string out;
  for (const FindRegion& region : cause.regions) {
    std::string numbers;
    for (const auto& [name, ends] : region.numbers) {
      const auto& [lo, hi] = ends;
      numbers += (numbers.empty() ? "" : ", ") + name + " " + shortest_decimal(with_digits(lo, 3));
      if (with_digits(hi, 3) != with_digits(lo, 3)) {
        numbers += " to " + shortest_decimal(with_digits(hi, 3));
      }
    }
    const size_t comma = region.sort.rfind(", ");
    out += (out.empty() ? "" : "; ") + region.sort.substr(comma + 2) + ": " + numbers;
  }
  return out;
}

std::string shrink_text(const Cause& cause) {
  if (cause.shrink_questions == 0 && !cause.is_simplest)
    return "not made simpler: no time was left";
  return fmt::format("shrunk with {} queries in {:.1f} s{}", cause.shrink_questions,
                     cause.shrink_time,
                     cause.is_simplest ? "" : ", until its limit: something simpler may show it");
}

std::string truth_command(const Examined& e) {
  if (!e.replay.empty()) return e.replay;
  const std::string name = argument_name(e.setting);
  const std::string at =
      name.empty() ? "" : fmt::format(" --{} {}", name, exact_number(e.setting.argument).text);
  const std::string other = e.setting.other.empty() ? "" : " '" + e.setting.other + "'";
  return fmt::format("plumbline {} '{}'{}{} --direction {}", e.setting.quantity,
                     setting_expression(e.setting), other, at,
                     direction_name(relation_direction(e.setting)));
}

std::string ask_command(const Examined& e, const HuntedTool& tool) {
  std::string command;
  for (const std::string& word : tool.command) command += " " + shell_word(word);
  Json question = question_json(e.setting);
  question["id"] = 1;
  return "echo " + shell_word(question.dump()) + " |" + command;
}

std::string reproduction(const Examined& e, const HuntedTool& tool) {
  const std::string own = e.reproduction.empty() || e.reproduction.back() == '\n'
                              ? e.reproduction
                              : e.reproduction + "\n";
  return own + ask_command(e, tool) + "\n" + truth_command(e) + "\n";
}

std::string cause_text(size_t number, const Cause& cause, const HuntedTool& tool) {
  std::string out =
      fmt::format("{}. {}\n   {}\n", number, cause_title(cause), cause_fact(cause.shrunk));
  if (!(cause.worst.setting == cause.shrunk.setting)) {
    out += "   worst: " + cause_fact(cause.worst) + "\n";
  }
  if (!cause.shrunk.confirmed_by.empty()) {
    out += "   confirmed by " + cause.shrunk.confirmed_by + "\n";
  }
  out += fmt::format("   at question {} ({:.1f} s), {} setting{} in all; {}\n", cause.questions,
                     cause.seconds, cause.finds, cause.finds == 1 ? "" : "s", cause_region(cause));
  out += "   " + shrink_text(cause) + "\n";
  out += "   truth: " + truth_command(cause.shrunk) + "\n";
  out += "   again: " + ask_command(cause.shrunk, tool) + "\n";
  return out;
}

Json cause_json(const Cause& cause, const HuntedTool& tool) {
  Json out = {{"finding", cause.shrunk.finding},
              {"grade", cause.worst.grade.empty() ? Json(nullptr) : Json(cause.worst.grade)},
              {"shrunk", find_json(cause, cause.shrunk, tool)},
              {"worst", find_json(cause, cause.worst, tool)},
              {"finds", cause.finds},
              {"questions", cause.questions},
              {"seconds", cause.seconds},
              {"region", cause_region(cause)},
              {"truth", truth_command(cause.shrunk)},
              {"again", ask_command(cause.shrunk, tool)}};
  return out;
}

std::string hunt_headline(const HuntResult& result) {
  std::map<std::string, long> findings;
  double worst = 0;
  for (const Cause& cause : result.causes) {
    ++findings[cause.shrunk.finding];
    if (cause.worst.finding == "violated") worst = std::max(worst, std::fabs(cause.worst.margin));
  }
  const auto count = [&result](const auto& test) {
    return std::count_if(result.answers.begin(), result.answers.end(), test);
  };
  const auto wrong = count([](const Examined& e) { return e.is_find(); });
  const auto all = count([](const Examined& e) { return e.state != "unsupported"; });
  if (result.causes.empty()) return fmt::format("Nothing was found in {} answers.", all);
  std::string list;
  for (const auto& [finding, times] : findings) {
    const bool answers = times > 1 && finding.starts_with("unreadable answer");
    list += (list.empty() ? "" : ", ") + fmt::format("{} {}{}", times, finding, answers ? "s" : "");
  }
  std::string out = fmt::format(
      "{} of {} answers are wrong, from {}: {}.", wrong, all,
      result.causes.size() == 1 ? "one cause" : fmt::format("{} causes", result.causes.size()),
      list);
  if (worst >= kWithoutLimit) {
    out += " Some bound is finite where the truth is infinite, or the other way round.";
  } else if (worst > 0) {
    out += fmt::format(" The bound that is worst: by {:.3g} of the truth.", worst);
  }
  return out;
}

std::string hunt_summary(const HuntResult& result) {
  std::string states;
  for (const auto& [state, count] : result.states) {
    states += (states.empty() ? "" : ", ") + fmt::format("{} {}", count, state);
  }
  std::string out =
      fmt::format("{} questions in {:.1f} s ({:.1f} s of them the accountant's): {}\n",
                  result.questions, result.seconds, result.child_seconds, states);
  if (result.from_log > 0) {
    out += fmt::format("{} settings of these were answered before, and not asked again\n",
                       result.from_log);
  }
  if (result.exhausted) out += "all settings of the space were asked\n";
  for (const auto& [message, count] : result.errors) {
    out += fmt::format("error answered {} times: {}\n", count, message);
  }
  out += result.causes.empty() ? "nothing was found\n" : hunt_headline(result) + "\n";
  if (result.hopeless) {
    out +=
        "given up: the accountant answered nothing at all; run its command by hand, type a "
        "question "
        "(a line of the command after `again:`) and see what it says\n";
  }
  return out;
}

std::string finds_lines(const HuntResult& result, const HuntedTool& tool) {
  std::string out;
  const auto write = [&](const Cause& cause, const Examined& shown) {
    const Json find = find_json(cause, shown, tool);
    out += json_safe(find.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
  };
  for (const Cause& cause : result.causes) {
    write(cause, cause.shrunk);
    if (!(cause.worst.setting == cause.shrunk.setting)) write(cause, cause.worst);
  }
  return out;
}

}  // namespace plumbline
