#include "reference/mechanisms/finite/finite_pair.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/mechanisms/tied_losses.hpp"

namespace plumbline {
namespace {

/// Merges equal losses; equality is decided exactly.
std::vector<LossAtom> merged_exactly(const std::vector<LossAtom>& atoms) {
  std::vector<LogLinear> losses;
  for (const LossAtom& atom : atoms) {
    if (const auto form = atom.loss.log_linear()) losses.push_back(*form);
  }
  const LogBasis basis(losses, [] { poll_here(); });
  std::map<Coordinates, size_t> seen;
  std::vector<LossAtom> out;
  for (const LossAtom& atom : atoms) {
    const auto form = atom.loss.log_linear();
    const auto at = form ? basis.coordinates(*form) : std::nullopt;
    // A loss beyond 2^40 or of unknown form is not merged. This is safe because sorted() throws an exception if it
    // cannot separate two losses.
    if (!at) {
      out.push_back(atom);
      continue;
    }
    const auto [found, fresh] = seen.emplace(*at, out.size());
    if (fresh) {
      out.push_back(atom);
    } else {
      LossAtom& same = out[found->second];
      same.mass = same.mass + atom.mass;
    }
  }
  return out;
}

/// Returns the atoms in groups such that losses of different groups differ. Exact comparison of hundreds of logarithms
/// takes long, and most losses differ in their first digits.
std::vector<std::vector<LossAtom>> groups_of(const std::vector<LossAtom>& atoms) {
  constexpr Bits kBits{128};
  std::vector<std::pair<Ball, const LossAtom*>> keyed;
  for (const LossAtom& atom : atoms) {
    poll_here(static_cast<long>(keyed.size()), kBits);
    const Ball loss = atom.loss(kBits);
    if (!loss.is_finite()) return {atoms};
    keyed.emplace_back(loss, &atom);
  }
  std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
    return certainly_less(a.first.lower(), b.first.lower());
  });
  std::vector<std::vector<LossAtom>> out;
  Ball top(kBits);  // the largest upper end of the last group
  for (const auto& [loss, atom] : keyed) {
    const bool apart = out.empty() || certainly_less(top, loss);
    if (apart) out.emplace_back();
    out.back().push_back(*atom);
    top = apart ? loss.upper() : max(top, loss.upper());
  }
  return out;
}

std::vector<LossAtom> merged(const std::vector<LossAtom>& atoms) {
  std::vector<LossAtom> out;
  for (const std::vector<LossAtom>& group : groups_of(atoms)) {
    const std::vector<LossAtom> same = group.size() == 1 ? group : merged_exactly(group);
    out.insert(out.end(), same.begin(), same.end());
  }
  return out;
}

/// Sorts in increasing order, with as much precision as necessary up to kMostBits. The limit is necessary because no
/// precision separates equal losses of unknown form. Such losses occur if choice(...) contains two shuffled mechanisms.
std::vector<LossAtom> sorted(std::vector<LossAtom> atoms) {
  constexpr long kMostBits = 4096;
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    std::vector<std::pair<Ball, LossAtom>> keyed;
    for (const LossAtom& atom : atoms) {
      poll_here(static_cast<long>(keyed.size()), p);
      keyed.emplace_back(atom.loss(p), atom);
    }
    std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
      return certainly_less(a.first.midpoint(), b.first.midpoint());
    });
    bool certain = true;
    for (size_t i = 0; i + 1 < keyed.size(); ++i) {
      certain = certain && certainly_less(keyed[i].first, keyed[i + 1].first);
    }
    if (!certain) continue;
    for (size_t i = 0; i < atoms.size(); ++i) atoms[i] = keyed[i].second;
    return atoms;
  }
  throw std::invalid_argument("two losses are too close to tell apart");
}

enum class Side { above, below, undecided };

/// Returns the side of t on which the loss lies; nothing if the enclosures do not decide it.
std::optional<Side> compared(const Ball& loss, const Ball& t) {
  if (certainly_less(t, loss)) return Side::above;
  if (certainly_at_most(loss, t)) return Side::below;
  return std::nullopt;
}

/// Returns the side of t on which the loss lies; a loss equal to t is `below`. Equality is decided if both have a known
/// form.
Side side_of(const Real& loss, const Real& t, Bits p) {
  constexpr long kMostBits = 4096;
  for (Bits bits = p;; bits = Bits{2 * bits.n}) {
    if (const auto side = compared(loss(bits), t(bits))) return *side;
    if (bits.n > kMostBits) return Side::undecided;
    if (!(bits == p)) continue;
    const auto known = loss.log_linear(), form = t.log_linear();
    if (known && form) {
      const LogBasis basis({*known, *form});
      const auto a = basis.coordinates(*known), b = basis.coordinates(*form);
      if (a && b && *a == *b) return Side::below;
    }
  }
}

}  // namespace

FinitePair::FinitePair(const std::vector<LossAtom>& atoms, std::string expression,
                       std::string identity)
    : atoms_(sorted(merged(atoms))),
      expression_(std::move(expression)),
      identity_(std::move(identity)) {
  const Bits p{128};
  for (const LossAtom& atom : atoms_) {
    log_mass_.push_back(atom.mass(p).log_approximate());
    loss_.push_back(atom.loss(p).approximate());
  }
}

std::shared_ptr<const FinitePair::Balls> FinitePair::balls(Bits p) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return balls_.get(p.n, [&] {
    auto out = std::make_shared<Balls>();
    const size_t n = atoms_.size();
    for (const LossAtom& atom : atoms_) {
      poll_here(static_cast<long>(out->atoms.size()), p);
      const Ball P = atom.mass(p);
      out->atoms.push_back({P, P * exponential(atom.loss, p), atom.loss(p)});
    }
    out->before.assign(n + 1, {Ball(p), Ball(p)});
    out->from = out->before;
    for (size_t i = 0; i < n; ++i) {
      const AtomBalls &low = out->atoms[i], &high = out->atoms[n - 1 - i];
      out->before[i + 1] = {out->before[i].P + low.P, out->before[i].Q + low.Q};
      out->from[n - 1 - i] = {out->from[n - i].P + high.P, out->from[n - i].Q + high.Q};
    }
    return out;
  });
}

// BOUND(FINITE-ATOM)
// Statement.  An atom of mass m whose loss could not be compared with t adds a number in [0, m] to the mass of (t,
//             inf) and to the mass of (-inf, t].
// Needs.      m >= 0: the caller, by FinitePair's constructor.
// Proof.      It adds 0 or m.
// Source.     Elementary.
LossTails FinitePair::tails(const Real& t, Bits p) const {
  const auto part = [](const Ball& mass, bool decided) {
    return decided ? mass : bound<"FINITE-ATOM">(Ball::hull(Ball(mass.precision()), mass));
  };
  const Ball limit = t(p);
  const auto known = balls(p);
  // The losses increase. All losses before `first` are at most t, and all from `last` on are above t.
  const auto& atoms = known->atoms;
  const auto near = std::partition_point(atoms.begin(), atoms.end(), [&](const AtomBalls& x) {
    return certainly_at_most(x.loss, limit);
  });
  size_t first = static_cast<size_t>(near - atoms.begin());
  while (first > 0 && !certainly_at_most(atoms[first - 1].loss, limit)) --first;
  size_t last = first;
  while (last < atoms.size() && !certainly_less(limit, atoms[last].loss)) ++last;
  LossTails out{known->from[last].P, known->before[first].P, known->from[last].Q,
                known->before[first].Q};
  for (size_t i = first; i < last; ++i) {
    const auto& [P, Q, loss] = atoms[i];
    const Side side = side_of(atoms_[i].loss, t, p);
    const bool decided = side != Side::undecided;
    if (side != Side::below) {
      out.P_above += part(P, decided);
      out.Q_above += part(Q, decided);
    }
    if (side != Side::above) {
      out.P_below += part(P, decided);
      out.Q_below += part(Q, decided);
    }
  }
  return out;
}

bool FinitePair::has_unknown_losses() const {
  return std::any_of(atoms_.begin(), atoms_.end(),
                     [](const LossAtom& atom) { return !atom.loss.log_linear(); });
}

// An atom contributes max(0, Q - e^t P) to the profile. If its loss is t, this is 0, so it need not be decided on which
// side of t the atom lies.
void FinitePair::offers(Offers* asked) const {
  asked->give<TiedLosses>([this]() -> std::optional<TiedLosses> {
    if (!has_unknown_losses()) return std::nullopt;
    return TiedLosses{[this](const Real& t, Bits p) {
      const Ball x = exp(t(p)), zero(p);
      TiedProfile out{zero, zero, zero};
      long i = 0;
      for (const LossAtom& atom : atoms_) {
        poll_here(i++, p);
        const Ball P = atom.mass(p), Q = P * exponential(atom.loss, p), limit = x * P;
        out.delta += max(zero, Q - limit);
        out.one_minus_delta += min(Q, limit);
        out.excess += max(zero, limit - Q);
        out.undecided = out.undecided || side_of(atom.loss, t, p) == Side::undecided;
      }
      return std::optional(out);
    }};
  });
}

std::optional<LossLattice> FinitePair::lattice() const {
  for (const LossAtom& atom : atoms_) {
    if (!atom.loss.rational()) return std::nullopt;
  }
  LossLattice out{*atoms_.front().loss.rational(), Rational(0)};
  for (const LossAtom& atom : atoms_) {
    out.spacing = gcd(out.spacing, *atom.loss.rational() - out.offset);
  }
  if (out.spacing.is_zero()) out.spacing = Rational(1);
  return out;
}

Ball FinitePair::transform(double c, Bits p) const {
  const Ball s = Ball::from_binary64(c, p);
  Ball sum(p);
  long i = 0;
  for (const LossAtom& atom : atoms_) {
    poll_here(i++, p);
    sum += atom.mass(p) * exp(s * atom.loss(p));
  }
  return sum;
}

LineValues FinitePair::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                         const Poll& poll) const {
  const Ball s = Ball::from_binary64(c, p), zero(p);
  ComplexVector weights(atoms_.size(), p), nodes(atoms_.size(), p);
  for (size_t i = 0; i < atoms_.size(); ++i) {
    poll_here(static_cast<long>(i), p);
    const Ball loss = atoms_[i].loss(p);
    weights.set(i, ComplexBall(atoms_[i].mass(p) * exp(s * loss), zero));
    nodes.set(i, ComplexBall(loss, zero));
  }
  return {exponential_sums(weights, nodes, D, count, p, poll), UpperBound()};
}

double FinitePair::log_transform(double c) const {
  double top = -1e300, reach = 0;
  for (size_t i = 0; i < loss_.size(); ++i) {
    top = std::max(top, log_mass_[i] + c * loss_[i]);
    reach = std::max(reach, std::fabs(c * loss_[i]));
  }
  double sum = 0;
  for (size_t i = 0; i < loss_.size(); ++i) {
    sum += reach < 1 ? std::exp(log_mass_[i]) * std::expm1(c * loss_[i])
                     : std::exp(log_mass_[i] + c * loss_[i] - top);
  }
  return reach < 1 ? std::log1p(sum) : top + std::log(sum);
}

Mechanism zero_loss(const std::string& expression) {
  return std::make_shared<FinitePair>(
      std::vector<LossAtom>{{Real(Rational(1)), LogLinear{Rational(0), {}}}}, expression,
      "perfectly_private");
}

}  // namespace plumbline
