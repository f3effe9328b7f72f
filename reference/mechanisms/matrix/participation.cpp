#include "reference/mechanisms/matrix/participation.hpp"

#include <limits>
#include <stdexcept>

namespace plumbline {
namespace {

constexpr long kAny = std::numeric_limits<long>::max();

void require(bool fine, const std::string& what, long got) {
  if (!fine) {
    throw std::invalid_argument(what + " must be at least 1, got " + std::to_string(got));
  }
}

}  // namespace

Participation Participation::every(long gap, std::optional<long> count) {
  require(gap >= 1, "every", gap);
  require(!count || *count >= 1, "participations", count.value_or(1));
  return {Kind::every, count.value_or(kAny), gap};
}

Participation Participation::spaced(long count, long gap) {
  require(count >= 1, "participations", count);
  require(gap >= 1, "gap", gap);
  return {Kind::spaced, count, gap};
}

Participation Participation::listed(std::vector<Pattern> patterns, long steps) {
  if (patterns.empty())
    throw std::invalid_argument("patterns is empty; write at least one pattern");
  for (const Pattern& pattern : patterns) {
    long before = -1;
    for (const long step : pattern) {
      if (step <= before || step >= steps) {
        throw std::invalid_argument("patterns: steps must increase and be from 0 to " +
                                    std::to_string(steps - 1) + ", got " + std::to_string(step));
      }
      before = step;
    }
  }
  Participation out{Kind::listed};
  out.patterns = std::move(patterns);
  return out;
}

std::string Participation::text() const {
  switch (kind) {
    case Kind::single:
      return "one step";
    case Kind::every:
      return "every " + std::to_string(gap) + " steps" +
             (count == kAny ? std::string() : ", at most " + std::to_string(count) + " times");
    case Kind::spaced:
      return "at most " + std::to_string(count) + " steps, at least " + std::to_string(gap) +
             " apart";
    case Kind::listed:
      break;
  }
  return std::to_string(patterns.size()) + " patterns";
}

}  // namespace plumbline
