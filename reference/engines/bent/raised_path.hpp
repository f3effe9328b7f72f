/// Computes A(s) = int_{mu/2}^inf phi f^s dx, the transform of the positive losses of a step on a batch (phi and f are
/// defined in batch_transform.hpp). The integral is taken on a path that leads from mu/2 up to mu/2 + iv and then to
/// the right. On this path arg f >= 0, so that |f^s| = |f|^{Re s} e^{-Im s arg f} does not increase with Im s.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/batches/batch_transform.hpp"

namespace plumbline::bent {

constexpr Bits kBoundBits{64};

/// The division of the path, in exact doubles. `panels` are the intervals of the quadrature rules. `pieces` are the
/// intervals for which upper bounds of the integrand are computed.
struct PathShape {
  double v = 0;
  std::vector<double> rise;      ///< ends of panels and pieces, as heights from 0 to v
  std::vector<double> panels;    ///< ends of panels, as offsets from mu/2, from 0 on
  std::vector<double> pieces{};  ///< ends of pieces, up to the end of the panels
};

/// The formulas are templates for two types of numbers: balls for bounds, and doubles for heuristic choices.
template <class Number>
struct NumberOf;
template <>
struct NumberOf<double> {
  static double of(double x) { return x; }
  static double of(const Rational& x) { return x.approximate(); }
  static double pi() { return M_PI; }
  static double survival(double x) { return std::erfc(x / std::sqrt(2.0)) / 2; }
};
template <>
struct NumberOf<Ball> {
  static Ball of(double x) { return exact(x, kBoundBits); }
  static Ball of(const Rational& x) { return Ball(x, kBoundBits); }
  static Ball pi() { return Ball::pi(kBoundBits); }
  static Ball survival(const Ball& x) { return normal_survival(x); }
};

/// The rectangle r_low <= Re s <= r_high, 0 <= y_low <= Im s <= y_high.
template <class Number>
struct Where {
  Number r_low, r_high, y_low, y_high;

  /// The rectangle that contains 1 - conj(s).
  Where mirrored() const {
    const Number one = NumberOf<Number>::of(1.0);
    return {one - r_high, one - r_low, y_low, y_high};
  }
};

/// The rectangle left <= Re x - mu/2 <= right, bottom <= Im x <= top.
template <class Number>
struct Rectangle {
  Number left, right, bottom, top;
};

/// Bounds of the integrand on a rectangle.
template <class Number>
struct Sizes {
  Number log_phi;      ///< upper bound of log |phi|
  Number least, most;  ///< bounds of log|f|
  Number turn;         ///< lower bound of arg f
  Number log_length;   ///< log of the length of the part of the path inside the rectangle
  Number bottom;
  Number log_slope;  ///< upper bound of log(|(phi/L')'|/|phi|), L = log f
  bool rising;

  /// Returns log of a bound of |phi f^s|.
  Number log_integrand(const Where<Number>& s) const {
    using std::max;
    const Number own =
        max(max(s.r_low * least, s.r_low * most), max(s.r_high * least, s.r_high * most));
    return own + log_phi + max(-(s.y_low * turn), -(s.y_high * turn));
  }
};

/// Bounds |A(s)| on the path. A bound on a rectangle is indeterminate (nan) if mu times its `top` exceeds pi/2.
template <class Number>
class PathBounds {
 public:
  PathBounds(const batch::BatchLaw& law, const PathShape& shape);

  Sizes<Number> on(const Rectangle<Number>& x) const;
  /// Upper bound of |A(s)|: BENT-PATH. Requires y_low > 0.
  Number size(const Where<Number>& s) const;
  /// Returns an upper bound of the contribution beyond the last piece.
  Number beyond(const Where<Number>& s) const {
    return beyond_at(s, 0, -(s.y_low * argument(shifted(end_), mu_ * height_)));
  }
  /// Upper bound of y^2 |A(s) + A(1-s)| for Re s = r and all Im s = y >= Y: BENT-FAR.
  Number far(const Number& r, const Number& Y) const;
  /// Returns the mass of the loss 0.
  const Number& rest() const { return rest_; }

 private:
  using N = NumberOf<Number>;
  /// Upper bound of e^log_fall int |phi f^s| e^{powers (x - X)} for Im s = 0, over the horizontal ray beyond X. Here X
  /// is the end of the panels.
  Number beyond_at(const Where<Number>& s, int powers, const Number& log_fall) const;
  Number far_side(const Number& r, const Number& Y) const;
  Number shifted(const Number& offset) const;  ///< q e^{mu x - mu^2/2} at mu/2 + offset
  Number log_modulus(const Number& B, const Number& angle) const;
  Number argument(const Number& B, const Number& angle) const;

  Number mu_, q_, start_, height_, end_, steep_, rest_;
  std::vector<Sizes<Number>> pieces_;
};

template <class Number>
PathBounds<Number>::PathBounds(const batch::BatchLaw& law, const PathShape& shape)
    : mu_(N::of(law.mu)),
      q_(N::of(law.q)),
      start_(mu_ / 2),
      height_(N::of(shape.v)),
      end_(N::of(shape.pieces.back())),
      steep_(mu_),
      rest_((N::of(1.0) - q_) * (N::of(1.0) - N::survival(start_) * 2)) {
  using std::log;
  using std::min;
  const Number zero = N::of(0.0);
  for (size_t i = 0; i + 1 < shape.rise.size(); ++i) {
    const Number from = N::of(shape.rise[i]), to = N::of(shape.rise[i + 1]);
    pieces_.push_back(on({zero, zero, from, to}));
    pieces_.back().log_length = log(to - from);
    pieces_.back().rising = true;
  }
  for (size_t i = 0; i + 1 < shape.pieces.size(); ++i) {
    const Number from = N::of(shape.pieces[i]), to = N::of(shape.pieces[i + 1]);
    pieces_.push_back(on({from, to, height_, height_}));
    pieces_.back().log_length = log(to - from);
  }
  steep_ = mu_ * min(q_, argument(shifted(zero), mu_ * height_) / (mu_ * height_));
}

template <class Number>
Number PathBounds<Number>::shifted(const Number& offset) const {
  using std::exp;
  return q_ * exp(mu_ * offset);
}

template <class Number>
Number PathBounds<Number>::log_modulus(const Number& B, const Number& angle) const {
  using std::cos;
  using std::log;
  const Number one = N::of(1.0), rest = one - q_;
  // |f|^2 = 1 + (B-q)(2(1-q) + B+q) - 2(1-q)B (1 - cos)
  return log(rest * rest + B * B + rest * B * cos(angle) * 2) / 2;
}

template <class Number>
Number PathBounds<Number>::argument(const Number& B, const Number& angle) const {
  using std::atan2;
  using std::cos;
  return atan2(B * cos(N::pi() / 2 - angle), N::of(1.0) - q_ + B * cos(angle));
}

template <class Number>
Sizes<Number> PathBounds<Number>::on(const Rectangle<Number>& x) const {
  using std::exp;
  using std::log;
  using std::max;
  using std::min;
  const Number zero = N::of(0.0), one = N::of(1.0), rest = one - q_;
  const Number low = shifted(x.left), high = shifted(x.right);
  const Number far = max(max(x.top, -x.bottom), zero), near = max(max(x.bottom, -x.top), zero);
  const Number u = max(max(start_ + x.left, -(start_ + x.right)), zero);
  Sizes<Number> out{(far * far - u * u - log(N::pi() * 2)) / 2,
                    log_modulus(low, mu_ * far),
                    log_modulus(high, mu_ * near),
                    min(argument(low, mu_ * x.bottom), argument(high, mu_ * x.bottom)),
                    zero,
                    x.bottom,
                    zero,
                    false};
  const Number size = max(start_ + x.right, -(start_ + x.left)) + far;
  out.log_slope = log((size * exp(out.most) / mu_ + rest) / low);
  return out;
}

template <class Number>
Number PathBounds<Number>::beyond_at(const Where<Number>& s, int powers,
                                     const Number& log_fall) const {
  using std::exp;
  using std::max;
  const Number zero = N::of(0.0), B = shifted(end_), x = start_ + end_;
  const Number top = log_modulus(B, mu_ * height_);
  const Number rise = max(s.r_high, zero), steep = rise * mu_ + N::of(static_cast<double>(powers));
  const Number log_f = max(s.r_low * top, s.r_high * top);
  return exp(log_f + (height_ * height_ + steep * steep) / 2 - steep * x + log_fall) *
         N::survival(x - steep);
}

template <class Number>
Number PathBounds<Number>::size(const Where<Number>& s) const {
  using std::exp;
  using std::min;
  Number sum = beyond(s);
  for (const Sizes<Number>& piece : pieces_) {
    const Number whole = exp(piece.log_integrand(s) + piece.log_length);
    if (!piece.rising) {
      sum += whole;
      continue;
    }
    const Number still = piece.log_integrand({s.r_low, s.r_high, N::of(0.0), N::of(0.0)});
    const Number fall = s.y_low * steep_;
    sum += min(whole, Number(exp(still - fall * piece.bottom) / fall));
  }
  return sum;
}

template <class Number>
Number PathBounds<Number>::far_side(const Number& r, const Number& Y) const {
  using std::exp;
  using std::log;
  using std::max;
  const Number zero = N::of(0.0), one = N::of(1.0);
  const auto falling = [&](const Number& turn) {  // upper bound of log(y e^{-y turn}) for y >= Y
    return log(max(Y, one / turn)) - max(Y * turn, one);
  };
  const Where<Number> still{r, r, zero, zero};
  const Number C = (one - q_) / shifted(end_), x = start_ + end_ + height_;
  Number sum = beyond_at(still, 1, falling(argument(shifted(end_), mu_ * height_))) *
               (max(x, one) * (C + one) / mu_ + C);
  for (const Sizes<Number>& piece : pieces_) {
    const Number size = piece.log_integrand(still) + piece.log_slope;
    sum += piece.rising ? Number(exp(size - Y * steep_ * piece.bottom) / steep_)
                        : Number(exp(size + piece.log_length + falling(piece.turn)));
  }
  return sum;
}

template <class Number>
Number PathBounds<Number>::far(const Number& r, const Number& Y) const {
  using std::exp;
  using std::sqrt;
  const Number phi = exp(-(start_ * start_) / 2) / sqrt(N::pi() * 2);
  return phi / (mu_ * q_) + far_side(r, Y) + far_side(N::of(1.0) - r, Y);
}

extern template class PathBounds<double>;
extern template class PathBounds<Ball>;

}  // namespace plumbline::bent
