#include <fmt/format.h>

#include "reference/mechanisms/recorded_kinds.hpp"
#include "verify/hunt/space/space.hpp"

namespace plumbline {
namespace {

const char* const kHead = R"(# What people use, and what breaks tools.
factors = [1, 1, 1, 1, 2, 3]
outer = [{list = [1], weight = 6}, {from = 2, to = 100, scale = "log", integer = true}]
)";

const char* const kQuestions = R"(
[questions]
delta = [{at = "typical", weight = 6}, {from = 0.01, to = 20, scale = "log", weight = 3}, {from = 1e-9, to = 0.01, scale = "log", weight = 0.5}, {list = [0], weight = 0.5}, {from = -3, to = 0, weight = 0.5}, {at = "kink", weight = 1.5}]
epsilon = [{from = 1e-10, to = 1e-2, scale = "log", weight = 4}, {from = 1e-18, to = 1e-10, scale = "log", weight = 2}, {from = 0.01, to = 0.5}]
)";

}  // namespace

std::string usual_space_text() {
  std::string out = kHead;
  for (const auto& [kind, numbers] : usual_kinds()) {
    out += fmt::format("\n[[mechanism]]\nkind = \"{}\"\n{}\n", kind, numbers);
  }
  return out + kQuestions;
}

}  // namespace plumbline
