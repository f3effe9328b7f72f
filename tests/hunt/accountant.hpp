/// An accountant for tests of the hunt: sound, or with one planted fault of a kind found in practice.
#pragma once

#include <string>
#include <vector>

namespace plumbline::testing {

struct PlantedFault {
  std::string name;
  std::string what;      ///< description for the table of docs/hunting.md
  std::string space;     ///< the space of its mechanisms, as in hunt_test.cpp
  std::string finding;   ///< findings that the hunt may report
  long questions;        ///< maximum number of questions in that space
  long usual_questions;  ///< maximum number of questions in the usual space
  double complexity;     ///< maximum complexity after shrinking (complexity_of)
};
const std::vector<PlantedFault>& planted_faults();

/// Returns the answer line to a line of the protocol. `fault` is the name of a planted fault, or empty.
std::string test_accountant(const std::string& question, const std::string& fault);

}  // namespace plumbline::testing
