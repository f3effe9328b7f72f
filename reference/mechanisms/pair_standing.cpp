#include "reference/mechanisms/pair_standing.hpp"

#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {

StatedStanding::StatedStanding(const PairStanding& standing)
    : standing_(std::make_shared<const PairStanding>(standing)) {}

const PairStanding& StatedStanding::operator*() const {
  static const PairStanding none;
  return standing_ == nullptr ? none : *standing_;
}

std::string side_name(PairSide side) {
  switch (side) {
    case PairSide::both:
      return "attained and dominating";
    case PairSide::each_point:
      return "dominating; of one run each point is attained";
    case PairSide::dominating:
      return "dominating";
    case PairSide::attained:
      return "attained";
    case PairSide::inner:
      return "as what is inside";
  }
  return "";
}

PairStanding log_concave_standing(const std::string& neighbours) {
  return {PairSide::both, neighbours,
          "log-concave noise: half-lines are the best tests of every shift and gain with it"};
}

PairStanding sampled_standing(const std::string& neighbours, const std::string& dominates) {
  return {PairSide::both, neighbours, "attained where all other records add nothing; " + dominates};
}

}  // namespace plumbline
