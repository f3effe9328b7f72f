/// Computes the transform at the nodes of the deformed contour, and the trapezoid sum over these nodes.
#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/functions/gauss_legendre.hpp"
#include "reference/engines/bent/bent_line.hpp"
#include "reference/engines/bent/progression.hpp"

namespace plumbline::bent {
namespace {

constexpr double kEllipse = 3;
constexpr long kGuard = 28, kSlack = 16;  // additional bits for sums, and for exponents

/// A panel of the path: an interval of heights on the vertical part (`rising`), or of offsets to the right on the
/// horizontal part.
struct Panel {
  double from, to;
  bool rising;
};

std::vector<Panel> panels_of(const PathShape& shape) {
  std::vector<Panel> out;
  for (size_t i = 0; i + 1 < shape.rise.size(); ++i) {
    out.push_back({shape.rise[i], shape.rise[i + 1], true});
  }
  for (size_t i = 0; i + 1 < shape.panels.size(); ++i) {
    out.push_back({shape.panels[i], shape.panels[i + 1], false});
  }
  return out;
}

/// Returns a rectangle around the Bernstein ellipse of a panel with parameter rho; for rho = 1, the panel itself.
Rectangle<Ball> around(const Panel& panel, double v, double rho) {
  const Bits p = kBoundBits;
  const Ball r = exact(rho, p), one = Ball::integer(1, p);
  const Ball half = (exact(panel.to, p) - exact(panel.from, p)) / 2,
             middle = exact(panel.from, p) + half;
  const Ball along = half * (r + one / r) / 2, across = half * (r - one / r) / 2;
  const Ball zero(p), height = exact(v, p);
  if (panel.rising) return {-across, across, middle - along, middle + along};
  return {middle - along, middle + along, height - across, height + across};
}

/// Nodes (as losses) and weights of the quadrature rule on a panel.
struct Nodes {
  std::vector<ComplexBall> losses, weights;
};

Nodes nodes_of(const batch::BatchLaw& law, const Panel& panel, double v, size_t points, Bits p,
               const Poll& poll) {
  const auto rule = gauss_legendre(points, p, poll);
  const Ball mu(law.mu, p), q(law.q, p), start = mu / 2, zero(p), one = Ball::integer(1, p);
  const Ball half = (exact(panel.to, p) - exact(panel.from, p)) / 2,
             middle = exact(panel.from, p) + half;
  const ComplexBall along = panel.rising ? ComplexBall(zero, half) : ComplexBall(half);
  const Ball scale = one / sqrt(Ball::pi(p) * 2);
  Nodes out;
  for (size_t k = 0; k < points; ++k) {
    const Ball at = middle + half * rule->nodes[k];
    const ComplexBall offset = panel.rising ? ComplexBall(zero, at) : ComplexBall(at, exact(v, p));
    const ComplexBall x = offset + ComplexBall(start);
    out.losses.push_back(log(ComplexBall(one) + expm1(offset * mu) * q));
    out.weights.push_back(exp(-(x * x) * (one / 2)) * along * (scale * rule->weights[k]));
  }
  return out;
}

ComplexBall conjugate(const ComplexBall& z) { return {z.real(), -z.imag()}; }

/// The errors of one step's quadrature rule at the nodes [from, to) of the line, for each panel.
struct Group {
  long from, to;  ///< nodes
  std::vector<UpperBound> rule,
      whole;  ///< for each panel: the error of the rule, and the error if the panel is omitted
  UpperBound beyond;
};

/// Divides the nodes 0 .. last into groups [from, to) within which exponents differ little.
std::vector<std::pair<long, long>> groups_of(long last) {
  std::vector<std::pair<long, long>> out;
  for (long from = 0; from <= last;) {
    const long to = std::min(last + 1, from + 1 + from / 8);
    out.emplace_back(from, to);
    from = to;
  }
  return out;
}

Where<Ball> where(const Plan& plan, long from, long to) {
  const Bits p = kBoundBits;
  const ComplexBall low = line_point(plan, from, p), high = line_point(plan, to - 1, p);
  return {low.real(), high.real(), low.imag(), high.imag()};
}

Group group_of(const PathBounds<Ball>& bounds, const Plan& plan, const std::vector<Panel>& panels,
               double v, const std::pair<long, long>& range) {
  const Where<Ball> s = where(plan, range.first, range.second), other = s.mirrored();
  Group out{
      range.first, range.second, {}, {}, UpperBound::of(bounds.beyond(s) + bounds.beyond(other))};
  for (const Panel& panel : panels) {
    const Ball half = (exact(panel.to, kBoundBits) - exact(panel.from, kBoundBits)) / 2;
    const auto both = [&](double rho) {
      const Sizes<Ball> sizes = bounds.on(around(panel, v, rho));
      return exp(sizes.log_integrand(s)) + exp(sizes.log_integrand(other));
    };
    out.rule.push_back(UpperBound::of(gauss_error(plan.points, kEllipse, both(kEllipse)) * half));
    out.whole.push_back(UpperBound::of(both(1) * half * 2));
  }
  return out;
}

/// Returns true if the panels stay within mu Im x <= pi/2, and the pieces have the same end as the panels.
bool fits(const batch::BatchLaw& law, const PathShape& shape) {
  const auto rises = [](const std::vector<double>& x) {
    return x.size() > 1 && x.front() == 0 &&
           std::adjacent_find(x.begin(), x.end(), [](double a, double b) { return !(a < b); }) ==
               x.end();
  };
  if (!rises(shape.rise) || !rises(shape.panels) || !rises(shape.pieces)) return false;
  if (shape.rise.back() != shape.v || shape.pieces.back() != shape.panels.back()) return false;
  const Ball mu(law.mu, kBoundBits), most = Ball::pi(kBoundBits) / 2;
  for (const Panel& panel : panels_of(shape)) {
    const Rectangle<Ball> x = around(panel, shape.v, kEllipse);
    if (!certainly_at_most(mu * x.top, most) || !certainly_at_most(-(mu * x.bottom), most))
      return false;
  }
  return true;
}

}  // namespace

ComplexBall line_point(const Plan& plan, long k, Bits p) {
  const Ball x = exact(plan.step, p) * k, x2 = x * x;
  return {exact(plan.c, p) + exact(plan.a, p) * x2, x + exact(plan.e, p) * x2 * x};
}

ComplexBall line_slope(const Plan& plan, long k, Bits p) {
  const Ball x = exact(plan.step, p) * k;
  return {exact(plan.a, p) * x * 2, Ball::integer(1, p) + exact(plan.e, p) * x * x * 3};
}

namespace {

/// The transform of one step at the nodes of the line.
class StepValues {
 public:
  StepValues(const Steps& step, const PathShape& shape, const Plan& plan, const Poll& poll)
      : plan_(plan),
        poll_(poll),
        work_(plan.bits + kGuard + kSlack),
        bounds_(step.law, shape),
        panels_(panels_of(shape)),
        v_(shape.v),
        rest_(batch::rest_at_zero(step.law, work_)) {
    for (const Panel& panel : panels_) {
      nodes_.push_back(nodes_of(step.law, panel, v_, plan.points, work_, poll));
    }
  }

  /// Calls take(k, K(s_k), number of exponentials) for each node s_k.
  template <class Take>
  void for_each(const Take& take) {
    const double tolerance =
        std::log(rest_.approximate()) + plan_.log_tolerance - plan_.log_lost - 12;
    for (const auto& range : groups_of(plan_.last)) {
      const Group group = group_of(bounds_, plan_, panels_, v_, range);
      std::vector<ComplexBall> losses, weights;
      UpperBound error = group.beyond, size;
      for (size_t k = 0; k < panels_.size(); ++k) {
        if (group.whole[k].log_approximate() < tolerance) {
          error = error + group.whole[k];
          continue;
        }
        error = error + group.rule[k];
        size = size + group.whole[k];
        losses.insert(losses.end(), nodes_[k].losses.begin(), nodes_[k].losses.end());
        weights.insert(weights.end(), nodes_[k].weights.begin(), nodes_[k].weights.end());
      }
      run(group, losses, weights, bound<"BENT-PATH">(error), size, take);
    }
  }

 private:
  template <class Take>
  void run(const Group& group, const std::vector<ComplexBall>& losses,
           const std::vector<ComplexBall>& weights, const UpperBound& error, const UpperBound& size,
           const Take& take) {
    const auto points = [&](bool mirrored) {
      const auto at = [&](long k) {
        const ComplexBall s = line_point(plan_, group.from + k, work_);
        return mirrored ? ComplexBall(Ball::integer(1, work_) - s.real(), s.imag()) : s;
      };
      return std::array<ComplexBall, 4>{at(0), at(1), at(2), at(3)};
    };
    const Bits least = plan_.bits + kGuard;
    Progression own(points(false), losses, weights, least, work_),
        mirrored(points(true), losses, weights, least, work_);
    for (long k = group.from; k < group.to; ++k) {
      const ComplexBall sides = own.sum() + conjugate(mirrored.sum());
      const UpperBound lost = larger(own.relative_error(), mirrored.relative_error()) * size;
      take(static_cast<size_t>(k), ComplexBall(rest_) + widen(sides, error + lost),
           2 * losses.size());
      if (k + 1 == group.to) break;
      own.next();
      mirrored.next();
      poll_();
    }
  }

  const Plan& plan_;
  const Poll& poll_;
  Bits work_;
  PathBounds<Ball> bounds_;
  std::vector<Panel> panels_;
  double v_;
  Ball rest_;
  std::vector<Nodes> nodes_;
};

}  // namespace

LineValues::LineValues(const std::vector<Steps>& steps, const Plan& plan, const Poll& poll) {
  const Bits p = plan.bits;
  values_.assign(static_cast<size_t>(plan.last) + 1, ComplexBall(Ball::integer(1, p)));
  Ball rests = Ball::integer(1, p);
  for (size_t i = 0; i < steps.size(); ++i) {
    if (!fits(steps[i].law, plan.shapes[i])) {
      values_.assign(values_.size(), ComplexBall(Ball::indeterminate(p)));
      return;
    }
    StepValues step(steps[i], plan.shapes[i], plan, poll);
    step.for_each([&](size_t k, const ComplexBall& K, size_t terms) {
      values_[k] = values_[k] * power(K, steps[i].count);
      exponentials_ += terms;
    });
    rests = rests * power(batch::rest_at_zero(steps[i].law, p + kGuard), steps[i].count);
  }
  for (ComplexBall& value : values_) value = value - ComplexBall(rests);
}

namespace {

/// Returns Re s(i height).
Ball real_at(const Plan& plan, double height) {
  const Bits p = kBoundBits;
  const Ball d = exact(height, p);
  return exact(plan.c, p) - exact(plan.a, p) * square(d) - d + exact(plan.e, p) * square(d) * d;
}

bool is_inside(const Plan& plan, int pole) {
  const Ball at = Ball::integer(pole, kBoundBits);
  return certainly_less(real_at(plan, plan.up), at) &&
         certainly_less(at, real_at(plan, -plan.down)) && plan.c != pole;
}

/// Returns true if the strip of the plan satisfies the conditions of BENT-LINE.
bool is_line(const Plan& plan, Kernel kernel) {
  const Bits p = kBoundBits;
  if (!(plan.a >= 0 && plan.e >= 0 && plan.up > 0 && plan.down > 0 && plan.step > 0 &&
        plan.last >= 0)) {
    return false;
  }
  const Ball farther = exact(std::max(plan.up, plan.down), p);
  const Ball slope = Ball::integer(1, p) - exact(plan.a, p) * exact(plan.down, p) * 2 -
                     exact(plan.e, p) * square(farther) * 3;
  if (!certainly_positive(slope)) return false;
  for (const fourier::Pole& pole : fourier::poles(kernel)) {
    const Ball at = Ball::integer(pole.s0, p);
    const bool beside =
        certainly_less(at, real_at(plan, plan.up)) || certainly_less(real_at(plan, -plan.down), at);
    if (!beside && !is_inside(plan, pole.s0)) return false;
  }
  return (exact(plan.step, p) * (2 * plan.last + 1) / 2 - exact(plan.end(), p)).is_exactly_zero();
}

/// Encloses the height in [-down, up] at which s(i height) is the pole, by Newton's method in balls.
Ball height_of(const Plan& plan, int pole, Bits p) {
  const Ball a = exact(plan.a, p), e = exact(plan.e, p), one = Ball::integer(1, p);
  const auto excess = [&](const Ball& d) {
    return exact(plan.c, p) - pole - d - a * square(d) + e * square(d) * d;
  };
  const auto slope = [&](const Ball& d) { return e * square(d) * 3 - a * d * 2 - one; };
  const Ball zero(p);
  Ball at =
      pole < plan.c ? Ball::hull(zero, exact(plan.up, p)) : Ball::hull(exact(-plan.down, p), zero);
  for (int i = 0; i < 60; ++i) {
    const Ball middle = at.midpoint(), next = middle - excess(middle) / slope(at);
    const Ball both = common(at, next, "a pole's place in the strip");
    const bool done = both.radius().log_approximate() > at.radius().log_approximate() - 0.1;
    at = both;
    if (done) break;
  }
  return at;
}

/// Returns the contribution of the poles within the strip to the sum: BENT-LINE.
Ball from_poles(const Plan& plan, Kernel kernel, const Ball& t, const Ball& mass) {
  const Bits p = plan.bits;
  Ball sum(p);
  for (const fourier::Pole& pole : fourier::poles(kernel)) {
    if (!is_inside(plan, pole.s0)) continue;
    const bool upper = pole.s0 < plan.c;
    const Ball d = height_of(plan, pole.s0, p), size = upper ? d : -d;
    const Ball residue =
        mass * exp(t * (fourier::sigma(kernel) - pole.s0)) * (upper ? pole.residue : -pole.residue);
    sum += residue / expm1(Ball::pi(p) * 2 * size / exact(plan.step, p));
  }
  return sum;
}

}  // namespace

// BOUND(BENT-LINE)
// Statement.  Let m_i be the masses of the loss 0, s(x) = c + a x^2 + i (x + e x^3), F(x) = (prod K_i^{N_i} - prod
//             m_i^{N_i}) e^{t (sigma - s)} s'(x)/d(s), U = (n + 1/2) h, and t >= 0. Then G_c(t) of the distribution
//             without its atom at 0 is
//
//                 (h/pi) (Im F(0)/2 + sum_{k=1}^n Im F(kh)) + sum_z +-R_z/(e^{2 pi |z|/h} - 1)
//
//             up to an error of at most 1/pi times
//
//                 sum over x + i up and x - i down of int_0^U |F| dx/(e^{2 pi (up or down)/h} - 1)
//                 + int_{-down}^{up} |F(U + i z)| e^{-2 pi |z|/h} dz + BENT-FAR from s(U).
//
//             The sum over z is over the poles s0 = s(iz), -down < z < up. Here R_z = res (1 - prod m_i^{N_i}) e^{t
//             (sigma - s0)}, where res is the residue of 1/d at s0. In the sum, the sign of R_z is + for z < 0 and -
//             for z > 0. For r_low <= Re s <= r_high, |K - m| = |A(s) + A(1-s)| is at most A(r_high) + A(1-r_low), and
//             at most the sum of BENT-PATH for s and for 1 - conj(s). If |K_i - m_i| <= B_i, then
//
//                 |prod K_i^{N_i} - prod m_i^{N_i}| <= prod (m_i + B_i)^{N_i} min(1, sum_i N_i B_i/(m_i + B_i)).
// Needs.      a, e >= 0, 2 a down + 3 e max(up, down)^2 < 1, no pole on the edges or at c, t >= 0, U exact: checked
//             by is_line and on_line (indeterminate otherwise). m_i > 0.
// Proof.      K is entire. At x = u + iz, Im s = u (1 + 2az - 3ez^2 + eu^2) has the sign of u, and Re s(iz) decreases
//             with z. So the strip has poles only on its axis. The line Re s = c may be deformed to s(x), |x| <= U,
//             continued by vertical lines from s(U) and its conjugate: there is no pole between the two, and F decays
//             like |s|^-3 (BENT-FAR). Also F(-x) = -conj F(x).
//
//             On the rectangle |Re x| <= U, -down <= Im x <= up, let w = e^{2 pi i x/h}. Then F/(w - 1) has the
//             residue F(kh) h/(2 pi i) at kh. Integrate F/(w-1) around the lower half of the rectangle, and F (1 +
//             1/(w-1)) = F w/(w-1) around the upper half. The sum of both is
//                 h sum F(kh) = int_{-U}^U F dx + int over the lower part of the boundary F/(w-1)
//                               + int over the upper part F w/(w-1) - 2 pi i sum_z res_z,
//             where the boundary is without the real axis, and res_z is the residue of F/(w-1) below and of F w/(w-1)
//             above the axis. At iz, |w| = e^{-2 pi z/h}, and the residue of F equals that of its value in s, by the
//             change of variable. On the edges, |w/(w-1)| and |1/(w-1)| are at most 1/(e^{2 pi |z|/h} - 1). At Re x =
//             +-U, w = -e^{-2 pi z/h}, and they are at most e^{-2 pi |z|/h}.
//
//             |A(s)| <= A(Re s), which increases with Re s because f >= 1 from mu/2 on. Expanded in the K_i - m_i,
//             the difference of the products has nonnegative coefficients and no constant term. So it is at most prod
//             (m_i + B_i)^{N_i} - prod m_i^{N_i}. Here 1 - prod x_j <= sum (1 - x_j) for 0 <= x_j <= 1 is used. Both
//             |F| and its exponential are largest where Re s is smallest, because t >= 0.
// Slack.      The bounds use cells, and |K| in place of an oscillating K: they are 10 to 10000 times too large in the
//             tests.
// Source.     Trefethen and Weideman 2014, on trapezoidal sums; Talbot 1979 on deformed contours for inversion; the
//             rest is this project's.
Enclosure on_line(const std::vector<Steps>& steps, const Plan& plan, const LineValues& values,
                  Kernel kernel, const Ball& t, const Poll& poll) {
  const Bits p = plan.bits, b = kBoundBits;
  if (!is_line(plan, kernel) || certainly_negative(t) || !certainly_at_most(Ball(b), t)) {
    return {Ball::indeterminate(p), {}};
  }
  std::map<std::pair<size_t, double>, batch::Sides> looked_up;
  const LineBounds<Ball> bounds(steps, plan, kernel, t.at(b), [&](size_t step, double r) {
    const auto key = std::make_pair(step, r);
    auto found = looked_up.find(key);
    if (found == looked_up.end()) {
      poll();
      found = looked_up.emplace(key, batch::sides(steps[step].law, r, b)).first;
    }
    return std::make_pair(found->second.own.upper(), found->second.mirrored.upper());
  });
  const Ball pi = Ball::pi(b), scale = exp(exact(plan.log_scale, b)) / pi, h = exact(plan.step, b);
  const auto side = [&](double height, double depth) {
    return bounds.edge(height, 1.12) / expm1(pi * exact(depth, b) * 2 / h);
  };
  Enclosure out{Ball(p), {}};
  out.budget.discretisation = UpperBound::of(
      (side(plan.up, plan.up) + side(-plan.down, plan.down) + bounds.cap(24)) * scale);
  poll();
  out.budget.truncation = UpperBound::of(bounds.tail() * scale);
  Ball sum(p);
  const int sigma = fourier::sigma(kernel);
  for (long k = 0; k <= plan.last; ++k) {
    const ComplexBall s = line_point(plan, k, p);
    const ComplexBall F = values.values()[static_cast<size_t>(k)] * line_slope(plan, k, p) *
                          exp((ComplexBall(Ball::integer(sigma, p)) - s) * t) *
                          fourier::reciprocal_denominator(kernel, s);
    sum += k == 0 ? F.imag() / 2 : F.imag();
  }
  Ball atom = Ball::integer(1, p);
  for (const Steps& s : steps) atom = atom * power(batch::rest_at_zero(s.law, p), s.count);
  sum = sum * exact(plan.step, p) / Ball::pi(p) +
        from_poles(plan, kernel, t, Ball::integer(1, p) - atom);
  out.budget.rounding = sum.radius();
  out.value = widen(sum, bound<"BENT-LINE">(out.budget.discretisation) +
                             bound<"BENT-FAR">(out.budget.truncation));
  return out;
}

}  // namespace plumbline::bent
