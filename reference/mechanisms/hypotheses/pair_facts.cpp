#include "reference/mechanisms/hypotheses/pair_facts.hpp"

namespace plumbline {

std::string dominance_name(PairDominance dominance) {
  switch (dominance) {
    case PairDominance::both:
      return "attained and dominating";
    case PairDominance::each_point:
      return "dominating; of one run each point is attained";
    case PairDominance::dominating:
      return "dominating";
    case PairDominance::attained:
      return "attained";
    case PairDominance::itself:
      return "attained by its two data sets";
    case PairDominance::inner:
      return "as the inner mechanisms";
    case PairDominance::unstated:
      return "not stated";
  }
  return "";
}

PairFacts with_public(PairFacts facts, const std::vector<std::string>& parameters) {
  facts.public_parameters = parameters;
  return facts;
}

PairFacts log_concave_facts(const std::string& neighbours) {
  return {PairDominance::both, neighbours,
          "log-concave noise: half-lines are the best tests of every shift and gain with it"};
}

PairFacts sampled_facts(const std::string& neighbours, const std::string& dominates) {
  return {PairDominance::both, neighbours,
          "attained where all other records add nothing; " + dominates};
}

}  // namespace plumbline
