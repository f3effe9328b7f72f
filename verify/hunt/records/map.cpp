#include "verify/hunt/records/map.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace plumbline {
namespace {

constexpr size_t kFewest = 12;  // minimum number of answers for which a sort has a panel
constexpr size_t kMostSorts = 12;
// On an axis with both signs, the scale is linear for |x| below this number, and logarithmic beyond.
constexpr double kNearZero = 0.01;

double scaled_number(MapAxis::Scale scale, double x) {
  if (scale == MapAxis::Scale::logarithmic) return std::log(x);
  return scale == MapAxis::Scale::linear ? x : std::asinh(x / kNearZero);
}

MapAxis axis_of(const std::string& name, const std::vector<double>& numbers) {
  MapAxis out{name};
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  out.from = *least;
  out.to = *most;
  constexpr double kWide = 30;
  if (out.from > 0) {
    if (out.to / out.from > kWide) out.scale = MapAxis::Scale::logarithmic;
  } else if (out.to > 1) {
    out.scale = MapAxis::Scale::both_signs;
  }
  if (out.from == out.to) {
    out.scale = MapAxis::Scale::linear;
    out.from -= 0.5;
    out.to += 0.5;
  }
  return out;
}

bool is_asked(const Examined& e) { return e.state != "unread"; }

void count_in(const Examined& e, MapCell* cell) {
  if (e.is_find()) {
    ++cell->wrong;
    if (cell->worst_finding.empty() || std::fabs(e.margin) > cell->worst) {
      cell->worst = std::fabs(e.margin);
      cell->worst_finding = e.finding;
    }
  } else if (e.state == "sound" || e.state == kWithinRounding || e.state == "estimate") {
    ++cell->sound;
    cell->tightest = std::max(cell->tightest, -std::fabs(e.margin));
  } else if (e.state == "unsupported") {
    ++cell->unsupported;
  } else {
    ++cell->open;
  }
}

using Point = std::map<std::string, double>;

/// Returns true if two settings have numbers with the same names. Settings with equal kinds of factors may have
/// different names, for example if one has two factors of a kind.
bool have_same_names(const Point& a, const Point& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

bool is_product(const Setting& setting) { return setting.factors.size() > 1; }

std::string sort_name(const Setting& setting) {
  return (is_product(setting) ? "products" : kinds_of(setting)) + ": " + setting.quantity;
}

/// Returns the numbers of a setting. Factors of products have numbers with different names, so for products only the
/// common numbers are returned.
Point point_of(const Setting& setting) {
  Point out;
  if (!is_product(setting)) {
    for (const auto& [name, value] : coordinates_of(setting)) out[name] = value;
    return out;
  }
  const std::string argument = argument_name(setting);
  if (!argument.empty()) out[argument] = setting.argument;
  for (const SettingFactor& factor : setting.factors) {
    out["N in all"] += factor.steps * setting.outer;
  }
  return out;
}

struct Sort {
  std::string name;
  std::vector<const Examined*> members;
  std::vector<Point> points;
  long wrong = 0;
};

MapPanel panel_of(const Sort& sort, const std::string& x, const std::string& y) {
  std::vector<double> xs, ys;
  for (const Point& point : sort.points) {
    xs.push_back(point.at(x));
    ys.push_back(point.at(y));
  }
  MapPanel out{sort.name, axis_of(x, xs), axis_of(y, ys), {}};
  out.cells.resize(MapPanel::kColumns * MapPanel::kRows);
  for (size_t i = 0; i < sort.points.size(); ++i) {
    const auto index = [](double place, int count) {
      return std::clamp(static_cast<int>(place * count), 0, count - 1);
    };
    const int column = index(out.x.place(xs[i]), MapPanel::kColumns);
    const int row = index(out.y.place(ys[i]), MapPanel::kRows);
    count_in(*sort.members[i], &out.cells[static_cast<size_t>(row * MapPanel::kColumns + column)]);
  }
  return out;
}

}  // namespace

double MapAxis::place(double x) const {
  const double a = scaled_number(scale, from), b = scaled_number(scale, to);
  return (scaled_number(scale, x) - a) / (b - a);
}

double MapAxis::number(double place) const {
  const double a = scaled_number(scale, from), b = scaled_number(scale, to);
  const double s = a + place * (b - a);
  if (scale == Scale::logarithmic) return std::exp(s);
  return scale == Scale::linear ? s : kNearZero * std::sinh(s);
}

std::map<std::string, MapCell> counts_of(const std::vector<Examined>& answers) {
  std::map<std::string, MapCell> out;
  for (const Examined& e : answers) {
    if (is_asked(e)) count_in(e, &out[sort_name(e.setting)]);
  }
  return out;
}

std::vector<MapPanel> map_of(const std::vector<Examined>& answers) {
  std::map<std::string, Sort> sorts;
  for (const Examined& e : answers) {
    if (!is_asked(e)) continue;
    const std::string name = sort_name(e.setting);
    Sort& sort = sorts.try_emplace(name, Sort{name, {}, {}}).first->second;
    Point point = point_of(e.setting);
    sort.wrong += e.is_find() ? 1 : 0;
    if (!sort.points.empty() && !have_same_names(point, sort.points.front())) continue;
    sort.members.push_back(&e);
    sort.points.push_back(std::move(point));
  }
  std::vector<const Sort*> order;
  for (const auto& [name, sort] : sorts) {
    if (sort.members.size() >= kFewest) order.push_back(&sort);
  }
  std::stable_sort(order.begin(), order.end(), [](const Sort* a, const Sort* b) {
    if ((a->wrong > 0) != (b->wrong > 0)) return a->wrong > 0;
    return a->members.size() > b->members.size();
  });
  if (order.size() > kMostSorts) order.resize(kMostSorts);
  std::vector<MapPanel> out;
  for (const Sort* sort : order) {
    const std::string argument = argument_name(sort->members.front()->setting);
    if (argument.empty()) continue;
    for (const auto& [name, value] : sort->points.front()) {
      if (name != argument) out.push_back(panel_of(*sort, argument, name));
    }
  }
  return out;
}

}  // namespace plumbline
