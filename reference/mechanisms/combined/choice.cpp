#include "reference/mechanisms/combined/choice.hpp"

#include <algorithm>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/combined/subsampled.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/sampled_tails.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {
namespace {

/// Returns the distribution of the loss; nothing if one of the branches has none.
std::optional<MeasureSum> sum_of(const std::vector<ChoiceBranch>& branches) {
  std::vector<MeasureSum::Term> out;
  for (const ChoiceBranch& b : branches) {
    if (b.mechanism->measure() == nullptr) return std::nullopt;
    out.push_back({b.P_weight, b.shift(), shared_measure(b.mechanism)});
  }
  return MeasureSum(std::move(out));
}

/// Returns the largest or smallest loss over all branches; exact if all ends are rational.
std::optional<Real> extreme(const std::vector<ChoiceBranch>& branches, bool largest) {
  std::vector<Real> ends;
  for (const ChoiceBranch& b : branches) {
    const auto end = largest ? b.mechanism->largest_loss() : b.mechanism->smallest_loss();
    if (!end) return std::nullopt;
    ends.push_back(*end + b.shift());
  }
  const bool known =
      std::all_of(ends.begin(), ends.end(), [](const Real& x) { return x.rational().has_value(); });
  if (known) {
    Rational best = *ends.front().rational();
    for (const Real& x : ends) {
      if (largest ? *x.rational() > best : *x.rational() < best) best = *x.rational();
    }
    return Real(best);
  }
  return Real([ends, largest](Bits p) {
    Ball best = ends.front()(p);
    for (const Real& x : ends) best = largest ? max(best, x(p)) : min(best, x(p));
    return best;
  });
}

}  // namespace

Real ChoiceBranch::shift() const {
  if (log_of_weights) return *log_of_weights;
  return Q_weight ? log_ratio(*Q_weight, P_weight) : Real(Rational(0));
}

Choice::Choice(std::vector<ChoiceBranch> branches, std::string expression, std::string identity,
               std::optional<LossPieces> pieces)
    : branches_(std::move(branches)),
      expression_(std::move(expression)),
      identity_(std::move(identity)),
      pieces_(std::move(pieces)),
      whole_(sum_of(branches_)) {}

LossTails Choice::tails(const Real& t, Bits p) const {
  LossTails out{Ball(p), Ball(p), Ball(p), Ball(p)};
  for (const ChoiceBranch& b : branches_) {
    const LossTails one = b.mechanism->tails(t - b.shift(), p);
    const Ball u = b.P_weight(p), v = b.Q()(p);
    out.P_above += u * one.P_above;
    out.P_below += u * one.P_below;
    out.Q_above += v * one.Q_above;
    out.Q_below += v * one.Q_below;
  }
  return out;
}

// Let a branch have the weights u under P and v under Q, and let t' = t - log(v/u). Then e^t u = v e^t'. Hence each
// part of the profile at t is the sum over the branches of v times that part at t'.
std::optional<TiedProfile> Choice::tied(const Real& t, Bits p) const {
  TiedProfile out{Ball(p), Ball(p), Ball(p)};
  for (const ChoiceBranch& b : branches_) {
    const TiedProfile one = profile_at(*b.mechanism, t - b.shift(), p);
    const Ball v = b.Q()(p);
    out.delta += v * one.delta;
    out.one_minus_delta += v * one.one_minus_delta;
    out.excess += v * one.excess;
    out.undecided = out.undecided || one.undecided;
  }
  return out;
}

std::optional<LossPieces> Choice::pieces() const {
  if (pieces_) return pieces_;
  LossPieces out;
  for (const ChoiceBranch& b : branches_) {
    const auto one = plumbline::loss_pieces(*b.mechanism);
    const bool in_place =
        b.shift().is_known_as(Rational(0)) && one && one->shift.is_known_as(Rational(0));
    if (!in_place) return std::nullopt;
    for (const auto& x : one->atoms) out.atoms.push_back({x.place, b.P_weight * x.weight});
    for (const auto& x : one->stretches) {
      out.stretches.push_back({x.low, x.high, b.P_weight * x.weight});
    }
  }
  return out;
}

std::optional<Real> Choice::largest_loss() const { return extreme(branches_, true); }
std::optional<Real> Choice::smallest_loss() const { return extreme(branches_, false); }

std::optional<LossLattice> Choice::lattice() const {
  std::optional<LossLattice> out;
  for (const ChoiceBranch& b : branches_) {
    const auto one = b.mechanism->lattice();
    if (!one || !b.shift().is_known_as(Rational(0))) return std::nullopt;
    if (!out) {
      out = one;
    } else {
      out->spacing = gcd(gcd(out->spacing, one->spacing), one->offset - out->offset);
    }
  }
  return out;
}

bool Choice::countable() const {
  return std::all_of(branches_.begin(), branches_.end(),
                     [](const ChoiceBranch& b) { return b.mechanism->countable(); });
}

bool Choice::tails_known() const {
  return std::all_of(branches_.begin(), branches_.end(),
                     [](const ChoiceBranch& b) { return b.mechanism->tails_known(); });
}

bool Choice::ends_known() const {
  return std::all_of(branches_.begin(), branches_.end(),
                     [](const ChoiceBranch& b) { return b.mechanism->ends_known(); });
}

const LossMeasure* Choice::measure() const { return whole_ ? this : nullptr; }

void Choice::offers(Offers* asked) const {
  asked->give<LossPieces>([this] { return pieces(); });
  asked->give<Sampling>([this] {
    return Sampling{[this](const Real& p, const std::string& text) { return subsampled(p, text); }};
  });
  asked->give<TiedLosses>([this] {
    const bool ties = std::any_of(branches_.begin(), branches_.end(), [](const ChoiceBranch& b) {
      return b.mechanism->offer<TiedLosses>().has_value();
    });
    return !ties ? std::nullopt
                 : std::optional(TiedLosses{[this](const Real& t, Bits p) { return tied(t, p); }});
  });
  asked->give<HeavyAtoms>([this] {
    const bool all = std::all_of(branches_.begin(), branches_.end(), [](const ChoiceBranch& b) {
      return b.mechanism->atoms() != nullptr || b.mechanism->offer<HeavyAtoms>().has_value();
    });
    return !all ? std::nullopt : std::optional(HeavyAtoms{[this](double depth, size_t most) {
      return heavy(depth, most);
    }});
  });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange& range, Bits p) {
      return third_moment(tilt, t, range, p);
    }};
  });
}

/// Returns the atoms of all branches. The choice is part of the output, so atoms of different branches are different
/// outputs.
std::vector<LossAtom> Choice::heavy(double depth, size_t most) const {
  std::vector<LossAtom> out;
  for (const ChoiceBranch& b : branches_) {
    const std::vector<LossAtom> own = heavy_atoms(*b.mechanism, depth, most);
    if (own.empty() || out.size() + own.size() > most) return {};
    const Real shift = b.shift();
    for (const LossAtom& x : own) out.push_back({b.P_weight * x.mass, x.loss + shift});
  }
  return out;
}

/// Samples a branch at its own rate. If the rate is irrational and the mechanism has no sampled pair for it, the tails
/// define the sampled pair.
static Mechanism sampled_branch(const Mechanism& mechanism, const Real& p,
                                const std::string& expression) {
  const auto sampling = mechanism->offer<Sampling>();
  const bool own = p.rational() || mechanism->atoms() != nullptr ||
                   mechanism->offer<InfiniteLosses>() || !mechanism->tails_known() ||
                   (sampling && sampling->at(p, expression) != nullptr);
  if (own) return subsampled_pair(mechanism, p, expression);
  return sampled_tails(mechanism, p, expression + " of " + mechanism->expression());
}

Mechanism Choice::subsampled(const Real& p, const std::string& expression) const {
  // Conditional on the choice i, the sampling rate is p v_i/((1-p) u_i + p v_i).
  std::vector<ChoiceBranch> out;
  for (const ChoiceBranch& b : branches_) {
    if (!b.Q_weight) {
      out.push_back({b.P_weight, std::nullopt, subsampled_pair(b.mechanism, p, expression)});
      continue;
    }
    const Real of_Q = p * *b.Q_weight, sum = (Real(kOne) - p) * b.P_weight + of_Q;
    out.push_back({b.P_weight, sum, sampled_branch(b.mechanism, of_Q / sum, expression)});
  }
  return combined(out, Real(kOne), Real(kOne), expression);
}

Ball Choice::third_moment(int tilt, const Ball& t, const NoiseRange& range, Bits p) const {
  Ball sum(p);
  for (const ChoiceBranch& b : branches_) {
    const Ball weight = tilt == 0 ? b.P_weight(p) : b.Q()(p);
    sum += weight * third_moment_above(*b.mechanism, tilt, t - b.shift()(p), p, range);
  }
  return sum;
}

ComplexVector Choice::transform_on_segment(double c, const Ball& start, const Ball& D, size_t count,
                                           Bits p, const Poll& poll) const {
  ComplexVector out(count, p);
  for (size_t i = 0; i < branches_.size(); ++i) {
    const ComplexVector values =
        measure_of(*branches_[i].mechanism).transform_on_segment(c, start, D, count, p, poll);
    const MeasureSum::Term& term = whole_->terms()[i];
    const Ball scale = MeasureSum::factor(term, c, p), shift = term.shift(p);
    for (size_t k = 0; k < count; ++k) {
      const Ball y = start + D * static_cast<long>(k);
      const ComplexBall turn = exp(ComplexBall(Ball(p), shift * y));
      out.set(k, out[k] + values[k] * turn * scale);
    }
  }
  return out;
}

}  // namespace plumbline
