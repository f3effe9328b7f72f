#include "verify/hunt/space/range.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace plumbline {
namespace {

[[noreturn]] void refuse_range(const std::string& place, const std::string& what) {
  throw std::invalid_argument(place + ": " + what);
}

double range_number(const toml::node& node, const std::string& place) {
  const auto value = node.value<double>();
  if (!value || !std::isfinite(*value)) refuse_range(place, "must be a finite number");
  return *value;
}

double drawn_between(double from, double to, bool logarithmic, double u) {
  const double x =
      logarithmic ? std::exp(std::log(from) + u * std::log(to / from)) : from + u * (to - from);
  return std::clamp(x, from, to);
}

}  // namespace

Range Range::of(double value) {
  Range out;
  out.parts_.push_back({.list = {value}});
  return out;
}

Range::RangePart Range::read_word(const std::string& word, const std::string& place) {
  RangePart part;
  if (word == "typical") {
    part.kind = DrawnKind::typical;
  } else if (word == "kink") {
    part.kind = DrawnKind::kink;
  } else {
    refuse_range(place, "unknown word '" + word + "'; write typical or kink");
  }
  return part;
}

Range::RangePart Range::read_table(const toml::table& table, const std::string& place) {
  RangePart part;
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (name == "weight") {
      part.weight = range_number(node, place + ".weight");
      if (!(part.weight > 0)) refuse_range(place + ".weight", "must be greater than 0");
    } else if (name == "from" || name == "to") {
      (name == "from" ? part.from : part.to) = range_number(node, place + "." + name);
    } else if (name == "scale") {
      const std::string scale = node.value_or(std::string());
      if (scale != "log" && scale != "linear")
        refuse_range(place + ".scale", "write log or linear");
      part.logarithmic = scale == "log";
    } else if (name == "integer") {
      part.integer = node.value_or(false);
    } else if (name == "at") {
      const double weight = part.weight;
      part = read_word(node.value_or(std::string()), place + ".at");
      part.weight = table["weight"].value_or(weight);
      return part;
    } else if (name == "list") {
      if (!node.is_array()) refuse_range(place + ".list", "must be a list of numbers");
      for (const toml::node& one : *node.as_array()) {
        part.list.push_back(range_number(one, place + ".list"));
      }
    } else {
      refuse_range(place + "." + name,
                   "unknown; a range has from, to, scale, integer, list, at and weight");
    }
  }
  const bool both = table.contains("from") && table.contains("to");
  if (part.list.empty() && !both) refuse_range(place, "needs from and to, or a list");
  if (part.list.empty() && !(part.from <= part.to)) refuse_range(place, "from must not exceed to");
  if (part.logarithmic && !(part.from > 0)) refuse_range(place, "a log scale begins above 0");
  return part;
}

Range::RangePart Range::read_part(const toml::node& node, const std::string& place) {
  if (node.is_table()) return read_table(*node.as_table(), place);
  if (node.is_string()) return read_word(node.value_or(std::string()), place);
  RangePart part;
  part.list = {range_number(node, place)};
  return part;
}

Range Range::read(const toml::node& node, const std::string& place) {
  Range out;
  if (node.is_array()) {
    for (const toml::node& one : *node.as_array()) out.parts_.push_back(read_part(one, place));
    if (out.parts_.empty()) refuse_range(place, "the list is empty");
  } else {
    out.parts_.push_back(read_part(node, place));
  }
  return out;
}

bool Range::has_word() const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const RangePart& part) { return part.kind != DrawnKind::number; });
}

bool Range::all_numbers(const std::function<bool(double)>& test) const {
  return std::all_of(parts_.begin(), parts_.end(), [&](const RangePart& part) {
    if (part.kind != DrawnKind::number) return true;
    if (part.list.empty()) return test(part.from) && test(part.to);
    return std::all_of(part.list.begin(), part.list.end(), test);
  });
}

Drawn Range::at(double u) const {
  double all = 0;
  for (const RangePart& part : parts_) all += part.weight;
  double left = std::clamp(u, 0.0, 1 - 1e-12) * all;
  size_t i = 0;
  while (i + 1 < parts_.size() && left >= parts_[i].weight) left -= parts_[i++].weight;
  const RangePart& part = parts_[i];
  const double v = std::clamp(left / part.weight, 0.0, 1 - 1e-12);
  if (part.kind != DrawnKind::number) return {part.kind, v};
  if (!part.list.empty()) {
    const auto index = static_cast<size_t>(v * static_cast<double>(part.list.size()));
    return {DrawnKind::number, part.list[index]};
  }
  const double x = drawn_between(part.from, part.to, part.logarithmic, v);
  return {
      DrawnKind::number, part.integer ? std::round(x) : x, part.integer, true, part.from, part.to};
}

}  // namespace plumbline
