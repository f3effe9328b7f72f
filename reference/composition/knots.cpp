#include "reference/composition/knots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/composition/fourier_kernel.hpp"
#include "reference/composition/support.hpp"
#include "reference/mechanisms/loss_edges.hpp"

namespace plumbline {
namespace {

using fourier::Kernel;

constexpr double kLn2 = 0.6931471805599453, kLn10 = 2.302585092994046;
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kMostKnots = 20000;
constexpr double kRho = 3.2;  // of the ellipses around panels
constexpr Bits kBoundBits{64};

Ball exact(double x, Bits p) { return Ball::from_binary64(x, p); }

/// Rounds down to 20 bits.
double short_double(double x) {
  int e = 0;
  const double m = std::frexp(x, &e);
  return std::ldexp(std::floor(std::ldexp(m, 20)), e - 20);
}

/// One mechanism and how often it is used.
struct Steps {
  std::shared_ptr<LossEdges> edges;
  Mechanism mechanism;
  long count;
};

/// All choices for one evaluation; doubles meant exactly. Any choice gives a correct enclosure.
struct Plan {
  double c = 2;                ///< the path starts at c, not 0 or 1
  double left = 0, right = 0;  ///< K is bounded on left <= Re s <= right
  double height = 1;           ///< the rays start at c + i height
  double first = 1;            ///< length of the first panel on a ray
  double panel = 1;            ///< largest half panel on the way up
  size_t points = 8;
  Bits bits{64};
  double log_tolerance = 0;  ///< absolute error aimed at
  double depth = 0;          ///< log of the largest integrand over that
};

/// The knot reached when j[i] of the N_i steps are at their largest loss and the others at their
/// smallest.
struct Knot {
  std::vector<long> j;
  Ball distance;  ///< t - position
  Ball binomial;  ///< prod C(N_i, j_i)
  Ball atom;      ///< P-mass at the knot
  double rough_distance;
  bool right;  ///< integrated along the ray to the right
};

/// A Ball from 0 up, or from the sum of two.
Ball nonnegative(const Ball& x) { return max(x, Ball(x.precision())); }

class Evaluation {
 public:
  Evaluation(const std::vector<Steps>& steps, const Plan& plan, Question question, const Real& t,
             const Poll& poll)
      : steps_(steps),
        plan_(plan),
        question_(question),
        kernel_(fourier::kernel_of(question)),
        t_(t(plan.bits)),
        poll_(poll) {
    list_knots(t);
  }

  // BOUND(KNOTS-PATH)
  // Statement.  G_c(t) = its value for the atoms alone + (1/pi) Im of the sum of int_c^{c+iy0}
  //             F ds, the integrals of F_right over c + iy0 + r (1+i) and F_left over c + iy0 +
  //             r (-1+i), 0 <= r <= R, and two remainders. F = (prod K_i^{N_i} - prod A_i^{N_i})
  //             e^{t(sigma-s)}/d(s), A_i(s) = u_i e^{a_i s} + v_i e^{b_i s}; F_right is the sum
  //             over any set of knots, F_left over the others, of B (prod (u_i+E_a)^{N_i-j_i}
  //             (v_i+E_b)^{j_i} - prod u_i^{N_i-j_i} v_i^{j_i}) e^{s (pos - t)} e^{sigma t}/d(s), B
  //             = prod C(N_i, j_i). With X, Y the real and imaginary part of a ray's end, e =
  //             density / Y and D the value of the difference with e for E, a remainder is at most
  //             the sum over its knots of B D e^{-X (t-pos)} e^{sigma t} times 1 (tails) or 1/(2Y)
  //             (profile).
  // Proof.      The law without the pure atoms is a finite measure with density, transform prod
  //             K_i^{N_i} - prod A_i^{N_i} = O(1/|s|) on the line; G_c is linear in the measure,
  //             and F = O(1/|s|^2) is integrable. F(conj s) = conj F(s). Expand prod K_i^{N_i} by
  //             LossEdges: F = F_right + F_left above y0, each analytic in Im s > 0. Cauchy: the
  //             line from c + iy0 up may be replaced, for each, by a ray to R and the vertical line
  //             Re s = X up from there, as F_right, F_left = O(1/|s|^2) between the lines. On that,
  //             |E| <= density/Im s; the difference expands into products of E with nonnegative
  //             coefficients and no constant term, so that it is at most D Y/Im s, and
  //             int_Y^inf Y/y |d|^{-1} dy <= 1 (|d| >= y) or 1/(2Y) (|d| >= y^2).
  // Source.     Steepest descent; this form is the project's own.
  Enclosure answer() {
    const Bits p = plan_.bits;
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

  size_t panels() const { return panels_; }

 private:
  int sigma() const { return fourier::sigma(kernel_); }

  void list_knots(const Real& t) {
    const Bits p = plan_.bits;
    std::vector<Knot> all;
    all.push_back({{}, t_, Ball::integer(1, p), Ball::integer(1, p), 0, true});
    for (const Steps& s : steps_) {
      const Ball low = s.edges->position(Edge::low, p), high = s.edges->position(Edge::high, p);
      const Ball u = s.edges->mass(Edge::low, p), v = s.edges->mass(Edge::high, p);
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

  /// Where t and all positions are rational, it is decided on which side of t a knot lies.
  void decide_signs(const Real& t, std::vector<Knot>* knots) const {
    std::vector<Rational> low, range;
    for (const Steps& s : steps_) {
      const auto a = s.edges->exact_position(Edge::low), b = s.edges->exact_position(Edge::high);
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

  /// G_c for the atoms alone: the sums behind fourier_kernel.hpp's table.
  Ball atoms() const {
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
      // P- or Q-mass on the side counted: S > t, or minus that of S <= t.
      const Ball mass = sigma() == 0 ? k.atom : weight * exp(-d);
      const bool surely = beyond ? certainly_negative(d) : certainly_at_most(zero, d);
      const bool never = beyond ? certainly_at_most(zero, d) : certainly_negative(d);
      if (never) continue;
      const Ball counted = surely ? mass : Ball::hull(zero, mass);
      total += beyond ? counted : -counted;
    }
    return total;
  }

  /// 1/|d(s)| on the rectangle, an upper bound.
  Ball reciprocal(const Ball& x1, const Ball& x2, const Ball& y1) const {
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

  struct Box {
    Ball x1, x2, y1, y2;
  };
  static Box box_around(const Segment& at, double rho) {
    const Bits p = kBoundBits;
    const Ball r = exact(rho, p), one = Ball::integer(1, p);
    const Ball along = (r + one / r) / 2, across = (r - one / r) / 2;
    const ComplexBall centre = at.centre(p), half = at.half(p);
    const Ball u = square(half.real()), v = square(half.imag());
    const Ball dx = sqrt(u * square(along) + v * square(across));
    const Ball dy = sqrt(v * square(along) + u * square(across));
    return {(centre.real() - dx).lower(), (centre.real() + dx).upper(),
            (centre.imag() - dy).lower(), (centre.imag() + dy).upper()};
  }

  /// Bounds at the two ends of one mechanism's loss: |E| <= e, |mass + E| <= modulus.
  struct Ends {
    Ball e_low, e_high, low, high;
  };

  /// Bounds on the box, which must lie above the real axis.
  std::vector<Ends> ends_on(const Box& box) const {
    const Bits p = kBoundBits;
    const double margin = 1e-9 * (std::fabs(box.x1.approximate()) +
                                  std::fabs(box.x2.approximate()) + box.y1.approximate());
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
      // The closer bound where the plain one would be raised too high.
      constexpr double kClose = 2;
      const auto modulus = [&](Edge edge, const Ball& e) {
        const Ball mass = s.edges->mass(edge, p);
        const double growth = e.approximate() / mass.approximate() * static_cast<double>(s.count);
        return growth < kClose ? mass + e : s.edges->modulus(edge, left, right, bottom, top);
      };
      const Ball e_low = s.edges->bound(Edge::low, bottom);
      const Ball e_high = s.edges->bound(Edge::high, bottom);
      out.push_back({e_low, e_high, modulus(Edge::low, e_low), modulus(Edge::high, e_high)});
    }
    return out;
  }

  // BOUND(KNOTS-UP)
  // Statement.  A panel's Gauss rule on the way up errs by its half length times GAUSS-ELLIPSE with
  //             M = 2 max over x in {left, right} of prod K_i(x)^{N_i} e^{t(sigma-x)}, over the
  //             smallest |d|, if its ellipse lies in left <= Re s <= right.
  // Proof.      |K_i(s)| <= K_i(Re s), |A_i(s)| <= A_i(Re s) <= K_i(Re s), and log K_i is convex.
  Ball way_up() {
    const Bits p = plan_.bits;
    const auto rule = gauss_legendre(plan_.points, p, poll_);
    const Ball M = max(size_at(plan_.left), size_at(plan_.right)) * 2;
    Ball total(p);
    double y = 0;
    while (y < plan_.height) {
      poll_();
      double pole = kInf;
      for (const fourier::Pole& q : fourier::poles(kernel_)) {
        pole = std::min(pole, std::hypot(plan_.c - q.s0, y));
      }
      double half = std::min(plan_.panel, 0.3 * pole);
      // Ends on a grid, so that lengths are exact and tables of exponentials serve many panels.
      half = half >= plan_.panel ? plan_.panel : std::exp2(std::floor(std::log2(half)));
      const double next = std::min(y + 2 * half, plan_.height);
      const Segment at{plan_.c, 0, 0, 1, y, next};
      const Box box = box_around(at, kRho);
      const bool inside = certainly_at_most(exact(plan_.left, kBoundBits), box.x1) &&
                          certainly_at_most(box.x2, exact(plan_.right, kBoundBits));
      const Ball size =
          inside ? M * reciprocal(box.x1, box.x2, box.y1) : Ball::indeterminate(kBoundBits);
      discretisation_ = discretisation_ + UpperBound::of(gauss_error(plan_.points, kRho, size) *
                                                         at.half(kBoundBits).imag());
      total += up_panel(at, *rule);
      y = next;
      ++panels_;
    }
    return total;
  }

  /// prod K_i(x)^{N_i} e^{t(sigma - x)}.
  Ball size_at(double x) const {
    const Bits p = kBoundBits + 32;
    Ball out = exp(t_.at(p) * (Ball::integer(sigma(), p) - exact(x, p)));
    for (const Steps& s : steps_) {
      out = out * power(s.mechanism->transform(x, p), Rational(s.count));
    }
    return out.upper().at(kBoundBits);
  }

  /// Im int F ds over a vertical panel.
  Ball up_panel(const Segment& at, const GaussRule& rule) {
    const Bits p = plan_.bits;
    ComplexVector product(rule.nodes.size(), p), atoms(rule.nodes.size(), p);
    bool started = false;
    for (const Steps& s : steps_) {
      const double log_tolerance = s.mechanism->log_transform(plan_.c) - plan_.depth - 3 -
                                   std::log(static_cast<double>(s.count));
      ComplexVector K = s.edges->transforms(plan_.c, plan_.height, at, rule, log_tolerance, p);
      const ComplexBall low(s.edges->position(Edge::low, p)),
          high(s.edges->position(Edge::high, p));
      const Ball u = s.edges->mass(Edge::low, p), v = s.edges->mass(Edge::high, p);
      ComplexVector A(K.size(), p);
      for (size_t k = 0; k < K.size(); ++k) {
        const ComplexBall z = at.node(rule.nodes[k].at(p));
        A.set(k, exp(z * low) * u + exp(z * high) * v);
      }
      K.raise(Rational(s.count));
      A.raise(Rational(s.count));
      if (started) {
        product.multiply(K);
        atoms.multiply(A);
      } else {
        product = std::move(K);
        atoms = std::move(A);
        started = true;
      }
    }
    ComplexBall sum(p);
    for (size_t k = 0; k < product.size(); ++k) {
      const ComplexBall z = at.node(rule.nodes[k].at(p));
      const ComplexBall tilt = exp((ComplexBall(Ball::integer(sigma(), p)) - z) * t_) *
                               fourier::reciprocal_denominator(kernel_, z);
      sum = sum + (product[k] - atoms[k]) * tilt * rule.weights[k];
    }
    return (sum * at.half(p)).imag();
  }

  /// What the knots contribute at most.
  struct Sizes {
    std::vector<Ball> each;
    Ball total{kBoundBits};
  };

  // BOUND(KNOTS-SIZE)
  // Statement.  |prod (u_i+E)^{N_i-j_i} (v_i+E')^{j_i} - prod u_i^{N_i-j_i} v_i^{j_i}| is at most P
  //             min(1, sum (N_i-j_i) e_i/u_i + j_i e'_i/v_i), P = prod (u_i+e_i)^{N_i-j_i}
  //             (v_i+e'_i)^{j_i}, for |E| <= e_i, |E'| <= e'_i; and at most the product of bounds
  //             of |u_i+E|, |v_i+E'| plus the atom's.
  // Proof.      Expanded, the difference has nonnegative coefficients in the E: at most P - prod u
  //             v = P (1 - prod (1 - e/(u+e))) <= P sum e/(u+e). The second is the triangle
  //             inequality.
  Sizes sizes(const std::vector<const Knot*>& mine, const Ball& x1, const Ball& x2,
              const std::vector<Ends>& ends) const {
    const Bits p = kBoundBits;
    struct Table {
      std::vector<Ball> low, high, low_modulus, high_modulus;
      Ball low_ratio, high_ratio;
    };
    // e^{-x d} = e^{-x lowest} prod e^{x range_i j_i}, at the end where it is larger; for large x
    // from d itself, which is more accurate.
    const bool right = mine.front()->right;
    const Ball& x = right ? x1 : x2;
    const bool direct = !certainly_less(abs(x * lowest_.at(p)), exact(1e4, p));
    const Ball none = Ball::integer(1, p);
    const Ball shift = direct ? none : exp(-(x * lowest_.at(p)));
    std::vector<Table> tables;
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Ball u = steps_[i].edges->mass(Edge::low, p), v = steps_[i].edges->mass(Edge::high, p);
      const Ball turn = direct ? none : exp(x * range_[i].at(p)), one = Ball::integer(1, p);
      const Ends& e = ends[i];
      Table table{{one}, {one}, {one}, {one}, e.e_low / u, e.e_high / v};
      for (long k = 0; k < steps_[i].count; ++k) {
        table.low.push_back(table.low.back() * (u + e.e_low));
        table.high.push_back(table.high.back() * (v + e.e_high) * turn);
        table.low_modulus.push_back(table.low_modulus.back() * e.low);
        table.high_modulus.push_back(table.high_modulus.back() * e.high * turn);
      }
      tables.push_back(std::move(table));
    }
    Sizes out;
    const Ball one = Ball::integer(1, p), zero(p);
    for (const Knot* knot : mine) {
      Ball size = shift, closer = shift, change(p);
      for (size_t i = 0; i < steps_.size(); ++i) {
        const long j = knot->j[i], rest = steps_[i].count - j;
        const size_t a = static_cast<size_t>(rest), b = static_cast<size_t>(j);
        size = size * tables[i].low[a] * tables[i].high[b];
        closer = closer * tables[i].low_modulus[a] * tables[i].high_modulus[b];
        change += tables[i].low_ratio * rest + tables[i].high_ratio * j;
      }
      const Ball d = knot->distance.at(p), weight = exp(max(-(x1 * d), -(x2 * d)));
      const Ball binomial = knot->binomial.at(p), atom = knot->atom.at(p) * weight;
      Ball both = size * min(one, change) * binomial;
      if (closer.is_finite()) both = min(both, closer * binomial + (direct ? knot->atom : atom));
      if (direct) {
        both = both * weight;
      } else if (!(right ? certainly_at_most(zero, d) : certainly_at_most(d, zero))) {
        both = both * exp(abs(d) * (x2 - x1));  // the sign of t - pos is undecided
      }
      both = both.upper();
      out.total += both;
      out.each.push_back(std::move(both));
    }
    return out;
  }

  /// Im int over a ray, its remainder widening the truncation error.
  Ball ray(bool right) {
    const Bits p = plan_.bits;
    Ball total(p);
    std::vector<const Knot*> mine;
    for (const Knot& k : knots_) {
      if (k.right == right) mine.push_back(&k);
    }
    if (mine.empty()) return total;
    const auto rule = gauss_legendre(plan_.points, p, poll_);
    const Ball growth = exp(t_.at(kBoundBits) * sigma()).upper();
    const Ball tolerance = exp(exact(plan_.log_tolerance - 5, kBoundBits));
    constexpr int kMostPanels = 1000;
    double from = 0;
    bool few = false;  // only then is the remainder worth looking at
    for (int panel = 0; panel < kMostPanels; ++panel) {
      poll_();
      const bool last = panel + 1 == kMostPanels;
      if ((few || last) && remainder(mine, from, growth, tolerance, last)) break;
      const double to = panel == 0 ? plan_.first : 2 * from;
      const Segment at{plan_.c, plan_.height, right ? 1 : -1, 1, from, to};
      const Box box = box_around(at, kRho);
      const Sizes size = sizes(mine, box.x1, box.x2, ends_on(box));
      const Ball kernel = reciprocal(box.x1, box.x2, box.y1) * growth;
      const Ball length =
          sqrt(Ball::integer(2, kBoundBits)) * (exact(to, kBoundBits) - exact(from, kBoundBits));
      // Knots that hardly weigh here are left out.
      const Ball negligible =
          tolerance / (length * kernel * static_cast<long>(mine.size() + 1) * 64);
      std::vector<const Knot*> active;
      Ball dropped(kBoundBits), kept(kBoundBits);
      for (size_t k = 0; k < mine.size(); ++k) {
        if (certainly_less(size.each[k], negligible)) {
          dropped += size.each[k];
        } else {
          kept += size.each[k];
          active.push_back(mine[k]);
        }
      }
      truncation_ = truncation_ + UpperBound::of(dropped * kernel * length);
      if (!active.empty()) {
        discretisation_ =
            discretisation_ +
            UpperBound::of(gauss_error(plan_.points, kRho, kept * kernel) * length / 2);
        total += ray_panel(at, *rule, active);
        ++panels_;
      }
      few = active.size() <= 3;
      from = to;
    }
    return total;
  }

  /// Whether the remainder beyond `from` is below the tolerance (or must be taken): then it joins
  /// the truncation error.
  bool remainder(const std::vector<const Knot*>& mine, double from, const Ball& growth,
                 const Ball& tolerance, bool last) {
    const Bits p = kBoundBits;
    const Ball X = exact(plan_.c, p) + exact(mine.front()->right ? from : -from, p);
    const Ball Y = exact(plan_.height, p) + exact(from, p);
    std::vector<Ends> ends;
    const Ball nothing = Ball::indeterminate(p);
    for (const Steps& s : steps_) {
      ends.push_back(
          {s.edges->density(Edge::low) / Y, s.edges->density(Edge::high) / Y, nothing, nothing});
    }
    Ball bound = sizes(mine, X, X, ends).total * growth;
    if (kernel_ == Kernel::profile) bound = bound / (Y * 2);
    if (!last && !certainly_less(bound, tolerance)) return false;
    truncation_ = truncation_ + UpperBound::of(bound);
    return true;
  }

  /// Im of the integral of the active knots over one panel of a ray.
  Ball ray_panel(const Segment& at, const GaussRule& rule, const std::vector<const Knot*>& active) {
    const Bits p = plan_.bits;
    std::vector<ComplexVector> low, high;
    for (const Steps& s : steps_) {
      const double slack = plan_.depth + 3 + std::log(static_cast<double>(s.count));
      for (const Edge edge : {Edge::low, Edge::high}) {
        const Ball mass = s.edges->mass(edge, p);
        ComplexVector E = s.edges->values(edge, at, rule, mass.log_approximate() - slack, p);
        for (size_t k = 0; k < E.size(); ++k) E.set(k, E[k] + ComplexBall(mass));
        (edge == Edge::low ? low : high).push_back(std::move(E));
      }
    }
    ComplexBall sum(p);
    for (size_t k = 0; k < rule.nodes.size(); ++k) {
      const ComplexBall s = at.node(rule.nodes[k].at(p));
      const ComplexBall tilt = fourier::reciprocal_denominator(kernel_, s) * exp(t_ * sigma());
      sum = sum + knot_sum(s, low, high, k, active) * tilt * rule.weights[k];
      if (k % 8 == 0) poll_();
    }
    return (sum * at.half(p)).imag();
  }

  ComplexBall knot_sum(const ComplexBall& s, const std::vector<ComplexVector>& low,
                       const std::vector<ComplexVector>& high, size_t k,
                       const std::vector<const Knot*>& active) const {
    const Bits p = plan_.bits;
    ComplexBall sum(p);
    constexpr size_t kFew = 6;
    if (active.size() <= kFew) {
      for (const Knot* knot : active) {
        ComplexBall product{Ball(knot->binomial)};
        for (size_t i = 0; i < steps_.size(); ++i) {
          product = product * power(low[i][k], Rational(steps_[i].count - knot->j[i])) *
                    power(high[i][k], Rational(knot->j[i]));
        }
        sum = sum + (product - ComplexBall(knot->atom)) * exp(-(s * knot->distance));
      }
      return sum;
    }
    // e^{s (pos - t)} = e^{-s lowest} prod e^{s range_i j_i}.
    std::vector<ComplexVector> lows, highs, turns;
    for (size_t i = 0; i < steps_.size(); ++i) {
      const size_t n = static_cast<size_t>(steps_[i].count) + 1;
      const ComplexBall turn = exp(s * range_[i]);
      lows.push_back(powers(low[i][k], n, p));
      highs.push_back(powers(high[i][k] * turn, n, p));
      turns.push_back(powers(turn, n, p));
    }
    for (const Knot* knot : active) {
      ComplexBall product{Ball(knot->binomial)}, turned{Ball(knot->atom)};
      for (size_t i = 0; i < steps_.size(); ++i) {
        const size_t j = static_cast<size_t>(knot->j[i]);
        product = product * lows[i][static_cast<size_t>(steps_[i].count) - j] * highs[i][j];
        turned = turned * turns[i][j];
      }
      sum = sum + product - turned;
    }
    return sum * exp(-(s * lowest_));
  }

  const std::vector<Steps>& steps_;
  const Plan& plan_;
  Question question_;
  Kernel kernel_;
  Ball t_;
  const Poll& poll_;
  std::vector<Knot> knots_;
  std::vector<Ball> range_;  ///< largest minus smallest loss of each mechanism
  Ball lowest_{kBoundBits};  ///< distance of the lowest knot
  UpperBound discretisation_, truncation_;
  size_t panels_ = 0;
};

/// Chooses a Plan in doubles.
class Planner {
 public:
  Planner(const std::vector<Steps>& steps, Question question, double t)
      : steps_(steps), question_(question), kernel_(fourier::kernel_of(question)), t_(t) {
    for (const Steps& s : steps_) {
      const double range = s.edges->position(Edge::high, kBoundBits).approximate() -
                           s.edges->position(Edge::low, kBoundBits).approximate();
      shortest_ = std::min(shortest_, range);
      longest_ = std::max(longest_, range);
      total_ += range * static_cast<double>(s.count);
      steps_count_ += static_cast<double>(s.count);
    }
  }

  /// `lift` raises the start of the rays, where an earlier plan's bounds came out too large.
  Plan plan(double digits, double lift) const {
    Plan out;
    out.c = saddle();
    const double h = 1e-2 * std::max(1 / longest_, 0.1 * std::fabs(out.c));
    double v = (log_size(out.c + h) - 2 * log_size(out.c) + log_size(out.c - h)) / (h * h);
    if (!(v > 0) || !std::isfinite(v)) v = 1 / (longest_ * longest_);
    double curvature = v;
    for (const auto& pole : fourier::poles(kernel_)) {
      curvature += 1 / ((out.c - pole.s0) * (out.c - pole.s0));
    }
    const double height = log_size(out.c) + log_kernel(out.c, 0);
    double log_value = height - 0.5 * std::log(2 * M_PI * curvature);
    log_value = std::min(log_value, question_ == Question::excess ? std::max(0.0, t_) : 0.0);
    out.log_tolerance = log_value - digits * kLn10 - 2;
    // The strip for the way up and the height of the rays, for the least work: points grow with
    // the largest integrand on an ellipse.
    const double across = (kRho - 1 / kRho) / 2;
    double pole = kInf;
    for (const auto& q : fourier::poles(kernel_)) pole = std::min(pole, std::fabs(out.c - q.s0));
    double cheapest = kInf, top = height, on_path = height;
    const double lowest_start = std::max(4 * lift / shortest_, std::fabs(out.c) / 4);
    const double highest_start = std::max(600 * lift / shortest_, 8 * std::fabs(out.c));
    const double widest = std::max(10 / std::sqrt(v), 0.7 * std::fabs(out.c));
    for (double y = lowest_start; y < highest_start; y *= 1.5) {
      const double on_ray = log_terms(out.c, y) + log_kernel(out.c, y);
      const double near_ray = log_terms(out.c, y * 0.8) + log_kernel(out.c, y) + 2;
      for (double w = std::min(0.2 / std::sqrt(v), 1 / total_); w < widest; w *= 1.5) {
        const double up = std::max(log_size(out.c + w), log_size(out.c - w)) + log_kernel(out.c, 0);
        const double highest = std::max({height, up + 1, near_ray});
        // The ends cost more where they oscillate faster than they decay.
        const double panels = (50 + 2 * std::log2(1 + total_ * y)) * (1 + std::fabs(out.c) / y) +
                              y / (2 * w / across);
        const double cost = std::pow(highest - out.log_tolerance, 1.5) * panels;
        if (cost < cheapest) {
          cheapest = cost;
          out.height = y;
          out.panel = std::exp2(std::floor(std::log2(w / across)));
          out.left = out.c - w;
          out.right = out.c + w;
          top = highest;
          on_path = std::max(height, on_ray);
        }
      }
    }
    out.height = std::ceil(out.height / (2 * out.panel)) * 2 * out.panel;
    double farthest = 0;
    for (const double end : {lowest() - t_, highest() - t_}) {
      farthest = std::max(farthest, std::fabs(end));
    }
    out.first = short_double(std::min(2 / std::max(farthest, 1e-300), out.height / 4));
    const double length = std::log(std::min(out.height, 4 * pole));  // of the integral's bulk
    out.depth = std::max(5.0, on_path + length - out.log_tolerance);
    // Far beyond what can be reached the estimates may overflow: any choice is valid.
    const auto limited = [](double x, double most) { return x < most ? std::max(x, 0.0) : most; };
    out.points = static_cast<size_t>(
                     limited((top + length - out.log_tolerance) / (2 * std::log(kRho)), 2000)) +
                 2;
    const double far = out.depth / (kernel_ == Kernel::profile ? 2 : 1);
    const double nats =
        out.depth + far + std::log(steps_count_ + 1) + std::log1p(std::fabs(out.c) * total_);
    out.bits = Bits{static_cast<long>(limited(nats / kLn2, 50000)) + 40};
    return out;
  }

 private:
  double lowest() const {
    double sum = 0;
    for (const Steps& s : steps_) {
      sum += s.edges->position(Edge::low, kBoundBits).approximate() * static_cast<double>(s.count);
    }
    return sum;
  }
  double highest() const { return lowest() + total_; }

  /// log of prod K^N e^{t(sigma-c)}.
  double log_size(double c) const {
    double sum = t_ * (fourier::sigma(kernel_) - c);
    for (const Steps& s : steps_) {
      sum += static_cast<double>(s.count) * s.mechanism->log_transform(c);
    }
    return std::isnan(sum) ? kInf : sum;
  }
  double log_kernel(double c, double y) const {
    double sum = 0;
    for (const auto& pole : fourier::poles(kernel_)) sum -= std::log(std::hypot(c - pole.s0, y));
    return sum;
  }
  /// log of the sum of the bounds of all knots' terms at c + iy.
  double log_terms(double c, double y) const {
    double sum = t_ * (fourier::sigma(kernel_) - c);
    for (const Steps& s : steps_) {
      double part[2];
      for (const Edge edge : {Edge::low, Edge::high}) {
        const Segment point{c, y, 0, 1, 0, 0};
        const GaussRule middle{{Ball(kBoundBits)}, {Ball(kBoundBits)}};
        const Ball at_atom = s.edges->mass(edge, kBoundBits);
        const ComplexVector E =
            s.edges->values(edge, point, middle, at_atom.log_approximate() - 14, kBoundBits);
        const double mass =
            (E[0] + ComplexBall(at_atom)).magnitude().ball(kBoundBits).approximate();
        part[edge == Edge::low ? 0 : 1] =
            std::log(mass) + c * s.edges->position(edge, kBoundBits).approximate();
      }
      const double larger = std::max(part[0], part[1]), smaller = std::min(part[0], part[1]);
      sum += static_cast<double>(s.count) * (larger + std::log1p(std::exp(smaller - larger)));
    }
    return sum;
  }

  /// The minimum over the region where G_c is the answer.
  double saddle() const {
    double low = -kInf, high = kInf;
    const bool profile = kernel_ == Kernel::profile;
    const double pole = fourier::sigma(kernel_);
    switch (question_) {
      case Question::delta:
        low = 1;
        break;
      case Question::one_minus_delta:
        low = 0;
        high = 1;
        break;
      case Question::excess:
        high = 0;
        break;
      case Question::P_above:
      case Question::Q_above:
        low = pole;
        break;
      case Question::P_below:
      case Question::Q_below:
        high = pole;
        break;
    }
    const bool bounded = std::isfinite(low) && std::isfinite(high) && profile;
    const auto at = [&](double x) {
      if (bounded) return 1 / (1 + std::exp(-x));
      return std::isfinite(low) ? low + std::exp(x) : high - std::exp(x);
    };
    const auto f = [&](double x) { return log_size(at(x)) + log_kernel(at(x), 0); };
    double a = bounded ? -14 : -16, b = bounded ? 14 : 16 + std::max(0.0, -std::log(longest_));
    constexpr double kRatio = 0.6180339887498949;
    double x = b - kRatio * (b - a), y = a + kRatio * (b - a), fx = f(x), fy = f(y);
    for (int i = 0; i < 40; ++i) {
      if (fx < fy || !std::isfinite(fy)) {
        b = y;
        y = x;
        fy = fx;
        x = b - kRatio * (b - a);
        fx = f(x);
      } else {
        a = x;
        x = y;
        fx = fy;
        y = a + kRatio * (b - a);
        fy = f(y);
      }
    }
    const double c = at((a + b) / 2);
    int e = 0;
    const double m = std::frexp(c, &e), rounded = std::ldexp(std::round(std::ldexp(m, 24)), e - 24);
    return rounded == 0 || rounded == 1 ? c : rounded;
  }

  const std::vector<Steps>& steps_;
  Question question_;
  Kernel kernel_;
  double t_, shortest_ = kInf, longest_ = 0, total_ = 0, steps_count_ = 0;
};

double knot_count(const Composition& composition) {
  double count = 1;
  for (const Factor& f : composition.factors()) count *= f.count.approximate() + 1;
  return count;
}

class Knots final : public Engine {
 public:
  explicit Knots(const Composition& composition) : composition_(composition) {
    for (const Factor& f : composition_.factors()) {
      steps_.push_back({std::shared_ptr<LossEdges>(loss_edges(*f.mechanism)), f.mechanism,
                        static_cast<long>(f.count.approximate())});
    }
  }

  std::string name() const override { return "knots"; }
  std::string explain() const override { return "knots: " + last_; }
  NamedTexts parameters() const override { return parameters_; }
  bool vary() override { return varied_ = true; }

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    const Bits p = bits_for_digits(effort.digits) + 32;
    if (const auto known = beyond_support(composition_, question, t, p)) return {*known, {}};
    Enclosure best{clipped(question, Ball::indeterminate(Bits{64}), t), {}};
    double digits = effort.digits + 0.5, lift = 1;
    try {
      for (int attempt = 0; attempt < 4; ++attempt) {
        effort.poll();
        Plan plan = Planner(steps_, question, t.approximate()).plan(digits, lift);
        // The rays may start at any height.
        if (varied_) plan.height += 2 * plan.panel * std::ceil(0.1 * plan.height / plan.panel);
        Evaluation evaluation(steps_, plan, question, t, effort.poll);
        Enclosure found = evaluation.answer();
        found.value = clipped(question, found.value, t);
        if (found.value.radius() <= best.value.radius()) best = found;
        last_ = "from Re s = " + std::to_string(plan.c) +
                " up to Im s = " + std::to_string(plan.height) + ", then two rays; " +
                std::to_string(evaluation.panels()) + " panels of " + std::to_string(plan.points) +
                " points, " + std::to_string(plan.bits.n) + " bits";
        parameters_ = {{"c", exact_text(plan.c)},
                       {"height", exact_text(plan.height)},
                       {"panels", std::to_string(evaluation.panels())},
                       {"points", std::to_string(plan.points)},
                       {"bits", std::to_string(plan.bits.n)}};
        const double reached = best.value.relative_digits();
        if (reached >= effort.digits) break;
        if (!(reached > 1)) {
          lift *= 4;
          continue;
        }
        digits += std::isfinite(reached) ? std::clamp(effort.digits - reached + 2, 3.0, 60.0) : 20;
      }
    } catch (const Interrupted&) {
    }
    return best;
  }

 private:
  Composition composition_;
  std::vector<Steps> steps_;
  std::string last_ = "nothing computed yet";
  NamedTexts parameters_;
  bool varied_ = false;
};

}  // namespace

std::string knots_refusal(const Composition& composition) {
  for (const Factor& f : composition.factors()) {
    if (loss_edges(*f.mechanism) == nullptr) {
      return "it covers products of laplace and subsampled_laplace alone";
    }
  }
  if (!(knot_count(composition) <= kMostKnots)) {
    return "it covers at most " + std::to_string(static_cast<long>(kMostKnots)) + " knots";
  }
  return immoderate_losses(composition);
}

bool knots_preferred(const Composition& composition) {
  // The line integral's floor is the atoms' share of the transform, and its length goes as far as
  // the transform takes to decay.
  constexpr double kNegligible = 75, kDecayed = -60, kLong = 3e4, kReach = 1.5;
  const double deviation = composition.approximate_location(1).deviation;
  double share = 0;
  for (const Factor& f : composition.factors()) {
    const auto edges = loss_edges(*f.mechanism);
    double atoms = 0;
    for (const Edge edge : {Edge::low, Edge::high}) {
      atoms += edges->mass(edge, kBoundBits).approximate() *
               std::exp(edges->position(edge, kBoundBits).approximate() / 2);
    }
    share += f.count.approximate() * (f.mechanism->log_transform(0.5) - std::log(atoms));
  }
  if (share < kNegligible) return true;
  const double longest = kLong / (4 * deviation);  // about 24 deviations to a period
  double decay = 0;
  for (const Factor& f : composition.factors()) {
    decay += f.count.approximate() * f.mechanism->log_decay(kReach, longest);
  }
  return decay > kDecayed;
}

std::unique_ptr<Engine> make_knots(const Composition& composition) {
  return std::make_unique<Knots>(composition);
}

}  // namespace plumbline
