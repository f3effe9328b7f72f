#include "reference/mechanisms/laplace/subsampled_expansion.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/endpoint_expansion.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"

namespace plumbline {

double SubsampledExpansion::exact_length(const Segment& at) {
  const Bits p{2200};
  const double length = at.to - at.from;
  const Ball rest = exact(at.to, p) - exact(at.from, p) - exact(length, p);
  return rest.is_exactly_zero() ? length : std::nan("");
}

size_t SubsampledExpansion::KnownRules::index(const GaussRule& rule) {
  for (size_t i = known_.size(); i-- > 0;) {
    if (same(known_[i], rule.nodes)) return i;
  }
  known_.push_back(rule.nodes);
  return known_.size() - 1;
}

bool SubsampledExpansion::KnownRules::same(const std::vector<Ball>& a, const std::vector<Ball>& b) {
  const auto equal = [](const Ball& x, const Ball& y) { return x.contains(y) && y.contains(x); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
}

// BOUND(EDGE-SIZE)
// Statement.  Let Im s >= m > 0, let 0 = h_0 < h_1 < ... < h_n <= pi be any cells, and write g for the value g(l) at
//             the endpoint l. Then
//                 |E(s)|  <= sum_k |g(l + i h_k)| (e^{-m h_k} - e^{-m h_{k+1}})/m + g e^{-m h_n}/m,
//                 |E'(s)| <= the same sum with a factor h_{k+1} in each term, + g e^{-m h_n} (h_n/m + 1/m^2).
// Needs.      m > 0: checked here (indeterminate otherwise). n = 0 is allowed: the code uses it if the distance to
//             the singularity is too small for doubles.
// Proof.      |E(s)| <= int_0^inf |g(l + ih)| e^{-mh} dh, and |E'(s)| is at most the same integral with a factor h.
//             |g(l + ih)| is proportional to |e^{ih} R - 1|^{-3/2}, R = e^l/q > 1, and
//                 |e^{ih} R - 1|^2 = (R - 1)^2 + 4 R sin^2(h/2).
//             So |g(l + ih)| decreases for h <= pi, and nowhere exceeds its value g at h = 0. The factor h is at most
//             h_{k+1} on a cell.
// Source.     Elementary.
Ball SubsampledExpansion::damped_integral(Endpoint endpoint, double m, bool with_factor) {
  if (!(m > 0)) return Ball::indeterminate(kBits);
  // m is rounded down to one of a few values, for which the sum is cached.
  const double kept = std::exp2(std::floor(std::log2(m) * 4) / 4);
  const double level = kept > 0 && kept <= m ? kept : m;
  const auto key = std::make_tuple(index(endpoint), level, with_factor);
  const auto found = bounds_.find(key);
  if (found != bounds_.end()) return found->second;
  const Bits p = kBits;
  const Ball rate = exact(level, p), zero(p), one = Ball::integer(1, p);
  Ball total(p), left(p), damped = one;
  constexpr double kRatio = 1.12, kPi = 3.1415, kLeast = 1e-280;
  double next = std::min({distance_[index(endpoint)] / 4, 0.25 / level, kPi});
  for (double h = 0; next >= kLeast && h < kPi && h * level < 60;) {
    const Ball right = exact(next, p), after = exp(-(rate * right));
    const Ball cell = size(endpoint, zero, left, left) * (damped - after) / rate;
    total += with_factor ? cell * right : cell;
    left = right;
    damped = after;
    h = next;
    next = std::min(next * kRatio, kPi);
  }
  const Ball rest = with_factor ? left / rate + one / square(rate) : one / rate;
  total += density(endpoint) * damped * rest;
  const Ball plain = density(endpoint) / (with_factor ? square(rate) : rate);
  const Ball out = bound_number<"EDGE-SIZE">(min(total, plain).upper());
  bounds_.emplace(key, out);
  return out;
}

// BOUND(EDGE-DENSITY)
// Statement.  At h = x + iy with |x - height| <= e and y1 <= y <= y2,
//                 |g| <= scale e^{height + e} D^{-3/4},   D = (e^{x1} - 1)_+^2 + 4 e^{x1} S,
//             where x1 = height - e, and S is the smaller of sin^2(y1/2) and sin^2(y2/2) if 0 <= y1 and y2 <= 2 pi,
//             and 0 otherwise. g is analytic in that rectangle if D > 0.
// Needs.      e >= 0, y1 <= y2: the callers guarantee this, by the shape of an ellipse. D > 0: checked here
//             (indeterminate otherwise).
// Proof.      |g| = scale e^x |e^h - 1|^{-3/2} and |e^h - 1|^2 = (e^x - 1)^2 + 4 e^x sin^2(y/2). Each term is at
//             least the corresponding term of D, because (e^x - 1)_+ and e^x increase, and sin^2(y/2) has no minimum
//             inside [0, 2 pi]. So D > 0 implies that e^h = 1 nowhere in the rectangle. The rectangle is simply
//             connected, so a branch of (e^h - 1)^{-3/2} is analytic there.
// Source.     Elementary.
Ball SubsampledExpansion::size(Endpoint endpoint, const Ball& e, const Ball& y1,
                               const Ball& y2) const {
  const Bits p = kBits;
  const Ball& at = height_[index(endpoint)];
  const Ball x1 = at - e, zero(p), pi = Ball::pi(p);
  const Ball above = max(expm1(x1), zero);
  Ball sine(p);
  if (certainly_at_most(zero, y1) && certainly_at_most(y2, pi * 2)) {
    const auto squared = [&](const Ball& y) { return square(cos((pi - y) / 2)); };
    sine = max(min(squared(y1), squared(y2)).lower(), zero);
  }
  const Ball D = square(above) + exp(x1) * 4 * sine;
  if (!certainly_positive(D)) return Ball::indeterminate(p);
  return bound_number<"EDGE-DENSITY">(scale_ * exp(at + e) / power(sqrt(sqrt(D)), Rational(3)));
}

namespace {

ComplexBall turned_by(const Ball& angle, const ComplexBall& l) {
  return exp(ComplexBall(Ball(angle.precision()), angle) * l);
}

}  // namespace

const laplace::Rule& SubsampledExpansion::line_rule(double c, double Y, double log_tolerance,
                                                    Bits p, const Poll& poll) {
  if (line_.c != c || line_.Y != Y || line_.bits != p.n || line_.log_tolerance != log_tolerance) {
    line_ = {c, Y, log_tolerance, p.n, laplace::rule(law_, c, Y, log_tolerance, p, poll)};
    line_table_.length = -1;
  }
  return line_.rule;
}

const std::vector<ComplexVector>& SubsampledExpansion::line_turns(const Segment& at,
                                                                  const GaussRule& rule,
                                                                  const Poll& poll) {
  const double length = exact_length(at);
  const size_t nodes = rules_.index(rule), n = line_.rule.weights.size();
  if (line_table_.length != length || line_table_.nodes != nodes) {  // nan: always recomputed
    const Bits work = line_.rule.weights.precision();
    const Ball half = at.half(work).imag();
    LineTable made{length, nodes, {}};
    for (const Ball& x : rule.nodes) {
      ComplexVector row(n, work);
      poll();
      for (size_t k = 0; k < n; ++k) row.set(k, turned_by(half * x, line_.rule.log_ratios[k]));
      made.rows.push_back(std::move(row));
    }
    line_table_ = std::move(made);
  }
  return line_table_.rows;
}

ComplexVector SubsampledExpansion::transforms(double c, double Y, const Segment& at,
                                              const GaussRule& rule, double log_tolerance, Bits p,
                                              const Poll& poll) {
  // The rule is valid only for Re s = c and 0 <= Im s <= Y.
  const Bits b = kBits;
  const Ball one_end = at.point(exact(at.from, b)).imag(), other = at.point(exact(at.to, b)).imag();
  if (at.re != c || at.dx != 0 || !certainly_at_most(Ball(b), min(one_end, other)) ||
      !certainly_at_most(max(one_end, other), exact(Y, b))) {
    ComplexVector nothing(rule.nodes.size(), p);
    nothing.widen_all(UpperBound::infinite());
    return nothing;
  }
  const laplace::Rule& r = line_rule(c, Y, log_tolerance, p, poll);
  const std::vector<ComplexVector>& rows = line_turns(at, rule, poll);
  const size_t n = r.weights.size();
  const Bits work = r.weights.precision();
  const Ball half = at.half(work).imag(), y = at.centre(work).imag();
  ComplexVector terms(r.weights), turned(n, work);
  for (size_t k = 0; k < n; ++k) turned.set(k, turned_by(y, r.log_ratios[k]));
  terms.multiply(turned);
  const ComplexBall low(position(Endpoint::low, work)), high(position(Endpoint::high, work));
  const Ball u = mass(Endpoint::low, work), v = mass(Endpoint::high, work);
  ComplexVector out(rule.nodes.size(), work);
  for (size_t k = 0; k < out.size(); ++k) {
    if (k % kPolled == 0) poll();
    const ComplexBall s(exact(c, work), y + half * rule.nodes[k]);
    const ComplexBall atoms = exp(s * low) * u + exp(s * high) * v;
    out.set(k, widen(dot(terms, rows[k]), r.error) + atoms);
  }
  return out;
}

std::unique_ptr<EndpointExpansion> SubsampledLaplace::endpoint_expansion() const {
  return std::make_unique<SubsampledExpansion>(*this);
}

}  // namespace plumbline
