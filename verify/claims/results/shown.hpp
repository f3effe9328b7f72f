/// Formats exact numbers for people. A claim contains every double exactly, as a hex float or a fraction; this file
/// restores the decimal that the user wrote, such as 17.8.
#pragma once

#include <string>

#include "verify/claims/claim.hpp"
#include "verify/claims/results/verdict_text.hpp"

namespace plumbline {

/// Returns the shortest decimal that reads back to the double: "17.8".
std::string shortest_decimal(double x);

/// Replaces hex floats, and fractions of many digits, by the shortest decimals of the doubles that they are equal or
/// closest to. The rest of the text is unchanged.
std::string with_short_numbers(const std::string& text);

/// The texts of a judged line, for people.
struct ShownClaim {
  std::string place;      ///< file:line
  std::string mechanism;  ///< with its direction as a suffix
  std::string options;    ///< "grid=1e-4, workers=2", or empty
  std::string claim;      ///< "epsilon(delta=1e-5) <= 17.8"
  std::string exact;      ///< mechanism and claim exactly, if the texts above are rounded
  std::string truth;      ///< "delta(epsilon=17.8) = [1.2e-5, 1.3e-5]"; the quantity that decided
                          ///< the claim
  std::string note;       ///< further remarks
  std::string elsewhere;  ///< "violated on 3 of 4 installations", or empty
  std::string replay;     ///< a command that prints the certified value
};
/// Returns the texts of a line with a claim.
ShownClaim shown_claim(const JudgedLine& judged);

}  // namespace plumbline
