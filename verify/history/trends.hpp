/// What a history says got worse over its last nights: not only from one night to the next, but
/// bit by bit.
#pragma once

#include <string>
#include <vector>

#include "verify/history/history.hpp"

namespace plumbline {

struct TrendRules {
  long nights = 10;      ///< how many of the last
  long since = 0;        ///< and none before this one
  double slower = 20;    ///< percent over the nights looked at
  double floor = 0.5;    ///< seconds of a part by which it must have got slower
  double jump = 2;       ///< the last night took so many times as long as the nights before
  double looser = 1.02;  ///< an error is larger than so many times the least
  double digits = 1;     ///< an enclosure has so many digits fewer than it had
};

struct Trend {
  enum class Kind { flipped, apart, looser, fewer_digits, slower };
  Kind kind;
  std::string source, part;     ///< as in NightAnswer
  std::string question, place;  ///< of an answer; empty for a part
  std::string replay;
  std::string message;    ///< from what to what
  long from = 0, to = 0;  ///< the nights
};
/// "flipped", "apart", "looser", "fewer digits", "slower".
const char* kind_name(Trend::Kind kind);

/// Verdicts that were decided and are no more, or otherwise; enclosures of one truth that do not
/// meet; errors that grew; digits lost; parts that got slower, by their seconds for each answer on
/// the machine of the last night.
std::vector<Trend> trends(History& history, const TrendRules& rules);

/// The relative growth from the first to the last of equally spaced values, by the median of all
/// slopes of their logarithms (Theil and Sen); 0 where they do not rise by more than chance (Mann
/// and Kendall, one-sided, five percent). Needs five values or more, all above 0.
double robust_growth(const std::vector<double>& values);

/// Whether the change of a verdict is for the worse, or contradicts what was decided.
bool is_flip(const std::string& source, const std::string& before, const std::string& after);

}  // namespace plumbline
