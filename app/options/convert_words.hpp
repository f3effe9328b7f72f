/// The options of convert, shared by `certify`.
#pragma once

#include "app/options/quantity_arguments.hpp"

namespace plumbline {

struct ConvertArguments {
  QuantityArguments mechanism;
  std::string to, up_to, floor;
  std::vector<std::string> deltas, epsilons, orders;
};

Command* add_convert_words(Command& app, ConvertArguments& arguments,
                           const std::string& before = "", const std::string& after = "");

}  // namespace plumbline
