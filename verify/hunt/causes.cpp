#include "verify/hunt/causes.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline {
namespace {

// Maximum number of shrunk finds of one sort (sort_of()); later finds of this sort are assigned to its first cause.
constexpr int kMostShrunk = 6;

/// Returns the rank of a find by its finding and grade; the most serious finds have the lowest rank.
int weight_of(const Examined& find) {
  static const std::vector<std::string> order = {"violated gross",
                                                 "violated material",
                                                 "stated error broken material",
                                                 "crash",
                                                 "nonsense material",
                                                 "hang",
                                                 "nonsense",
                                                 "violated numerical",
                                                 "violated last_digits",
                                                 "nonsense numerical"};
  const std::string what = find.state == "nonsense" ? find.state : find.finding;
  const std::string name = find.grade.empty() ? what : what + " " + find.grade;
  return static_cast<int>(std::find(order.begin(), order.end(), name) - order.begin());
}

/// Returns the size of the error, by which finds of one sort are compared.
double size_of_find(const Examined& find) {
  return find.finding == "slow" ? find.seconds : std::fabs(find.margin);
}

/// Returns true if both children crashed with the same message, even after different questions.
bool is_same_failure(const Examined& a, const Examined& b) {
  const bool said = a.note.find("; standard error: ") != std::string::npos;
  return a.state == "crash" && b.state == "crash" && said && a.note == b.note;
}

}  // namespace

std::string sort_of(const Examined& find) {
  const bool rounding = find.grade == "last_digits" || find.grade == "numerical";
  return find.finding + (rounding ? " by rounding, " : ", ") + find.kind + " " +
         find.setting.quantity + ", " + kinds_of(find.setting);
}

void FindRegion::add(const Examined& find) {
  for (const auto& [name, x] : coordinates_of(find.setting)) {
    const auto [at, is_new] = numbers.try_emplace(name, x, x);
    at->second.first = std::min(at->second.first, x);
    at->second.second = std::max(at->second.second, x);
  }
}

bool FindRegion::is_near(const Examined& find) const {
  for (const auto& [name, x] : coordinates_of(find.setting)) {
    const auto at = numbers.find(name);
    if (at == numbers.end()) continue;
    const auto& [lo, hi] = at->second;
    const double below = lo > 0 ? lo / 3 : lo - 1, above = hi > 0 ? hi * 3 : hi + 1;
    if (x < below || x > above) return false;
  }
  return true;
}

void Causes::assign(Cause& cause, const Examined& find) {
  ++cause.finds;
  if (size_of_find(find) > size_of_find(cause.worst)) cause.worst = find;
  const std::string sort = sort_of(find);
  for (FindRegion& region : cause.regions) {
    if (region.sort != sort) continue;
    region.add(find);
    return;
  }
  cause.regions.push_back({sort, {}});
  cause.regions.back().add(find);
}

bool Causes::take_known(const Examined& find) {
  for (Cause& cause : causes_) {
    if (!is_same_failure(cause.first, find)) continue;
    assign(cause, find);
    return true;
  }
  const std::string sort = sort_of(find);
  Cause* same_sort = nullptr;
  for (Cause& cause : causes_) {
    for (const FindRegion& region : cause.regions) {
      if (region.sort != sort) continue;
      if (same_sort == nullptr) same_sort = &cause;
      if (!region.is_near(find)) continue;
      assign(cause, find);
      return true;
    }
  }
  if (same_sort == nullptr || tried_[sort] < kMostShrunk) return false;
  assign(*same_sort, find);
  return true;
}

void Causes::take_new(Cause cause) {
  ++tried_[sort_of(cause.first)];
  for (Cause& known : causes_) {
    const bool same = known.shrunk.setting == cause.shrunk.setting &&
                      known.shrunk.finding == cause.shrunk.finding &&
                      known.shrunk.kind == cause.shrunk.kind;
    if (!same) continue;
    assign(known, cause.first);
    return;
  }
  const bool more = size_of_find(cause.first) > size_of_find(cause.shrunk);
  cause.worst = more ? cause.first : cause.shrunk;
  assign(cause, cause.first);
  assign(cause, cause.shrunk);
  cause.finds = 1;
  causes_.push_back(std::move(cause));
}

std::vector<Cause> Causes::in_order() const {
  std::vector<Cause> out = causes_;
  std::stable_sort(out.begin(), out.end(), [](const Cause& a, const Cause& b) {
    const int x = weight_of(a.worst), y = weight_of(b.worst);
    return x != y ? x < y : size_of_find(a.worst) > size_of_find(b.worst);
  });
  return out;
}

}  // namespace plumbline
