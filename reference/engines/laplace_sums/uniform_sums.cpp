#include "reference/engines/laplace_sums/uniform_sums.hpp"

namespace plumbline::laplace_sums {

UniformSums::UniformSums(const Ball& v, const std::vector<CellRate>& rates)
    : v_(v), weighted_(rates.size()) {
  for (const CellRate& rate : rates) {
    inverse_.push_back(Ball::integer(1, v.precision()) / rate.rho);
    whole_.push_back(exp(-(rate.rho * v)));
    step_.push_back(exp(-rate.rho) * rate.integral);
  }
}

void UniformSums::advance() {
  // m f_{m+1}(x) = x f_m(x) + (m+1-x) f_m(x-1), which sums positive numbers; f_1 = 1 on [0, 1).
  const size_t m = static_cast<size_t>(m_);
  if (m == 0) {
    density_.push_back(Ball::integer(1, v_.precision()));
  } else {
    density_.push_back((-v_ + 1) * density_[m - 1] / m_);
    for (size_t i = m - 1; i > 0; --i) {
      const Ball x = v_ + static_cast<long>(i);
      density_[i] = (x * density_[i] + (-x + (m_ + 1)) * density_[i - 1]) / m_;
    }
    density_[0] = v_ * density_[0] / m_;
  }
  // rho G_{m+1}(x) = f_{m+1}(x) - G_m(x) + G_m(x-1).
  for (size_t r = 0; r < weighted_.size(); ++r) {
    std::vector<Ball>& G = weighted_[r];
    G.push_back(whole_[r]);
    for (size_t i = m; i > 0; --i) G[i] = (density_[i] - G[i] + G[i - 1]) * inverse_[r];
    G[0] = (density_[0] - G[0]) * inverse_[r];
    whole_[r] = whole_[r] * step_[r];
  }
  ++m_;
}

}  // namespace plumbline::laplace_sums
