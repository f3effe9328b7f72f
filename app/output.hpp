/// Printing certified values, as text for people and as JSON for programs.
#pragma once

#include <cstdio>
#include <string>

#include "reference/quantities/quantities.hpp"

namespace plumbline {

struct PrintedValue {
  std::string quantity;   ///< "delta"
  std::string argument;   ///< "epsilon"; empty when there is none
  std::string at;         ///< "1.5"
  std::string mechanism;  ///< canonical expression
  std::string other;      ///< the second mechanism of a divergence; empty otherwise
  std::string direction;
  int digits_asked = 15;
  double seconds = 0;
};

/// One JSON object on one line.
void print_json(const PrintedValue& what, const Certified& value, std::FILE* to = stdout);
/// One line: name, enclosure, digits, engine, time, and a mark when the digits were not reached.
void print_text(const PrintedValue& what, const Certified& value, std::FILE* to = stdout);

}  // namespace plumbline
