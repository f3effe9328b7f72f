/// Computes the table of the distribution on one lattice: the distribution of sums of discrete Gaussians, modulo a
/// finite period.
#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/vectors/complex_vector.hpp"
#include "reference/engines/integer_gaussians/gaussian_lattices.hpp"
#include "reference/mechanisms/gaussian/gaussian_sum.hpp"

namespace plumbline {
namespace {

/// The characteristic function E e^{i theta X} of one discrete Gaussian X, computed from the shorter of its two series.
/// It is positive.
class CharacteristicFunction {
 public:
  CharacteristicFunction(const Rational& variance, Bits p)
      : p_(p),
        dual_(variance > Rational(1, 6UL)),
        sum_(dual_ ? square(Ball::pi(p)) * Ball(variance * Rational(2), p)
                   : Ball(Rational(1) / (variance * Rational(2)), p),
             p),
        total_(sum_(Ball(p), Ball(p)).real()) {}
  Ball operator()(const Ball& theta) const {
    const Ball zero(p_), turns = theta / (Ball::pi(p_) * 2);
    return (dual_ ? sum_(turns, zero) : sum_(zero, theta)).real() / total_;
  }

 private:
  Bits p_;
  bool dual_;
  GaussianSum sum_;
  Ball total_;
};

}  // namespace

// BOUND(FOLDED-GAUSSIANS)
// Statement.  Let X be the sum of N independent discrete Gaussians of variance parameter v, centred at 0, and let M =
//             2w + 1. Let F be the distribution of X modulo M, on -w .. w, or for N = 1 the distribution of X
//             restricted to -w .. w. For every set E of integers, F(E) differs from P(X in E) by at most 2
//             e^{-(w+1)^2/(2 N v)}. For several independent X_g, the errors of the products of these measures add.
// Needs.      v > 0, N >= 1: the mechanism and its count.
// Proof.      If |X| <= w, folding changes nothing: F and the distribution of X agree there, and the rest of each is a
//             measure of mass between 0 and P(|X| > w). So F(E) and P(X in E) differ by at most P(|X| > w). One step
//             has E e^{sX} <= e^{s^2 v/2}:
//
//                 sum_x e^{-x^2/(2v) + sx} = e^{s^2 v/2} sum_x e^{-(x - sv)^2/(2v)}.
//
//             The last sum is largest at s = 0, because by Poisson summation it is sum_k a_k cos(2 pi k s v) with a_k
//             > 0. So P(X >= w+1) <= e^{-(w+1)^2/(2Nv)}, and P(X <= -(w+1)) has the same bound. A product of measures
//             of mass at most 1 changes by at most the sum of the changes of the factors.
// Source.     Canonne, Kamath, Steinke 2020 (the moment bound); the folding is this project's.
GaussianLattices::Law GaussianLattices::tabulate(const Group& group, double depth, Bits p,
                                                 const Poll& poll) {
  Law out;
  out.spacing = group.spacing;
  out.reach = std::max(1L, saturated(reach(group, depth)));
  const Ball rate(Rational(1) / (group.variance * Rational(2)), p);
  const std::vector<Ball> half = group.count == 1 ? one_step(group, out.reach, p)
                                                  : many_steps(group, out.reach, depth, p, poll);
  const auto w = static_cast<size_t>(out.reach);
  out.masses.assign(2 * w + 1, Ball(p));
  for (size_t x = 0; x <= w; ++x) out.masses[w + x] = out.masses[w - x] = half[x];
  out.from.assign(out.masses.size() + 1, Ball(p));
  for (size_t i = out.masses.size(); i-- > 0;) out.from[i] = out.from[i + 1] + out.masses[i];
  const Ball beyond = Ball::integer(out.reach + 1, p), N = Ball::integer(group.count, p);
  out.beyond = bound<"FOLDED-GAUSSIANS">(UpperBound::of(exp(-(square(beyond) * rate / N)) * 2));
  return out;
}

/// Returns P(X = x) for x = 0 .. reach.
std::vector<Ball> GaussianLattices::one_step(const Group& group, long reach, Bits p) {
  const Rational lambda = Rational(1) / (group.variance * Rational(2));
  const Ball total = gaussian_tail_sum(lambda, Rational(1), p) * 2 + 1, rate(lambda, p);
  std::vector<Ball> out;
  for (long x = 0; x <= reach; ++x) out.push_back(exp(-(rate * x * x)) / total);
  return out;
}

/// Returns the masses of a group's sum at 0 .. reach, from as many terms of their series as an error of 2^-depth
/// requires.
std::vector<Ball> GaussianLattices::many_steps(const Group& group, long reach, double depth, Bits p,
                                               const Poll& poll) {
  // Sums the terms of FOLDED-SERIES up to the angle theta with N v theta^2/2 = `lost` (N steps of variance v), so that
  // sums over the whole table have errors of approximately 2^-depth.
  const double length = 2 * static_cast<double>(reach) + 1;
  const double lost = (depth + 12) * kLn2 + 2 * std::log(length);
  const double spread = group.variance.approximate() * static_cast<double>(group.count);
  const double last = std::sqrt(2 * lost / spread) * length / (2 * M_PI);
  return folded_series(group, reach, std::min(reach, saturated(last) + 2), p, poll);
}

// BOUND(FOLDED-SERIES)
// Statement.  The distribution of X modulo M = 2w + 1 has at x the mass
//
//                 (1/M) (1 + 2 sum_{j=1}^{w} phi(2 pi j/M)^N cos(2 pi j x/M)),
//
//             where phi is the characteristic function of one step. If only j <= J are summed, the masses change by
//             at most
//
//                 (2/M) sum_{i >= 0, m_i <= w} m_i phi(2 pi m_i/M)^N,   m_i = 2^i (J+1).
//
// Needs.      phi at points of [0, pi]: 2 m_i < M.
// Proof.      The first formula is the inverse discrete Fourier transform. By Poisson summation phi(theta) is
//             positive, and it decreases on [0, pi] (THETA-DECAY at c = 0). So each of the m_i terms from m_i to 2
//             m_i - 1 is at most the term at m_i.
// Source.     Elementary.
std::vector<Ball> GaussianLattices::folded_series(const Group& group, long reach, long J, Bits p,
                                                  const Poll& poll) {
  const Rational N(group.count);
  const Bits work = p + static_cast<long>(std::log2(static_cast<double>(group.count))) + 8;
  const CharacteristicFunction phi(group.variance, work);
  const Ball M = Ball::integer(2 * reach + 1, work), unit = Ball::pi(work) * 2 / M, zero(work);
  const auto terms = static_cast<size_t>(J) + 1;
  ComplexVector weights(terms, work), nodes(terms, work);
  for (long j = 0; j <= J; ++j) {
    if (j % 16 == 0) poll();
    const Ball weight = power(phi(unit * j), N) / M;
    weights.set(static_cast<size_t>(j), ComplexBall(j == 0 ? weight : weight * 2, zero));
    nodes.set(static_cast<size_t>(j), ComplexBall(unit * j, zero));
  }
  const ComplexVector sums = exponential_sums(weights, nodes, Ball::integer(1, work),
                                              static_cast<size_t>(reach) + 1, work, poll);
  Ball rest(work);
  for (long m = J + 1; m <= reach; m *= 2) rest += power(phi(unit * m), N) * m * 2 / M;
  const UpperBound error = bound<"FOLDED-SERIES">(UpperBound::of(rest));
  std::vector<Ball> out;
  for (size_t x = 0; x < sums.size(); ++x) out.push_back(widen(sums[x].real(), error).at(p));
  return out;
}

}  // namespace plumbline
