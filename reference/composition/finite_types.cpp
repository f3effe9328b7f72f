/// Any number of losses and of different factors: the sum is split into two halves whose laws are
/// listed, sorted and met in the middle.
#include <algorithm>
#include <cmath>
#include <map>

#include "reference/composition/finite_law.hpp"

namespace plumbline::finite_sums {
namespace {

struct Atom {
  Ball value, mass;
  Coordinates key;
};
using Atoms = std::vector<Atom>;

/// Which counts of which part matter, and the tilted mass left out.
struct Plan {
  const Part* part;
  std::vector<Window> windows;
};

/// The types of one part: counts within their windows that sum to N.
class Types {
 public:
  Types(const Plan& plan, Bits p, const Poll& poll)
      : points_(plan.part->points), windows_(plan.windows), p_(p + 64), poll_(poll) {
    const long N = plan.part->count;
    scale_ = exp(log_gamma(Ball::integer(N, p_) + 1));
    for (size_t i = 0; i < points_.size(); ++i) weights_.push_back(weights(i));
    room_.assign(points_.size() + 1, 0);  // the most that the points from i on can hold
    for (size_t i = points_.size(); i-- > 0;) room_[i] = room_[i + 1] + windows_[i].high;
    visit(0, N, {Ball(p_), scale_, Coordinates(points_.front().key.size(), 0)});
  }

  Atoms take() { return std::move(atoms_); }

 private:
  /// mass^n / n! over the window.
  std::vector<Ball> weights(size_t i) const {
    const Window& w = windows_[i];
    const Ball mass = points_[i].mass.at(p_);
    Ball x = w.low == 0 ? Ball::integer(1, p_)
                        : exp(log(mass) * w.low - log_gamma(Ball::integer(w.low, p_) + 1));
    std::vector<Ball> out;
    for (long n = w.low; n <= w.high; ++n) {
      out.push_back(x);
      x = x * mass / (n + 1);
    }
    return out;
  }

  void visit(size_t i, long left, const Atom& so_far) {
    const Window& w = windows_[i];
    const bool last = i + 1 == points_.size();
    const long from = std::max(w.low, last ? left : left - room_[i + 1]);
    const long to = std::min(w.high, left);
    for (long n = from; n <= to; ++n) {
      Atom atom{so_far.value + points_[i].loss * n,
                so_far.mass * weights_[i][static_cast<size_t>(n - w.low)], so_far.key};
      for (size_t j = 0; j < atom.key.size(); ++j) atom.key[j] += n * points_[i].key[j];
      if (last) {
        atoms_.push_back(atom);
        if (atoms_.size() % 1024 == 0) poll_();
      } else {
        visit(i + 1, left - n, atom);
      }
    }
  }

  const std::vector<Point>& points_;
  const std::vector<Window>& windows_;
  Bits p_;
  const Poll& poll_;
  Ball scale_{Bits{64}};
  std::vector<std::vector<Ball>> weights_;
  std::vector<long> room_;
  Atoms atoms_;
};

/// Adds up the atoms of equal value, where values are known exactly.
Atoms merged(Atoms atoms) {
  if (atoms.empty() || atoms.front().key.empty()) return atoms;
  std::sort(atoms.begin(), atoms.end(), [](const Atom& a, const Atom& b) { return a.key < b.key; });
  Atoms out;
  for (Atom& atom : atoms) {
    if (!out.empty() && out.back().key == atom.key) {
      out.back().mass += atom.mass;
    } else {
      out.push_back(std::move(atom));
    }
  }
  return out;
}

Atoms product(const Atoms& a, const Atoms& b, const Poll& poll) {
  Atoms out;
  out.reserve(a.size() * b.size());
  for (const Atom& x : a) {
    poll();
    for (const Atom& y : b) {
      Atom atom{x.value + y.value, x.mass * y.mass, x.key};
      for (size_t j = 0; j < atom.key.size(); ++j) atom.key[j] += y.key[j];
      out.push_back(std::move(atom));
    }
  }
  return merged(std::move(out));
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

double log_types(const Part& part, const Tilted& tilt, double digits) {
  // All types of N among d points, or the box of windows without the widest, whichever is fewer.
  const double N = static_cast<double>(part.count);
  const double d = static_cast<double>(part.points.size());
  const double all = std::lgamma(N + d) - std::lgamma(N + 1) - std::lgamma(d);
  double box = 0, widest = 0;
  for (const Ball& mass : tilt.masses) {
    const double size = std::log(window_size(N, mass.approximate(), digits));
    box += size;
    widest = std::max(widest, size);
  }
  return std::min(all, box - widest);
}

/// The parts in two groups of roughly equal size; one part may be cut in two.
struct Halves {
  std::vector<Part> first, second;
  double log_first = 0, log_second = 0;
};

Halves halves(const Tail& tail, double c) {
  const auto size = [&](const Part& part) {
    return log_types(part, tilted(part, c, Bits{128}), tail.digits);
  };
  std::vector<Part> parts = tail.parts;
  std::sort(parts.begin(), parts.end(),
            [&](const Part& a, const Part& b) { return size(a) > size(b); });
  double others = 0;
  for (size_t i = 1; i < parts.size(); ++i) others += size(parts[i]);
  if (parts.front().count > 1 && size(parts.front()) > others) {
    Part half = parts.front();
    half.count /= 2;
    parts.front().count -= half.count;
    parts.insert(parts.begin() + 1, half);
  }
  Halves out;
  for (const Part& part : parts) {
    const bool first = out.log_first <= out.log_second;
    (first ? out.first : out.second).push_back(part);
    (first ? out.log_first : out.log_second) += size(part);
  }
  return out;
}

/// The law of the sum of some parts (of nothing: the atom 0).
struct Side {
  Side(const std::vector<Part>& parts, size_t key_size, double c, double digits, Bits p,
       const Poll& poll)
      : outside(p) {
    atoms.push_back({Ball(p), Ball::integer(1, p), Coordinates(key_size, 0)});
    for (const Part& part : parts) {
      const Tilted tilt = tilted(part, c, p);
      Plan plan{&part, {}};
      for (const Ball& mass : tilt.masses) {
        plan.windows.push_back(window(part.count, mass, digits, p));
        outside += plan.windows.back().outside;
      }
      atoms = product(atoms, merged(Types(plan, p, poll).take()), poll);
    }
  }

  Atoms atoms;
  Ball outside;
};

}  // namespace

double log_type_atoms(const Tail& tail) {
  const Halves h = halves(tail, saddle(tail));
  return std::max(h.log_first, h.log_second);
}

// BOUND(TYPE-SUM)
// Statement.  With S = A + B, A and B independent and listed within their windows: R(S > t) is the
//             sum over atoms a of A of R(a) R(B > t - a), up to TILTED-WINDOW for the counts left
//             out of either. Where it is undecided on which side of t a sum a + b lies, the hull of
//             both is taken.
// Proof.      The type (n_1, ..., n_d) of N steps has mass N! prod r_i^{n_i} / n_i!. As a grows,
//             t - a falls: the atoms b above it form a growing upper set, found by one sweep.
// Source.     Elementary (Horowitz and Sahni's two lists).
Ball type_tail(const Tail& tail, const Poll& poll) {
  const Bits p = tail.bits;
  const double c = saddle(tail);
  const Halves h = halves(tail, c);
  if (std::max(h.log_first, h.log_second) > std::log(4 * kMostAtoms)) {
    return Ball::indeterminate(p);
  }
  const bool exact = has_keys(tail) && !tail.t_key.empty();
  const size_t key_size = has_keys(tail) ? tail.parts.front().points.front().key.size() : 0;
  Side A(h.first, key_size, c, tail.digits, p, poll),
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
      inner += Ball::hull(Ball(p), b.mass);
    }
    sum += a.mass * inner;
  }
  return sum + Ball::zero_to(UpperBound::of(chernoff(tail, c) * (A.outside + B.outside)), p);
}

}  // namespace plumbline::finite_sums
