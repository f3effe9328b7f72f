#include "reference/engines/conditioned/type_list.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::conditioned {
namespace {

constexpr double kUpwards = 1 + 0x1p-50;  // compensates the rounding of a few operations

bool before(const TypePoint& a, const TypePoint& b) { return a.place < b.place; }

}  // namespace

TypeList::TypeList(const TypeAtoms& all) : all_(&all), points_(all.indices) {
  points_[0].push_back({0, 1, 1, 1});
  for (const TypeFactor& f : all.factors) {
    left_.push_back(Ball::integer(1, f.outside.precision()));
    chances_.emplace_back(static_cast<size_t>(f.count) + 1, kTiny);
    chances_.back()[0] = 1;
  }
}

TypeList::Powers TypeList::powers(const TypeAtom& atom) const {
  const auto count = static_cast<size_t>(all_->factors[atom.factor].count);
  Powers out{{1}, {1}, {1}};
  for (size_t n = 1; n <= count; ++n) {
    const auto by = static_cast<MachineMass>(n);
    out.P.push_back(out.P.back() * atom.P / by);
    out.Q.push_back(out.Q.back() * atom.Q / by);
    const double weight = out.weight.back() * atom.weight / static_cast<double>(n) * kUpwards;
    out.weight.push_back(std::max(weight, kTiny));
  }
  return out;
}

// BOUND(TYPE-LIST)
// Statement.  Let a factor have N steps. Each step has one of the atoms a = 1, ..., k (of tilted masses w_a) or none
//             of them (mass R = 1 - sum w_a). The tilted probability that exactly n_a steps have the atom a, with m =
//             sum n_a, is
//
//                 prod_a (s w_a)^{n_a}/n_a!  g_m,   g_m = N! R^{N-m} / ((N-m)! s^m).
//
//             dropped() is at least the sum of these probabilities over all dropped types; for several factors, of
//             their products. For two groups of atoms, the events that are in a list of neither group have at most
//             the sum of both dropped() and of N times the mass outside all atoms, over the factors.
// Needs.      (a) The numbers used for w_a and R are upper bounds: type_atoms, update_chances. (b) Weights below
//             10^-280 are replaced by 10^-280. (c) At most 2^30 types are dropped.
// Proof.      The formula is the multinomial probability. A type is dropped at most once, when its last atom is
//             added. All events dropped while the lists are made are among the events "the steps have exactly this
//             type on the atoms so far". An outcome of the composition has an atom outside the groups, or a type on
//             the first group and one on the second; it is in no pair only if one of these types was dropped. Each
//             operation in doubles has a relative error of at most 2^-53, for which kUpwards compensates at each
//             step. A sum of 2^30 terms has a relative error of at most 2^-22. The error of a product below the
//             smallest normal number is at most that number, and all these errors together are less than the added
//             10^-280.
// Source.     Elementary.
double TypeList::dropped() const { return dropped_ * (1 + 0x1p-20) + kTiny; }

/// Updates chances_ for a list that now includes this atom. chances_ is g_m of BOUND(TYPE-LIST): it accounts for the
/// other N - m steps, which have none of the atoms in the list.
void TypeList::update_chances(const TypeAtom& atom) {
  const TypeFactor& f = all_->factors[atom.factor];
  Ball& left = left_[atom.factor];
  left = left - atom.tilted;
  const double rest = std::max(left.upper().approximate() * kUpwards, kTiny);
  const auto N = static_cast<size_t>(f.count);
  std::vector<double>& g = chances_[atom.factor];
  double all = 1;
  for (size_t n = 1; n <= N; ++n) all = all * static_cast<double>(n) / f.scale * kUpwards;
  g[N] = all;
  for (size_t m = N; m-- > 0;) {
    g[m] = std::max(g[m + 1] * f.scale * rest / static_cast<double>(N - m) * kUpwards, kTiny);
  }
}

/// Returns the product of chances_ over all factors except `own`, at an index.
double TypeList::others(size_t index, size_t own) const {
  double out = 1;
  for (size_t f = 0; f < all_->factors.size(); ++f) {
    const TypeFactor& factor = all_->factors[f];
    const size_t m = index / factor.stride % (static_cast<size_t>(factor.count) + 1);
    if (f != own) out = out * chances_[f][m] * kUpwards;
  }
  return out;
}

/// Appends the types at one index to *to, as one sorted run. Each type receives n more steps that have this atom. Rare
/// types are dropped.
void TypeList::extend(const Source& source, size_t n, const TypeAtom& atom, const Powers& powers,
                      double least, Runs* to) {
  const double weight = powers.weight[n];
  const double chance = chances_[atom.factor][source.steps + n] * source.others * kUpwards;
  const double factor = std::max(weight * chance * kUpwards, kTiny);
  if (source.largest * factor < least) {
    dropped_ += source.total * factor;
    return;
  }
  to->starts.push_back(to->points.size());
  const MachineMass P = powers.P[n], Q = powers.Q[n];
  const std::int64_t shift = atom.place * static_cast<std::int64_t>(n);
  bool large = std::min(P, Q) >= kLeastMass;
  for (const TypePoint& x : points_[source.index]) {
    if (x.weight * factor < least) {
      dropped_ += x.weight * factor;
      continue;
    }
    const TypePoint& now = to->points.emplace_back(TypePoint{
        x.place + shift, std::max(x.weight * weight * kUpwards, kTiny), x.P * P, x.Q * Q});
    large = large && now.P >= kLeastMass && now.Q >= kLeastMass;
  }
  // At least the heaviest point was stored, so `large` describes a nonempty run.
  if (!large) too_small_ = true;
}

/// Sorts the points, and merges points of almost equal loss; returns the maximum number of points that were merged
/// into one.
long TypeList::merge(Runs* runs, const Poll& poll) const {
  std::vector<TypePoint>& other = runs->other;
  other.resize(runs->points.size());
  while (runs->starts.size() > 1) {
    poll();
    std::vector<size_t> starts;
    const size_t size = runs->points.size(), many = runs->starts.size();
    const auto at = [&](size_t i) {
      return runs->points.begin() + static_cast<long>(i < many ? runs->starts[i] : size);
    };
    for (size_t i = 0; i < many; i += 2) {
      starts.push_back(runs->starts[i]);
      std::merge(at(i), at(i + 1), at(i + 1), at(i + 2),
                 other.begin() + static_cast<long>(runs->starts[i]), before);
    }
    std::swap(runs->points, other);
    std::swap(runs->starts, starts);
  }
  const std::int64_t near = 4 * all_->steps();
  long longest = 0, chain = 0;
  size_t kept = 0;
  for (const TypePoint& x : runs->points) {
    TypePoint* last = kept > 0 ? &runs->points[kept - 1] : nullptr;
    if (last == nullptr || x.place - last->place > near) {
      runs->points[kept++] = x;
      chain = 0;
      continue;
    }
    last->P += x.P;
    last->Q += x.Q;
    last->weight = (last->weight + x.weight) * kUpwards;
    longest = std::max(longest, ++chain);
  }
  runs->points.resize(kept);
  return longest;
}

std::vector<TypeList::Source> TypeList::sources(const TypeAtom& atom) const {
  const TypeFactor& own = all_->factors[atom.factor];
  std::vector<Source> out;
  for (size_t index = 0; index < points_.size(); ++index) {
    Source source{index, index / own.stride % (static_cast<size_t>(own.count) + 1)};
    source.others = others(index, atom.factor);
    for (const TypePoint& x : points_[index]) {
      source.total += x.weight;
      source.largest = std::max(source.largest, x.weight);
    }
    out.push_back(source);
  }
  return out;
}

bool TypeList::add(const TypeAtom& atom, double least, size_t most, const Poll& poll) {
  update_chances(atom);
  const Powers own = powers(atom);
  const size_t stride = all_->factors[atom.factor].stride;
  std::vector<Source> from = sources(atom);
  std::vector<std::vector<TypePoint>> next(points_.size());
  size_ = 0;
  long longest = 0;
  // The indices decrease, because the list at an index is used only for this and for larger indices.
  Runs runs;  // reuses its memory for every index
  for (size_t index = points_.size(); index-- > 0;) {
    runs.points.clear();
    runs.starts.clear();
    for (size_t n = 0; n <= from[index].steps; ++n) {
      const Source& source = from[index - n * stride];
      if (points_[source.index].empty()) continue;
      extend(source, n, atom, own, least, &runs);
      poll();
    }
    std::vector<TypePoint>().swap(points_[index]);
    if (runs.points.empty()) continue;
    longest = std::max(longest, merge(&runs, poll));
    next[index] = std::vector<TypePoint>(runs.points);  // allocated at its exact size
    size_ += next[index].size();
    if (size_ > most || too_small_) return false;
  }
  points_ = std::move(next);
  spread_ += 4 * all_->steps();
  roundings_ += 1 + longest;
  return true;
}

}  // namespace plumbline::conditioned
