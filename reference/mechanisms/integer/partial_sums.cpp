#include "reference/mechanisms/integer/partial_sums.hpp"

#include <algorithm>

#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {
constexpr size_t kEvery = 64;
}

PartialSums::PartialSums(const std::vector<Ball>& masses, const Ball& below, const Ball& beyond)
    : beyond_(beyond) {
  Ball sum = below;
  before_.push_back(sum);
  for (size_t i = 0; i < masses.size(); ++i) {
    poll_here(static_cast<long>(i));
    sum += masses[i];
    if ((i + 1) % kEvery == 0) before_.push_back(sum);
  }
  sum = beyond;
  for (size_t i = masses.size(); i-- > 0;) {
    poll_here(static_cast<long>(i));
    sum += masses[i];
    if (i % kEvery == 0) from_.push_back(sum);
  }
  std::reverse(from_.begin(), from_.end());
}

Ball PartialSums::from(const std::vector<Ball>& masses, size_t i) const {
  const size_t next = (i + kEvery - 1) / kEvery, stop = std::min(next * kEvery, masses.size());
  Ball sum = next < from_.size() ? from_[next] : *beyond_;
  for (size_t j = stop; j-- > i;) sum += masses[j];
  return sum;
}

Ball PartialSums::before(const std::vector<Ball>& masses, size_t i) const {
  Ball sum = before_[i / kEvery];
  for (size_t j = i - i % kEvery; j < i; ++j) sum += masses[j];
  return sum;
}

}  // namespace plumbline
