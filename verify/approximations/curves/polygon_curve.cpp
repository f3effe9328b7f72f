#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "verify/approximations/curves/judged_curves.hpp"

namespace plumbline::approximations {
namespace {

const Bits kSlopeBits{64};

struct Corner {
  double alpha, beta;
};

/// Returns the corners with strictly increasing alpha and non-increasing beta.
std::vector<Corner> in_order(const std::vector<double>& alphas, const std::vector<double>& betas) {
  std::vector<Corner> corners;
  for (size_t k = 0; k < alphas.size(); ++k) corners.push_back({alphas[k], betas[k]});
  if (corners.size() > 1 && corners.front().alpha > corners.back().alpha) {
    std::reverse(corners.begin(), corners.end());
  }
  std::vector<Corner> out;
  for (const Corner& corner : corners) {
    const bool rises =
        !out.empty() && (corner.alpha < out.back().alpha || corner.beta > out.back().beta);
    if (!std::isfinite(corner.alpha) || !std::isfinite(corner.beta) || rises) {
      throw std::domain_error("the method's corners are no nonincreasing curve");
    }
    if (!out.empty() && corner.alpha == out.back().alpha) out.pop_back();
    out.push_back(corner);
  }
  return out;
}

class Polygon final : public ComparedCurve {
 public:
  explicit Polygon(std::vector<Corner> corners) : corners_(std::move(corners)) {
    for (size_t k = 0; k + 1 < corners_.size(); ++k) {
      const size_t block = k / kBlock;
      const Ball slope = segment_slope(k, kSlopeBits);
      if (block == blocks_.size()) blocks_.push_back(slope);
      blocks_[block] = Ball::hull(blocks_[block], slope);
    }
  }

  Ball value(const Rational& alpha, Bits p) const override {
    const size_t k = first_after(alpha);
    if (k == 0) return exactly(corners_.front().beta, p);
    if (k == corners_.size()) return exactly(corners_.back().beta, p);
    const Ball from = exactly(corners_[k - 1].alpha, p);
    return exactly(corners_[k - 1].beta, p) + segment_slope(k - 1, p) * (Ball(alpha, p) - from);
  }

  Ball slopes(const Rational& a, const Rational& b, Bits p) const override {
    // Segment k lies between corners k and k + 1.
    const size_t first = first_after(a), last = first_after(b);
    Ball all(p);
    bool any = false;
    const auto take = [&](const Ball& slope) {
      all = any ? Ball::hull(all, slope) : slope;
      any = true;
    };
    if (first == 0 || last == corners_.size()) take(Ball(p));  // the curve is constant there
    const size_t begin = first == 0 ? 0 : first - 1, end = std::min(last, corners_.size() - 1);
    for (size_t k = begin; k < end;) {
      if (k % kBlock == 0 && k + kBlock <= end) {
        take(blocks_[k / kBlock]);
        k += kBlock;
      } else {
        take(segment_slope(k++, p));
      }
    }
    return all;
  }

 private:
  static constexpr size_t kBlock = 64;

  static Ball exactly(double x, Bits p) { return Ball::from_binary64(x, p); }

  Ball segment_slope(size_t k, Bits p) const {
    const Corner &a = corners_[k], &b = corners_[k + 1];
    return (exactly(b.beta, p) - exactly(a.beta, p)) / (exactly(b.alpha, p) - exactly(a.alpha, p));
  }

  /// Returns the index of the first corner whose alpha is larger than `alpha`.
  size_t first_after(const Rational& alpha) const {
    const auto it = std::partition_point(
        corners_.begin(), corners_.end(),
        [&](const Corner& corner) { return Rational::from_binary64(corner.alpha) <= alpha; });
    return static_cast<size_t>(it - corners_.begin());
  }

  std::vector<Corner> corners_;
  std::vector<Ball> blocks_;
};

class Lines final : public ComparedCurve {
 public:
  Lines(std::vector<double> heights, std::vector<double> slopes)
      : heights_(std::move(heights)), slopes_(std::move(slopes)) {
    heights_.push_back(0), slopes_.push_back(0);
  }

  Ball value(const Rational& alpha, Bits p) const override {
    Ball most(p);
    for (size_t k = 0; k < heights_.size(); ++k) most = max(most, line(k, Ball(alpha, p)));
    return most;
  }
  /// Encloses the slopes of all chords between a and b. The curve is convex, so that these lie between its slopes at a
  /// and at b.
  Ball slopes(const Rational& a, const Rational& b, Bits p) const override {
    return Ball::hull(attained(a, p), attained(b, p));
  }

 private:
  Ball line(size_t k, const Ball& alpha) const {
    const Bits p = alpha.precision();
    return Ball::from_binary64(heights_[k], p) - Ball::from_binary64(slopes_[k], p) * alpha;
  }
  Ball attained(const Rational& at, Bits p) const {
    const Ball alpha(at, p), most = value(at, p);
    std::vector<Ball> found;
    for (size_t k = 0; k < heights_.size(); ++k) {
      if (certainly_less(line(k, alpha), most)) continue;
      const Ball slope = -Ball::from_binary64(slopes_[k], p);
      found.push_back(found.empty() ? slope : Ball::hull(found.back(), slope));
    }
    return found.back();
  }

  std::vector<double> heights_, slopes_;
};

}  // namespace

std::unique_ptr<ComparedCurve> polygon_curve(const std::vector<double>& alphas,
                                             const std::vector<double>& betas) {
  std::vector<Corner> corners = in_order(alphas, betas);
  if (corners.size() < 2) throw std::domain_error("the method's curve has fewer than two corners");
  return std::make_unique<Polygon>(std::move(corners));
}

std::unique_ptr<ComparedCurve> lines_curve(const std::vector<double>& heights,
                                           const std::vector<double>& slopes) {
  return std::make_unique<Lines>(heights, slopes);
}

}  // namespace plumbline::approximations
