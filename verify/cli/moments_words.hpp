/// The words of moments, renyi and theorem3, shared by `certify`.
#pragma once

#include "verify/cli/common_options.hpp"

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

struct TheoremArguments {
  CommonOptions common;
  std::string first, second, target;
};

CLI::App* add_moments_words(CLI::App& app, MomentsArguments& arguments,
                            const std::string& before = "", const std::string& after = "");
CLI::App* add_renyi_words(CLI::App& app, RenyiArguments& arguments, const std::string& before = "",
                          const std::string& after = "");
CLI::App* add_theorem_words(CLI::App& app, TheoremArguments& arguments,
                            const std::string& before = "", const std::string& after = "");

}  // namespace plumbline
