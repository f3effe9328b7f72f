#include "reference/engines/finite/type_laws.hpp"

#include <algorithm>
#include <unordered_map>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::finite_sums {
namespace {

/// Collects atoms, and merges atoms of equal value if the values are known exactly.
class Collector {
 public:
  void add(const Ball& value, const Ball& mass, const Coordinates& key) {
    if (key.empty()) {
      atoms_.push_back({value, mass, key});
      return;
    }
    const auto [found, fresh] = index_.emplace(key, atoms_.size());
    if (fresh) {
      atoms_.push_back({value, mass, key});
    } else {
      atoms_[found->second].mass += mass;
    }
  }
  size_t size() const { return atoms_.size(); }
  Atoms take() { return std::move(atoms_); }

 private:
  struct Hash {
    size_t operator()(const Coordinates& key) const {
      size_t h = 0;
      for (const long k : key) h = (h ^ static_cast<size_t>(k)) * 0x9e3779b97f4a7c15U + (h >> 29);
      return h;
    }
  };
  std::unordered_map<Coordinates, size_t, Hash> index_;
  Atoms atoms_;
};

class Types {
 public:
  Types(const Power& part, const std::vector<CountRange>& ranges, Bits p, const Poll& poll)
      : step_atoms_(part.atoms), ranges_(ranges), p_(p + 64), poll_(poll) {
    const long n = part.count;
    for (size_t i = 0; i < step_atoms_.size(); ++i) weights_.push_back(weights(i));
    room_.assign(step_atoms_.size() + 1, 0);  // maximum number of steps with the atoms i, i+1, ...
    for (size_t i = step_atoms_.size(); i-- > 0;) room_[i] = room_[i + 1] + ranges_[i].high;
    needed_.assign(step_atoms_.size() + 1, 0);  // minimum number of steps with these atoms
    for (size_t i = step_atoms_.size(); i-- > 0;) needed_[i] = needed_[i + 1] + ranges_[i].low;
    visit(0, n, Ball(p_), exp(log_gamma(Ball::integer(n, p_) + 1)),
          Coordinates(step_atoms_.front().key.size(), 0));
  }

  Atoms take() { return types_.take(); }

 private:
  /// Returns mass^n / n! of the i-th atom for each n in its range.
  std::vector<Ball> weights(size_t i) const {
    const CountRange& w = ranges_[i];
    const Ball mass = step_atoms_[i].mass.at(p_);
    Ball x = w.low == 0 ? Ball::integer(1, p_)
                        : exp(log(mass) * w.low - log_gamma(Ball::integer(w.low, p_) + 1));
    std::vector<Ball> out;
    for (long n = w.low; n <= w.high; ++n) {
      out.push_back(x);
      x = x * mass / (n + 1);
    }
    return out;
  }

  void add(const Ball& value, const Ball& mass, const Coordinates& key) {
    types_.add(value, mass, key);
    if (++visited_ % 1024 == 0) poll_();
  }

  void visit(size_t i, long left, const Ball& value, const Ball& mass, const Coordinates& key) {
    // No step remains: all further counts are 0, with weight 1.
    if (left == 0 && needed_[i] == 0) return add(value, mass, key);
    const CountRange& w = ranges_[i];
    const bool last = i + 1 == step_atoms_.size();
    const long from = std::max(w.low, last ? left : left - room_[i + 1]);
    const long to = std::min(w.high, left);
    if (from > to) return;
    Coordinates sum = key;
    for (size_t j = 0; j < sum.size(); ++j) sum[j] += from * step_atoms_[i].key[j];
    for (long n = from; n <= to; ++n) {
      const Ball x = value + step_atoms_[i].loss * n;
      const Ball m = mass * weights_[i][static_cast<size_t>(n - w.low)];
      if (last) {
        add(x, m, sum);
      } else {
        visit(i + 1, left - n, x, m, sum);
      }
      for (size_t j = 0; j < sum.size(); ++j) sum[j] += step_atoms_[i].key[j];
    }
  }

  const std::vector<StepAtom>& step_atoms_;
  const std::vector<CountRange>& ranges_;
  Bits p_;
  const Poll& poll_;
  std::vector<std::vector<Ball>> weights_;
  std::vector<long> room_, needed_;
  Collector types_;
  size_t visited_ = 0;
};

}  // namespace

Atoms law_of_types(const Power& part, const std::vector<CountRange>& ranges, Bits p,
                   const Poll& poll) {
  return Types(part, ranges, p, poll).take();
}

Atoms product(const Atoms& a, const Atoms& b, const Poll& poll) {
  const bool nothing =
      a.size() == 1 && a.front().value.is_exactly_zero() && (a.front().mass - 1).is_exactly_zero();
  if (nothing) return b;
  Collector out;
  Coordinates key;
  for (const Atom& x : a) {
    poll();
    for (const Atom& y : b) {
      key = x.key;
      for (size_t j = 0; j < key.size(); ++j) key[j] += y.key[j];
      out.add(x.value + y.value, x.mass * y.mass, key);
    }
  }
  return out.take();
}

// BOUND(NEAR-ATOMS)
// Statement.  Atoms whose values lie in overlapping balls may be replaced by one atom whose value is the hull of the
//             balls and whose mass is the sum of the masses.
// Needs.      Nothing: every statement about the merged atom is proved for all values in the hull.
// Proof.      Each of the values lies in the hull. If the hull is on one side of a threshold, so are all values. If
//             this is undecided, their mass counts as undecided (ATOM-HULL).
// Source.     Elementary.
bool sort_by_value(Atoms* atoms, const Poll& poll) {
  constexpr size_t kBetweenPolls = 4096;
  size_t compared = 0;
  std::sort(atoms->begin(), atoms->end(), [&](const Atom& a, const Atom& b) {
    if (++compared % kBetweenPolls == 0) poll();
    return certainly_less(a.value.midpoint(), b.value.midpoint());
  });
  Atoms apart;
  for (Atom& next : *atoms) {
    if (++compared % kBetweenPolls == 0) poll();
    if (apart.empty() || certainly_less(apart.back().value, next.value)) {
      apart.push_back(std::move(next));
      continue;
    }
    if (!next.key.empty()) return false;
    Atom& same = apart.back();
    same.value = bound<"NEAR-ATOMS">(Ball::hull(same.value, next.value));
    same.mass += next.mass;
  }
  *atoms = std::move(apart);
  return true;
}

}  // namespace plumbline::finite_sums
