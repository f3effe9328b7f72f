#include "reference/engines/fourier/scale_split.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/mechanisms/capabilities.hpp"

namespace plumbline::fourier {
namespace {

constexpr double kRatio = 2;  // log of the ratio of neighbouring cuts
// Maximum log of the first cut. Above it the loss, infimum + log(1 + scale), is almost linear in the log of the scale.
constexpr double kHighest = 1;
constexpr int kMostCuts = 60;
constexpr int kSharpness = 24;
constexpr size_t kMostKept = 10000;  // maximum cached nodes of a part: there may be many parts

void add(const Enclosure& part, Enclosure* sum) {
  sum->value += part.value;
  sum->budget.quadrature = sum->budget.quadrature + part.budget.quadrature;
  sum->budget.truncation = sum->budget.truncation + part.budget.truncation;
  sum->budget.discretisation = sum->budget.discretisation + part.budget.discretisation;
  sum->budget.rounding = sum->budget.rounding + part.budget.rounding;
}

}  // namespace

ScaleSplit::ScaleSplit(const Composition& composition) : composition_(composition), top_(-1e300) {
  for (const Factor& f : composition_.factors()) {
    const auto law = f.mechanism->offer<LawByScales>();
    if (!law) continue;
    possible_ = true;
    top_ = std::max(top_, law->largest);
  }
  top_ = std::min(top_, kHighest);
}

double ScaleSplit::cut(int j) const { return top_ - kRatio * (j - 1); }

LineCache& ScaleSplit::above(int j) {
  auto& cache = above_[j];
  if (cache) return *cache;
  std::vector<CutFactor> factors;
  for (const Factor& f : composition_.factors()) {
    std::optional<double> high;
    if (j > 1) high = cut(j - 1);
    const auto whole = shared_measure(f.mechanism);
    CutFactor factor{whole, whole, nullptr, f.count};
    if (const auto law = f.mechanism->offer<LawByScales>()) {
      if (high) factor.upper = law->part(std::nullopt, high, kSharpness);
      factor.lower = law->part(std::nullopt, cut(j), kSharpness);
      factor.between = law->part(cut(j), high, kSharpness);
    }
    factors.push_back(std::move(factor));
  }
  cache = std::make_unique<LineCache>(difference_transform(std::move(factors)), kMostKept);
  if (varied_) cache->vary();
  return *cache;
}

LineCache& ScaleSplit::below(int j) {
  auto& cache = below_[j];
  if (cache) return *cache;
  std::vector<MeasureFactor> factors;
  for (const Factor& f : composition_.factors()) {
    const auto law = f.mechanism->offer<LawByScales>();
    factors.push_back(
        {law ? law->part(std::nullopt, cut(j), kSharpness) : shared_measure(f.mechanism), f.count});
  }
  cache = std::make_unique<LineCache>(product_transform(std::move(factors), false), kMostKept);
  if (varied_) cache->vary();
  return *cache;
}

Enclosure ScaleSplit::answer(Question question, const Real& t_exact, double t, const Wish& wish,
                             long most_nodes, const Poll& poll) {
  Enclosure total{Ball::indeterminate(Bits{64}), {}};
  // Adds deeper cuts until the part below the last cut is negligible or has a short line.
  double log_value = -1e300, log_tolerance = 0;
  int last = 0;
  ContourChooser::Choice rest;
  for (int j = 1; j <= kMostCuts && last == 0; ++j) {
    log_value = std::max(log_value, above(j).log_value(question, t, poll));
    const double all = std::max(log_value, below(j).log_value(question, t, poll));
    log_tolerance = std::max(all - wish.digits * kLn10, wish.log_small) - 5;
    rest = below(j).choose(question, t, log_tolerance, most_nodes, poll);
    if (!rest.out_of_reach) last = j;
  }
  if (last == 0) return total;
  const UpperBound enough = UpperBound::of(exp(Ball::from_binary64(log_tolerance + 2, Bits{64})));
  long lines = 0, nodes = 0;
  Enclosure sum{Ball(Bits{64}), {}};
  const auto suffices = [&enough](const Ball& value) { return value.radius() <= enough; };
  const auto part = [&](LineCache& cache, const ContourChooser::Choice* known) {
    Enclosure found = cache.from_lines(question, t_exact, t, suffices, poll);
    if (!found.value.is_finite() || !suffices(found.value)) {
      const auto choice =
          known ? *known : cache.choose(question, t, log_tolerance, most_nodes, poll);
      sharpen(&found, cache.from_choice(question, t_exact, t, choice, poll), question,
              "two lines of a part");
      if (!choice.negligible) {
        ++lines;
        nodes += choice.contour.last + 1;
      }
    }
    return found;
  };
  for (int j = 1; j <= last; ++j) add(part(above(j), nullptr), &sum);
  add(part(below(last), &rest), &sum);
  last_cut_ = last;
  last_ = std::to_string(last + 1) + " parts of one scale each, " + std::to_string(lines) +
          " new line(s) with " + std::to_string(nodes) + " nodes";
  return sum;
}

Enclosure ScaleSplit::from_lines(Question question, const Real& t_exact, double t,
                                 const Poll& poll) {
  if (last_cut_ == 0) return {Ball::indeterminate(Bits{64}), {}};
  Enclosure sum{Ball(Bits{64}), {}};
  const auto any = [](const Ball&) { return true; };
  for (int j = 1; j <= last_cut_; ++j)
    add(above(j).from_lines(question, t_exact, t, any, poll), &sum);
  add(below(last_cut_).from_lines(question, t_exact, t, any, poll), &sum);
  return sum;
}

std::string ScaleSplit::explain() const { return last_.empty() ? "no line computed yet" : last_; }

}  // namespace plumbline::fourier
