/// An accountant of our own to hunt: sound as it stands, or with one planted fault of a kind seen in
/// the field.
#pragma once

#include <string>
#include <vector>

namespace plumbline::testing {

struct PlantedFault {
  std::string name;
  std::string what;      ///< for the table of docs/hunting.md
  std::string space;     ///< whose mechanisms are asked, as in hunt_test.cpp
  std::string finding;   ///< what the hunt may call it
  long questions;        ///< within which it is found there
  long usual_questions;  ///< within which it is found in the usual space
  double complexity;     ///< to which it is shrunk at least (complexity_of)
};
const std::vector<PlantedFault>& planted_faults();

/// A line of the protocol for a line. `fault` is the name of a planted one, or empty.
std::string test_accountant(const std::string& question, const std::string& fault);

}  // namespace plumbline::testing
