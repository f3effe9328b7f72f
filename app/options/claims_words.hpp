/// The options of `plumbline claims`.
#pragma once

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "app/options/common_options.hpp"

namespace plumbline {

/// The values of the options.
struct ClaimsArguments {
  std::vector<std::string> files;
  std::vector<std::string> lines;
  int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  double timeout = 60;
  bool all = false, example = false;
  FormatOptions format;
  std::string out;
  std::string fail_on = "any", known, write_known, junit, badge, tables;
  std::string slack = "0.01";
  std::string shard = "1/1";
  bool resume = false;
  std::vector<std::string> shards;
};

/// Adds the options, which write into `arguments`.
void add_claims_words(Command& command, ClaimsArguments& arguments);

/// Returns the text of `claims --example`: answers of an accountant, one per line, with the most common fields.
const char* claims_example();

}  // namespace plumbline
