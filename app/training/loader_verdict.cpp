#include "app/training/loader_verdict.hpp"

#include <fmt/core.h>

#include <utility>

namespace plumbline {
namespace {

constexpr int kCompared = 25;  // the number of compared digits

/// Returns the ends of an epsilon, rounded outward to `digits` digits; nothing for an infinite end.
std::pair<std::optional<Rational>, std::optional<Rational>> ends_of(const Extended& x, int digits) {
  if (x.is_infinite()) return {};
  return printed_numbers(*x, digits);
}

/// Returns a lower bound with four digits, for example "2.44".
std::string at_least(const Extended& x) {
  const auto low = ends_of(x, 4).first;
  return low ? low->text() : "any number";
}
std::string at_most(const Extended& x) {
  const auto high = ends_of(x, 4).second;
  return high ? high->text() : "nothing finite";
}

}  // namespace

bool certainly_more(const Extended& first, const Extended& second) {
  const auto least = ends_of(first, kCompared).first, known = ends_of(second, kCompared).first;
  return least && (!known || *known < *least);
}

LoaderVerdict loader_verdict(const LoaderEpsilons& e, const std::string& about) {
  const auto [low, high] = ends_of(e.told, kCompared);
  const auto least = e.member ? ends_of(*e.member, kCompared).first : std::nullopt;
  const auto most = ends_of(e.proved, kCompared).second;
  const bool holds = e.told_holds || (most && low && *most <= *low);
  if (least && high && *high < *least) {
    return {
        "violated",
        fmt::format("The accountant of Poisson sampling promises too small an epsilon for this "
                    "loader: {} at "
                    "most, "
                    "where {}it is at least {} for some data sets (a factor of {:.3g}).",
                    at_most(e.told), about, at_least(*e.member), (*least / *high).approximate())};
  }
  if (holds) {
    return {"sound", "What an accountant of Poisson sampling says holds for this loader, too."};
  }
  return {"undecided",
          fmt::format(
              "What an accountant of Poisson sampling says is not proved for this loader: {} is "
              "promised, "
              "{} is proved{}.",
              at_most(e.told), at_most(e.proved),
              e.member ? " (some data sets have at least " + at_least(*e.member) + ")" : "")};
}

}  // namespace plumbline
