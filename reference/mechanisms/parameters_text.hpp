/// The `, sensitivity=...` ending of a canonical expression; empty for the default 1.
#pragma once

#include <string>

#include "reference/arithmetic/rational.hpp"

namespace plumbline {

inline std::string sensitivity_text(const Rational& sensitivity) {
  return sensitivity == Rational(1) ? std::string() : ",sensitivity=" + sensitivity.text();
}

}  // namespace plumbline
