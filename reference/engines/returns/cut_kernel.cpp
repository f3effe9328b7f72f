#include "reference/engines/returns/cut_kernel.hpp"

#include "reference/arithmetic/bound.hpp"

namespace plumbline::returns {
namespace {

constexpr Bits kBits{96};

/// A number type for the templates of cut_kernel.hpp: a ball that converts doubles exactly.
struct ExactBall {
  Ball x;
  friend ExactBall operator*(const ExactBall& a, double b) {
    return {a.x * exact(b, a.x.precision())};
  }
  friend ExactBall operator+(const ExactBall& a, double b) {
    return {a.x + exact(b, a.x.precision())};
  }
  friend ExactBall operator*(const ExactBall& a, const ExactBall& b) { return {a.x * b.x}; }
  friend ExactBall operator-(const ExactBall& a) { return {-a.x}; }
};

Ball size_of(const Ball& x) { return x.magnitude().ball(kBits); }

/// Return int_{c-1}^c |a| da, and int_{c-1}^c a^2 da.
Ball first_moment(const Ball& c) {
  const Ball b = c - exact(0.5, kBits), outside = abs(b);
  const Ball inside = square(b) + exact(0.25, kBits);
  return max(outside, min(inside, exact(0.5, kBits))).upper();
}
Ball second_moment(const Ball& c) {
  return square(c - exact(0.5, kBits)) + Ball::integer(1, kBits) / 12;
}

}  // namespace

Ball CutKernel::flat(Bits p) const {
  return Ball::integer(1, p) / square(exact(step_, p) * nodes());
}

Ball CutKernel::slope(Bits p) const {
  const Ball Y = exact(step_, p) * nodes();
  return (exact(c_, p) * 2 - 1) / (square(Y) * Y);
}

ComplexBall CutKernel::added(long k, Bits p) const {
  const ExactBall v{Ball::integer(k, p) / nodes()};
  return ComplexBall(cut_middle(v).x * flat(p), v.x * slope(p));
}

Ball CutKernel::width(long k, Bits p) const {
  return cut_width(ExactBall{Ball::integer(k, p) / nodes()}).x;
}

/// Returns C in RETURNS-CUT.
Ball CutKernel::fejer_constant(Bits p) const {
  const Ball D = exact(step_, p), n = Ball::integer(last_, p), N = n + 1, Y = N * D;
  const Ball c = exact(c_, p), pi = Ball::pi(p), beta = first_moment(c), ramp = slope(p);
  const auto odd = [&](long k) {
    return fourier::reciprocal_denominator(fourier::Kernel::profile, ComplexBall(c, D * k)).imag();
  };
  const Ball next = odd(last_ + 1);
  const Ball a = D / (pi * 2) * (abs(ramp) * n + beta * 2 / (square(n * D) * D));
  const Ball bends = size_of(next + ramp) + size_of(odd(last_ + 2) - next * 2 - ramp * n / N) +
                     beta * 6 / (square(square(n)) * square(D) * D);
  const Ball b = D / (pi * 4) * bends;
  return square(N * sqrt(b) + sqrt(a) * pi / 4);
}

// BOUND(RETURNS-CUT)
// Statement.  Let K(s) = E[e^{sS}] of a finite positive measure, c real, not 0 or 1, K(c) < inf, t real, D > 0, n >=
//             1, N = n + 1, Y = N D, b = c - 1/2, f(y) = 1/((c+iy)(c-1+iy)). If in the sum over all integers
//
//                 (D/2 pi) sum_k K(s_k) e^{t(1-s_k)} f(kD),   s_k = c + ikD,
//
//             the nodes |k| > n are omitted and f(kD) is replaced by f(kD) + p(v)/Y^2 + 2ib k/(N Y^3), v = |k|/N, at
//             the others, then the sum changes by at most e^{t(1-c)} times
//
//                 (D/(2 pi Y^2)) sum_{|k| <= n} (e(v) Re K(s_k) e^{-ikDt} + 2^-11 |K(s_k)|)
//                     + K(c) B/(pi (nD)^3) + (2C/N) sum_{|k| <= n} (1 - v) |K(s_k)|,
//
//             where, with z_k = zeta(2k)/4^k,
//
//                 p(v) = -2 sum_{k=1}^8 z_k ((2k-1) v^{2k-2} - 2k v^{2k-1}),
//                 e(v) = sum_{k=1}^8 4k z_k (1-v)^{2k-1},
//                 B = b^2 + 1/12,   beta = int_{c-1}^c |a| da,   R = 2b/Y^3,   o_k = Im f(kD),
//                 C = (N sqrt(b') + sqrt(a') pi/4)^2,
//                 a' = (D/2 pi) (|R| n + 2 beta/(n^2 D^3)),
//                 b' = (D/4 pi) (|o_{n+1} + R| + |o_{n+2} - 2 o_{n+1} - R n/N| + 6 beta/(n^4 D^3)).
// Needs.      D > 0, n >= 1, c not 0 or 1: checked by ReturnLine. K is the transform of a positive measure (its decay
//             is not used). z_k has an error of at most 2^-50: kZeta.
// Proof.      With E_c the mean under the law tilted by e^{cS}/K(c), both sums are K(c) e^{t(1-c)} times E_c of an
//             absolutely convergent series of e^{ikDu} at u = S - t. The omitted terms are the sum over |k| > n of
//             three parts of f(y): -1/y^2, the rest of its even part, and the odd part i o.
//
//             1. The rest of the even part. f(y) = 1/(c-1+iy) - 1/(c+iy) = int_{c-1}^c (a+iy)^{-2} da. Its real part
//             is -int (y^2-a^2)/(y^2+a^2)^2 da. 1/y^2 minus the integrand (y^2-a^2)/(y^2+a^2)^2 is a^2
//             (3y^2+a^2)/(y^2 (y^2+a^2)^2), which lies between 0 and 3a^2/y^4. So this part is at most 3B/y^4, and
//             its sum over |k| > n, times D/2 pi, is at most B/(pi (nD)^3).
//
//             2. -1/y^2. Let h(u) = -sum_{k != 0} e^{ikDu}/(kD)^2, a polynomial of degree 2 on 0 <= Du <= 2 pi, and x
//             = 1 or -1. There is an even trigonometric polynomial H_x of degree at most n in Du which at the N
//             points with e^{iNDu} = x has the values of h and of its derivative (0 at u = 0). To construct it, let
//             h_k be the coefficients of h, A_k = sum_m x^m h_{k+mN} and B_k = sum_m x^m (k+mN) h_{k+mN} (symmetric
//             sums). The coefficients of H_x are H_k = (1 - k/N) A_k + B_k/N, k = 0, ..., n: because A_{N-k} = x A_k
//             and B_{N-k} = -x B_k, H_k + x H_{N-k} = A_k and k H_k - x (N-k) H_{N-k} = B_k, which are the
//             coefficients of H_x and of its derivative on these points.
//
//             So H_x - h has double zeros at the N points in the open arc 0 < Du < 2 pi for x = -1. For x = 1 it has
//             double zeros at N-1 points and single zeros at both ends. It has no further zero there. Because it is
//             even about both 0 and pi, one more zero would make 2N + 2 zeros in total (a zero at Du = pi has even
//             order). By Rolle's theorem its third derivative would have 2N - 1 zeros in the arc. That derivative is
//             the third derivative of H_x, of degree n < N, so it would be 0, and h - H_x would have degree 2 in u
//             and 2N >= 4 zeros. So the sign of H_x - h is that of its mean, H_0 = -sum_{m != 0} x^m/(mY)^2: plus for
//             x = -1, minus for x = 1. With H_k = h_k + g_x(v)/Y^2, that is
//
//                 g_x(v) = -sum_{m != 0} x^m (1+m)/(v+m)^2,
//
//             the tail of h, the sum over |k| > n, lies between sum g_1(v) e^{ikDu}/Y^2 and sum g_{-1}(v)
//             e^{ikDu}/Y^2 over |k| <= n. So it differs from sum m(v) e^{ikDu}/Y^2 by at most sum d(v) e^{ikDu}/Y^2,
//             where m = (g_1 + g_{-1})/2 and d = (g_{-1} - g_1)/2. The mean E_c of the latter is sum d(v) Re K(s_k)
//             e^{-ikDt}/(K(c) Y^2). Only even m remain in m(v), only odd m in d(v). In powers of v and of 1 - v,
//
//                 m(v) = -2 sum_{k>=1} z_k ((2k-1) v^{2k-2} - 2k v^{2k-1}),
//                 d(v) = sum_{k>=1} 4k z_k (1-v)^{2k-1}.
//
//             Because (2k-1) v^{2k-2} (1-v) <= 1 - v^{2k-1}, the brackets are in [-1, 1]. The terms k > 8 of m are at
//             most 2 zeta(18) 4^-8/3 < 2^-16, and those of d at most 4 zeta(18) (1-v) sum_{k>8} k 4^-k < 2^-12 (1-v).
//             So p differs from m by at most 2^-15, and e from d by at most 2^-12 (1-v). At the node k both
//             differences together add at most 2^-11 |K(s_k)| to the sum of the statement.
//
//             3. i o. Let g(a, y) = y/(y^2+a^2). Then o = int_{c-1}^c dg/da da and |dg/da| <= 2|a|/y^3. g is the
//             imaginary part of 1/(a-iy), so d^3 g/(da dy^2) is that of 6/(a-iy)^4, whose modulus is at most 24
//             |a|/y^5. Hence |o| <= 2 beta/y^3 and |o''| <= 24 beta/y^5. Let q_k be -R k/N for |k| <= n and o_k for
//             the other k, and r(u) = (D/2 pi) sum_k i q_k e^{ikDu}. Firstly |r| <= a'. Secondly
//
//                 4 sin^2(Du/2) r(u) = -(D/2 pi) sum_k i (q_{k+1} - 2 q_k + q_{k-1}) e^{ikDu},
//
//             where the second differences vanish for |k| < n and are those of the statement at n and n+1. For k >=
//             n+2 they are D^2 int_{-1}^1 (1-|x|) o''((k+x)D) dx, of modulus at most 24 beta/((k-1)^5 D^3), together
//             at most 6 beta/(n^4 D^3). Negative k give the same bounds. So |r(u)| <= min(a', b'/z^2), z =
//             |sin(Du/2)|. Let
//
//                 F(u) = N^{-2} (sin(NDu/2)/sin(Du/2))^2 = (1/N) sum_{|k| < N} (1 - |k|/N) e^{ikDu}
//
//             (Fejer) and w = pi/(2ND). The two numerators of F(u-w) + F(u+w) are sin^2 and cos^2 of one angle, and
//             the square roots of the denominators are at most z + pi/(4N). So F(u-w) + F(u+w) >= (N z + pi/4)^{-2},
//             by continuity also where a denominator is 0. Now min(a', b'/z^2) (N z + pi/4)^2 <= C for z >= 0: it
//             increases up to z = sqrt(b'/a'), where it is C, and decreases from there. So |r(u)| <= C (F(u-w) +
//             F(u+w)), a trigonometric polynomial with coefficients of at most (2C/N) (1 - |k|/N). Its mean E_c at S
//             - t is at most the sum of these coefficients times |K(s_k)|/K(c).
// Source.     One-sided approximation of Bernoulli's polynomials: Sz.-Nagy 1938, Ganelius 1957; Vaaler 1985.
Ball CutKernel::error(const Ball& transform_c, const Sums& sums) const {
  const Bits p = kBits;
  const Ball D = exact(step_, p), reach = D * last_, pi = Ball::pi(p);
  const Ball even = second_moment(exact(c_, p)) / (pi * square(reach) * reach);
  const Ball off = sums.widths + sums.totals * exact(0x1p-11, p);
  const Ball sum = D / (pi * 2) * flat(p) * off + transform_c * even +
                   fejer_constant(p) * 2 / nodes() * sums.sizes;
  return bound_number<"RETURNS-CUT">(sum.upper());
}

}  // namespace plumbline::returns
