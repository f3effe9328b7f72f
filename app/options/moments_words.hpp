/// The options of moments, renyi and theorem3, shared by `certify`.
#pragma once

#include "app/options/common_options.hpp"

namespace plumbline {

struct MomentsArguments {
  CommonOptions common;
  std::string mechanism;
};

struct RenyiArguments {
  CommonOptions common;
  std::string mechanism;
  std::vector<std::string> orders;
};

struct BerryEsseenArguments {
  CommonOptions common;
  std::string first, second, target;
};

Command* add_moments_words(Command& app, MomentsArguments& arguments,
                           const std::string& before = "", const std::string& after = "");
Command* add_renyi_words(Command& app, RenyiArguments& arguments, const std::string& before = "",
                         const std::string& after = "");
Command* add_berry_esseen_words(Command& app, BerryEsseenArguments& arguments,
                                const std::string& before = "", const std::string& after = "");

}  // namespace plumbline
