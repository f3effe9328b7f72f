#include "reference/certificates/standing.hpp"

#include "reference/arithmetic/contradiction.hpp"

namespace plumbline {

std::string standing_name(Standing standing) {
  switch (standing) {
    case Standing::proved:
      return "proved";
    case Standing::open:
      return "not decided";
    case Standing::refuted:
      break;
  }
  return "refuted";
}

NumberProof::NumberProof(std::string name, const std::string& lower, const std::string& upper)
    : stated_(Interval::read(lower, upper)) {
  out_.name = std::move(name);
  out_.lower = lower;
  out_.upper = upper;
  judge();
}

void NumberProof::take(const std::string& lower, const std::string& upper,
                       const std::string& engine, const std::string& path) {
  const Interval next = Interval::read(lower, upper);
  if (!next.ordered() || disjoint(next, own_) || (infinite_ && next.upper)) {
    throw Contradiction("enclosures of " + out_.name + " are disjoint: [" + lower + ", " + upper +
                        "] by " + engine + " and [" + out_.found_lower + ", " + out_.found_upper +
                        "] by " + out_.engine);
  }
  if (next.lower && (!own_.lower || *own_.lower < *next.lower)) {
    own_.lower = next.lower;
    out_.found_lower = lower;
    out_.engine = engine;
    out_.path = path;
  }
  if (next.upper && (!own_.upper || *next.upper < *own_.upper)) {
    own_.upper = next.upper;
    out_.found_upper = upper;
    out_.engine = engine;
    out_.path = path;
  }
  if (out_.found_lower.empty()) out_.found_lower = "-inf";
  if (out_.found_upper.empty() || (!own_.upper && !infinite_)) out_.found_upper = "inf";
  judge();
}

void NumberProof::take_infinite(const std::string& engine, const std::string& path) {
  if (own_.upper) {
    throw Contradiction(out_.name + " is infinite by " + engine + ", and at most " +
                        out_.found_upper + " by " + out_.engine);
  }
  infinite_ = true;
  out_.found_lower = out_.found_upper = "inf";
  out_.engine = engine;
  out_.path = path;
  judge();
}

void NumberProof::exclude(const std::string& why, const std::string& engine,
                          const std::string& path) {
  out_.below = out_.above = Standing::refuted;
  out_.why = why;
  out_.engine = engine;
  out_.path = path;
}

void NumberProof::judge() {
  const auto side = [](bool shown, bool excluded) {
    return shown ? Standing::proved : excluded ? Standing::refuted : Standing::open;
  };
  const Interval &s = stated_, &own = own_;
  out_.below = side(!s.lower || infinite_ || (own.lower && *s.lower <= *own.lower),
                    s.lower && own.upper && *own.upper < *s.lower);
  out_.above = side(!s.upper || (own.upper && *own.upper <= *s.upper),
                    s.upper && (infinite_ || (own.lower && *s.upper < *own.lower)));
}

}  // namespace plumbline
