#include "reference/mechanisms/shuffled/response_tails.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

Ball anything(Bits p) { return Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p); }

/// Bounds the sum of the terms after `mass`, whose next term is `next`, by a geometric series.
Ball beyond(const Ball& mass, const Ball& next) {
  const Bits p = mass.precision();
  const Ball one = Ball::integer(1, p), ratio = next / mass;
  if (!certainly_less(ratio, one)) return anything(p);
  const Ball rest = min(one, next / (one - ratio));
  return Ball::zero_to(bound<"SHUFFLED-TAIL">(UpperBound::of(rest)), p);
}

/// The partial sums of a list of masses, given the masses before and after the list.
struct Sums {
  std::vector<Ball> from, before;
};

Sums sums_of(const std::vector<Ball>& masses, const Ball& left, const Ball& right) {
  Sums out{std::vector<Ball>(masses.size() + 1, right), std::vector<Ball>(masses.size() + 1, left)};
  for (size_t i = 0; i < masses.size(); ++i) out.before[i + 1] = out.before[i] + masses[i];
  for (size_t i = masses.size(); i-- > 0;) out.from[i] = out.from[i + 1] + masses[i];
  return out;
}

/// The number of losses that are at most t is at least `least` and at most `most`.
struct Place {
  size_t least, most;
};

Place place(const ResponseTable& table, const Ball& t) {
  const Ball odds = exp(t);
  const size_t n = table.size();
  Place out{0, 0};
  for (size_t high = n; out.least < high;) {
    const size_t i = (out.least + high) / 2;
    certainly_at_most(table.Q[i], table.P[i] * odds) ? (out.least = i + 1) : (high = i);
  }
  out.most = out.least;
  while (out.most < n && !certainly_less(table.P[out.most] * odds, table.Q[out.most])) ++out.most;
  return out;
}

}  // namespace

// BOUND(SHUFFLED-TAIL)
// Statement.  Let W(x) be the law of the number of ones of the others. Then the masses are
//
//                 P(x) = keep W(x) + flip W(x-1),    Q(x) = flip W(x) + keep W(x-1).
//
//             The loss log Q(x)/P(x) does not decrease in x. With r = P(y+1)/P(y) < 1, the masses beyond y sum to at
//             most P(y+1)/(1-r). The same bound holds for Q, and to the left.
// Needs.      r < 1: checked here (1 otherwise).
// Proof.      P and Q are laws of sums of independent Bernoulli variables, so they are log-concave: the ratios of
//             neighbouring masses do not increase, which gives a geometric series. W is log-concave, too, so w =
//             W(x-1)/W(x) does not decrease in x. Q/P = (flip + keep w)/(keep + flip w) is an increasing function of
//             w, because keep >= flip.
// Source.     Elementary.
ResponseTable response_table(const ResponseSums& others, long first, long last, Bits p) {
  const long most = others.most() + 1;
  ResponseTable out;
  out.first = first;
  out.whole_left = first == 0;
  out.whole_right = last == most;
  const RandomizedBit answer = RandomizedBit::of(others.epsilon0, p + 16);
  const long low = std::max(0L, first - 2), high = std::min(others.most(), last + 1);
  const std::vector<Ball> w = others.masses(low, high, p + 16);
  const auto W = [&](long x) {
    return x < low || x > high ? Ball(p + 16) : w[static_cast<size_t>(x - low)];
  };
  const auto P = [&](long x) { return answer.keep * W(x) + answer.flip * W(x - 1); };
  const auto Q = [&](long x) { return answer.flip * W(x) + answer.keep * W(x - 1); };
  for (long x = first; x <= last; ++x) {
    poll_here(x);
    out.P.push_back(P(x));
    out.Q.push_back(Q(x));
  }
  const Ball none(p + 16);
  const auto sums = [&](const std::vector<Ball>& masses, const auto& law) {
    return sums_of(masses, out.whole_left ? none : beyond(masses.front(), law(first - 1)),
                   out.whole_right ? none : beyond(masses.back(), law(last + 1)));
  };
  Sums of_P = sums(out.P, P), of_Q = sums(out.Q, Q);
  out.P_from = std::move(of_P.from);
  out.P_before = std::move(of_P.before);
  out.Q_from = std::move(of_Q.from);
  out.Q_before = std::move(of_Q.before);
  return out;
}

ShuffledResponse::ShuffledResponse(ResponseSums others, std::string expression)
    : others_(std::move(others)), expression_(std::move(expression)) {}

std::shared_ptr<const ResponseTable> ShuffledResponse::table(Bits p, double depth) const {
  constexpr double kMostNumbers = 4e6;
  constexpr size_t kMostKept = 4;
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const Kept& k : kept_) {
    if (k.bits == p.n && k.depth >= depth) return k.table;
  }
  const double d = others_.deviation(), lift = depth * kLn2;
  const double reach = std::sqrt(2 * lift) * d + lift / 3 + 4;  // by Bernstein's inequality
  if (2 * std::min(reach, static_cast<double>(others_.most())) > kMostNumbers) return nullptr;
  const long first = std::max(0L, saturated(others_.mean() - reach));
  const long last = std::min(others_.most() + 1, saturated(others_.mean() + reach));
  auto made = std::make_shared<const ResponseTable>(response_table(others_, first, last, p));
  if (kept_.size() >= kMostKept) kept_.pop_back();
  kept_.insert(kept_.begin(), {p.n, depth, made});
  return made;
}

// BOUND(SHUFFLED-BRACKET)
// Statement.  Let the number of x in first .. last whose loss is at most t lie between j and k. Then each tail at t
//             lies between its values for the events "the j-th and above" and "the k-th and above". If j = 0, the
//             numbers before the first may be on either side of t; if k is the number of all x, those beyond the last
//             may be on either side.
// Needs.      j and k: by certain comparisons, here.
// Proof.      By SHUFFLED-TAIL the loss does not decrease, so L > t means that x is at least some number.
// Source.     Elementary.
LossTails ShuffledResponse::tails(const Real& t, Bits p) const {
  constexpr long kMostBits = 2048;
  constexpr double kDeepest = 40000;
  LossTails best{anything(p), anything(p), anything(p), anything(p)};
  Bits work = p + 16;
  for (double depth = static_cast<double>(p.n) + 64;; depth *= 2) {
    const auto at = table(work, depth);
    if (at == nullptr) return best;
    const size_t n = at->size();
    const auto [least, most] = place(*at, t(work + 32));
    if (least != most && work.n < kMostBits) {
      work = Bits{2 * work.n};
      depth /= 2;
      continue;
    }
    const auto hull = [](const Ball& x, const Ball& y) {
      return bound<"SHUFFLED-BRACKET">(Ball::hull(x, y));
    };
    const bool left = least == 0, right = most == n;
    const auto above = [&, least = least, most = most](const std::vector<Ball>& from,
                                                       const std::vector<Ball>& before) {
      return hull(left ? from[0] + before[0] : from[least], right ? from[n] : from[most]);
    };
    const auto below = [&, least = least, most = most](const std::vector<Ball>& from,
                                                       const std::vector<Ball>& before) {
      return hull(left ? before[0] : before[least], right ? before[n] + from[n] : before[most]);
    };
    best = {above(at->P_from, at->P_before), below(at->P_from, at->P_before),
            above(at->Q_from, at->Q_before), below(at->Q_from, at->Q_before)};
    const double digits =
        std::min({best.P_above.relative_digits(), best.P_below.relative_digits(),
                  best.Q_above.relative_digits(), best.Q_below.relative_digits()});
    const bool sharp = digits * 3.33 >= static_cast<double>(p.n) - 16;
    if (sharp || least != most || (at->whole_left && at->whole_right) || depth > kDeepest) {
      return best;
    }
  }
}

}  // namespace plumbline
