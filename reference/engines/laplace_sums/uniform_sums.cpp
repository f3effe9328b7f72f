#include "reference/engines/laplace_sums/uniform_sums.hpp"

#include <algorithm>

namespace plumbline::laplace_sums {

UniformSums::UniformSums(const Ball& v, long points, const std::vector<CellRate>& rates) {
  for (long i = 0; i < points; ++i) points_.push_back(v + i);
  for (const CellRate& rate : rates) {
    weighted_.push_back({{},
                         Ball::integer(1, v.precision()) / rate.rho,
                         exp(-(rate.rho * v)),
                         exp(-rate.rho) * rate.integral});
  }
}

void UniformSums::advance_density() {
  // m f_{m+1}(x) = x f_m(x) + (m+1-x) f_m(x-1), a sum of positive numbers; f_1 = 1 on [0, 1].
  if (points_.empty()) return;
  if (m_ == 0) {
    density_.push_back(Ball::integer(1, points_.front().precision()));
    return;
  }
  const size_t known = density_.size();
  if (known < points_.size()) {
    density_.push_back((-points_[known] + (m_ + 1)) * density_[known - 1] / m_);
  }
  for (size_t i = known - 1; i > 0; --i) {
    density_[i] = (points_[i] * density_[i] + (-points_[i] + (m_ + 1)) * density_[i - 1]) / m_;
  }
  density_[0] = points_[0] * density_[0] / m_;
}

void UniformSums::advance() {
  advance_density();
  // rho G_{m+1}(x) = f_{m+1}(x) - G_m(x) + G_m(x-1).
  for (Weighted& at : weighted_) {
    std::vector<Ball>& G = at.values;
    if (G.size() < points_.size()) G.push_back(at.whole);
    for (size_t i = G.size(); i-- > 1;) G[i] = (density_[i] - G[i] + G[i - 1]) * at.inverse;
    if (!G.empty()) G[0] = (density_[0] - G[0]) * at.inverse;
    at.whole = at.whole * at.step;
  }
  ++m_;
}

}  // namespace plumbline::laplace_sums
