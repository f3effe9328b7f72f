#include "app/options/event_pair.hpp"

#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "verify/claims/claimed_pair.hpp"

namespace plumbline {
namespace {

std::string words_of(const Hypotheses& pair) {
  if (is_shown_by_some(pair)) {
    return "some neighbours have this pair; whether others have more is not known";
  }
  if (!is_dominating(pair)) {
    return "whether this pair dominates the event is not known, nor whether any neighbours have it";
  }
  if (stated_attainment(pair) == Attained::pointwise) {
    return "this pair dominates the event: at each epsilon some neighbours have its delta, but "
           "none "
           "are known to have all of it";
  }
  return "this pair dominates the event, which is at least as private; no neighbours are known to "
         "have it";
}

std::string name_of(const Hypotheses& pair) {
  if (!is_dominating(pair)) {
    return is_shown_by_some(pair) ? dominance_name(PairDominance::attained) : "not known";
  }
  if (is_shown_by_some(pair)) return dominance_name(PairDominance::both);
  return dominance_name(stated_attainment(pair) == Attained::pointwise ? PairDominance::each_point
                                                                       : PairDominance::dominating);
}

}  // namespace

EventPair event_pair(const ClaimedPair& pair) {
  const Hypotheses& hypotheses = *pair.hypotheses;
  if (pair.decides()) return {name_of(hypotheses), ""};
  const std::string member = pair.member();
  return {name_of(hypotheses),
          words_of(hypotheses) + (member.empty() ? "" : "; some have " + member)};
}

}  // namespace plumbline
