#include "verify/statement/comparison_words.hpp"

#include <fmt/core.h>

#include <sstream>

#include "reference/mechanisms/neighbours/direction.hpp"
#include "verify/statement/design_claims.hpp"

namespace plumbline {
namespace {

bool both_directions(const Certificate& c) {
  return parse_direction(c.direction) == Direction::worst;
}

std::string verdict_words(const std::string& verdict) {
  if (verdict == "first_more_private") {
    return "The first mechanism is at least as private as the second, whatever the attacker";
  }
  if (verdict == "second_more_private") {
    return "The second mechanism is at least as private as the first, whatever the attacker";
  }
  if (verdict == "cross") {
    return "Neither mechanism is the more private one for every attacker: their privacy profiles "
           "cross";
  }
  if (verdict == "equal") return "The two mechanisms are equally private, whatever the attacker";
  return "Which of the two mechanisms is the more private one was not decided";
}

/// Returns the result on one range, such as "for epsilon from 0 to 1 the first has at least the delta of the second (is
/// not more private)".
std::string range_words(const std::string& text) {
  std::istringstream words(text);
  std::string kind, from, to, gap;
  words >> kind >> from >> to >> gap;
  const std::string where = fmt::format("for epsilon from {} to {} ", from, to);
  if (kind == "first_larger")
    return where + "the first has at least the delta of the second (is not more private)";
  if (kind == "second_larger")
    return where + "the second has at least the delta of the first (is not more private)";
  if (kind == "equal") return where + "they are equal";
  return where + "their deltas differ by " + gap + " at most, in an order not decided";
}

/// Returns " (up to ...)" with the margin of the verdict; empty if every range is decided.
std::string margin_words(const Proved& proved, const std::string& verdict) {
  const std::string margin = proved.finding("margin");
  if (margin == "0" || verdict == "cross" || verdict == "open") return "";
  if (margin.empty()) return " (up to a difference of delta that was not proved)";
  return fmt::format(" (up to a difference of delta of {})", margin);
}

std::string comparison_meaning(const Proved& proved) {
  const Certificate& c = proved.c;
  const std::string verdict = proved.finding("verdict");
  if (verdict.empty()) return "Which of the two mechanisms is the more private one.";
  std::string out = verdict_words(verdict);
  if (!both_directions(c)) out += ", in this direction alone";
  out += margin_words(proved, verdict);
  std::string ranges;
  for (const auto& [name, text] : c.findings) {
    if (name.rfind("range_", 0) != 0 || proved.finding(name).empty()) continue;
    ranges += (ranges.empty() ? "" : "; ") + range_words(text);
  }
  out += ": " + ranges;
  const std::string beyond = proved.finding("beyond");
  if (!beyond.empty() && beyond != "0") {
    out += fmt::format(
        "; further out their deltas differ by {} at most, or keep the order of the last range",
        beyond);
  }
  return out + ".";
}

}  // namespace

std::string verdict_meaning(const Proved& proved) {
  return comparison_meaning(proved) + page::compared_basis(proved.c);
}

std::string verdict_value(const Proved& proved) {
  const std::string verdict = proved.finding("verdict");
  if (verdict.empty()) return proved.checked() ? "not proved" : "not checked";
  if (verdict == "first_more_private") return "the first is more private";
  if (verdict == "second_more_private") return "the second is more private";
  if (verdict == "cross") return "neither is more private";
  return verdict == "equal" ? "equal" : "not decided";
}

}  // namespace plumbline
