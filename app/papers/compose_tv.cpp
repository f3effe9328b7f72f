#include "app/papers/compose_tv.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "app/answers/number_text.hpp"
#include "app/running/values.hpp"
#include "reference/regions/tv_region.hpp"

namespace plumbline {
namespace {

constexpr long kMostRows = 5000000;
constexpr long kAllRows = 20;  // up to this number all kinks are printed

/// Returns the i-th element of a list; a list of one element applies to all `count` steps. Throws for other lengths.
template <class Number>
const Number& element(const std::string& option, const std::vector<Number>& list, size_t i,
                      size_t count) {
  if (list.size() != 1 && list.size() != count) {
    throw std::invalid_argument(fmt::format(
        "--{} has {} values; give one for each of the {} kinds of steps, or one for all", option,
        list.size(), count));
  }
  return list.size() == 1 ? list.front() : list[i];
}

ComposedTv read(const ComposeTvArguments& arguments) {
  const std::vector<Real> epsilons = read_reals("epsilon", arguments.epsilons),
                          deltas = read_reals("delta", arguments.deltas),
                          etas = read_reals("eta", arguments.etas);
  const std::vector<Rational> counts = read_values("steps", arguments.steps);
  const size_t count = std::max({epsilons.size(), deltas.size(), etas.size(), counts.size()});
  std::vector<TvSteps> steps;
  for (size_t i = 0; i < count; ++i) {
    TvSteps one{Real(Rational(0)), Real(Rational(0)), std::nullopt, 1};
    one.epsilon = element("epsilon", epsilons, i, count);
    one.delta = element("delta", deltas, i, count);
    if (!etas.empty()) one.eta = element("eta", etas, i, count);
    one.count = whole_number("steps", element("steps", counts, i, count), 0);
    if (!arguments.rate.empty()) {
      // Checks the step before sampling, so that error messages contain the parameters of the input.
      ComposedTv check({one});
      one = subsampled(one, read_value("subsample", arguments.rate));
    }
    steps.push_back(one);
  }
  return ComposedTv(std::move(steps));
}

}  // namespace

std::string real_text(const Real& x) {
  const auto ratio = TvSteps{x, Real(Rational(0)), std::nullopt, 1}.exact_ratio();
  return ratio && !x.rational() ? "log(" + ratio->text() + ")" : x.text();
}

std::string steps_text(const ComposedTv& composed) {
  std::string out;
  for (const TvSteps& one : composed.steps()) {
    if (!out.empty()) out += ", ";
    out += fmt::format("{} x (epsilon={}, delta={}", one.count, real_text(one.epsilon),
                       one.delta.text());
    if (one.eta) out += ", eta=" + one.eta->text();
    out += ")";
  }
  return out;
}

/// Returns an expression for the other commands if the parameters are rational; otherwise prose.
std::string mechanism_text(const ComposedTv& composed) {
  std::string out;
  for (const TvSteps& one : composed.steps()) {
    if (!one.epsilon.rational() || !one.delta.rational() || (one.eta && !one.eta->rational())) {
      return steps_text(composed);
    }
    if (!out.empty()) out += " * ";
    out +=
        fmt::format("{}(epsilon={},delta={}{})", one.eta ? "total_variation_dp" : "approximate_dp",
                    one.epsilon.rational()->text(), one.delta.rational()->text(),
                    one.eta ? ",eta=" + one.eta->rational()->text() : "");
    if (one.count > 1) out += "^" + std::to_string(one.count);
  }
  return out;
}

/// Returns the epsilon of a kink, exact if it is rational. Otherwise it is rounded up, because the delta of the kink
/// is also valid for every larger epsilon.
std::string epsilon_text(const ComposedTv& composed, long j) {
  if (const auto exact = composed.exact_epsilon(j)) return exact->text();
  return composed.epsilon(j, Bits{512}).decimal_bounds(20).second;
}

namespace {

std::vector<long> asked(const ComposeTvArguments& arguments, long reach) {
  std::vector<long> out;
  if (arguments.csv && arguments.js.empty()) {
    if (reach > kMostRows) {
      throw std::invalid_argument(fmt::format(
          "--csv would print {} lines; give some kinks: --j 0:{}:1001", reach + 1, reach));
    }
    for (long j = 0; j <= reach; ++j) out.push_back(j);
  } else if (!arguments.js.empty()) {
    for (const Rational& j : read_values("j", arguments.js)) out.push_back(whole_number("j", j, 0));
  } else {
    const long rows = std::min(reach, kAllRows);
    for (long i = 0; i <= rows; ++i) {
      out.push_back(static_cast<long>(static_cast<double>(reach) * static_cast<double>(i) /
                                      static_cast<double>(std::max(1L, rows))));
    }
  }
  return out;
}

void check_table(const ComposeTvArguments& arguments) {
  const FormatOptions& format = arguments.common.format;
  const bool other = format.json || !format.name.empty();
  if (arguments.csv && (other || !arguments.at.empty() || !arguments.at_delta.empty())) {
    throw std::invalid_argument(std::string("--csv prints one table: leave out ") +
                                (format.name.empty() ? "--json" : "--format") +
                                ", --at and --at-delta");
  }
}

}  // namespace

TvRequest request_of(const ComposeTvArguments& arguments) {
  const ComposedTv composed = read(arguments);
  const bool refined = std::any_of(composed.steps().begin(), composed.steps().end(),
                                   [](const TvSteps& one) { return one.eta.has_value(); });
  const std::vector<long> js = asked(arguments, composed.reach());
  for (const long j : js) {
    if (!composed.unit() && j > composed.reach()) {
      throw std::invalid_argument(
          fmt::format("--j {}: the kinks are 0 to {}; ask for a delta at any epsilon with --at", j,
                      composed.reach()));
    }
  }
  TvRequest out{composed,
                refined,
                js,
                read_values("alpha", arguments.alphas),
                read_reals("at", arguments.at),
                read_values("at-delta", arguments.at_delta)};
  check_table(arguments);
  return out;
}

}  // namespace plumbline
