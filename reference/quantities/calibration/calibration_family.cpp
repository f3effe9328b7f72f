/// Families of mechanisms with one open parameter.
#include <algorithm>
#include <stdexcept>

#include "reference/quantities/calibration/calibration.hpp"

namespace plumbline {
namespace {

/// Whether a factor of this mechanism can be varied in the parameter at all.
bool has_parameter(const WrittenFactor& factor, const std::string& name) {
  if (name == "N") return true;
  const auto in = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return (in(factor.entry->required) || in(factor.entry->optional)) && !in(factor.entry->lists) &&
         !in(factor.entry->words);
}

std::string candidates(const std::vector<WrittenFactor>& factors) {
  std::string out;
  for (size_t i = 0; i < factors.size(); ++i) {
    std::vector<std::string> names = factors[i].entry->required;
    const auto& more = factors[i].entry->optional;
    names.insert(names.end(), more.begin(), more.end());
    names.emplace_back("N");
    for (const std::string& name : names) {
      if (!has_parameter(factors[i], name)) continue;
      out += (out.empty() ? "" : ", ") +
             (factors.size() > 1 ? std::to_string(i + 1) + "." + name : name);
    }
  }
  return out;
}

}  // namespace

Family::Family(std::string_view expression, const std::string& vary)
    : factors_(read_open_expression(expression)) {
  std::string name = vary;
  std::optional<size_t> number;
  if (const size_t dot = vary.find('.'); dot != std::string::npos) {
    const std::string index = vary.substr(0, dot);
    name = vary.substr(dot + 1);
    const bool digits =
        !index.empty() && index.size() < 7 &&
        std::all_of(index.begin(), index.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || std::stoul(index) < 1 || std::stoul(index) > factors_.size()) {
      throw std::invalid_argument("vary: there is no factor " + index + " in '" + vary +
                                  "'; parameters: " + candidates(factors_));
    }
    number = std::stoul(index) - 1;
  }
  std::vector<std::pair<size_t, std::string>> found;
  for (size_t i = 0; i < factors_.size(); ++i) {
    if (number && *number != i) continue;
    for (const std::string& open : factors_[i].open) {
      if (name.empty() || name == open) found.emplace_back(i, open);
    }
  }
  // A `?` decides; without one, a factor that has the parameter does.
  const bool closed = found.empty() && !name.empty();
  for (size_t i = 0; i < factors_.size() && closed; ++i) {
    if (!(number && *number != i) && has_parameter(factors_[i], name)) found.emplace_back(i, name);
  }
  if (found.size() != 1) {
    const std::string what = vary.empty()    ? "say what to vary"
                             : found.empty() ? "no factor has the parameter '" + name + "'"
                                             : "several factors have '" + name + "'";
    throw std::invalid_argument("vary: " + what + "; parameters: " + candidates(factors_));
  }
  which_ = found[0].first;
  parameter_ = found[0].second;
  for (size_t i = 0; i < factors_.size(); ++i) {
    for (const std::string& open : factors_[i].open) {
      if (i != which_ || open != parameter_) {
        throw std::invalid_argument("vary: only one parameter can be open, and " + open + " of " +
                                    factors_[i].entry->name + " is one more; give it a number");
      }
    }
  }
  WrittenFactor& factor = factors_[which_];
  if (const auto at = factor.parameters.find(parameter_); at != factor.parameters.end()) {
    written_ = at->second;
  }
  if (parameter_ == "N" && !factor.is_open("N")) written_ = factor.count;
  order_ = parameter_order(factor, parameter_);
  if (!factor.is_open(parameter_)) factor.open.push_back(parameter_);
}

std::string Family::expression() const {
  std::string out;
  for (const WrittenFactor& f : factors_) out += (out.empty() ? "" : " * ") + f.text();
  return out;
}

Composition Family::at(const Rational& value) const {
  std::vector<Factor> made;
  for (size_t i = 0; i < factors_.size(); ++i) {
    made.push_back(i == which_ ? factors_[i].with(parameter_, value)
                               : factors_[i].with("N", factors_[i].count));
  }
  return Composition(made);
}

std::optional<Composition> Family::others() const {
  std::vector<Factor> made;
  for (size_t i = 0; i < factors_.size(); ++i) {
    if (i != which_) made.push_back(factors_[i].with("N", factors_[i].count));
  }
  if (made.empty()) return std::nullopt;
  return Composition(made);
}

}  // namespace plumbline
