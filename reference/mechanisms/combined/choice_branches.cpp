/// Combines branches into one mechanism: merges branches with equal losses, and adds infinite losses.
#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/combined/choice.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"

namespace plumbline {
namespace {

/// Returns true if the two branches differ only in their weight.
bool same_losses(const ChoiceBranch& a, const ChoiceBranch& b) {
  return a.mechanism->identity() == b.mechanism->identity() && !a.Q_weight && !b.Q_weight &&
         a.P_weight.rational() && b.P_weight.rational();
}

std::string weight_text(const Real& x, const std::string& otherwise) {
  return x.rational() ? x.rational()->text() : otherwise;
}

/// Returns the atoms of all branches; nothing if one branch has no list of atoms.
std::optional<std::vector<LossAtom>> points_of(const std::vector<ChoiceBranch>& branches) {
  std::vector<LossAtom> out;
  for (const ChoiceBranch& b : branches) {
    const auto* points = b.mechanism->atoms();
    if (points == nullptr) return std::nullopt;
    for (const LossAtom& x : *points) out.push_back({b.P_weight * x.mass, x.loss + b.shift()});
  }
  return out;
}

std::string identity_of(const std::vector<ChoiceBranch>& branches, const std::string& expression) {
  std::vector<std::string> parts;
  for (const ChoiceBranch& b : branches) {
    parts.push_back(weight_text(b.P_weight, expression) +
                    (b.Q_weight ? "/" + weight_text(*b.Q_weight, expression) : std::string()) +
                    " of " + b.mechanism->identity());
  }
  std::sort(parts.begin(), parts.end());
  std::string out = "choice (";
  for (const std::string& part : parts) out += part + "; ";
  return out + ")";
}

/// Returns the pair of the choice among these branches. Their weights must sum to 1 under P and under Q.
Mechanism together(const std::vector<ChoiceBranch>& branches, const std::string& expression,
                   const std::optional<LossPieces>& pieces) {
  if (branches.size() == 1) return branches.front().mechanism;
  const std::string identity = identity_of(branches, expression);
  if (const auto points = points_of(branches)) {
    try {
      return std::make_shared<FinitePair>(*points, expression, identity);
    } catch (const std::invalid_argument&) {  // two losses of unknown form may be equal
    }
  }
  return std::make_shared<Choice>(branches, expression, identity, pieces);
}

}  // namespace

/// Merges branches with equal losses.
std::vector<ChoiceBranch> without_repeats(const std::vector<ChoiceBranch>& branches) {
  std::vector<ChoiceBranch> merged;
  for (const ChoiceBranch& b : branches) {
    if (b.P_weight.is_known_as(Rational(0))) continue;
    const auto same = std::find_if(merged.begin(), merged.end(),
                                   [&](const ChoiceBranch& a) { return same_losses(a, b); });
    if (same == merged.end()) {
      merged.push_back(b);
    } else {
      same->P_weight = same->P_weight + b.P_weight;
    }
  }
  return merged;
}

Mechanism combined(std::vector<ChoiceBranch> branches, const Real& P_finite,
                   const std::optional<Real>& Q_given, const std::string& expression,
                   std::optional<LossPieces> pieces) {
  const Real Q_finite = Q_given.value_or(P_finite);
  const std::vector<ChoiceBranch> merged = without_repeats(branches);
  const bool whole = P_finite.is_known_as(kOne) && Q_finite.is_known_as(kOne);
  if (merged.empty()) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{Rational(0), Rational(0), nullptr},
                                                expression, "blatantly_non_private");
  }
  const Mechanism inner = together(merged, expression, pieces);
  if (whole) return inner;
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{P_finite, Q_finite, inner, !Q_given.has_value()}, expression,
      inner->identity() + " finite=" + weight_text(P_finite, expression) + "," +
          weight_text(Q_finite, expression));
}

}  // namespace plumbline
