#include "app/options/event_pair.hpp"

#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "verify/claims/judging/pair_sides.hpp"

namespace plumbline {
namespace {

std::string words_of(const PairSides& sides) {
  if (!sides.differ()) return "";
  std::string out;
  if (sides.attained) {
    return "some neighbours have this pair; whether others have more is not known";
  }
  if (!sides.dominates) {
    out = "whether this pair dominates the event is not known, nor whether any neighbours have it";
  } else if (sides.each_point) {
    out =
        "this pair dominates the event: at each epsilon some neighbours have its delta, but none "
        "are known to have all of it";
  } else {
    out =
        "this pair dominates the event, which is at least as private; no neighbours are known to "
        "have it";
  }
  return sides.member.empty() ? out : out + "; some have " + sides.member;
}

std::string name_of(const PairSides& sides) {
  if (!sides.dominates)
    return sides.attained ? dominance_name(PairDominance::attained) : "not known";
  if (sides.attained) return dominance_name(PairDominance::both);
  return dominance_name(sides.each_point ? PairDominance::each_point : PairDominance::dominating);
}

}  // namespace

EventPair event_pair(const std::string& expression) {
  const PairSides sides = sides_of_expression(expression);
  return {name_of(sides), words_of(sides)};
}

}  // namespace plumbline
