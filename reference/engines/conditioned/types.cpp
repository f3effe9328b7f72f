#include "reference/engines/conditioned/types.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/line_search.hpp"
#include "reference/engines/sharpened.hpp"

namespace plumbline::conditioned {
namespace {

constexpr size_t kMostListed = 6000000;  // maximum points of a list: ten seconds, half a GB
static_assert(kMostListed <= kMostSummands);
constexpr int kMostTypeDigits = 16;

/// Groups the atoms of one factor into units: two atoms with opposite losses, or a single atom. Two atoms with opposite
/// losses stay in one list, where they lead to many equal sums.
std::vector<std::vector<size_t>> units_of(const TypeAtoms& all) {
  std::vector<std::vector<size_t>> out;
  std::vector<bool> used(all.atoms.size(), false);
  for (size_t i = 0; i < all.atoms.size(); ++i) {
    if (used[i]) continue;
    out.push_back({i});
    for (size_t j = i + 1; j < all.atoms.size(); ++j) {
      const TypeAtom &a = all.atoms[i], &b = all.atoms[j];
      if (used[j] || a.factor != b.factor || std::llabs(a.place + b.place) > 2) continue;
      out.back().push_back(j);
      used[j] = true;
      break;
    }
  }
  return out;
}

/// A partition of the atoms: true for the atoms of the first group.
using Parting = std::vector<bool>;

/// Fills a list with the atoms of one group. Atoms of small mass are added first, so that the list is short until the
/// last atoms. Returns false if the list would be too long.
bool fill(const TypeAtoms& all, const Parting& parting, bool which, double least, size_t most,
          TypeList* list, const Poll& poll) {
  std::vector<const TypeAtom*> order;
  for (size_t i = 0; i < all.atoms.size(); ++i) {
    if (parting[i] == which) order.push_back(&all.atoms[i]);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const TypeAtom* a, const TypeAtom* b) { return a->weight < b->weight; });
  for (const TypeAtom* atom : order) {
    if (!list->add(*atom, least, most, poll)) return false;
  }
  return true;
}

/// Returns the number of types of a group whose probability is at least `least`; infinite if it exceeds `most`.
double size_of_group(const TypeAtoms& all, const Parting& parting, bool which, double least,
                     size_t most, const Poll& poll) {
  TypeList list(all);
  return fill(all, parting, which, least, most, &list, poll) ? static_cast<double>(list.size())
                                                             : HUGE_VAL;
}

/// Cost of a partition: the sum of the squares of the numbers of types that are not rare. Smaller is better.
double cost_of(const TypeAtoms& all, const Parting& parting, double least, const Poll& poll) {
  constexpr size_t kMostTried = 30000;
  const double first = size_of_group(all, parting, true, least, kMostTried, poll);
  const double second = size_of_group(all, parting, false, least, kMostTried, poll);
  return first * first + second * second;
}

/// Returns true if both lists are expected to have room for all types of probability at least 10^-depth. The estimate
/// extrapolates the growth of the lists from a fraction of that depth.
bool will_fit(const TypeAtoms& all, const Parting& parting, double depth, const Poll& poll) {
  constexpr double kLonger = 1.57, kDoubt = 1.5, kEnough = 200;
  constexpr size_t kMostTried = kMostListed / 4;
  for (const bool which : {true, false}) {
    const auto size = [&](double share) {
      return size_of_group(all, parting, which, std::pow(10.0, -share * depth), kMostTried, poll);
    };
    // If a list is too short at a small fraction of the depth, its growth is measured at a larger fraction.
    for (const double share : {0.35, 0.45, 0.55}) {
      const double few = size(share);
      if (few < kEnough) continue;
      const double more = size(share * kLonger);
      // The number of types grows approximately like a power of the depth.
      const double order = std::log(more / few) / std::log(kLonger);
      const double all_of_them = more * std::pow(1 / (share * kLonger), order);
      if (!(all_of_them < kDoubt * static_cast<double>(kMostListed))) return false;
      break;
    }
  }
  return true;
}

/// Assigns the units, sorted by mass, to the two groups in turn. Then moves each of the heaviest units to the other
/// group if this reduces the cost. Returns an empty partition if there are too many types.
Parting best_parting(const TypeAtoms& all, double least, bool varied, const Poll& poll) {
  auto units = units_of(all);
  const auto weight = [&](const std::vector<size_t>& unit) {
    double sum = 0;
    for (const size_t i : unit) sum += all.atoms[i].weight;
    return sum;
  };
  std::stable_sort(units.begin(), units.end(),
                   [&](const auto& a, const auto& b) { return weight(a) > weight(b); });
  Parting best(all.atoms.size(), false);
  for (size_t k = 0; k < units.size(); ++k) {
    for (const size_t i : units[k]) best[i] = k % 2 == (varied ? 1 : 0);
  }
  constexpr size_t kMoved = 14;
  constexpr int kRounds = 2;
  double cost = cost_of(all, best, least, poll);
  if (!std::isfinite(cost)) return {};
  for (int round = 0; round < kRounds; ++round) {
    const double before = cost;
    for (size_t k = 0; k < std::min(units.size(), kMoved); ++k) {
      Parting other = best;
      for (const size_t i : units[k]) other[i] = !other[i];
      const double found = cost_of(all, other, least, poll);
      if (!(found < cost)) continue;
      cost = found;
      best = std::move(other);
    }
    if (!(cost < before)) break;
  }
  return best;
}

std::unique_ptr<TypePairs> make_pairs(const Composition& composition, double theta, int depth,
                                      bool varied, const Poll& poll) {
  const double least = std::pow(10.0, -depth);
  auto atoms = type_atoms(composition.factors(), theta, depth * kLn10 / kLn2, poll);
  if (!atoms) return nullptr;
  Parting parting;
  for (const double share : {0.7, 0.6, 0.5, 0.42, 0.35, 0.28}) {
    if (!parting.empty()) break;
    parting = best_parting(*atoms, std::pow(10.0, -share * depth), varied, poll);
  }
  if (parting.empty() || !will_fit(*atoms, parting, depth, poll)) return nullptr;
  auto out = std::make_unique<TypePairs>(TypePairs{*atoms, TypeList(*atoms), TypeList(*atoms)});
  // Lists refer to the atoms stored with them.
  out->first = TypeList(out->atoms);
  out->second = TypeList(out->atoms);
  const bool done = fill(out->atoms, parting, true, least, kMostListed, &out->first, poll) &&
                    fill(out->atoms, parting, false, least, kMostListed, &out->second, poll);
  return done ? std::move(out) : nullptr;
}

/// Returns the range of tilts for which the omitted mass is bounded for this question (tilt_will_do()).
std::pair<double, double> region_of(Question question) {
  constexpr double kFar = 40;
  switch (question) {
    case Question::delta:
    case Question::Q_above:
      return {1, kFar};
    case Question::excess:
    case Question::P_below:
      return {-kFar, 0};
    case Question::one_minus_delta:
      return {0, 1};
    case Question::P_above:
      return {0, kFar};
    case Question::Q_below:
      return {-kFar, 1};
  }
  return {0, 1};
}

}  // namespace

/// Returns the tilt at which the mean of S is near t, in the range of the question, on a sufficiently fine grid.
double Types::tilt(Question question, double t) const {
  const auto [low, high] = region_of(question);
  const double deviation =
      composition_.approximate_location(question == Question::excess ? 0 : 1).deviation;
  const auto height = [&](double theta) {
    double sum = -theta * t;
    for (const Factor& f : composition_.factors()) {
      sum += f.count.approximate() * measure_of(*f.mechanism).log_transform(theta);
    }
    return sum;
  };
  const double near = std::clamp(t / (deviation * deviation) + 0.5, low, high);
  const double far = 2 + 0.5 * std::fabs(near);
  const double found =
      fourier::golden(std::max(low, near - far), std::min(high, near + far), 14, height);
  const double step = std::exp2(std::round(std::log2(0.25 / std::max(0.25, deviation))));
  return std::clamp(step * std::round(found / step), low, high);
}

void Types::vary() {
  varied_ = true;
  kept_.clear();
}

const TypePairs* Types::pairs(double theta, int depth, const Poll& poll) {
  // A list with smaller masses is also sufficient. If lists were too long for a smaller depth, they are too long for
  // this depth.
  for (auto kept = kept_.begin(); kept != kept_.end(); ++kept) {
    const bool serves = kept->pairs ? kept->depth >= depth : kept->depth <= depth;
    if (kept->theta != theta || !serves) continue;
    kept_.splice(kept_.begin(), kept_, kept);
    return kept_.front().pairs.get();
  }
  // Maximum number of pairs of lists in the cache, and of points of such a pair.
  constexpr size_t kMostKept = 4, kMany = 3000000;
  kept_.remove_if([](const Kept& x) { return x.pairs && x.pairs->points() > kMany; });
  if (kept_.size() == kMostKept) kept_.pop_back();
  kept_.push_front({theta, depth, make_pairs(composition_, theta, depth, varied_, poll)});
  return kept_.front().pairs.get();
}

Enclosure Types::answer(Question question, const Real& t, const Effort& effort) {
  const Bits p{160};
  const double theta = tilt(question, t.approximate());
  Enclosure best{Ball::indeterminate(p), {}};
  constexpr int kLower[] = {0, 1, 2, 3, 4, 6, 9};  // reductions of the digits if lists are too long
  const int digits = std::min(effort.digits, kMostTypeDigits);
  constexpr int kMargin = 6, kTries = 3;
  for (const int fewer : kLower) {
    int depth = digits - fewer + kMargin + (varied_ ? 1 : 0);
    if (digits - fewer < 1) break;
    for (int tries = 0; tries < kTries; ++tries) {
      const TypePairs* list = pairs(theta, depth, effort.poll);
      if (list == nullptr) break;
      points_ = list->points();
      sharpen(&best, answer_by_types(*list, question, t, p, effort.poll), question,
              "lists of two depths");
      if (effort.suffices(best.value) || fewer > 0) return best;
      const double missing = digits - std::max(0.0, best.value.relative_digits());
      depth += std::max(1, static_cast<int>(std::ceil(missing + 0.1)));
    }
    if (best.value.is_finite()) break;
  }
  return best;
}

}  // namespace plumbline::conditioned
