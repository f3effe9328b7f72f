/// Which numbers a mechanism's expression has, so that mechanisms that differ in one of them can be
/// put on one axis.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

struct MechanismNumber {
  std::string name;  ///< of the parameter; "N" for a number of compositions
  std::string text;
};

struct MechanismShape {
  std::string shape;  ///< the expression with "#" for each number
  std::vector<MechanismNumber> numbers;
};

/// Takes the text apart at `name=number` and `^number`; never fails.
MechanismShape shape_of(const std::string& expression);

}  // namespace plumbline
