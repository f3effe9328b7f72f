#include "reference/mechanisms/integer/skellam_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/functions/bessel.hpp"
#include "reference/mechanisms/guarantees/guarantees.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

const Rational kLeast(1, 1000UL), kMost(power(Rational(10), 18));
constexpr Bits kBits{192};
constexpr int kDigits = 30;  // digits of the stated bounds

std::optional<Rational> size_of(const Parameters& q, const std::string& name) {
  const auto at = q.find(name);
  if (at == q.end()) return std::nullopt;
  if (at->second < kOne) {
    throw std::invalid_argument(name + " must be at least 1, got " + at->second.text() +
                                ": different integers are at least 1 apart");
  }
  return at->second;
}

/// Returns the largest integer whose square is at most x >= 0.
Rational whole_root(const Rational& x) {
  Rational root = floor(x);
  if (root.is_zero()) return root;
  while (true) {  // Newton's method from above, in integers
    const Rational next = floor((root + x / root) / Rational(2));
    if (!(next < root)) return root;
    root = next;
  }
}

}  // namespace

IntegerMoves integer_moves(const Parameters& parameters) {
  const auto l1 = size_of(parameters, "l1"), l2 = size_of(parameters, "l2");
  if (!l1 && !l2) throw std::invalid_argument("l1 or l2 is missing");
  IntegerMoves out{};
  if (l1) out = {floor(*l1) * floor(*l1), floor(*l1), floor(*l1)};
  if (!l2) return out;
  const Rational squares = floor(*l2 * *l2);
  if (!l1) return {squares, squares, whole_root(squares)};
  return {std::min(out.squares, squares), std::min(out.count, squares),
          std::min(out.single, whole_root(squares))};
}

// BOUND(SKELLAM-CURVATURE)
// Statement.  Let f(k) = e^-mu I_|k|(mu) and A = log f. Then c(k) = 2 A(k) - A(k-1) - A(k+1) is at most
//             c(0) = 2 log(I_0(mu)/I_1(mu)) for every integer k.
// Needs.      mu > 0: the caller guarantees this, by the range of mu.
// Proof.      f is even, so let k >= 0. The statement follows if t(k) = c(k) - c(k+1) > 0 for all k >= 0 and mu > 0.
//             (a) With z = mu^2/4, A(k) = k log(mu/2) - log k! - mu + g(k), where g(k) = log sum_j z^j
//             k!/(j! (k+j)!). For w = z/(k+1) <= 1 the sum is at most e^w and at least 1 + w + w^2 (k+1)/(2(k+2)). So
//             w - r <= g(k) <= w with r = (z^2 + z^3)/(k+1)^3. For k >= 1 with z <= k therefore
//
//                 t(k) >= 1/(k+1)^2 - 6z/(k(k+1)(k+2)(k+3)) - 8 (z^2 + z^3)/k^3.
//
//             So t(k) > 0 for k >= K, where K depends only on an upper limit M of mu. If mu is small, t(k) > 0 for
//             all k >= 1. If mu is small, also t(0) > 0, because c(0) is 2 log(2/mu) + O(z) and c(1) is log 2 + O(z).
//             (b) Let l_k = A(k) - A(k+1), so that c(k) = l_k - l_{k-1} and l_{-1} = -l_0. Because 2 I_k' = I_{k-1} +
//             I_{k+1}, the derivative in mu is
//
//                 2 l_k' = e^{-l_k} + e^{l_{k-1}} - e^{-l_{k+1}} - e^{l_k},
//
//             and t(k)' = 2 l_k' - l_{k-1}' - l_{k+1}'.
//             (c) Suppose that t(k) <= 0 for some k and some mu <= M. By (a) there is a smallest such mu. There t >=
//             0 everywhere, t(k) = 0 for some k < K, and t(k)' <= 0. By (a) c tends to 0, so c(j) = t(j) + t(j+1) +
//             ... > 0 for all j, and l_j > 0 for j >= 0, because l_0 = c(0)/2. Let q = e^{c(k)} = e^{c(k+1)} > 1 and
//             B = e^{l_{k-1}}. Then e^{l_k} = B q and e^{l_{k+1}} = B q^2. t >= 0 gives e^{l_{k-2}} <= B/q (for k = 0
//             because c(-1) = c(1) = c(0)) and e^{l_{k+2}} <= B q^3. Inserting these into (b) gives
//
//                 2 t(k)' >= B (q-1)^3/q - (q-1)^3/(B q^3) = (q-1)^3/q (B - 1/(B q^2)),
//
//             which is positive, because B q = e^{l_k} > 1. This is a contradiction.
// Source.     This project's. Turan inequalities bound c below; this bound is from above.

// BOUND(SKELLAM-VECTORS)
// Statement.  Let P be Skellam noise of variance mu on each coordinate, and Q the same noise shifted by a vector s of
//             integers. Let L >= sum s_i^2, let N be at least the number of coordinates of s that are not 0, and let
//             rho = log(I_0(mu)/I_1(mu)). For a real order a > 1 both D_a(Q||P) and D_a(P||Q) are at most
//
//                 rho a L + N e/(a-1),
//
//             where e = 0 for integer a, e = max(0, rho/4 - 1/(8 mu + 2)) for integer 2a, and e = rho/4 otherwise.
// Needs.      mu > 0, a > 1, L and N: the caller guarantees these, by integer_moves.
// Proof.      Divergences of independent coordinates add up, and f is even. So it suffices to consider one coordinate
//             and one direction. By SKELLAM-CURVATURE B(x) = A(x) + rho x^2 is convex on the integers; let B be
//             linear between them. Since x - s = (1/a)(x - as) + (1 - 1/a) x, convexity gives a B(x-s) <= B(x-as) +
//             (a-1) B(x). With (x-as)^2 + (a-1) x^2 - a (x-s)^2 = a(a-1) s^2,
//
//                 f(x-s)^a f(x)^(1-a) <= e^(a(a-1) rho s^2) F(x-as),   F(y) = e^(B(y) - rho y^2).
//
//             If a s is an integer, the sum of F(x-as) over x is the sum of f, which is 1. Otherwise x - as runs
//             through k + h, 0 < h < 1, and F(k+h) = e^(rho h(1-h)) f(k)^(1-h) f(k+1)^h. The sum over k is at most
//             e^(rho h(1-h)) (Hoelder), and h(1-h) <= 1/4. For h = 1/2 let C be the sum of sqrt(f(k) f(k+1)), and
//             g(k) = f(k+1). The means of f and g differ by 1, and both variances are mu. Apply the Cauchy-Schwarz
//             inequality, centred half way between the means. It shows that 1 is at most the sum of (sqrt f - sqrt
//             g)^2, which is 2 - 2C, times the sum of (k - centre)^2 (sqrt f + sqrt g)^2, which is at most 4 (mu +
//             1/4). So C <= 1 - 1/(8 mu + 2), and log C <= -1/(8 mu + 2). Take logarithms, add up the coordinates and
//             divide by a - 1.
// Source.     This project's. Agarwal, Kairouz, Liu 2021, Theorem 3.5, state a L/(2 mu) plus the smaller of ((2a-1) L
//             + 6 l1)/(4 mu^2) and 3 l1/(2 mu) for integer a, which is larger if a L <= 3 mu l1.
Ball skellam_divergence(const Rational& mu, const IntegerMoves& moves, const Rational& order,
                        Bits p) {
  // log(I_0/I_1) is approximately 1/(2 mu).
  const Bits work = p + (64 + static_cast<long>(std::max(0.0, std::log2(mu.approximate()))));
  const Ball ratio = scaled_bessel_i(0, mu, work) / scaled_bessel_i(1, mu, work);
  const Ball rho = bound_number<"SKELLAM-CURVATURE">(log(ratio));
  const Rational twice = order * Rational(2);
  Ball apart = order == floor(order) ? Ball(work) : rho / 4;
  if (twice == floor(twice) && !(order == floor(order))) {
    apart = max(apart - Ball(kOne / (Rational(8) * mu + Rational(2)), work), Ball(work));
  }
  return bound_number<"SKELLAM-VECTORS">(rho * Ball(order * moves.squares, work) +
                                         apart * Ball(moves.count / (order - kOne), work));
}

// Returns multiples of 1/2 up to 8, integers up to 64, and then eight orders per octave. Orders below 3/2 are added
// because they help if a few coordinates change by much.
std::vector<Rational> skellam_orders(const IntegerMoves& moves) {
  std::vector<Rational> out;
  if (moves.count < moves.squares) out = {Rational(17, 16), Rational(9, 8), Rational(5, 4)};
  for (long a = 3; a < 16; ++a) out.emplace_back(a, 2UL);
  for (long a = 8; a <= 64; ++a) out.emplace_back(a);
  for (long octave = 64; octave < 1024; octave *= 2) {
    for (long i = 1; i <= 8; ++i) out.emplace_back(octave + octave / 8 * i);
  }
  return out;
}

Mechanism skellam_vectors(const Parameters& parameters) {
  const Rational mu = positive(parameters, "mu");
  if (mu < kLeast || mu > kMost) {
    throw std::invalid_argument("mu must be from 0.001 to 10^18, got " + mu.text());
  }
  if (parameters.find("sensitivity") != parameters.end()) {
    throw std::invalid_argument(
        "sensitivity applies to one integer; for vectors, write l1 and l2 alone");
  }
  const IntegerMoves moves = integer_moves(parameters);
  RenyiPromise promise;
  promise.orders = skellam_orders(moves);
  for (const Rational& order : promise.orders) {
    const Ball bound = skellam_divergence(mu, moves, order, kBits);
    promise.bounds.push_back(bound.decimal_ends(kDigits).second.value());
  }
  std::string text = "skellam(mu=" + mu.text();
  for (const char* name : {"l1", "l2"}) {
    const auto at = parameters.find(name);
    if (at != parameters.end()) text += "," + std::string(name) + "=" + at->second.text();
  }
  return mechanism_of_promise(promise, text + ")");
}

}  // namespace plumbline
