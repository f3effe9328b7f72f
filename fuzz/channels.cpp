#include <sstream>
#include <stdexcept>

#include "app/options/files/channel_file.hpp"
#include "fuzz/targets.hpp"

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
