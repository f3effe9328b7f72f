#include "reference/questions/whole_texts.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace plumbline {
namespace {

Rational number_in(const std::string& text) {
  const Rational found = Rational::parse(text);
  if (found.text() == text) return found;
  throw std::invalid_argument("a list has '" + text + "'; write " + found.text());
}

/// Splits "A:B,C:D" into pairs of texts.
std::vector<std::pair<std::string, std::string>> pairs_in(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string one = text.substr(at, end - at);
    const size_t middle = std::min(one.find(':'), one.size());
    out.emplace_back(one.substr(0, middle), one.substr(std::min(middle + 1, one.size())));
    at = end + 1;
  }
  return out;
}

}  // namespace

LossMasses masses_in(const std::string& text) {
  LossMasses out;
  bool infinite = false;
  for (const auto& [loss, mass] : pairs_in(text)) {
    if (infinite) throw std::invalid_argument("inf:MASS must be the last entry of a distribution");
    infinite = loss == "inf";
    if (infinite) {
      out.infinite = number_in(mass);
    } else {
      out.atoms.push_back({number_in(loss), number_in(mass)});
    }
  }
  if (!infinite) throw std::invalid_argument("a distribution ends with inf:MASS");
  return out;
}

std::string masses_text(const LossMasses& masses) {
  std::string out;
  for (const LossMasses::Atom& one : masses.atoms) {
    out += one.loss.text() + ":" + one.mass.text() + ",";
  }
  return out + "inf:" + masses.infinite.text();
}

std::string points_text(const std::vector<PolygonPoint>& points) {
  std::string out;
  for (const PolygonPoint& one : points) {
    out += (out.empty() ? "" : ",") + one.alpha.text() + ":" + one.beta.text();
  }
  return out;
}

std::vector<PolygonPoint> points_in(const std::string& text) {
  std::vector<PolygonPoint> out;
  for (const auto& [alpha, beta] : pairs_in(text)) {
    out.push_back({number_in(alpha), number_in(beta)});
  }
  return out;
}

ProfileSide side_of(const Query& question) {
  const std::string side = question.option(kSide);
  if (side.empty()) return ProfileSide::pessimistic;
  if (side == "optimistic") return ProfileSide::optimistic;
  throw std::invalid_argument("side '" + side + "'; write optimistic, or leave it out");
}

std::string verdict_of(const WholeProfile& found) {
  return found.state == PlaceState::holds   ? "holds"
         : found.state == PlaceState::fails ? "fails"
                                            : "undecided";
}

}  // namespace plumbline
