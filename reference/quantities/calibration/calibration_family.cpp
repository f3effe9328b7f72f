/// Families of mechanisms with one open parameter.
#include <algorithm>
#include <stdexcept>

#include "reference/mechanisms/mechanism_entry.hpp"
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

/// Where both orders hold: the values that both factors may take, moved together.
ParameterOrder common_order(const ParameterOrder& a, const ParameterOrder& b,
                            const std::string& parameter) {
  if (a.larger_is_more_private != b.larger_is_more_private) {
    throw std::invalid_argument("vary: a larger " + parameter +
                                " is more private in one factor and less in another");
  }
  ParameterOrder out = a;
  if (b.least && (!a.least || *b.least >= *a.least)) {
    const bool same = a.least && *b.least == *a.least;
    out.least = b.least;
    out.least_belongs = b.least_belongs && (!same || a.least_belongs);
  }
  if (b.most && (!a.most || *b.most <= *a.most)) {
    const bool same = a.most && *b.most == *a.most;
    out.most = b.most;
    out.most_belongs = b.most_belongs && (!same || a.most_belongs);
  }
  out.exact_limits = a.exact_limits && b.exact_limits;
  if (out.least && out.most && *out.least >= *out.most) {
    throw std::invalid_argument("vary: no value of " + parameter +
                                " is in the range where all factors are in order");
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
  if (found.empty() || (closed && found.size() > 1)) {
    const std::string what = vary.empty()    ? "say what to vary"
                             : found.empty() ? "no factor has the parameter '" + name + "'"
                                             : "several factors have '" + name + "'";
    throw std::invalid_argument("vary: " + what + "; parameters: " + candidates(factors_));
  }
  parameter_ = found.front().second;
  for (const auto& [i, open] : found) {
    if (open == parameter_) which_.push_back(i);
  }
  require_no_other_open();
  take_orders();
}

bool Family::varies(size_t i) const {
  return std::find(which_.begin(), which_.end(), i) != which_.end();
}

/// All that are open take one value.
void Family::require_no_other_open() const {
  for (size_t i = 0; i < factors_.size(); ++i) {
    for (const std::string& open : factors_[i].open) {
      if (open == parameter_ && varies(i)) continue;
      throw std::invalid_argument("vary: all ? stand for one value of one parameter, here " +
                                  parameter_ + ", and " + open + " of " + factors_[i].entry->name +
                                  " is one more; give it a number");
    }
  }
}

void Family::take_orders() {
  for (const size_t i : which_) {
    WrittenFactor& factor = factors_[i];
    if (const auto at = factor.parameters.find(parameter_); at != factor.parameters.end()) {
      written_ = at->second;
    }
    if (parameter_ == "N" && !factor.is_open("N")) written_ = factor.count;
    const ParameterOrder order = parameter_order(factor, parameter_);
    order_ = i == which_.front() ? order : common_order(order_, order, parameter_);
    if (!factor.is_open(parameter_)) factor.open.push_back(parameter_);
    factor.check_names();
  }
}

std::string Family::expression() const {
  std::string out;
  for (const WrittenFactor& f : factors_) out += (out.empty() ? "" : " * ") + f.text();
  return out;
}

Composition Family::at(const Rational& value) const {
  std::vector<Factor> made;
  for (size_t i = 0; i < factors_.size(); ++i) {
    made.push_back(varies(i) ? factors_[i].with(parameter_, value)
                             : factors_[i].with("N", factors_[i].count));
  }
  return Composition(made);
}

std::optional<Composition> Family::member(const Rational& value) const {
  try {
    return at(value);
  } catch (const std::invalid_argument&) {  // the makers' word for values out of range
    return std::nullopt;
  }
}

std::optional<Composition> Family::others() const {
  std::vector<Factor> made;
  for (size_t i = 0; i < factors_.size(); ++i) {
    if (!varies(i)) made.push_back(factors_[i].with("N", factors_[i].count));
  }
  if (made.empty()) return std::nullopt;
  return Composition(made);
}

}  // namespace plumbline
