#include "verify/hunt/shrink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/recorded_kinds.hpp"
#include "verify/claims/results/shown.hpp"

namespace plumbline {
namespace {

int significant_digits_of(double x) {
  for (int digits = 1; digits < 17; ++digits) {
    if (with_digits(x, digits) == x) return digits;
  }
  return 17;
}

/// Returns the complexity of a number: 0 for the usual number, and small for numbers near it with few digits.
double number_complexity(double x, double usual = 1) {
  if (x == usual) return 0;
  if (x == 0) return 0.5;
  return significant_digits_of(x) + 0.5 * std::fabs(std::log10(std::fabs(x) / usual)) +
         (x < 0 ? 1 : 0);
}

bool is_rate(const std::string& name) {
  return name == "sampling_rate" || name == "noise_parameter" || name == "delta";
}

double usual_number(const std::string& name) {
  return name == "sampling_rate" || name == "noise_parameter" ? 0.5 : name == "delta" ? 1e-5 : 1;
}

/// Returns numbers to try in place of x: round ones, then x with fewer digits.
std::vector<double> simpler_numbers(const std::string& name, double x) {
  std::vector<double> out;
  if (name == "steps") {
    out = {1, 2, 3, 4, 5, 8, 10, 16, 20, 50, 100, 1000, 10000};
    out.push_back(std::ceil(x / 2));
    out.push_back(std::exp2(std::floor(std::log2(x))));
  } else if (name == "delta") {
    out = {1e-5, 1e-6, 1e-3, 1e-2, 0.1, 1e-8, 1e-10, 1e-12, 1e-13, 1e-14, 1e-15, 1e-18};
  } else if (is_rate(name)) {
    out = {0.5, 0.1, 0.01, 0.2, 0.9, 0.95, 0.001, 0.99, 1e-4, 0.999, 1e-6};
  } else {
    out = {1, 2, 0.5, 3, 5, 10, 4, 0.1, 0.2, 20, 100, 0.01, 0.001, 0};
  }
  for (int digits = 1; digits <= 3; ++digits) out.push_back(with_digits(x, digits));
  if (name == "steps") {
    for (double& n : out) n = std::max(1.0, std::round(n));
  }
  const double before = number_complexity(x, usual_number(name));
  std::vector<double> simpler;
  for (const double y : out) {
    const bool known = std::find(simpler.begin(), simpler.end(), y) != simpler.end();
    if (!known && number_complexity(y, usual_number(name)) < before) simpler.push_back(y);
  }
  std::stable_sort(simpler.begin(), simpler.end(), [&name](double a, double b) {
    return number_complexity(a, usual_number(name)) < number_complexity(b, usual_number(name));
  });
  constexpr size_t kMostTries = 14;
  if (simpler.size() > kMostTries) simpler.resize(kMostTries);
  return simpler;
}

/// Returns the mechanism without its subsampling.
SettingFactor unsampled(const SettingFactor& factor) {
  SettingFactor out = factor;
  out.kind = kind_without_sampling(factor.kind);
  std::erase_if(out.parameters, [](const auto& p) { return p.first == "sampling_rate"; });
  return out;
}

class Shrinker {
 public:
  Shrinker(const Examined& find, const Space& space, const ExamineSetting& examine,
           const ShrinkLimits& limits)
      : best_(find), space_(space), examine_(examine), limits_(limits) {}

  Shrunk run() {
    try {
      for (bool better = true; better && !is_over();) {
        better = structure();
        better = numbers() || better;
      }
      return {best_, !is_over()};
    } catch (const Interrupted&) {
      return {best_, false};  // the simplest setting so far
    }
  }

 private:
  bool is_over() const { return settings_ >= limits_.settings || (limits_.stop && limits_.stop()); }

  /// Tries a setting. If it is simpler than the best setting and has the same error, it becomes the best setting and
  /// the result is true.
  bool shows(const Setting& setting) {
    if (is_over() || !(complexity_of(setting) < complexity_of(best_.setting))) return false;
    try {
      const std::string expression = setting_expression(setting);
      if (!tried_.insert(expression + setting_text(setting)).second) return false;
      // An invalid setting throws, for example a scale of 0.
      (void)Composition::parse(expression);
    } catch (const std::invalid_argument&) {
      return false;
    }
    ++settings_;
    if (limits_.report) limits_.report(settings_);
    for (const Examined& one : examine_(setting, needs_neighbours(best_))) {
      if (!(one.setting == setting) || !is_same_find(one, best_)) continue;
      best_ = one;
      return true;
    }
    return false;
  }

  template <class Change>
  bool with(const Change& change) {
    Setting setting = best_.setting;
    change(setting);
    return shows(setting);
  }

  bool drop_factors() {
    bool better = false;
    for (size_t i = 0; best_.setting.factors.size() > 1 && i < best_.setting.factors.size();) {
      const bool dropped =
          with([i](Setting& s) { s.factors.erase(s.factors.begin() + static_cast<long>(i)); });
      better = better || dropped;
      if (!dropped) ++i;
    }
    return better;
  }

  bool plainer_kinds() {
    bool better = false;
    const auto plainest =
        plainest_kind([this](const std::string& kind) { return space_.has_kind(kind); });
    for (size_t i = 0; i < best_.setting.factors.size(); ++i) {
      const std::string kind = best_.setting.factors[i].kind;
      if (plainest && kind != plainest->kind && with([&](Setting& s) {
            s.factors[i] = {plainest->kind, plainest->numbers, s.factors[i].steps};
            s.relation = Relation::add_remove;
          })) {
        better = true;
      } else if (const std::string inner = kind_without_sampling(kind);
                 !inner.empty() && space_.has_kind(inner)) {
        better = with([i](Setting& s) {
                   s.factors[i] = unsampled(s.factors[i]);
                   s.relation = Relation::add_remove;
                 }) ||
                 better;
      }
    }
    return better;
  }

  bool structure() {
    bool better = with([](Setting& s) { s.outer = 1; });
    better = drop_factors() || better;
    better = plainer_kinds() || better;
    return with([](Setting& s) { s.relation = Relation::add_remove; }) || better;
  }

  bool number(const std::string& name, double now,
              const std::function<void(Setting&, double)>& set) {
    const std::vector<double> tries = simpler_numbers(name, now);
    return std::any_of(tries.begin(), tries.end(),
                       [&](double x) { return with([&](Setting& s) { set(s, x); }); });
  }

  bool numbers() {
    bool better = false;
    const Setting start = best_.setting;
    for (size_t i = 0; i < start.factors.size(); ++i) {
      better = number("steps", start.factors[i].steps,
                      [i](Setting& s, double x) { s.factors[i].steps = x; }) ||
               better;
      for (size_t k = 0; k < start.factors[i].parameters.size(); ++k) {
        const auto& [name, value] = start.factors[i].parameters[k];
        better = number(name, value,
                        [i, k](Setting& s, double x) { s.factors[i].parameters[k].second = x; }) ||
                 better;
      }
    }
    if (start.outer != 1) {
      better = number("steps", start.outer, [](Setting& s, double x) { s.outer = x; }) || better;
    }
    const std::string name = argument_name(start);
    if (name.empty()) return better;
    return number(name, start.argument, [](Setting& s, double x) { s.argument = x; }) || better;
  }

  Examined best_;
  const Space& space_;
  const ExamineSetting& examine_;
  const ShrinkLimits& limits_;
  long settings_ = 0;
  std::set<std::string> tried_;
};

}  // namespace

bool is_same_find(const Examined& a, const Examined& b) {
  const auto by_rounding = [](const Examined& e) {
    return e.grade == "last_digits" || e.grade == "numerical";
  };
  return a.finding == b.finding && a.kind == b.kind && by_rounding(a) == by_rounding(b);
}

bool needs_neighbours(const Examined& find) {
  return find.finding == "not monotone" || find.finding == "not convex";
}

double complexity_of(const Setting& setting) {
  constexpr double kFactor = 20;
  double out = number_complexity(setting.outer) * 3;
  for (const SettingFactor& factor : setting.factors) {
    out += kFactor + reading_of_kind(factor.kind) + number_complexity(factor.steps);
    for (const auto& [name, value] : factor.parameters) {
      out += number_complexity(value, usual_number(name));
    }
  }
  // A setting with a single direction is harder to explain.
  if (neighbours_of(setting.relation).taken != Direction::worst) out += 1;
  const std::string name = argument_name(setting);
  return name.empty() ? out : out + number_complexity(setting.argument, usual_number(name));
}

Shrunk shrink(const Examined& find, const Space& space, const ExamineSetting& examine,
              const ShrinkLimits& limits) {
  return Shrinker(find, space, examine, limits).run();
}

}  // namespace plumbline
