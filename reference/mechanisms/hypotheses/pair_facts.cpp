#include "reference/mechanisms/hypotheses/pair_facts.hpp"

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

StatedFacts::StatedFacts(const PairFacts& facts)
    : facts_(std::make_shared<const PairFacts>(facts)) {}

const PairFacts& StatedFacts::operator*() const {
  static const PairFacts none;
  return facts_ == nullptr ? none : *facts_;
}

std::string dominance_name(Dominance dominance) {
  switch (dominance) {
    case Dominance::both:
      return "attained and dominating";
    case Dominance::each_point:
      return "dominating; of one run each point is attained";
    case Dominance::dominating:
      return "dominating";
    case Dominance::attained:
      return "attained";
    case Dominance::itself:
      return "attained by its two data sets";
    case Dominance::inner:
      return "as what is inside";
    case Dominance::unstated:
      return "not stated";
  }
  return "";
}

PairFacts with_public(PairFacts facts, const std::vector<std::string>& parameters) {
  facts.public_parameters = parameters;
  return facts;
}

PairFacts log_concave_facts(const std::string& neighbours) {
  return {Dominance::both, neighbours,
          "log-concave noise: half-lines are the best tests of every shift and gain with it"};
}

PairFacts sampled_facts(const std::string& neighbours, const std::string& dominates) {
  return {Dominance::both, neighbours,
          "attained where all other records add nothing; " + dominates};
}

}  // namespace plumbline
