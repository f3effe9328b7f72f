#include "reference/mechanisms/nearest_name.hpp"

#include <algorithm>

namespace plumbline {
namespace {

/// Returns the number of letters to insert, omit, replace or swap.
size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_name(const std::string& word, const std::vector<std::string>& names) {
  constexpr size_t kLongest = 60;  // longer names are not compared
  if (word.size() > kLongest) return "";
  std::string closest;
  size_t least = std::min<size_t>(3, word.size() / 2 + 1);
  for (const std::string& name : names) {
    const size_t d = word.size() > 2 && name.starts_with(word) ? 1 : distance(word, name);
    if (d < least) closest = name, least = d;
  }
  return closest;
}

}  // namespace plumbline
