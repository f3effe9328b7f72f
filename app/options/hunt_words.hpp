/// The options of `hunt`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/options/common_options.hpp"

namespace plumbline {

struct HuntArguments {
  std::string first;  ///< the first positional word: a sampler's distribution, or the program to
                      ///< run
  std::vector<std::string> command;
  std::string space, out, name = "accountant", goal = "violation";
  int questions = 0, jobs = 1, seed = 1, shrink = 120, finds = 0;
  double seconds = 0, size = 0, answer_limit = 10, start_limit = 0, oracle_limit = 5,
         shrink_limit = 60;
  bool show_space = false, promises = false;
  std::string scores;  ///< the scores of a selection's candidates
  int draws = 1000000, significand = 53;
  bool binary = false, coarse = false;
  FormatOptions format;
};

Command* add_hunt_words(Command& app, const std::shared_ptr<HuntArguments>& arguments);

}  // namespace plumbline
