#include "reference/composition/family.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/outward_double.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/proved_order.hpp"

namespace plumbline {
namespace {

/// Returns true if the mechanism of the factor has a parameter of this name that can vary.
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

/// Returns the common order of two factors along the parameter, for the parameter values in both ranges. Throws
/// std::invalid_argument if the orders are opposite or the ranges have at most one value in common.
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

/// Returns the order along a multiplier x of the parameter: x is in the range if and only if the product multiple * x
/// is in the range of `order`; multiple > 0.
ParameterOrder of_multiples(ParameterOrder order, const Rational& multiple) {
  if (order.least) order.least = *order.least / multiple;
  if (order.most) order.most = *order.most / multiple;
  return order;
}

}  // namespace

Family::Family(std::string_view expression, const std::string& vary)
    : factors_(read_open_expression(expression)) {
  Wanted wanted = wanted_of(vary);
  if (wanted.number && *wanted.number >= factors_.size()) {
    throw std::invalid_argument("vary: there is no factor " + std::to_string(*wanted.number + 1) +
                                " in '" + vary + "'; parameters: " + candidates(factors_));
  }
  if (wanted.multiples) open_multiples(wanted);
  std::vector<std::pair<size_t, std::string>> found;
  for (size_t i = 0; i < factors_.size(); ++i) {
    if (wanted.number && *wanted.number != i) continue;
    for (const std::string& open : factors_[i].open) {
      if (wanted.name.empty() || wanted.name == open) found.emplace_back(i, open);
    }
  }
  // If no `?` selects the parameter, the factor that has a parameter of the wanted name is selected.
  const bool closed = found.empty() && !wanted.name.empty();
  for (size_t i = 0; i < factors_.size() && closed; ++i) {
    if (!(wanted.number && *wanted.number != i) && has_parameter(factors_[i], wanted.name)) {
      found.emplace_back(i, wanted.name);
    }
  }
  if (found.empty() || (closed && found.size() > 1)) throw std::invalid_argument(unclear(wanted));
  parameter_ = found.front().second;
  for (const auto& [i, open] : found) {
    if (open == parameter_) which_.push_back(i);
  }
  require_no_other_open();
  take_orders();
  name_ = scaled_ ? "factor of " + parameter_ : parameter_;
}

Family::Wanted Family::wanted_of(const std::string& vary) const {
  Wanted out{vary, std::nullopt, false};
  for (const std::string end : {"=?*", "*"}) {
    if (!out.multiples && out.name.ends_with(end)) {
      out.name.resize(out.name.size() - end.size());
      out.multiples = true;
    }
  }
  const size_t dot = out.name.find('.');
  if (dot == std::string::npos) return out;
  const std::string index = out.name.substr(0, dot);
  out.name = out.name.substr(dot + 1);
  const bool digits =
      !index.empty() && index.size() < 7 &&
      std::all_of(index.begin(), index.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || std::stoul(index) < 1) {
    throw std::invalid_argument("vary: there is no factor " + index + " in '" + vary +
                                "'; parameters: " + candidates(factors_));
  }
  out.number = std::stoul(index) - 1;
  return out;
}

std::string Family::unclear(const Wanted& wanted) const {
  std::string what = "several factors have '" + wanted.name + "'; " + wanted.name +
                     "* multiplies all of them by one value";
  if (wanted.name == "N") {
    what = wanted.multiples ? "numbers of steps are not multiplied" : "several factors have 'N'";
  } else if (wanted.name.empty()) {
    what = "say what to vary";
  } else if (std::none_of(factors_.begin(), factors_.end(), [&](const WrittenFactor& factor) {
               return has_parameter(factor, wanted.name);
             })) {
    what = "no factor has the parameter '" + wanted.name + "'";
  }
  return "vary: " + what + "; parameters: " + candidates(factors_);
}

/// Replaces each written number of the parameter by a multiple of the free value.
void Family::open_multiples(const Wanted& wanted) {
  for (size_t i = 0; i < factors_.size(); ++i) {
    WrittenFactor& factor = factors_[i];
    if (!factor.open.empty()) {
      throw std::invalid_argument("vary: " + wanted.name + "* multiplies the numbers of " +
                                  wanted.name + "; write one in place of the ? of " +
                                  factor.entry->name);
    }
    const bool meant =
        !(wanted.number && *wanted.number != i) && has_parameter(factor, wanted.name);
    const auto at = factor.parameters.find(wanted.name);
    if (!meant || at == factor.parameters.end()) continue;
    factor.open.push_back(wanted.name);
    if (at->second == Rational(1)) factor.parameters.erase(at);
  }
}

bool Family::varies(size_t i) const {
  return std::find(which_.begin(), which_.end(), i) != which_.end();
}

/// Checks that all unknown parameters share one value.
void Family::require_no_other_open() const {
  for (size_t i = 0; i < factors_.size(); ++i) {
    for (const std::string& open : factors_[i].open) {
      if (open == parameter_ && varies(i)) continue;
      throw std::invalid_argument("vary: all ? share one value of one parameter, here " +
                                  parameter_ + ", but " + open + " of " + factors_[i].entry->name +
                                  " is open too; write a number there");
    }
  }
}

void Family::take_orders() {
  for (const size_t i : which_) {
    WrittenFactor& factor = factors_[i];
    ParameterOrder order = parameter_order(factor, parameter_);
    const auto at = factor.parameters.find(parameter_);
    if (at != factor.parameters.end() && factor.is_open(parameter_)) {
      order = of_multiples(order, at->second);
      written_ = Rational(1);
      scaled_ = true;
    } else if (at != factor.parameters.end()) {
      written_ = at->second;
      factor.parameters.erase(at);
    }
    if (parameter_ == "N" && !factor.is_open("N")) written_ = factor.count;
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
  } catch (const std::invalid_argument&) {
    // The factories throw this exception for values that are out of range.
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

std::string safe_text(double safe, const ParameterOrder& order) {
  return order.larger_is_more_private ? decimal_above(safe) : decimal_below(safe);
}

}  // namespace plumbline
