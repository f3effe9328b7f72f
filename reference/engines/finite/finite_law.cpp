#include "reference/engines/finite/finite_law.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::finite_sums {
namespace {

/// The atoms of one part in doubles.
struct RoughPart {
  double count;
  std::vector<double> log_masses, losses;
};

std::vector<RoughPart> rough(const Tail& tail) {
  std::vector<RoughPart> out;
  for (const Power& part : tail.parts) {
    out.push_back({static_cast<double>(part.count), {}, {}});
    for (const StepAtom& x : part.atoms) {
      out.back().log_masses.push_back(x.mass.log_approximate());
      out.back().losses.push_back(x.loss.approximate());
    }
  }
  return out;
}

/// Returns the derivative of log E[e^{cS}] in doubles.
double tilted_mean(const std::vector<RoughPart>& parts, double c) {
  double mean = 0;
  for (const RoughPart& part : parts) {
    double top = -1e300;
    for (size_t i = 0; i < part.losses.size(); ++i) {
      top = std::max(top, part.log_masses[i] + c * part.losses[i]);
    }
    double sum = 0, first = 0;
    for (size_t i = 0; i < part.losses.size(); ++i) {
      const double w = std::exp(part.log_masses[i] + c * part.losses[i] - top);
      sum += w;
      first += w * part.losses[i];
    }
    mean += part.count * first / sum;
  }
  return mean;
}

}  // namespace

bool has_keys(const Tail& tail) {
  for (const Power& part : tail.parts) {
    for (const StepAtom& x : part.atoms) {
      if (x.key.empty()) return false;
    }
  }
  return true;
}

Tail mirrored(const Tail& tail) {
  Tail out = tail;
  out.t = -tail.t;
  for (long& k : out.t_key) k = -k;
  for (Power& part : out.parts) {
    for (StepAtom& x : part.atoms) {
      x.loss = -x.loss;
      for (long& k : x.key) k = -k;
    }
    std::reverse(part.atoms.begin(), part.atoms.end());
  }
  return out;
}

double saddle(const Tail& tail) {
  const double t = tail.t.approximate();
  const std::vector<RoughPart> parts = rough(tail);
  if (!(tilted_mean(parts, 0) < t)) return 0;
  double span = 0;
  for (const Power& part : tail.parts) {
    span = std::max(span, (part.atoms.front().loss - part.atoms.back().loss).approximate());
  }
  double low = 0, high = 1e-3 / span;
  const double most = 1e6 / span;
  while (high < most && tilted_mean(parts, high) < t) {
    low = high;
    high *= 2;
  }
  for (int i = 0; i < 50; ++i) {
    const double c = (low + high) / 2;
    (tilted_mean(parts, c) < t ? low : high) = c;
  }
  return low;
}

Tilted tilted(const Power& part, double c, Bits p) {
  const Ball s = Ball::from_binary64(c, p);
  Tilted out{{}, {}, Ball(p)};
  Ball sum(p);
  for (const StepAtom& x : part.atoms) {
    // The exponents are relative to the largest loss, because e^{cL} itself may be huge.
    out.masses.push_back(x.mass * exp(s * (x.loss - part.atoms.front().loss)));
    sum += out.masses.back();
  }
  Ball before(p);
  for (const Ball& mass : out.masses) {
    out.rests.push_back(before);
    before += mass;
  }
  Ball after(p);
  for (size_t i = out.masses.size(); i-- > 0;) {
    out.rests[i] = (out.rests[i] + after) / sum;
    after += out.masses[i];
    out.masses[i] = out.masses[i] / sum;
  }
  out.log_normaliser = log(sum) + s * part.atoms.front().loss;
  return out;
}

double count_range_size(double count, double mass, double digits) {
  const double reach =
      std::sqrt(2 * (digits + 2) * kLn10 * count * mass * (1 - mass)) + (digits + 2) * kLn10;
  return std::min(count, 2 * reach) + 1;
}

CountRange count_range(long count, const Ball& mass, const Ball& rest, double digits, Bits p) {
  const double n = static_cast<double>(count), r = mass.approximate(), goal = digits * kLn10;
  // Returns n KL(k/n | r), which is -log of Chernoff's bound, in doubles. It only chooses the range.
  const auto cost = [&](long k) {
    const double x = static_cast<double>(k) / n;
    const double a = x > 0 ? x * std::log(x / r) : 0;
    const double b = x < 1 ? (1 - x) * std::log((1 - x) / (1 - r)) : 0;
    return n * (a + b);
  };
  const long middle = std::clamp(std::lround(n * r), 0L, count);
  const auto end = [&](long limit) {
    long inside = middle, outside = limit;
    if (!(cost(outside) > goal)) return limit;
    while (std::labs(outside - inside) > 1) {
      const long k = inside + (outside - inside) / 2;
      (cost(k) > goal ? outside : inside) = k;
    }
    return outside;
  };
  CountRange w{end(0), end(count), Ball(p)};
  const Bits coarse{128};
  const Binomial law{count, mass.at(coarse), rest.at(coarse)};
  if (w.high < count) w.outside += law.bound_at_least(w.high + 1).at(p);
  if (w.low > 0) w.outside += law.bound_at_most(w.low - 1).at(p);
  return w;
}

// BOUND(TILTED-WINDOW)
// Statement.  For c >= 0 and any event A,
//                 R(S > t, A) <= R(S >= t, A) <= e^{-ct} E_R[e^{cS}] T(A),
//             where dT = e^{cS} dR / E_R[e^{cS}]. Under T the losses are independent, with masses proportional to
//             e^{c l} R(l). T(a count of n is outside [low, high]) is at most the sum of two binomial tails
//             (BINOMIAL-TAIL).
// Needs.      c >= 0: checked here.
// Proof.      1[S >= t] <= e^{c(S-t)}, and E_R[e^{cS}; A] = E_R[e^{cS}] T(A). e^{cS} is a product over the steps,
//             hence T is a product measure. Under T, the count of one loss is binomial.
// Source.     Chernoff 1952, restricted to an event.
Ball chernoff(const Tail& tail, double c) {
  if (!(c >= 0) || !std::isfinite(c)) throw std::logic_error("a tilt needs c >= 0");
  const Bits p = tail.bits;
  Ball log_sum = -(Ball::from_binary64(c, p) * tail.t);
  for (const Power& part : tail.parts) {
    log_sum += tilted(part, c, p).log_normaliser * part.count;
  }
  return bound_number<"TILTED-WINDOW">(exp(log_sum));
}

}  // namespace plumbline::finite_sums
