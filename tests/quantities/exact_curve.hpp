/// Trade-off functions of finitely many outputs in exact fractions: exact answers for enclosures near ties, where no
/// rounded number decides on which side of an atom a threshold is.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/quantities/privacy_profile.hpp"

namespace plumbline::testing {

/// The masses of one output under P and Q.
struct ExactOutput {
  Rational P, Q;
};

inline std::vector<ExactOutput> exact_product(const std::vector<ExactOutput>& a,
                                              const std::vector<ExactOutput>& b) {
  std::vector<ExactOutput> out;
  for (const ExactOutput& x : a) {
    for (const ExactOutput& y : b) out.push_back({x.P * y.P, x.Q * y.Q});
  }
  return out;
}

/// gamma = 1 - f of one direction, given by its vertices (a, gamma(a)): concave and piecewise linear.
class ExactCurve {
 public:
  ExactCurve(const std::vector<ExactOutput>& outputs, Direction direction) {
    if (direction == Direction::worst) {
      vertices_ = ExactCurve(outputs, Direction::forward).vertices_;
      const ExactCurve reverse(outputs, Direction::reverse);
      vertices_.insert(vertices_.end(), reverse.vertices_.begin(), reverse.vertices_.end());
      keep_hull();
      return;
    }
    std::vector<ExactOutput> sorted;
    for (const ExactOutput& x : outputs) {
      if (!x.P.is_zero() || !x.Q.is_zero()) sorted.push_back(x);
    }
    if (direction == Direction::reverse) {
      for (ExactOutput& x : sorted) std::swap(x.P, x.Q);
    }
    std::sort(sorted.begin(), sorted.end(),
              [](const ExactOutput& x, const ExactOutput& y) { return x.Q * y.P > y.Q * x.P; });
    Point at{Rational(0), Rational(0)};
    vertices_.push_back(at);
    for (const ExactOutput& x : sorted) {
      at = {at.a + x.P, at.g + x.Q};
      vertices_.push_back(at);
    }
    keep_hull();
  }

  /// Returns 1 - f(alpha).
  Rational gamma(const Rational& alpha) const {
    size_t i = 1;
    while (i + 1 < vertices_.size() && vertices_[i].a < alpha) ++i;
    const Point &l = vertices_[i - 1], &r = vertices_[i];
    return l.g + (r.g - l.g) * (alpha - l.a) / (r.a - l.a);
  }
  Rational f(const Rational& alpha) const { return Rational(1) - gamma(alpha); }

  /// Returns a = f(a), where the curve meets the diagonal a + gamma = 1.
  Rational fixed_point() const {
    const Rational one(1);
    size_t i = 1;
    while (i + 1 < vertices_.size() && vertices_[i].a + vertices_[i].g < one) ++i;
    const Point &l = vertices_[i - 1], &r = vertices_[i];
    if (!(l.a + l.g < one)) return l.a;
    return l.a + (one - l.a - l.g) * (r.a - l.a) / (r.a - l.a + r.g - l.g);
  }

  /// Returns the type I errors at which the slope changes.
  std::vector<Rational> kinks() const {
    std::vector<Rational> out;
    for (const Point& v : vertices_) out.push_back(v.a);
    return out;
  }

 private:
  struct Point {
    Rational a, g;
  };

  /// Replaces the vertices by the upper concave hull, without vertices inside its edges, from the highest point at a
  /// = 0.
  void keep_hull() {
    std::sort(vertices_.begin(), vertices_.end(), [](const Point& x, const Point& y) {
      return x.a < y.a || (x.a == y.a && x.g < y.g);
    });
    std::vector<Point> hull;
    for (const Point& v : vertices_) {
      if (!hull.empty() && hull.back().a == v.a) hull.pop_back();
      while (hull.size() >= 2) {
        const Point &l = hull[hull.size() - 2], &m = hull.back();
        if ((m.g - l.g) * (v.a - l.a) > (v.g - l.g) * (m.a - l.a)) break;
        hull.pop_back();
      }
      hull.push_back(v);
    }
    // The curve is flat from the first point with gamma = 1.
    while (hull.size() >= 2 && hull[hull.size() - 2].g == hull.back().g) hull.pop_back();
    if (hull.back().a < Rational(1)) hull.push_back({Rational(1), Rational(1)});
    vertices_ = std::move(hull);
  }

  std::vector<Point> vertices_;
};

inline std::string exact_list(const std::vector<ExactOutput>& outputs, bool under_Q) {
  std::string out = "[";
  for (const ExactOutput& x : outputs) {
    out += (out.size() > 1 ? "," : "") + (under_Q ? x.Q : x.P).text();
  }
  return out + "]";
}

/// Returns "finite(P=[...],Q=[...])".
inline std::string exact_expression(const std::vector<ExactOutput>& outputs) {
  return "finite(P=" + exact_list(outputs, false) + ",Q=" + exact_list(outputs, true) + ")";
}

}  // namespace plumbline::testing
