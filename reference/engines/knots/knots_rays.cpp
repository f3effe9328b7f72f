/// Integrates along the rays of KNOTS-PATH, on which the transform is determined by the smallest and largest losses
/// of the steps.
#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"
#include "reference/engines/knots/knots_path.hpp"

namespace plumbline::knots {

// BOUND(KNOTS-SIZE)
// Statement.  Let |E_{a,i}| <= e_i and |E_{b,i}| <= f_i. Then the difference D_j of KNOTS-PATH is at most
//                 P min(1, sum (N_i - j_i) e_i/u_i + j_i f_i/v_i),
//                 P = prod (u_i + e_i)^{N_i - j_i} (v_i + f_i)^{j_i}.
//             With |u_i + E_{a,i}| <= U_i and |v_i + E_{b,i}| <= V_i, it is also at most
//                 prod U_i^{N_i - j_i} V_i^{j_i} + prod u_i^{N_i - j_i} v_i^{j_i}.
//             For Re s in [x1, x2], |e^{s (pos - t)}| <= max over x in {x1, x2} of e^{-x (t - pos)}. So |F_j(s)| is at
//             most B |e^{sigma t}/d(s)| times the bound of D_j times this maximum.
// Needs.      The bounds hold on the whole rectangle: ends_on and remainder.
// Proof.      D_j expands into products of the E with nonnegative coefficients. So it is at most P - prod u v = P (1
//             - prod (1 - e/(u+e))) <= P sum e/(u+e). The second bound is the triangle inequality. The exponent is
//             linear in x: the larger value is at x1 if t >= pos, else at x2. If the sign of t - pos is undecided,
//             the value at one end is multiplied by e^{|t - pos| (x2 - x1)}.
// Source.     Elementary.
Evaluation::Sizes Evaluation::sizes(const std::vector<const Knot*>& mine, const Ball& x1,
                                    const Ball& x2, const std::vector<Ends>& ends) const {
  const Bits p = kBoundBits;
  struct Table {
    std::vector<Ball> low, high, low_modulus, high_modulus;
    Ball low_ratio, high_ratio;
  };
  // e^{-x d} = e^{-x lowest} prod e^{x range_i j_i}, at x1 or x2, whichever makes it larger. For large x it is
  // computed from d itself, which is more accurate.
  const bool right = mine.front()->right;
  const Ball& x = right ? x1 : x2;
  const bool direct = !certainly_less(abs(x * lowest_.at(p)), exact(1e4, p));
  const Ball none = Ball::integer(1, p);
  const Ball shift = direct ? none : exp(-(x * lowest_.at(p)));
  std::vector<Table> tables;
  for (size_t i = 0; i < steps_.size(); ++i) {
    const Ball u = steps_[i].expansion->mass(Endpoint::low, p),
               v = steps_[i].expansion->mass(Endpoint::high, p);
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
    both = bound_number<"KNOTS-SIZE">(both.upper());
    out.total += both;
    out.each.push_back(std::move(both));
  }
  return out;
}

Ball Evaluation::ray(bool right) {
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
  bool few = false;  // true if few breakpoints are active: then the remainder is computed
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
    // Breakpoints with a negligible contribution to this panel are omitted.
    const Ball negligible = tolerance / (length * kernel * static_cast<long>(mine.size() + 1) * 64);
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
      discretisation_ = discretisation_ +
                        UpperBound::of(gauss_error(plan_.points, kRho, kept * kernel) * length / 2);
      total += ray_panel(at, *rule, active);
      ++panels_;
    }
    few = active.size() <= 3;
    from = to;
  }
  return total;
}

bool Evaluation::remainder(const std::vector<const Knot*>& mine, double from, const Ball& growth,
                           const Ball& tolerance, bool last) {
  const Bits p = kBoundBits;
  const Ball X = exact(plan_.c, p) + exact(mine.front()->right ? from : -from, p);
  const Ball Y = exact(plan_.height, p) + exact(from, p);
  std::vector<Ends> ends;
  const Ball nothing = Ball::indeterminate(p);
  for (const Steps& s : steps_) {
    ends.push_back({s.expansion->density(Endpoint::low) / Y,
                    s.expansion->density(Endpoint::high) / Y, nothing, nothing});
  }
  Ball bound = sizes(mine, X, X, ends).total * growth;
  if (kernel_ == Kernel::profile) bound = bound / (Y * 2);
  if (!last && !certainly_less(bound, tolerance)) return false;
  truncation_ = truncation_ + plumbline::bound<"KNOTS-PATH">(UpperBound::of(bound));
  return true;
}

Ball Evaluation::ray_panel(const Segment& at, const GaussRule& rule,
                           const std::vector<const Knot*>& active) {
  const Bits p = plan_.bits;
  std::vector<ComplexVector> low, high;
  for (const Steps& s : steps_) {
    const double slack = plan_.depth + 3 + std::log(static_cast<double>(s.count));
    for (const Endpoint endpoint : {Endpoint::low, Endpoint::high}) {
      const Ball mass = s.expansion->mass(endpoint, p);
      ComplexVector E =
          s.expansion->values(endpoint, at, rule, mass.log_approximate() - slack, p, poll_);
      for (size_t k = 0; k < E.size(); ++k) E.set(k, E[k] + ComplexBall(mass));
      (endpoint == Endpoint::low ? low : high).push_back(std::move(E));
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

ComplexBall Evaluation::knot_sum(const ComplexBall& s, const std::vector<ComplexVector>& low,
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

}  // namespace plumbline::knots
