#include "reference/engines/edge/edge_rays.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::edge {
namespace {

constexpr double kInnerRho = 2, kOuterRho = 4;
constexpr long kMostOuterPanels = 300;
const Rational kHalf(1, 2UL), kAround(3, 8UL), kAlong(5, 8UL);

Ball rough(double x) { return Ball::from_binary64(x, kRough); }
Ball rough(long a, unsigned long b) { return Ball(Rational(a, b), kRough); }
Ball top(const Ball& x) { return UpperBound::of(x).ball(kRough); }
Ball third_of_pi(Bits p) { return Ball::pi(p) / 3; }

/// Returns the direction of the path, (7 + i sqrt(207))/16, which has modulus 1.
ComplexBall direction(Bits p) {
  return ComplexBall(Ball(Rational(7, 16UL), p), sqrt(Ball::integer(207, p)) / 16);
}

ComplexBall box(const Ball& v, const Ball& angle) { return exp(ComplexBall(v, angle)); }

/// Returns an upper bound of |g x| for x = e^(v + i angle), where g is the density of the part and (v, angle) lies in a
/// rectangle. The rectangle is divided into pieces.
Ball largest(const Part& part, double v0, double v1, const Ball& angle0, const Ball& angle1,
             int across, int up) {
  Ball out(kRough);
  const Ball step = (angle1 - angle0) / up;
  for (int i = 0; i < across; ++i) {
    const double a = v0 + (v1 - v0) * i / across, b = v0 + (v1 - v0) * (i + 1) / across;
    for (int j = 0; j < up; ++j) {
      const Ball angle = Ball::hull(angle0 + step * j, angle0 + step * (j + 1));
      const ComplexBall x = box(Ball::hull(rough(a), rough(b)), angle);
      const Ball here = (part.density(x, kRough) * x).magnitude().ball(kRough);
      if (!here.is_finite()) return Ball::indeterminate(kRough);
      out = max(out, here);
    }
  }
  return out.upper();
}

/// Returns an upper bound of the integral of |g| from e^v0 to e^v1 along the ray at an angle.
Ball integral_of_size(const Part& part, double v0, double v1, const Ball& angle) {
  constexpr int kPieces = 8;
  Ball out(kRough);
  for (int i = 0; i < kPieces; ++i) {
    const double a = v0 + (v1 - v0) * i / kPieces, b = v0 + (v1 - v0) * (i + 1) / kPieces;
    out += largest(part, a, b, angle, angle, 1, 1) * (rough(b) - rough(a));
  }
  return out.upper();
}

/// Returns an upper bound of the integral of |g| over Re x = b, 0 <= Im x <= b sqrt(3).
Ball integral_at_end(const Part& part, const Ball& b) {
  constexpr int kPieces = 96;
  const Ball step = b * sqrt(Ball::integer(3, kRough)) / kPieces;
  Ball out(kRough);
  for (int i = 0; i < kPieces; ++i) {
    const ComplexBall x(b, Ball::hull(step * i, step * (i + 1)));
    out += part.density(x, kRough).magnitude().ball(kRough) * step;
  }
  return out.upper();
}

}  // namespace

Rays::Rays(const Terms& terms, const Plan& plan, const Poll& poll)
    : terms_(terms), plan_(plan), poll_(poll), p_(plan.bits) {
  const Ball first = exp(rough(plan_.first));
  for (const Part& part : terms_.parts) {
    atoms_.push_back(part.atom(p_));
    near_.push_back(certainly_at_most(first, rough(1, 16)) ? top(part.near(first))
                                                           : Ball::indeterminate(kRough));
  }
  for (long k = 0; k < plan_.panels; ++k) add_panel(k);
}

size_t Rays::points_for(const std::vector<Sizes>& sizes) const {
  if (plan_.inner_points > 0) return plan_.inner_points;
  // The weight of a part is approximately its size at the start of the path.
  double log_M = -1e300;
  const auto start = sizes_beyond(rough(-plan_.c), rough(1, 1));
  for (size_t i = 0; i < sizes.size(); ++i) {
    log_M = std::max(log_M, sizes[i].ellipse.log_approximate() - start[i].log_approximate());
  }
  const double n = gauss_size(kInnerRho, log_M, -plan_.nats - 3);
  return static_cast<size_t>(std::clamp(std::ceil(n / 4) * 4, 4.0, 2000.0));
}

// BOUND(EDGE-NODES)
// Statement.  Let s = c + r u be a point on the path of EDGE-WALK. Along x = e^(v + i pi/3), Gauss rules on panels of
//             length 1 in v give the integral of g(x) e^(s x) dx with an error of at most the sum of
//                 the integral of |g| up to the first panel,
//                 for each panel of n points, half of GAUSS-ELLIPSE, rho = 2, with M = e^(-0.14 |s| y) times the
//                 largest |g x| around the panel, where y is the smallest |x| there; or, if the panel is omitted,
//                 e^(-|s| y/2) times the integral of |g| over it, where y is the smallest |x| on it.
// Needs.      c < 0. The bounds of |g x| on boxes that cover |Re v - middle| <= 5/8, |Im v| <= 3/8: computed here.
// Proof.      The ellipse has foci at -1/2 and 1/2 from the middle and semi-axes 5/8 and 3/8. Because pi >= arg s >=
//             arg u = arccos(7/16) > 1.117, arg(s x) lies in [2.164, 4.189] on the ray, where -cos >= 1/2, and in
//             [1.789, 4.564] around it, where -cos > 0.14. So Re(s x) is at most -|s x|/2 on the ray and at most
//             -0.14 |s x| around it. Also pi/3 + 3/8 < pi/2, so that Re x > 0.
// Source.     Elementary.
void Rays::add_panel(long k) {
  const double v0 = plan_.first + static_cast<double>(k), middle = v0 + 0.5;
  const Ball angle = third_of_pi(kRough), around(kAround, kRough), zero(kRough);
  Panel panel{middle, exp(rough(v0)), exp(rough(middle) - Ball(kAlong, kRough)), {}, {}, {}};
  for (const Part& part : terms_.parts) {
    poll_();
    panel.sizes.push_back(
        {largest(part, middle - 0.625, middle + 0.625, angle - around, angle + around, 8, 4),
         integral_of_size(part, v0, v0 + 1, angle), integral_of_size(part, v0, v0 + 1, zero),
         zero});
  }
  panels_.push_back(std::move(panel));
}

std::vector<Ball> Rays::sizes_beyond(const Ball& r, const Ball& share) const {
  std::vector<Ball> out;
  for (size_t i = 0; i < terms_.parts.size(); ++i) {
    Ball sum = top(atoms_[i]) + near_[i];
    for (const Panel& panel : panels_) {
      sum += max(panel.sizes[i].ray, panel.sizes[i].real) * exp(-(r * share * panel.nearest));
    }
    out.push_back(sum.upper());
  }
  return out;
}

Ball Rays::size_of_terms(const Ball& x, const std::vector<Ball>& sizes) const {
  Ball sum(kRough);
  for (const Term& term : terms_.terms) {
    Ball one = top(term.weight) * exp(-(x * term.distance.at(kRough)));
    for (size_t i = 0; i < sizes.size(); ++i) one = one * power(sizes[i], Rational(term.powers[i]));
    sum += one;
  }
  return sum.upper();
}

// BOUND(EDGE-RAYS)
// Statement.  In the notation of EDGE-TERMS let X be a sum of independent X_i and d > 0, and let c < 0, u = (7 + i
//             sqrt(207))/16 and b > d. For a term with distance D = d - sum k_i H_i let Phi(s) = prod F_i(s)^{n_i}
//             over its parts, where F_i is the atom plus the integral of g_i(x) e^(s x) along the ray from 0 to 2b
//             e^(i pi/3). Then E[(1 - e^(X-d))_+] is the sum over the terms of weight/pi times
//
//                 Im int_0^inf Phi(s) e^(-s D)/(s (s-1)) u dr,    s = c + u r,
//
//             up to  e^(c(b - D))/(pi c^2 (b - D)) (sum n_i E_i/V_i) prod V_i^{n_i}  for each term. Here E_i is the
//             integral of |g_i| over Re x = b, 0 <= Im x <= b sqrt(3), and V_i is at least the atom plus the integral
//             of |g_i| e^(c |x|/2) over (0, b), and at least the atom plus the same integral over the ray.
// Needs.      g_i is analytic in Re x > 0 (EdgeDensity). b > d and c < 0: checked in cut().
// Proof.      For c < 0, the mean of (1 - e^(x-D))_+ under a finite measure on x >= 0 is 1/(2 pi i) times the
//             integral of its transform times e^(-sD)/(s(s-1)) over Re s = c (fourier_kernel.hpp). By EDGE-TERMS the
//             measures are cut at b. Let G_i be their transforms, which are entire, and Psi the product of the G_i.
//             Psi is real on the real axis, so the integral equals 1/pi times the imaginary part of the integral over
//             the upper half of the line. Above the real axis G_i = F_i + R_i, where R_i is the integral over the
//             segment from 2b e^(i pi/3) down to b, by Cauchy's theorem. Let w = e^(-sD)/(s(s-1)).
//
//             The integral of Phi w over the upper half line equals that over the ray c + u r: for arg s between arg
//             u and pi, the angle of s x on the ray lies in [2.16, 4.19]. So |e^(s x)| <= 1, Phi is bounded there,
//             and w = O(1/|s|^2).
//
//             The integral of (Psi - Phi) w over the upper half line equals that over the real axis from c to -inf.
//             For Re s <= c, Im s >= 0, Psi - Phi is a sum of products with a factor R_i, |R_i(s)| <= e^(b Re s) E_i;
//             the other factors are bounded, and e^((b-D) Re s) decays. On the real axis |e^(s x)| <= e^(c |x|/2) on
//             the ray and on (0, b). So |F_i|, |G_i| <= V_i and |Psi - Phi| <= e^(bs) sum n_i E_i prod V^n/V_i.
//             Finally, 1/|s(s-1)| <= 1/c^2, and two halves over 2 pi are 1/pi.
// Slack.      More than a factor of ten at two short reaches (edge_test.cpp): the moduli are bounded on boxes, and
//             these bounds are added.
// Source.     Elementary; the rays are those of Talbot's method, for distributions that are mixtures over scales.
Ball Rays::cut() const {
  const Ball b = exp(rough(plan_.log_reach())) / 2, c = rough(plan_.c);
  const Ball d = terms_.terms.front().distance.at(kRough);
  if (!certainly_less(d, b) || !(plan_.c < 0)) return Ball::indeterminate(kRough);
  const std::vector<Ball> V = sizes_beyond(-c, Ball(kHalf, kRough));
  std::vector<Ball> E;
  for (const Part& part : terms_.parts) E.push_back(integral_at_end(part, b));
  Ball sum(kRough);
  for (const Term& term : terms_.terms) {
    const Ball rest = b - term.distance.at(kRough);
    Ball shares(kRough), product = top(term.weight);
    for (size_t i = 0; i < V.size(); ++i) {
      if (term.powers[i] == 0) continue;
      shares += E[i] / V[i] * term.powers[i];
      product = product * power(V[i], Rational(term.powers[i]));
    }
    sum += shares * product * exp(c * rest) / rest;
  }
  return bound_number<"EDGE-RAYS">((sum / (square(c) * Ball::pi(kRough))).upper());
}

const Rays::Head& Rays::head_for(const Ball& r) const {
  size_t n = 0;
  while (n < panels_.size() &&
         certainly_at_most(r * exp(rough(panels_[n].middle + 0.5)), rough(1, 4))) {
    ++n;
  }
  if (head_.panels != n || head_.errors.empty()) head_ = made_head(n);
  return head_;
}

// BOUND(EDGE-HEAD)
// Statement.  If |s x| <= 1/4 at all nodes of the first panels, then the sum of w e^(s x) over these nodes equals
//             sum_{j<J} s^j/j! sum w x^j with an error of at most 2 (1/4)^J/J! times the sum of |w|.
// Needs.      |s x| <= 1/4: checked by head_for.
// Proof.      |e^z - sum_{j<J} z^j/j!| <= |z|^J/J! (1 + |z| + ...) <= 4/3 |z|^J/J!.
// Slack.      More than a factor of ten in coarse evaluations (edge_test.cpp): few nodes have |s x| near 1/4.
// Source.     Elementary.
Rays::Head Rays::made_head(size_t panels) const {
  Head out{panels, 0, {}, {}};
  const size_t parts = terms_.parts.size();
  out.moments.assign(parts, {});
  out.errors.assign(parts, Ball(kRough));
  if (panels == 0) return out;
  size_t J = plan_.head_terms > 0 ? plan_.head_terms : 2;
  double log_left = 0;
  for (size_t j = 1; j <= J || (plan_.head_terms == 0 && log_left > -plan_.nats - 8); ++j) {
    log_left -= std::log(4.0 * static_cast<double>(j));
    J = std::max(J, j);
  }
  out.exponent = static_cast<long>(std::ceil((panels_[panels - 1].middle + 0.5) / kLn2));
  const Ball inverse = Ball::from_binary64(std::ldexp(1.0, static_cast<int>(-out.exponent)), p_);
  Ball left = rough(2, 1);
  for (size_t j = 1; j <= J; ++j) left = left / 4 / static_cast<long>(j);
  for (size_t i = 0; i < parts; ++i) {
    std::vector<ComplexBall> moments(J, ComplexBall(p_));
    Ball weights(kRough);
    for (size_t panel = 0; panel < panels; ++panel) {
      poll_();
      const Panel& at = panels_[panel];
      for (size_t k = 0; k < at.nodes.size(); ++k) {
        const ComplexBall x = at.nodes[k] * inverse;
        ComplexBall term = at.weights[i][k];
        weights += term.magnitude().ball(kRough);
        for (size_t j = 0; j < J; ++j) {
          moments[j] = moments[j] + term;
          term = term * x;
        }
      }
      out.errors[i] += at.sizes[i].gauss;
    }
    Ball factorial = Ball::integer(1, p_);
    for (size_t j = 2; j < J; ++j) {
      factorial = factorial * static_cast<long>(j);
      moments[j] = moments[j] * (Ball::integer(1, p_) / factorial);
    }
    out.moments[i] = std::move(moments);
    out.errors[i] += bound_number<"EDGE-HEAD">(left * weights);
  }
  return out;
}

std::vector<ComplexBall> Rays::transforms(const ComplexBall& s) const {
  const Ball re = s.real().at(kRough), im = s.imag().at(kRough);
  const Ball size = sqrt(square(re) + square(im)), r = size.lower();
  const double rough_r = r.approximate(), most = static_cast<double>(p_.n) * kLn2;
  const Ball inner = rough(7, 50);
  const Head& head = head_for(size.upper());
  std::vector<ComplexBall> out;
  std::vector<Ball> error = near_;
  const ComplexBall z =
      s * Ball::from_binary64(std::ldexp(1.0, static_cast<int>(head.exponent)), p_);
  for (size_t i = 0; i < atoms_.size(); ++i) {
    ComplexBall sum(p_);
    for (size_t j = head.moments[i].size(); j-- > 0;) sum = sum * z + head.moments[i][j];
    out.push_back(sum + ComplexBall(atoms_[i]));
    error[i] += head.errors[i];
  }
  for (size_t at = head.panels; at < panels_.size(); ++at) {
    const Panel& panel = panels_[at];
    const double decayed = rough_r * panel.nearest.approximate() / 2;
    if (decayed > most) {
      for (size_t i = 0; i < out.size(); ++i) {
        error[i] += panel.sizes[i].ray * exp(-(r * panel.nearest / 2));
      }
      continue;
    }
    const size_t n = panel.nodes.size();
    ComplexVector powers_of_e(n, p_);
    for (size_t k = 0; k < n; ++k) powers_of_e.set(k, exp(s * panel.nodes[k]));
    const Ball decay = exp(-(r * panel.around * inner));
    for (size_t i = 0; i < out.size(); ++i) {
      out[i] = out[i] + dot(powers_of_e, panel.weights[i]);
      error[i] += panel.sizes[i].gauss * decay;
    }
  }
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = widen(out[i], bound<"EDGE-NODES">(UpperBound::of(error[i])));
  }
  return out;
}

ComplexBall Rays::integrand(const ComplexBall& s) const {
  const std::vector<ComplexBall> F = transforms(s);
  ComplexBall sum(p_);
  for (const Term& term : terms_.terms) {
    ComplexBall one = exp(-(s * term.distance)) * term.weight;
    for (size_t i = 0; i < F.size(); ++i) {
      if (term.powers[i] > 0) one = one * power(F[i], Rational(term.powers[i]));
    }
    sum = sum + one;
  }
  return sum / (s * (s - ComplexBall(Ball::integer(1, p_))));
}

// BOUND(EDGE-WALK)
// Statement.  On s = c + u r, c < 0, the Gauss rule on a panel with middle m and half length h has an error of at
//             most h times GAUSS-ELLIPSE, rho = 4, with M = sum weight e^(-(Re m - q) D) prod U_i^{n_i}/(0.72
//             (7|m|/10)^2), q = 3|m|/10. U_i is at least the atom plus the integral of |g_i| e^(-0.2 (7|m|/10) |x|)
//             over the ray; D and n_i are those of the term. For r0 >= |c| and s = c + u r0, the part of the integral
//             with r > r0 is at most the sum of weight e^(-(c + 7 r0/16) D) prod U_i^{n_i}/(7/16 D 0.72 |s|^2), where
//             the integral in U_i now has the factor e^(-|s| |x|/2).
// Needs.      17/8 h <= q: checked here. D > 0: terms_below.
// Proof.      The ellipse has semi-axes 17/8 h and 15/8 h. So it lies in the disc of radius q around m, where |s| >=
//             7|m|/10 and arg s is within arcsin(0.3) < 0.305 of arg m. Hence arg(s x) lies in [1.859, 4.494] and
//             -cos >= 0.2. With arg s >= 0.812, |s - 1| >= |s| sin(0.812) > 0.72 |s|, and |s - 1| >= |s| if Re s <=
//             0. On the path itself -cos >= 1/2 (EDGE-NODES). |s| increases with r from r = |c| on, because its
//             square is c^2 - 7/8 |c| r + r^2.
// Slack.      More than a factor of ten in coarse evaluations (edge_test.cpp): the sizes are bounded on a disc around
//             the ellipse, and added.
// Source.     Elementary.
bool Rays::walk(ComplexBall* sum, Ball* quadrature, Ball* truncation) {
  const Ball share = rough(1, 5), factor = rough(18, 25), slope = rough(7, 16);
  const ComplexBall u = direction(p_), c(Ball::from_binary64(plan_.c, p_));
  const Ball tolerance = exp(rough(plan_.log_tolerance - 2));
  const double least = terms_.terms.back().distance.approximate();
  double r = 0;
  for (long panel = 0; panel < kMostOuterPanels; ++panel) {
    poll_();
    if (r >= -plan_.c) {
      const Ball rr = rough(r), cc = rough(plan_.c);
      const Ball square_s = square(cc) + cc * rr * 7 / 8 + square(rr);
      const auto U = sizes_beyond(sqrt(square_s).lower(), rough(1, 2));
      Ball left(kRough);
      for (const Term& term : terms_.terms) {
        Ball one = top(term.weight) * exp(-((cc + slope * rr) * term.distance.at(kRough))) /
                   (slope * term.distance.at(kRough) * factor * square_s);
        for (size_t i = 0; i < U.size(); ++i) one = one * power(U[i], Rational(term.powers[i]));
        left += one;
      }
      const bool over = plan_.end > 0 ? r >= plan_.end : certainly_less(left, tolerance);
      if (over) {
        *truncation = bound_number<"EDGE-WALK">(left.upper());
        return true;
      }
    }
    const double size = std::sqrt(plan_.c * plan_.c + 0.875 * plan_.c * r + r * r);
    const double h = rounded_down(0.12 * size, 12);
    const ComplexBall middle = c + u * (Ball::from_binary64(r, p_) + Ball::from_binary64(h, p_));
    const Ball re = middle.real().at(kRough), im = middle.imag().at(kRough);
    const Ball m = sqrt(square(re) + square(im)).lower(), q = m * 3 / 10;
    if (!certainly_at_most(rough(h) * 17 / 8, q)) return false;
    const Ball close = m * 7 / 10;
    const Ball M = size_of_terms(re - q, sizes_beyond(close, share)) / (factor * square(close));
    if (!M.is_finite()) return false;
    const double log_M = M.log_approximate() + std::log(h);
    const double wanted = gauss_size(kOuterRho, log_M, plan_.log_tolerance - 5);
    const size_t n = plan_.outer_points > 0 ? plan_.outer_points
                                            : static_cast<size_t>(std::clamp(wanted, 2.0, 1000.0));
    const auto rule = gauss_legendre(n, p_, poll_);
    const ComplexBall half = u * Ball::from_binary64(h, p_);
    ComplexBall part(p_);
    for (size_t k = 0; k < n; ++k) {
      poll_();
      part = part + integrand(middle + half * rule->nodes[k]) * rule->weights[k];
    }
    *sum = *sum + part * half;
    *quadrature += bound_number<"EDGE-WALK">((gauss_error(n, kOuterRho, M) * rough(h)).upper());
    outer_nodes_ += n;
    r += 2 * h;
    if (!(r * least < 1e6)) return false;
  }
  return false;
}

Enclosure Rays::answer() {
  for (Panel& panel : panels_) {
    const size_t n = points_for(panel.sizes);
    const auto rule = gauss_legendre(n, p_, poll_);
    panel.nodes = ComplexVector(n, p_);
    panel.weights.assign(terms_.parts.size(), ComplexVector(n, p_));
    const Ball half(kHalf, p_), middle = Ball::from_binary64(panel.middle, p_),
                                angle = third_of_pi(p_);
    for (size_t k = 0; k < n; ++k) {
      const ComplexBall x = box(middle + half * rule->nodes[k], angle);
      panel.nodes.set(k, x);
      for (size_t i = 0; i < terms_.parts.size(); ++i) {
        panel.weights[i].set(k, terms_.parts[i].density(x, p_) * x * (half * rule->weights[k]));
      }
    }
    for (Sizes& sizes : panel.sizes) sizes.gauss = gauss_error(n, kInnerRho, sizes.ellipse) / 2;
    inner_nodes_ += n;
    poll_();
  }
  const Ball left_out = cut();
  Enclosure out{Ball::indeterminate(p_), {}};
  if (!left_out.is_finite()) return out;
  ComplexBall sum(p_);
  Ball quadrature(kRough), truncation(kRough);
  if (!walk(&sum, &quadrature, &truncation)) return out;
  const Ball pi = Ball::pi(p_), rough_pi = Ball::pi(kRough);
  out.budget.quadrature = UpperBound::of(quadrature / rough_pi);
  out.budget.truncation = UpperBound::of(truncation / rough_pi + left_out);
  out.value = widen(widen(sum.imag() / pi, out.budget.quadrature), out.budget.truncation);
  return out;
}

}  // namespace plumbline::edge
