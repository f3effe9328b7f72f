/// The options of `compare`, which `certify compare` shares, and the texts of the answers of `compare`.
#pragma once

#include "app/answers/writer.hpp"
#include "app/options/common_options.hpp"
#include "reference/values/compared_profiles.hpp"

namespace plumbline {

struct CompareArguments {
  CommonOptions common;
  std::string first, second;
};

Command* add_compare_words(Command& app, CompareArguments& arguments,
                           const std::string& before = "", const std::string& after = "");

struct ComparedMechanisms {
  std::string first, second;  ///< canonical expressions
  Direction direction;
  const FullComparison& found;
  int digits;
  double seconds;
  std::string shown_first, shown_second;  ///< the mechanisms as printed in the heading
};
void give_comparison(const ComparedMechanisms& what, AnswerWriter& answers);
TextLayout comparison_text();

/// Returns a sentence such as "M1 is at least as private everywhere ...", with the margin.
std::string dominance_sentence(Dominance verdict, const std::string& margin);

}  // namespace plumbline
