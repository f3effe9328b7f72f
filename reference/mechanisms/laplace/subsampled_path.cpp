/// The vertical integrals from the smallest and the largest loss: panels, their quadratures, and the omitted parts.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/endpoint_expansion.hpp"
#include "reference/mechanisms/laplace/subsampled_expansion.hpp"

namespace plumbline {

double SubsampledExpansion::rough_log_integrand(Endpoint endpoint, const Panel& panel, double rho,
                                                double bottom, double top, double reach) const {
  const double along = (rho + 1 / rho) / 2, across = (rho - 1 / rho) / 2;
  const double middle = panel.middle() * 2 * M_PI, half = (panel.right - panel.left) * M_PI;
  const double y1 = middle - half * along, y2 = middle + half * along, e = half * across;
  const double at = distance_[index(endpoint)], x1 = at - e;
  const double above = std::max(0.0, std::expm1(x1));
  double sine = 0;
  if (y1 >= 0 && y2 <= 2 * M_PI) {
    sine = std::min(std::pow(std::sin(y1 / 2), 2), std::pow(std::sin(y2 / 2), 2));
  }
  const double D = above * above + 4 * std::exp(x1) * sine;
  if (!(D > 0)) return 1e300;
  return scale_.log_approximate() + at + e - 0.75 * std::log(D) - (y1 >= 0 ? bottom : top) * y1 +
         reach * e;
}

// BOUND(EDGE-PATH)
// Statement.  For the subsampled Laplace pair with q = 1 - p, 0 < p < 1, let g(l) = (e^{-mu/2}/4) sqrt(p) e^l (e^l -
//             q)^{-3/2} be the density of the loss on [a, b], a > log q, and C(s) = int_a^b g(l) e^{sl} dl. At an end
//             l, which is a or b, let height = l - log q > 0 and I_l(s) = int_0^inf g(l + ih) e^{ish} dh for Im s >
//             0, where g is continued along the path from h = 0. Then C(s) = e^{sa} E_a(s) + e^{sb} E_b(s) with E_a =
//             i I_a and E_b = -i I_b.
//             (a) A panel is an interval of h >= 0. Let the ellipse of GAUSS-ELLIPSE, scaled to it, lie in y1 <= Re h
//             <= y2, |Im h| <= e. Where EDGE-DENSITY has D > 0 there, at H = height + ih, g(l + ih) e^{ish} is
//             analytic in the ellipse and at most EDGE-DENSITY's bound times e^{|Re s| e - y1 Im s} in modulus. So
//             the error of the panel's Gauss rule is at most its half length times GAUSS-ELLIPSE with this bound as
//             M. The integral over an omitted panel is at most its length times this bound with e = 0 and y1, y2 the
//             ends of the panel.
//             (b) The integral from h1 on is at most g(l) e^{-h1 Im s}/Im s in modulus.
//             (c) I_l(s) = (int_0^{2 pi} g(l + ih) e^{ish} dh) / (1 + e^{2 pi i s}), and the divisor is at least 1 -
//             e^{-2 pi Im s} > 0 in modulus.
// Needs.      Im s > 0 at all nodes: checked in values (indeterminate otherwise). D > 0 in EDGE-DENSITY: checked
//             there.
// Proof.      g is analytic in the half strip a <= Re l <= b, Im l >= 0, because e^l = q only at Re l = log q < a.
//             |g(l + ih)| <= g(l) for real h (EDGE-SIZE), so the integral over the side of the strip at the height y
//             is at most e^{-y Im s} times a constant, and Cauchy's theorem gives C. In the ellipse l + ih = height +
//             log q - Im h + i Re h, |Re(l + ih) - l| <= e, and |e^{ish}| = e^{-Re s Im h - Im s Re h}. For (c), let
//             H = height + ih. g is proportional to e^H (e^H - 1)^{-3/2}, and |e^H| = e^{height} > 1. So e^H runs
//             once around 1 as h increases by 2 pi. Hence g(l + i(h + 2 pi)) = -g(l + ih), and I_l is a geometric
//             series with ratio -e^{2 pi i s}, whose modulus is below 1.
// Source.     This project's.
Ball SubsampledExpansion::panel_bound(Endpoint endpoint, const Panel& panel, double rho,
                                      const Region& s) const {
  const Bits p = kBits;
  const Ball r = exact(rho, p), one = Ball::integer(1, p), turn = Ball::pi(p) * 2;
  const Ball along = (r + one / r) / 2, across = (r - one / r) / 2;
  const Ball half = turn * (exact(panel.right, p) - exact(panel.left, p)) / 2;
  const Ball middle = turn * (exact(panel.right, p) + exact(panel.left, p)) / 2;
  const Ball y1 = middle - half * along, y2 = middle + half * along, e = (half * across).upper();
  const Ball growth = max(-(s.bottom * y1), -(s.top * y1)) + s.reach * e;
  return size(endpoint, e, y1, y2) * exp(growth) * half;
}

void SubsampledExpansion::cover(Endpoint endpoint, const Panel& panel, const Rough& rough,
                                const Region& s, int depth, std::vector<Panel>* panels,
                                UpperBound* error) const {
  constexpr double kRhos[] = {2, 2.6, 3.4, 4.5, 6, 9, 15, 30};
  constexpr int kDeepest = 80;
  const double log_half = std::log((panel.right - panel.left) * M_PI);
  const auto rough_size = [&](double rho) {
    return log_half +
           rough_log_integrand(endpoint, panel, rho, rough.bottom, rough.top, rough.reach);
  };
  if (rough_size(1) + 2 < rough.log_tolerance) {
    *error = *error +
             plumbline::bound<"EDGE-PATH">(UpperBound::of(panel_bound(endpoint, panel, 1, s) * 2));
    return;
  }
  double best = 1e300, best_rho = 2;
  for (const double rho : kRhos) {
    const double points = gauss_size(rho, rough_size(rho), rough.log_tolerance);
    if (points < best) {
      best = points;
      best_rho = rho;
    }
  }
  if (best > static_cast<double>(rough.points) && depth < kDeepest) {
    const double middle = panel.middle();
    cover(endpoint, {panel.left, middle}, rough, s, depth + 1, panels, error);
    cover(endpoint, {middle, panel.right}, rough, s, depth + 1, panels, error);
    return;
  }
  panels->push_back(panel);
  *error = *error + plumbline::bound<"EDGE-PATH">(UpperBound::of(gauss_error(
                        rough.points, best_rho, panel_bound(endpoint, panel, best_rho, s))));
}

const ComplexVector& SubsampledExpansion::weighted(Endpoint endpoint, const Panel& panel,
                                                   size_t points, Bits p, const Poll& poll) {
  const auto key = std::make_tuple(index(endpoint), panel.left, panel.right, points, p.n);
  const auto found = weighted_.find(key);
  if (found != weighted_.end()) return found->second;
  constexpr size_t kMostKept = 2000;
  if (weighted_.size() > kMostKept) weighted_.clear();
  const auto rule = gauss_legendre(points, p, poll);
  const Ball turn = Ball::pi(p) * 2, at = height(endpoint, p), left = exact(panel.left, p);
  const Ball half = (exact(panel.right, p) - left) / 2, factor = scale(p) * turn * half;
  const ComplexBall two(Ball::integer(2, p)), one(Ball::integer(1, p));
  const ComplexBall minus_three_quarters(Ball(Rational(-3, 4), p));
  ComplexVector out(points, p);
  for (size_t k = 0; k < points; ++k) {
    if (k % kPolled == 0) poll();
    const Ball y = turn * (left + half * (rule->nodes[k] + 1));
    const ComplexBall h(at, y);
    // e^h (e^h - 1)^{-3/2} = e^{h/4} (2 sinh(h/2))^{-3/2}. The right side is continuous on 0 <= y <= 2 pi, because
    // sinh(h/2) is not 0 there and Im sinh(h/2) >= 0. e^{h/4} is the continuation of (e^h)^{1/4}.
    const Ball quarter(Rational(1, 4), p), a_half(Rational(1, 2), p);
    const ComplexBall g = exp(h * quarter - log(h * sinhc(h * a_half)) * Ball(Rational(3, 2), p));
    out.set(k, g * (factor * rule->weights[k]));
  }
  return weighted_.emplace(key, std::move(out)).first->second;
}

/// Returns the factors of e^{i s h} that depend on both a node of the segment and a node of the panel. With s = centre
/// + half x and h = middle + eta x', e^{i s h} has four factors, one of which depends on both x and x'. Panels with
/// equal products of the two lengths share this mixed factor. The product is exact, because the length in h is a power
/// of two.
const std::vector<ComplexVector>& SubsampledExpansion::mixed_turns(const Segment& at,
                                                                   const GaussRule& rule,
                                                                   const Panel& panel,
                                                                   size_t points, Bits p,
                                                                   const Poll& poll) {
  const double length = exact_length(at);
  const auto key = std::make_tuple(length * (panel.right - panel.left), at.dx, at.dy,
                                   rules_.index(rule), points, p.n);
  const bool kept = !std::isnan(length);  // a length that is not an exact double cannot be a key
  if (const auto found = turns_.find(key); kept && found != turns_.end()) return found->second;
  constexpr size_t kMostEntries = 200000;
  if (kept && turns_.size() * points * rule.nodes.size() > kMostEntries) turns_.clear();
  std::vector<ComplexVector> out;
  const auto inner = gauss_legendre(points, p, poll);
  const ComplexBall iv = ComplexBall(Ball(p), Ball::integer(1, p)) * at.half(p);
  const Ball eta = Ball::pi(p) * (exact(panel.right, p) - exact(panel.left, p));
  for (const Ball& x : rule.nodes) {
    ComplexVector row(points, p);
    const ComplexBall rate = iv * (eta * x);
    poll();
    for (size_t k = 0; k < points; ++k) row.set(k, exp(rate * inner->nodes[k]));
    out.push_back(std::move(row));
  }
  if (kept) return turns_.emplace(key, std::move(out)).first->second;
  return unkept_ = std::move(out);
}

/// Adds the contribution of a panel to int g(l + ih) e^{ish} dh at the nodes of the segment.
void SubsampledExpansion::add_panel(Endpoint endpoint, const Segment& at, const GaussRule& rule,
                                    const Panel& panel, size_t points, Bits p, const Poll& poll,
                                    ComplexVector* out) {
  const ComplexVector& W = weighted(endpoint, panel, points, p, poll);
  const std::vector<ComplexVector>& rows = mixed_turns(at, rule, panel, points, p, poll);
  const auto inner = gauss_legendre(points, p, poll);
  const ComplexBall i(Ball(p), Ball::integer(1, p));
  const ComplexBall is = i * at.centre(p), iv = i * at.half(p);
  const Ball eta = Ball::pi(p) * (exact(panel.right, p) - exact(panel.left, p));
  const Ball middle = Ball::pi(p) * (exact(panel.right, p) + exact(panel.left, p));
  const ComplexBall along = is * eta;
  ComplexVector turned(points, p), terms(W);
  for (size_t k = 0; k < points; ++k) turned.set(k, exp(along * inner->nodes[k]));
  poll();
  terms.multiply(turned);
  const ComplexBall base = is * middle, shift = iv * middle;
  for (size_t m = 0; m < out->size(); ++m) {
    if (m % kPolled == 0) poll();
    const ComplexBall factor = exp(base + shift * rule.nodes[m]);
    out->set(m, (*out)[m] + factor * dot(terms, rows[m]));
  }
}

/// Returns the upper limit of h for the tolerance, in units of 2 pi, and the error of the omitted part. If a whole
/// period is needed, `whole` is set: the integral over [0, 2 pi] then determines the integral over all h.
SubsampledExpansion::Reach SubsampledExpansion::reach_of(Endpoint endpoint, const Region& region,
                                                         double log_tolerance) const {
  const Bits b = kBits;
  const double m = region.bottom.approximate();
  const double need =
      std::max(1.0, density(endpoint).log_approximate() - std::log(m) - log_tolerance + 2) / m;
  Reach out;
  out.whole = !(need < 2 * M_PI);
  if (out.whole) return out;
  out.end = std::exp2(std::ceil(std::log2(need / (2 * M_PI))));
  const Ball turn = Ball::pi(b) * 2;
  out.error = plumbline::bound<"EDGE-PATH">(UpperBound::of(
      density(endpoint) * exp(-(region.bottom * turn * exact(out.end, b))) / region.bottom));
  return out;
}

ComplexVector SubsampledExpansion::values(Endpoint endpoint, const Segment& at,
                                          const GaussRule& rule, double log_tolerance, Bits p,
                                          const Poll& poll) {
  const Bits b = kBits;
  const ComplexBall centre = at.centre(p), half_way = at.half(p);
  const Ball re = abs(half_way.real()), im = abs(half_way.imag());
  const Ball bottom = (centre.imag() - im).at(b).lower(), top = (centre.imag() + im).at(b);
  const Region region{bottom, top.upper(), (abs(centre.real()) + re).at(b).upper()};
  ComplexVector out(rule.nodes.size(), p);
  if (!certainly_positive(bottom)) {
    for (size_t k = 0; k < out.size(); ++k) out.set(k, ComplexBall(Ball::indeterminate(p)));
    return out;
  }
  // The number of points of a rule with this tolerance, for rho of approximately 3.
  const double log_density = density(endpoint).log_approximate();
  const double depth =
      std::max(10.0, -log_tolerance + (std::isfinite(log_density) ? log_density : 0.0));
  const size_t points = std::clamp<size_t>(static_cast<size_t>(depth / 2.4), 8, 400) / 4 * 4 + 4;
  const Rough rough{bottom.approximate(), region.top.approximate(), region.reach.approximate(),
                    log_tolerance, points};
  Reach reach = reach_of(endpoint, region, log_tolerance);
  std::vector<Panel> panels;
  cover(endpoint, {0, reach.end}, rough, region, 0, &panels, &reach.error);
  for (const Panel& panel : panels) add_panel(endpoint, at, rule, panel, points, p, poll, &out);
  const ComplexBall i(Ball(p), Ball::integer(1, p)), one(Ball::integer(1, p));
  const ComplexBall sign = endpoint == Endpoint::low ? i : -i;
  UpperBound shrink = UpperBound::of(Ball::integer(1, b));
  if (reach.whole) {
    // |1/(1 + e^{2 pi i s})| <= 1/(1 - e^{-2 pi m}).
    shrink = UpperBound::of(-(Ball::integer(1, b) / expm1(-(Ball::pi(b) * 2 * bottom))));
  }
  for (size_t k = 0; k < out.size(); ++k) {
    ComplexBall value = out[k] * sign;
    if (reach.whole) value = value / (one + exp(i * at.node(rule.nodes[k]) * (Ball::pi(p) * 2)));
    out.set(k, widen(value, reach.error * shrink));
  }
  return out;
}

}  // namespace plumbline
