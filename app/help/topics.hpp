/// Texts of `plumbline help TOPIC`, for topics that concern all commands.
#pragma once

#include <string>
#include <vector>

namespace plumbline {

struct HelpTopic {
  std::string name, summary;
  std::string (*text)();
};

const std::vector<HelpTopic>& help_topics();

}  // namespace plumbline
