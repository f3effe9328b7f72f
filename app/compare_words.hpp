/// The words of `compare`, shared by `certify`, and how its answer is printed.
#pragma once

#include "app/common_options.hpp"
#include "reference/quantities/comparison/comparison.hpp"

namespace plumbline {

struct CompareArguments {
  CommonOptions common;
  std::string first, second;
};

Command* add_compare_words(Command& app, CompareArguments& arguments,
                           const std::string& before = "", const std::string& after = "");

/// A comparison, and the divergences both ways to so many digits.
struct ComparedMechanisms {
  std::string first, second;  ///< canonical expressions
  Direction direction;
  const Comparison& comparison;
  Certified forth, back;
  int divergence_digits;
  double seconds;
};
void print_comparison(const CommonOptions& common, const ComparedMechanisms& what,
                      std::FILE* to = stdout);

/// "M1 is at least as private everywhere ...", with the margin.
std::string dominance_sentence(Dominance verdict, const std::string& margin);

}  // namespace plumbline
