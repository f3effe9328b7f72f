#include "reference/engines/knots/knots_path.hpp"

#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/engine.hpp"

namespace plumbline::knots {
namespace {

/// Returns the nonnegative part of a Ball.
Ball nonnegative(const Ball& x) { return max(x, Ball(x.precision())); }

}  // namespace

Evaluation::Evaluation(const std::vector<Steps>& steps, const Plan& plan, Question question,
                       const Real& t, const Poll& poll)
    : steps_(steps),
      plan_(plan),
      question_(question),
      kernel_(fourier::kernel_of(question)),
      t_(t(plan.bits)),
      poll_(poll) {
  list_knots(t);
}

// BOUND(KNOTS-PATH)
// Statement.  Let A_i(s) = u_i e^{a_i s} + v_i e^{b_i s} be the atoms of K_i, and
//                 F = (prod K_i^{N_i} - prod A_i^{N_i}) e^{t (sigma - s)}/d(s).
//             For a breakpoint j at position pos, with B = prod C(N_i, j_i), let
//                 F_j = B D_j(s) e^{s (pos - t)} e^{sigma t}/d(s),
//                 D_j = prod (u_i + E_{a,i})^{N_i - j_i} (v_i + E_{b,i})^{j_i}
//                       - prod u_i^{N_i - j_i} v_i^{j_i},
//             and let F_right be the sum of F_j over any set of breakpoints and F_left the sum over the others. Then
//             G_c(t) is its value for the atoms alone plus (1/pi) times the imaginary part of
//                 int_c^{c + iy0} F ds + int F_right ds over c + iy0 + r (1+i), 0 <= r <= R,
//                                      + int F_left ds over c + iy0 + r (-1+i), 0 <= r <= R',
//             up to two remainders. The remainder of a ray that ends at X + iY is at most the sum over the
//             breakpoints of this ray of
//                 B |D_j| e^{-X (t - pos)} e^{sigma t} times 1 (tails) or 1/(2Y) (profile),
//             where |D_j| is bounded by KNOTS-SIZE with |E| <= density/Y.
// Needs.      c is not a pole of 1/d, y0 > 0: checked in well_posed. EndpointExpansion's K = e^{as} (u + E_a) +
//             e^{bs} (v + E_b) in Im s > 0, with |E| <= density/Im s: LAPLACE-EDGES, EDGE-SIZE.
// Proof.      The distribution without its pure atoms is a finite measure with a density. Its transform is prod
//             K_i^{N_i} - prod A_i^{N_i} = O(1/|s|) on the line. G_c is linear in the measure, and F = O(1/|s|^2) is
//             integrable. F(conj s) = conj F(s), so the imaginary part of the integral over half the line suffices.
//             By the binomial theorem, F = F_right + F_left in Im s > 0, where each is analytic (the poles of 1/d are
//             real) and O(1/|s|^2) between two vertical lines. So for each of the two, the half line from c + iy0 up
//             may be replaced by its ray to X + iY and the vertical line from there up. On this vertical line |E| <=
//             density/y. D_j expands into products of E with nonnegative coefficients and no constant term, so its
//             bound at y is at most Y/y times that at Y. Moreover |d| >= y for the tails and |d| >= y^2 for the
//             profile:
//                 int_Y^inf (Y/y) y^{-1} dy = 1,   int_Y^inf (Y/y) y^{-2} dy = 1/(2Y).
// Source.     Steepest descent; this form is this project's.
Enclosure Evaluation::answer() {
  const Bits p = plan_.bits;
  if (!well_posed()) return {Ball::indeterminate(p), {}};
  const Ball pi = Ball::pi(p);
  Ball sum = way_up();
  sum += ray(true);
  sum += ray(false);
  Enclosure out{Ball(p), {}};
  const Ball one = Ball::integer(1, kBoundBits);
  const UpperBound share = UpperBound::of(one / Ball::pi(kBoundBits));
  out.budget.discretisation = discretisation_ * share;
  out.budget.truncation = truncation_ * share;
  out.budget.rounding = sum.radius() * share;
  const Ball G = widen(sum / pi, out.budget.discretisation + out.budget.truncation) + atoms();
  out.value =
      fourier::from_region(question_, plan_.c, G, t_, {Ball::integer(1, p), Ball::integer(1, p)});
  return out;
}

bool Evaluation::well_posed() const {
  for (const fourier::Pole& pole : fourier::poles(kernel_)) {
    if (plan_.c == pole.s0) return false;
  }
  return std::isfinite(plan_.c) && plan_.height > 0 && std::isfinite(plan_.height) &&
         plan_.panel > 0 && plan_.first > 0 && plan_.points > 0;
}

void Evaluation::list_knots(const Real& t) {
  const Bits p = plan_.bits;
  std::vector<Knot> all;
  all.push_back({{}, t_, Ball::integer(1, p), Ball::integer(1, p), 0, true});
  for (const Steps& s : steps_) {
    const Ball low = s.expansion->position(Endpoint::low, p),
               high = s.expansion->position(Endpoint::high, p);
    const Ball u = s.expansion->mass(Endpoint::low, p), v = s.expansion->mass(Endpoint::high, p);
    range_.push_back(high - low);
    std::vector<Knot> longer;
    Ball binomial = Ball::integer(1, p), mass = power(u, Rational(s.count));
    for (long j = 0; j <= s.count; ++j) {
      const Ball position = low * (s.count - j) + high * j;
      for (const Knot& k : all) {
        Knot next = k;
        next.j.push_back(j);
        next.distance = k.distance - position;
        next.binomial = k.binomial * binomial;
        next.atom = k.atom * mass;
        longer.push_back(std::move(next));
      }
      binomial = binomial * (s.count - j) / (j + 1);
      mass = mass * v * (s.count - j) / (j + 1) / u;
    }
    all = std::move(longer);
  }
  lowest_ = all.front().distance;
  decide_signs(t, &all);
  for (Knot& k : all) {
    k.rough_distance = k.distance.approximate();
    k.right = k.rough_distance >= 0;
  }
  knots_ = std::move(all);
}

void Evaluation::decide_signs(const Real& t, std::vector<Knot>* knots) const {
  std::vector<Rational> low, range;
  for (const Steps& s : steps_) {
    const auto a = s.expansion->exact_position(Endpoint::low),
               b = s.expansion->exact_position(Endpoint::high);
    if (!t.rational() || !a || !b) return;
    low.push_back(*a);
    range.push_back(*b - *a);
  }
  for (Knot& k : *knots) {
    if (!k.distance.contains_zero()) continue;
    Rational distance = *t.rational();
    for (size_t i = 0; i < steps_.size(); ++i) {
      distance = distance - low[i] * Rational(steps_[i].count) - range[i] * Rational(k.j[i]);
    }
    k.distance = Ball(distance, plan_.bits);
  }
}

Ball Evaluation::atoms() const {
  const Bits p = plan_.bits;
  Ball total(p);
  const Ball zero(p), x = exp(t_);
  const bool beyond = kernel_ == Kernel::profile ? plan_.c > 1 : plan_.c > sigma();
  for (const Knot& k : knots_) {
    const Ball d = k.distance;
    const Ball weight = sigma() == 0 ? k.atom : k.atom * x;
    if (kernel_ == Kernel::profile) {
      const Ball above = nonnegative(expm1(-d)), below = nonnegative(-expm1(-d));
      if (plan_.c > 1) {
        total += weight * above;
      } else if (plan_.c > 0) {
        total += -(weight * min(exp(-d), Ball::integer(1, p)));
      } else {
        total += weight * below;
      }
      continue;
    }
    // The contribution of an atom is its P- or Q-mass if the tail is S > t, and minus its mass if the tail is S <= t.
    // If it is undecided on which side of t the atom lies, its mass counts as a number between zero and the whole
    // (BOUND(ATOM-HULL)).
    const Ball mass = sigma() == 0 ? k.atom : weight * exp(-d);
    const bool surely = beyond ? certainly_negative(d) : certainly_at_most(zero, d);
    const bool never = beyond ? certainly_at_most(zero, d) : certainly_negative(d);
    if (never) continue;
    const Ball counted = surely ? mass : bound<"ATOM-HULL">(Ball::hull(zero, mass));
    total += beyond ? counted : -counted;
  }
  return total;
}

Ball Evaluation::reciprocal(const Ball& x1, const Ball& x2, const Ball& y1) const {
  const Bits p = kBoundBits;
  Ball out = Ball::integer(1, p);
  const Ball zero(p), dy = nonnegative(y1);
  for (const fourier::Pole& pole : fourier::poles(kernel_)) {
    const Ball dx = max(max(x1 - pole.s0, -(x2 - pole.s0)), zero);
    const Ball square_distance = square(dx) + square(dy);
    if (!certainly_positive(square_distance)) return Ball::indeterminate(p);
    out = out / sqrt(square_distance);
  }
  return out;
}

Evaluation::Box Evaluation::box_around(const Segment& at, double rho) {
  const Bits p = kBoundBits;
  const Ball r = exact(rho, p), one = Ball::integer(1, p);
  const Ball along = (r + one / r) / 2, across = (r - one / r) / 2;
  const ComplexBall centre = at.centre(p), half = at.half(p);
  const Ball u = square(half.real()), v = square(half.imag());
  const Ball dx = sqrt(u * square(along) + v * square(across));
  const Ball dy = sqrt(v * square(along) + u * square(across));
  return {(centre.real() - dx).lower(), (centre.real() + dx).upper(), (centre.imag() - dy).lower(),
          (centre.imag() + dy).upper()};
}

std::vector<Evaluation::Ends> Evaluation::ends_on(const Box& box) const {
  const Bits p = kBoundBits;
  const double margin = 1e-9 * (std::fabs(box.x1.approximate()) + std::fabs(box.x2.approximate()) +
                                box.y1.approximate());
  const double left = box.x1.approximate() - margin, right = box.x2.approximate() + margin;
  const double bottom = box.y1.approximate() - margin, top = box.y2.approximate() + margin;
  const bool around =
      certainly_at_most(exact(left, p), box.x1) && certainly_at_most(box.x2, exact(right, p)) &&
      certainly_at_most(exact(bottom, p), box.y1) && certainly_at_most(box.y2, exact(top, p));
  std::vector<Ends> out;
  for (const Steps& s : steps_) {
    const Ball nothing = Ball::indeterminate(p);
    if (!around || !(bottom > 0)) {
      out.push_back({nothing, nothing, nothing, nothing});
      continue;
    }
    // The simple bound is mass + e. If its power s.count would be too large, the tighter bound of modulus() is
    // computed.
    constexpr double kClose = 2;
    const auto modulus = [&](Endpoint endpoint, const Ball& e) {
      const Ball mass = s.expansion->mass(endpoint, p);
      const double growth = e.approximate() / mass.approximate() * static_cast<double>(s.count);
      return growth < kClose ? mass + e : s.expansion->modulus(endpoint, left, right, bottom, top);
    };
    const Ball e_low = s.expansion->bound(Endpoint::low, bottom);
    const Ball e_high = s.expansion->bound(Endpoint::high, bottom);
    out.push_back({e_low, e_high, modulus(Endpoint::low, e_low), modulus(Endpoint::high, e_high)});
  }
  return out;
}

}  // namespace plumbline::knots
