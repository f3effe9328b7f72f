/// Exact numbers as people write them. A claim holds every double exactly, as a hex float or a
/// fraction; whoever reads the page wrote 17.8.
#pragma once

#include <string>

#include "verify/claims/claim.hpp"
#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// The shortest decimal that reads back to the double: "17.8".
std::string shortest_decimal(double x);

/// A text with its hex floats, and its fractions of many digits, as the shortest decimals of the
/// doubles that they are, or are next to. All else stays.
std::string with_short_numbers(const std::string& text);

/// A judged line, in words for people.
struct ShownClaim {
  std::string place;      ///< file:line
  std::string mechanism;  ///< with its direction behind it
  std::string options;    ///< "grid=1e-4, workers=2", or empty
  std::string claim;      ///< "epsilon(delta=1e-5) <= 17.8"
  std::string exact;      ///< mechanism and claim exactly, where those above are not
  std::string truth;      ///< "delta(epsilon=17.8) = [1.2e-5, 1.3e-5]"; what decided the claim
  std::string note;       ///< the rest
  std::string elsewhere;  ///< "violated on 3 of 4 installations", or empty
  std::string replay;     ///< a command that prints the certified value
};
/// Returns the words for a line with a claim.
ShownClaim shown_claim(const JudgedLine& judged);

}  // namespace plumbline
