/// Any number of losses and of different factors: the sum is split into two halves whose laws are
/// listed, sorted and met in the middle.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/finite/finite_law.hpp"

namespace plumbline::finite_sums {
namespace {

struct Atom {
  Ball value, mass;
  Coordinates key;
};
using Atoms = std::vector<Atom>;

/// Collects atoms and adds up those of equal value, where values are known exactly.
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

/// The types of n steps of one part: counts within their ranges that sum to n.
class Types {
 public:
  Types(const Power& part, const std::vector<CountRange>& ranges, Bits p, const Poll& poll)
      : step_atoms_(part.atoms), ranges_(ranges), p_(p + 64), poll_(poll) {
    const long n = part.count;
    for (size_t i = 0; i < step_atoms_.size(); ++i) weights_.push_back(weights(i));
    room_.assign(step_atoms_.size() + 1, 0);  // the most that the atoms from i on can hold
    for (size_t i = step_atoms_.size(); i-- > 0;) room_[i] = room_[i + 1] + ranges_[i].high;
    visit(0, n, Ball(p_), exp(log_gamma(Ball::integer(n, p_) + 1)),
          Coordinates(step_atoms_.front().key.size(), 0));
  }

  Atoms take() { return types_.take(); }

 private:
  /// mass^n / n! over the range.
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

  void visit(size_t i, long left, const Ball& value, const Ball& mass, const Coordinates& key) {
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
        types_.add(x, m, sum);
        if (++visited_ % 1024 == 0) poll_();
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
  std::vector<long> room_;
  Collector types_;
  size_t visited_ = 0;
};

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

/// Increasing in value; false if the precision does not tell two values apart.
bool sort_by_value(Atoms* atoms) {
  std::sort(atoms->begin(), atoms->end(), [](const Atom& a, const Atom& b) {
    return certainly_less(a.value.midpoint(), b.value.midpoint());
  });
  for (size_t i = 0; i + 1 < atoms->size(); ++i) {
    if (!certainly_less((*atoms)[i].value, (*atoms)[i + 1].value)) return false;
  }
  return true;
}

// ---- what it would cost, in doubles -----------------------------------------------------------

/// Numbers of values of sums of parts: at most the points of the box that their keys span.
class Box {
 public:
  void add(const Power& part, double count) {
    const size_t dimension = part.atoms.front().key.size();
    range_.resize(dimension, 0);
    spacing_.resize(dimension, 0);
    if (dimension == 0) known_ = false;
    for (size_t j = 0; j < dimension; ++j) {
      long low = part.atoms.front().key[j], high = low;
      for (const StepAtom& x : part.atoms) {
        low = std::min(low, x.key[j]);
        high = std::max(high, x.key[j]);
        spacing_[j] = std::gcd(spacing_[j], x.key[j] - part.atoms.front().key[j]);
      }
      range_[j] += count * static_cast<double>(high - low);
    }
  }
  double log_size() const {
    if (!known_) return 1e300;
    double sum = 0;
    for (size_t j = 0; j < range_.size(); ++j) {
      if (spacing_[j] > 0) sum += std::log1p(range_[j] / static_cast<double>(spacing_[j]));
    }
    return sum;
  }

 private:
  bool known_ = true;
  std::vector<double> range_;
  std::vector<long> spacing_;
};

/// All types of n steps among d atoms, or the box of ranges without the widest, whichever is
/// fewer.
double log_types(const std::vector<double>& masses, double n, double digits) {
  const double d = static_cast<double>(masses.size());
  const double all = log_gamma(n + d) - log_gamma(n + 1) - log_gamma(d);
  double box = 0, widest = 0;
  for (const double mass : masses) {
    const double size = std::log(count_range_size(n, mass, digits));
    box += size;
    widest = std::max(widest, size);
  }
  return std::min(all, box - widest);
}

/// Work and number of atoms, as logarithms.
struct Cost {
  double work, atoms;
};

double log_sum(double a, double b) {
  return std::max(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
}

/// The law of n steps: by its types, or from the law of n/2 steps.
struct PartPlan {
  Cost cost;
  bool by_types;
};

PartPlan part_plan(const Power& part, const std::vector<double>& masses, long n, double digits) {
  const double types = log_types(masses, static_cast<double>(n), digits);
  Box box;
  box.add(part, static_cast<double>(n));
  const double atoms = std::min(types, box.log_size());
  if (n == 1 || types < std::log(2000.0)) return {{types, atoms}, true};
  const Cost half = part_plan(part, masses, n / 2, digits).cost;
  const double doubling = log_sum(half.work, 2 * half.atoms + (n % 2 == 0 ? 0.0 : std::log(3.0)));
  if (types <= doubling) return {{types, atoms}, true};
  return {{doubling, std::min(atoms, 2 * half.atoms)}, false};
}

std::vector<double> rough_masses(const Tilted& tilt) {
  std::vector<double> out;
  for (const Ball& mass : tilt.masses) out.push_back(mass.approximate());
  return out;
}

/// The parts in two groups of roughly equal size.
struct Halves {
  std::vector<Power> first, second;
  Cost cost{0, 0};
};

Halves grouped(std::vector<Power> parts, double c, double digits) {
  std::vector<std::pair<Cost, Power>> sized;
  for (const Power& part : parts) {
    const auto masses = rough_masses(tilted(part, c, Bits{128}));
    sized.emplace_back(part_plan(part, masses, part.count, digits).cost, part);
  }
  std::sort(sized.begin(), sized.end(),
            [](const auto& a, const auto& b) { return a.first.atoms > b.first.atoms; });
  Halves out;
  Box boxes[2];
  double atoms[2] = {0, 0}, work = 0;
  for (const auto& [cost, part] : sized) {
    const int half = atoms[0] <= atoms[1] ? 0 : 1;
    (half == 0 ? out.first : out.second).push_back(part);
    boxes[half].add(part, static_cast<double>(part.count));
    work = log_sum(log_sum(work, cost.work), atoms[half] + cost.atoms);
    atoms[half] = std::min(atoms[half] + cost.atoms, boxes[half].log_size());
  }
  out.cost = {work, std::max(atoms[0], atoms[1])};
  return out;
}

/// One part may be cut in two, where that is cheaper.
Halves halves(const Tail& tail, double c) {
  Halves best = grouped(tail.parts, c, tail.digits);
  for (size_t i = 0; i < tail.parts.size(); ++i) {
    if (tail.parts[i].count < 2) continue;
    std::vector<Power> parts = tail.parts;
    parts.push_back(parts[i]);
    parts[i].count /= 2;
    parts.back().count -= parts[i].count;
    Halves cut = grouped(parts, c, tail.digits);
    if (cut.cost.work < best.cost.work) best = std::move(cut);
  }
  return best;
}

// ---- the sum itself -----------------------------------------------------------------------------

/// The law of the sum of some parts (of nothing: the atom 0).
class Half {
 public:
  Half(const std::vector<Power>& parts, size_t key_size, double c, double digits, Bits p,
       const Poll& poll)
      : outside(p), digits_(digits), p_(p), poll_(poll) {
    atoms.push_back({Ball(p), Ball::integer(1, p), Coordinates(key_size, 0)});
    for (const Power& part : parts) {
      const Tilted tilt = tilted(part, c, p);
      atoms = product(atoms, law(part, tilt, part.count, 1), poll);
    }
  }

  Atoms atoms;
  Ball outside;

 private:
  /// The law of n steps, which is used `times` times: so often is what it leaves out.
  Atoms law(const Power& part, const Tilted& tilt, long n, long times) {
    if (!part_plan(part, rough_masses(tilt), n, digits_).by_types) {
      const Atoms half = law(part, tilt, n / 2, 2 * times);
      Atoms out = product(half, half, poll_);
      return n % 2 == 0 ? out : product(law(part, tilt, 1, times), out, poll_);
    }
    std::vector<CountRange> ranges;
    for (size_t i = 0; i < tilt.masses.size(); ++i) {
      ranges.push_back(count_range(n, tilt.masses[i], tilt.rests[i], digits_, p_));
      outside += ranges.back().outside * times;
    }
    const Power steps{part.atoms, n};
    return Types(steps, ranges, p_, poll_).take();
  }

  double digits_;
  Bits p_;
  const Poll& poll_;
};

}  // namespace

std::optional<std::string> type_refusal(const Tail& tail) {
  const Cost cost = halves(tail, saddle(tail)).cost;
  if (cost.work > std::log(kMostTypes)) {
    return "about 10^" + std::to_string(std::lround(cost.work / kLn10)) +
           " terms are too many for a sum over types";
  }
  if (cost.atoms > std::log(kMostAtoms)) {
    return "about 10^" + std::to_string(std::lround(cost.atoms / kLn10)) +
           " different losses are too many for a sum over types";
  }
  return std::nullopt;
}

// BOUND(TYPE-SUM)
// Statement.  With S = A + B, A and B independent, and their atoms listed by types within ranges,
//                 R(S > t) = sum over atoms a of A of R(a) R(B > t - a),
//             up to a number between 0 and what TILTED-WINDOW says of the counts left out of
//             either. Where it is undecided on which side of t a sum a + b lies, ATOM-HULL.
// Needs.      (a) The atoms of either list are told apart: checked by sort_by_value (indeterminate
//             otherwise). (b) Every part's masses sum to 1: DominatingPair::atoms.
// Proof.      The type (n_1, ..., n_d) of N steps has mass N! prod r_i^{n_i} / n_i!. A law of 2n
//             steps made from that of n twice leaves out, by the union bound, at most twice its
//             share. What is left out is part of the event S > t. As a grows, t - a falls: the
//             atoms b above it form a growing upper set, found by one sweep.
// Source.     Elementary (Horowitz and Sahni's two lists).
Ball type_tail(const Tail& tail, const Poll& poll) {
  const Bits p = tail.bits;
  const double c = saddle(tail);
  const Halves h = halves(tail, c);
  if (h.cost.work > std::log(4 * kMostTypes) || h.cost.atoms > std::log(2 * kMostAtoms)) {
    return Ball::indeterminate(p);  // a threshold much harder than what was planned for
  }
  const bool exact = has_keys(tail) && !tail.t_key.empty();
  const size_t key_size = has_keys(tail) ? tail.parts.front().atoms.front().key.size() : 0;
  Half A(h.first, key_size, c, tail.digits, p, poll),
      B(h.second, key_size, c, tail.digits, p, poll);
  if (!sort_by_value(&A.atoms) || !sort_by_value(&B.atoms)) return Ball::indeterminate(p);
  const auto is_tie = [&](const Atom& a, const Atom& b) {
    for (size_t i = 0; i < tail.t_key.size(); ++i) {
      if (a.key[i] + b.key[i] != tail.t_key[i]) return false;
    }
    return exact;
  };
  // The atoms of B from `above` on are certainly above t - a, for this a and all larger ones.
  Ball sum(p), upper(p);
  size_t above = B.atoms.size();
  for (const Atom& a : A.atoms) {
    const Ball rest = tail.t - a.value;
    const auto counts = [&](const Atom& b) {
      return certainly_less(rest, b.value) ||
             (!tail.strict && (is_tie(a, b) || certainly_at_most(rest, b.value)));
    };
    while (above > 0 && counts(B.atoms[above - 1])) upper += B.atoms[--above].mass;
    Ball inner = upper;
    for (size_t i = above; i > 0; --i) {
      const Atom& b = B.atoms[i - 1];
      if (certainly_less(b.value, rest)) break;
      if (tail.strict && (is_tie(a, b) || certainly_at_most(b.value, rest))) continue;
      inner += bound<"ATOM-HULL">(Ball::hull(Ball(p), b.mass));
    }
    sum += a.mass * inner;
  }
  const UpperBound left_out = UpperBound::of(chernoff(tail, c) * (A.outside + B.outside));
  return sum + Ball::zero_to(bound<"TYPE-SUM">(left_out), p);
}

}  // namespace plumbline::finite_sums
