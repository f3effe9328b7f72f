/// Bounds of the integrand of BENT-LINE (line_values.cpp) on parts of the deformed contour.
#include "reference/arithmetic/bound.hpp"
#include "reference/engines/bent/bent_line.hpp"

namespace plumbline::bent {
namespace {

double rough(double x) { return x; }
double rough(const Ball& x) { return x.approximate(); }
bool surely_positive(double x) { return x > 0; }
bool surely_positive(const Ball& x) { return certainly_positive(x); }
bool surely_at_most(double x, double y) { return x <= y; }
bool surely_at_most(const Ball& x, const Ball& y) { return certainly_at_most(x, y); }
bool known(double x) { return std::isfinite(x); }
bool known(const Ball& x) { return x.is_finite(); }

}  // namespace

template <class Number>
LineBounds<Number>::LineBounds(const std::vector<Steps>& steps, const Plan& plan, Kernel kernel,
                               const Number& t, Lookup lookup)
    : steps_(steps), plan_(plan), kernel_(kernel), t_(t), lookup_(std::move(lookup)) {
  for (size_t i = 0; i < steps.size(); ++i) paths_.emplace_back(steps[i].law, plan.shapes[i]);
}

template <class Number>
typename LineBounds<Number>::Cell LineBounds<Number>::cell(double height, double from,
                                                           double to) const {
  using std::max;
  using std::min;
  const Number c = N::of(plan_.c), a = N::of(plan_.a), e = N::of(plan_.e), one = N::of(1.0);
  const Number d = N::of(height), u1 = N::of(from), u2 = N::of(to);
  const Number d2 = d * d, centre = c - a * d2 - d + e * d2 * d, bend = a - e * d * 3;
  const Number r1 = centre + bend * u1 * u1, r2 = centre + bend * u2 * u2;
  const Number slope = one + a * d * 2 - e * d2 * 3;
  const Number y1 = u1 * (slope + e * u1 * u1), y2 = u2 * (slope + e * u2 * u2);
  const Number far = u2 + max(d, -d);  // upper bound of |x|
  return {{min(r1, r2), max(r1, r2), y1, y2}, far * a * 2 + one + e * far * far * 3};
}

template <class Number>
Number LineBounds<Number>::reciprocal(const Where<Number>& s) const {
  using std::max;
  using std::sqrt;
  Number out = N::of(1.0);
  for (const fourier::Pole& pole : fourier::poles(kernel_)) {
    const Number at = N::of(static_cast<double>(pole.s0));
    const Number across = max(max(s.r_low - at, at - s.r_high), N::of(0.0));
    out = out / sqrt(across * across + s.y_low * s.y_low);
  }
  return out;
}

template <class Number>
std::optional<Number> LineBounds<Number>::looked_up(size_t step, const Where<Number>& s) const {
  const double g = plan_.grid;
  const double high = std::ceil(rough(s.r_high) / g + 1e-3) * g,
               low = std::floor(rough(s.r_low) / g - 1e-3) * g;
  if (!(std::fabs(high) <= plan_.farthest && std::fabs(low) <= plan_.farthest)) return {};
  if (!surely_at_most(s.r_high, N::of(high)) || !surely_at_most(N::of(low), s.r_low)) return {};
  return lookup_(step, high).first + lookup_(step, low).second;
}

// Returns a bound of |K - m| by BENT-LINE, where K is the transform of the step and m the mass of its loss 0.
template <class Number>
Number LineBounds<Number>::rise(size_t step, const Where<Number>& s) const {
  using std::min;
  constexpr double kSmall = 1e-3;
  std::optional<Number> out;
  if (surely_positive(s.y_low)) {
    const Number path = paths_[step].size(s) + paths_[step].size(s.mirrored());
    if (known(path)) out = path;
    const double share =
        steps_[step].count.approximate() * rough(path) / rough(paths_[step].rest());
    if (share < kSmall) return path;
  }
  const auto real = looked_up(step, s);
  if (!real || !known(*real)) return out ? *out : N::of(HUGE_VAL);
  return out ? min(*out, *real) : *real;
}

template <class Number>
Number LineBounds<Number>::product(const std::vector<Number>& rises, const Number& r_low) const {
  using std::exp;
  using std::log;
  using std::min;
  Number exponent =
      (N::of(static_cast<double>(fourier::sigma(kernel_))) - r_low) * t_ - N::of(plan_.log_scale);
  Number share = N::of(0.0);
  for (size_t i = 0; i < rises.size(); ++i) {
    const Number whole = paths_[i].rest() + rises[i], count = N::of(steps_[i].count);
    exponent += count * log(whole);
    share += count * rises[i] / whole;
  }
  return exp(exponent) * min(N::of(1.0), share);
}

template <class Number>
Number LineBounds<Number>::size(const Cell& cell) const {
  std::vector<Number> rises;
  for (size_t i = 0; i < steps_.size(); ++i) {
    rises.push_back(rise(i, cell.s));
    if (!known(rises.back())) return rises.back();
  }
  return product(rises, cell.s.r_low) * reciprocal(cell.s) * cell.speed;
}

template <class Number>
Number LineBounds<Number>::edge(double height, double ratio) const {
  const double end = plan_.end();
  double from = 0, to = std::min(end, 0.05 * std::fabs(height));
  Number sum = N::of(0.0);
  while (from < end) {
    sum += size(cell(height, from, to)) * (N::of(to) - N::of(from));
    if (!known(sum)) return sum;
    from = to;
    // Cells grow more slowly towards the end of the line, where its direction changes.
    to = std::min(end, to * (to < 0.2 * end ? ratio : 1 + (ratio - 1) / 4));
  }
  return sum;
}

template <class Number>
Number LineBounds<Number>::cap(int cells) const {
  using std::exp;
  using std::max;
  const double end = plan_.end();
  const Number u = N::of(end), a = N::of(plan_.a), e = N::of(plan_.e), one = N::of(1.0);
  const Number damping = N::pi() * 2 / N::of(plan_.step);
  Number sum = N::of(0.0);
  for (const double height : {plan_.up, -plan_.down}) {
    const double side = height < 0 ? -1 : 1;
    for (int i = 0; i < cells; ++i) {
      // Cells are shorter next to the line, where the factor e^{-2 pi |height|/step} is larger.
      const double from = std::fabs(height) * i * i / (cells * cells),
                   to = i + 1 == cells ? std::fabs(height)
                                       : std::fabs(height) * (i + 1) * (i + 1) / (cells * cells);
      const Cell one_end = cell(side * from, end, end), other = cell(side * to, end, end);
      const Number far = N::of(to), low = N::of(std::min(side * from, side * to)),
                   high = N::of(std::max(side * from, side * to));
      const Number bend = e * u * u;
      const Number y_low = u * (one + a * low * 2 - e * far * far * 3 + bend),
                   y_high = u * (one + a * high * 2 + bend);
      const Number r_low = side > 0 ? other.s.r_low : one_end.s.r_low,
                   r_high = side > 0 ? one_end.s.r_high : other.s.r_high;
      sum += size({{r_low, r_high, y_low, y_high}, max(one_end.speed, other.speed)}) *
             exp(-(damping * N::of(from))) * (N::of(to) - N::of(from));
      if (!known(sum)) return sum;
    }
  }
  return sum;
}

template <class Number>
Number LineBounds<Number>::at(double x) const {
  return size(cell(0, x, x));
}

// BOUND(BENT-FAR)
// Statement.  Let Re s = r and Im s = y >= Y > 0. Let L = log f, and let E(r) bound y int |(phi/L')'| |f^s| over the
//             path of BENT-PATH for all these y. Then
//
//                 |K(s) - m| = |A(s) + A(1-s)| <= W/y^2,   W = phi(mu/2)/(mu q) + E(r) + E(1-r).
//
//             Let D(B) be the bound of BENT-LINE for |prod K^N - prod m^N| if |K_i - m_i| <= B_i. Then the integral
//             of F over the vertical line from r + iY up is at most
//
//                 D(W/Y^2) e^{t (sigma - r)} times 1/(3Y) for the profile, 1/2 for the tails.
//
//             On a rectangle |(phi/L')'| <= |phi| (|x| |f|/mu + 1-q)/B(w1). For y >= Y, y e^{-ya} is at most Y
//             e^{-Ya} if Ya >= 1, and at most 1/(ea) always. Let X be the real part of the end of the path. Beyond it,
//             the factor |(phi/L')'|/|phi| is at most (max(X + v, 1) (C + 1)/mu + C) e^{w - X}, where w is the real
//             part of x and C = (1-q)/B(X).
// Needs.      The hypotheses of BENT-PATH.
// Proof.      L = log f has the derivative L' = mu (1 - (1-q)/f) = mu B/f, where B is q e^{mu x - mu^2/2}.
//             Integration by parts gives A(s) = -phi(mu/2)/(s L'(mu/2)) - (1/s) int (phi/L')' f^s, and L'(mu/2) = mu
//             q. The first terms of A(s) and of A(1-s) add up to phi(mu/2)/(mu q) divided by s (s-1). Moreover |s|,
//             |1-s| >= y. This proves the first bound.
//
//             1/L' = ((1-q)/B + 1)/mu has the derivative -(1-q)/B, so that (phi/L')' = -phi (x f/(mu B) + (1-q)/B).
//             Beyond X |f| <= 1-q + |B|, |B| >= B(X), and |x| <= w + v <= max(X + v, 1) e^{w-X}. On the rise e^{-y arg
//             f} <= e^{-y k h} (BENT-PATH), and the integral of the right side from t1 is e^{-y k t1}/(yk).
//
//             For y >= Y, D(W/y^2) <= (Y/y)^2 D(W/Y^2), because the product has no constant term in the B_i. The
//             kernel has |d| >= y^2 for the profile and |d| >= y for the tails. The integrals are int_Y^inf (Y/y)^2
//             y^{-2} dy = 1/(3Y) and int_Y^inf (Y/y)^2 y^{-1} dy = 1/2.
// Slack.      The integrand oscillates: in tests the truncated part was 20 to 1000 times smaller than this bound.
// Source.     Elementary.
template <class Number>
Number LineBounds<Number>::tail() const {
  const Cell last = cell(0, plan_.end(), plan_.end());
  const Number Y = last.s.y_low;
  std::vector<Number> rises;
  for (const PathBounds<Number>& path : paths_) {
    rises.push_back(path.far(last.s.r_low, Y) / (Y * Y));
    if (!known(rises.back())) return rises.back();
  }
  const Number whole = product(rises, last.s.r_low);
  return kernel_ == Kernel::profile ? Number(whole / (Y * 3)) : Number(whole / 2);
}

template class LineBounds<double>;
template class LineBounds<Ball>;

}  // namespace plumbline::bent
