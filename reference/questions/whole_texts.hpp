/// Parses and formats discretised distributions and trade-off curves, which are options of a question.
#pragma once

#include <string>
#include <vector>

#include "reference/quantities/comparison/whole_profile.hpp"
#include "reference/questions/question.hpp"

namespace plumbline {

inline constexpr const char* kDistribution = "distribution";
inline constexpr const char* kSide = "side";

/// Parses the masses of "LOSS:MASS,...,inf:MASS". \throws std::invalid_argument
LossMasses masses_in(const std::string& text);
/// Returns the text that masses_in() parses.
std::string masses_text(const LossMasses& masses);
/// Parses the points of "ALPHA:BETA,...". \throws std::invalid_argument
std::vector<PolygonPoint> points_in(const std::string& text);

std::string points_text(const std::vector<PolygonPoint>& points);

/// Returns the value of the option `side`: pessimistic (the default) or optimistic.
/// \throws std::invalid_argument for another word
ProfileSide side_of(const Query& question);

/// Returns "holds", "fails" or "undecided".
std::string verdict_of(const WholeProfile& found);

}  // namespace plumbline
