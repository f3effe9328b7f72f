/// The ends of the subsampled Laplace mechanism's losses, by quadrature.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/endpoint_expansion.hpp"
#include "reference/mechanisms/laplace/subsampled_laplace.hpp"

namespace plumbline {
namespace {

constexpr Bits kBoundBits{64};
constexpr size_t kPolled = 8;  // nodes between two polls

/// to - from, which tables of exponentials are kept by; nan if that is not an exact double.
double exact_length(const Segment& at) {
  const Bits p{2200};
  const double length = at.to - at.from;
  const Ball rest = exact(at.to, p) - exact(at.from, p) - exact(length, p);
  return rest.is_exactly_zero() ? length : std::nan("");
}

/// Numbers the rules met so far by their nodes.
class KnownRules {
 public:
  size_t index(const GaussRule& rule) {
    for (size_t i = known_.size(); i-- > 0;) {
      if (same(known_[i], rule.nodes)) return i;
    }
    known_.push_back(rule.nodes);
    return known_.size() - 1;
  }

 private:
  static bool same(const std::vector<Ball>& a, const std::vector<Ball>& b) {
    const auto equal = [](const Ball& x, const Ball& y) { return x.contains(y) && y.contains(x); };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), equal);
  }
  std::vector<std::vector<Ball>> known_;
};

/// The subsampled pair: g(l) = (e^{-mu/2}/4) sqrt(p/q) e^h (e^h - 1)^{-3/2}, h = l - log q.
class SubsampledExpansion final : public EndpointExpansion {
 public:
  explicit SubsampledExpansion(const SubsampledLaplace& pair) : law_(pair.law()) {
    for (const Endpoint endpoint : {Endpoint::low, Endpoint::high}) {
      height_[index(endpoint)] = height(endpoint, kBoundBits);
      distance_[index(endpoint)] = height_[index(endpoint)].approximate();
    }
    scale_ = scale(kBoundBits);
  }

  Ball position(Endpoint endpoint, Bits p) const override {
    return endpoint == Endpoint::low ? laplace::lowest_loss(law_, p)
                                     : laplace::highest_loss(law_, p);
  }
  Ball mass(Endpoint endpoint, Bits p) const override {
    const Ball half(Rational(1, 2), p);
    return endpoint == Endpoint::low ? half : half * exp(-Ball(law_.mu, p));
  }
  Ball density(Endpoint endpoint) const override {
    return size(endpoint, Ball(kBoundBits), Ball(kBoundBits), Ball(kBoundBits)).upper();
  }

  Ball bound(Endpoint endpoint, double m) override { return damped_integral(endpoint, m, false); }

  Ball slope(Endpoint endpoint, double m) override { return damped_integral(endpoint, m, true); }
  ComplexVector values(Endpoint endpoint, const Segment& at, const GaussRule& rule,
                       double log_tolerance, Bits p, const Poll& poll) override;
  ComplexVector transforms(double c, double Y, const Segment& at, const GaussRule& rule,
                           double log_tolerance, Bits p, const Poll& poll) override;

 private:
  Ball damped_integral(Endpoint endpoint, double m, bool with_factor);

  /// h in [left, right] 2 pi, exact doubles (dyadic fractions).
  struct Panel {
    double left, right;
    double middle() const { return (left + right) / 2; }
  };
  /// Where s is: Im s in [bottom, top], |Re s| <= reach.
  struct Region {
    Ball bottom, top, reach;
  };

  static size_t index(Endpoint endpoint) { return endpoint == Endpoint::low ? 0 : 1; }

  /// l - log q at the endpoint.
  Ball height(Endpoint endpoint, Bits p) const {
    const Ball mu(law_.mu, p), q(Rational(1) - law_.p, p);
    return log1p(Ball(law_.p, p) / q * exp(endpoint == Endpoint::low ? -mu : mu));
  }
  Ball scale(Bits p) const {
    const Rational q = Rational(1) - law_.p;
    return exp(-(Ball(law_.mu, p) / 2)) / 4 * sqrt(Ball(law_.p / q, p));
  }

  Ball size(Endpoint endpoint, const Ball& e, const Ball& y1, const Ball& y2) const;

  double rough_log_integrand(Endpoint endpoint, const Panel& panel, double rho, double bottom,
                             double top, double reach) const;
  Ball panel_bound(Endpoint endpoint, const Panel& panel, double rho, const Region& s) const;
  struct Rough {
    double bottom, top, reach, log_tolerance;
    size_t points;
  };
  void cover(Endpoint endpoint, const Panel& panel, const Rough& rough, const Region& s, int depth,
             std::vector<Panel>* panels, UpperBound* error) const;
  struct Reach {
    double end = 1;
    bool whole = false;
    UpperBound error{};
  };
  Reach reach_of(Endpoint endpoint, const Region& region, double log_tolerance) const;
  const std::vector<ComplexVector>& mixed_turns(const Segment& at, const GaussRule& rule,
                                                const Panel& panel, size_t points, Bits p,
                                                const Poll& poll);
  void add_panel(Endpoint endpoint, const Segment& at, const GaussRule& rule, const Panel& panel,
                 size_t points, Bits p, const Poll& poll, ComplexVector* out);
  /// Weights times g at the nodes of a panel.
  const ComplexVector& weighted(Endpoint endpoint, const Panel& panel, size_t points, Bits p,
                                const Poll& poll);

  laplace::LaplaceLaw law_;
  /// height and scale at kBoundBits.
  Ball height_[2] = {Ball(kBoundBits), Ball(kBoundBits)}, scale_{kBoundBits};
  double distance_[2];
  std::map<std::tuple<size_t, double, bool>, Ball> bounds_;
  std::map<std::tuple<size_t, double, double, size_t, long>, ComplexVector> weighted_;
  std::map<std::tuple<double, int, int, size_t, size_t, long>, std::vector<ComplexVector>> turns_;
  std::vector<ComplexVector> unkept_;  ///< of the last segment whose turns are not kept
  struct LineRule {
    double c = 0, Y = -1, log_tolerance = 0;
    long bits = 0;
    laplace::Rule rule{ComplexVector(), ComplexVector(), UpperBound()};
  } line_;
  struct LineTable {
    double length = -1;
    size_t nodes = 0;
    std::vector<ComplexVector> rows;
  } line_table_;
  KnownRules rules_;  ///< the tables above are kept by the index of a rule, not by its size
};

// BOUND(EDGE-SIZE)
// Statement.  For Im s >= m > 0 and any cells 0 = h_0 < h_1 < ... < h_n <= pi, g at the endpoint,
//                 |E(s)|  <= sum_k |g(l + i h_k)| (e^{-m h_k} - e^{-m h_{k+1}})/m + g e^{-m h_n}/m,
//                 |E'(s)| <= the same sum with a factor h_{k+1} in each term,
//                            + g e^{-m h_n} (h_n/m + 1/m^2).
// Needs.      m > 0: checked here (indeterminate otherwise). The cells need not be there: where the
//             distance to the singularity is too small for doubles, n = 0.
// Proof.      |E(s)| <= int_0^inf |g(l + ih)| e^{-mh} dh, |E'(s)| the same with a factor h.
//             |g(l + ih)| is proportional to |e^{ih} R - 1|^{-3/2}, R = e^l/q > 1, and
//                 |e^{ih} R - 1|^2 = (R - 1)^2 + 4 R sin^2(h/2):
//             |g(l + ih)| decreases for h <= pi and is nowhere above its value g at h = 0. The
//             factor h is at most h_{k+1} on a cell.
// Source.     Elementary.
Ball SubsampledExpansion::damped_integral(Endpoint endpoint, double m, bool with_factor) {
  if (!(m > 0)) return Ball::indeterminate(kBoundBits);
  // Rounded down to few values, for which the sum is kept.
  const double kept = std::exp2(std::floor(std::log2(m) * 4) / 4);
  const double level = kept > 0 && kept <= m ? kept : m;
  const auto key = std::make_tuple(index(endpoint), level, with_factor);
  const auto found = bounds_.find(key);
  if (found != bounds_.end()) return found->second;
  const Bits p = kBoundBits;
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
//             x1 = height - e, S the smaller of sin^2(y1/2), sin^2(y2/2) if 0 <= y1 and y2 <= 2 pi,
//             else 0; and g is analytic in that rectangle if D > 0.
// Needs.      e >= 0, y1 <= y2: the callers, by the shape of an ellipse. D > 0: checked here
//             (indeterminate otherwise).
// Proof.      |g| = scale e^x |e^h - 1|^{-3/2} and |e^h - 1|^2 = (e^x - 1)^2 + 4 e^x sin^2(y/2),
//             where each term is at least its part of D: (e^x - 1)_+ and e^x increase, and
//             sin^2(y/2) has no minimum inside [0, 2 pi]. So D > 0 means that e^h = 1 nowhere in
//             the rectangle, which is simply connected: a branch of (e^h - 1)^{-3/2} is analytic
//             there.
// Source.     Elementary.
Ball SubsampledExpansion::size(Endpoint endpoint, const Ball& e, const Ball& y1,
                               const Ball& y2) const {
  const Bits p = kBoundBits;
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
// Statement.  Of the subsampled Laplace pair, q = 1 - p, 0 < p < 1, let g(l) =
//             (e^{-mu/2}/4) sqrt(p) e^l (e^l - q)^{-3/2} be the density of the loss on [a, b], a > log q,
//             and C(s) = int_a^b g(l) e^{sl} dl. At an end l, a or b, let height = l - log q > 0 and
//             I_l(s) = int_0^inf g(l + ih) e^{ish} dh for Im s > 0, g continued along the path from h = 0.
//             Then C(s) = e^{sa} E_a(s) + e^{sb} E_b(s) with E_a = i I_a and E_b = -i I_b.
//             (a) A panel is an interval of h >= 0. Let the ellipse of GAUSS-ELLIPSE, scaled to it, lie in
//             y1 <= Re h <= y2, |Im h| <= e. Where EDGE-DENSITY has D > 0 there, at H = height + ih,
//             g(l + ih) e^{ish} is analytic in the ellipse and at most EDGE-DENSITY's bound times
//             e^{|Re s| e - y1 Im s} in modulus. So the panel's Gauss rule errs by its half length times
//             GAUSS-ELLIPSE with that for M; and a panel that is left out weighs at most its length times
//             that bound with e = 0, y1 and y2 its ends.
//             (b) The integral from h1 on is at most g(l) e^{-h1 Im s}/Im s in modulus.
//             (c) I_l(s) = (int_0^{2 pi} g(l + ih) e^{ish} dh) / (1 + e^{2 pi i s}), and the divisor is at
//             least 1 - e^{-2 pi Im s} > 0 in modulus.
// Needs.      Im s > 0 at all nodes: checked in values (indeterminate otherwise). EDGE-DENSITY's: D
//             > 0 there.
// Proof.      g is analytic in the half strip a <= Re l <= b, Im l >= 0, as e^l = q only at Re l = log q < a;
//             and |g(l + ih)| <= g(l) for real h (EDGE-SIZE), so that the side of the strip at the height y
//             weighs at most e^{-y Im s} times a constant, and Cauchy's theorem gives C. In the ellipse
//             l + ih = height + log q - Im h + i Re h, |Re(l + ih) - l| <= e, and |e^{ish}| = e^{-Re s Im h
//             - Im s Re h}. For (c), with H = height + ih, g is proportional to e^H (e^H - 1)^{-3/2}, and
//             |e^H| = e^{height} > 1: e^H runs once around 1 as h grows by 2 pi, so that g(l + i(h + 2 pi)) =
//             -g(l + ih), and I is a geometric series of ratio -e^{2 pi i s}, of modulus below 1.
// Source.     This project's.
Ball SubsampledExpansion::panel_bound(Endpoint endpoint, const Panel& panel, double rho,
                                      const Region& s) const {
  const Bits p = kBoundBits;
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
    // e^h (e^h - 1)^{-3/2} = e^{h/4} (2 sinh(h/2))^{-3/2}, continuous on 0 <= y <= 2 pi, where
    // sinh(h/2) stays right of or above 0: e^{h/4} = (e^h)^{1/4} continued.
    const Ball quarter(Rational(1, 4), p), a_half(Rational(1, 2), p);
    const ComplexBall g = exp(h * quarter - log(h * sinhc(h * a_half)) * Ball(Rational(3, 2), p));
    out.set(k, g * (factor * rule->weights[k]));
  }
  return weighted_.emplace(key, std::move(out)).first->second;
}

/// e^{i s h} at s = centre + half x, h = middle + eta x' has four factors; the mixed one is shared by
/// panels with the same product of lengths (exact: that of h is a power of two).
const std::vector<ComplexVector>& SubsampledExpansion::mixed_turns(const Segment& at,
                                                                   const GaussRule& rule,
                                                                   const Panel& panel,
                                                                   size_t points, Bits p,
                                                                   const Poll& poll) {
  const double length = exact_length(at);
  const auto key = std::make_tuple(length * (panel.right - panel.left), at.dx, at.dy,
                                   rules_.index(rule), points, p.n);
  const bool kept = !std::isnan(length);  // a length that is no exact double is no key
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

/// A panel's part of int g(l + ih) e^{ish} dh at the nodes of the segment.
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

/// How far h goes for the tolerance, in turns of 2 pi; 1 where it is the whole turn, and all others
/// follow from it.
SubsampledExpansion::Reach SubsampledExpansion::reach_of(Endpoint endpoint, const Region& region,
                                                         double log_tolerance) const {
  const Bits b = kBoundBits;
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
  const Bits b = kBoundBits;
  const ComplexBall centre = at.centre(p), half_way = at.half(p);
  const Ball re = abs(half_way.real()), im = abs(half_way.imag());
  const Ball bottom = (centre.imag() - im).at(b).lower(), top = (centre.imag() + im).at(b);
  const Region region{bottom, top.upper(), (abs(centre.real()) + re).at(b).upper()};
  ComplexVector out(rule.nodes.size(), p);
  if (!certainly_positive(bottom)) {
    for (size_t k = 0; k < out.size(); ++k) out.set(k, ComplexBall(Ball::indeterminate(p)));
    return out;
  }
  // As many points as a rule for this tolerance wants at rho = 3 or so.
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

ComplexVector SubsampledExpansion::transforms(double c, double Y, const Segment& at,
                                              const GaussRule& rule, double log_tolerance, Bits p,
                                              const Poll& poll) {
  // The rule holds for Re s = c and 0 <= Im s <= Y alone.
  const Bits b = kBoundBits;
  const Ball one_end = at.point(exact(at.from, b)).imag(), other = at.point(exact(at.to, b)).imag();
  if (at.re != c || at.dx != 0 || !certainly_at_most(Ball(b), min(one_end, other)) ||
      !certainly_at_most(max(one_end, other), exact(Y, b))) {
    ComplexVector nothing(rule.nodes.size(), p);
    nothing.widen_all(UpperBound::infinite());
    return nothing;
  }
  if (line_.c != c || line_.Y != Y || line_.bits != p.n || line_.log_tolerance != log_tolerance) {
    line_ = {c, Y, log_tolerance, p.n, laplace::rule(law_, c, Y, log_tolerance, p, poll)};
    line_table_.length = -1;
  }
  const laplace::Rule& r = line_.rule;
  const size_t n = r.weights.size();
  const Bits work = r.weights.precision();
  const Ball half = at.half(work).imag(), y = at.centre(work).imag(), zero(work);
  const double length = exact_length(at);
  const auto turn = [&](const Ball& angle, const ComplexBall& l) {
    return exp(ComplexBall(zero, angle) * l);
  };
  const size_t nodes = rules_.index(rule);
  if (line_table_.length != length || line_table_.nodes != nodes) {  // nan: always
    LineTable made{length, nodes, {}};
    for (const Ball& x : rule.nodes) {
      ComplexVector row(n, work);
      poll();
      for (size_t k = 0; k < n; ++k) row.set(k, turn(half * x, r.log_ratios[k]));
      made.rows.push_back(std::move(row));
    }
    line_table_ = std::move(made);
  }
  ComplexVector terms(r.weights), turned(n, work);
  for (size_t k = 0; k < n; ++k) turned.set(k, turn(y, r.log_ratios[k]));
  terms.multiply(turned);
  const ComplexBall low(position(Endpoint::low, work)), high(position(Endpoint::high, work));
  const Ball u = mass(Endpoint::low, work), v = mass(Endpoint::high, work);
  ComplexVector out(rule.nodes.size(), work);
  for (size_t k = 0; k < out.size(); ++k) {
    if (k % kPolled == 0) poll();
    const ComplexBall s(exact(c, work), y + half * rule.nodes[k]);
    const ComplexBall atoms = exp(s * low) * u + exp(s * high) * v;
    out.set(k, widen(dot(terms, line_table_.rows[k]), r.error) + atoms);
  }
  return out;
}

}  // namespace

std::unique_ptr<EndpointExpansion> SubsampledLaplace::endpoint_expansion() const {
  return std::make_unique<SubsampledExpansion>(*this);
}

}  // namespace plumbline
