#include <sstream>
#include <stdexcept>

#include "fuzz/targets.hpp"
#include "verify/cli/channel_file.hpp"

namespace plumbline::fuzz {

void channels(const std::string& text) {
  for (const std::string file : {"fuzzed.csv", "fuzzed.toml"}) {
    try {
      std::istringstream in(text);
      read_channel(in, file);
    } catch (const std::invalid_argument&) {
    }
  }
}

}  // namespace plumbline::fuzz
