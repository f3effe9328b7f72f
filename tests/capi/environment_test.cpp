/// The C library in every state that a caller may leave: rounding modes, FTZ, DAZ, a decimal comma, also with caches
/// filled in another state. Answers are the same in all states and agree with ball arithmetic.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "capi/plumbline.h"
#include "tests/environments.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

struct Close {
  void operator()(plumbline_answer* a) const { plumbline_free(a); }
  void operator()(plumbline_mechanism* m) const { plumbline_close(m); }
};
using Handle = std::unique_ptr<plumbline_mechanism, Close>;

struct Asked {
  std::string mechanism, quantity, at;
  int digits;
  const char* direction = nullptr;
};

/// Returns one line: both ends and whether the digits are reached, or the error.
std::string line_of(plumbline_mechanism* m, const Asked& one) {
  plumbline_options options{};
  options.digits = one.digits;
  options.direction = one.direction;
  plumbline_answer* raw = nullptr;
  const char* at = one.at.empty() ? nullptr : one.at.c_str();
  if (plumbline_ask(m, one.quantity.c_str(), at, &options, &raw) != PLUMBLINE_OK) {
    return std::string("error error ") + plumbline_error() + "\n";
  }
  const std::unique_ptr<plumbline_answer, Close> answer(raw);
  return std::string(plumbline_lower(raw)) + " " + plumbline_upper(raw) +
         (plumbline_reached(raw) != 0 ? " reached\n" : " not reached\n");
}

/// Handles of mechanisms, opened at their first query.
class Handles {
 public:
  std::string answers(const std::vector<Asked>& all) {
    std::string out;
    for (const Asked& one : all) {
      Handle& handle = handles_[one.mechanism];
      if (!handle) {
        plumbline_mechanism* raw = nullptr;
        if (plumbline_open(one.mechanism.c_str(), &raw) != PLUMBLINE_OK) {
          out += std::string("error error ") + plumbline_error() + "\n";
          continue;
        }
        handle.reset(raw);
      }
      out += line_of(handle.get(), one);
    }
    return out;
  }

 private:
  std::map<std::string, Handle> handles_;
};

/// Returns the result of a child process; a shorter text if it crashes or takes more than a minute.
std::string in_child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) return "";
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    alarm(60);
    const std::string text = work();
    for (size_t done = 0; done < text.size();) {
      const ssize_t now = write(ends[1], text.data() + done, text.size() - done);
      if (now <= 0) break;
      done += static_cast<size_t>(now);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string out;
  char buffer[4096];
  for (ssize_t now = 0; (now = read(ends[0], buffer, sizeof buffer)) > 0;) {
    out.append(buffer, static_cast<size_t>(now));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

struct Ends {
  Rational lower, upper;
  bool reached;
};

Ends ends_of(const std::string& line) {
  const size_t first = line.find(' '), second = line.find(' ', first + 1);
  CAPTURE(line);
  REQUIRE(!line.starts_with("error"));
  REQUIRE(second != std::string::npos);
  return {Rational::parse(line.substr(0, first)),
          Rational::parse(line.substr(first + 1, second - first - 1)),
          line.substr(second + 1) == "reached"};
}

const std::vector<std::string>& mechanisms() {
  static const std::vector<std::string> all = {"subsampled_gaussian(sigma=2.92,p=0.00787)^16",
                                               "discrete_gaussian(sigma2=4)^5",
                                               "randomized_response(epsilon=0.3)^10"};
  return all;
}

std::vector<Asked> every_quantity(const std::vector<int>& digits) {
  const std::map<std::string, std::string> at = {
      {"epsilon", "0.03204"}, {"delta", "1e-3"}, {"alpha", "0.2"}, {"beta", "0.2"},
      {"kappa", "0.1"},       {"prior", "0.49"}, {"", ""}};
  std::vector<Asked> out;
  for (const std::string& mechanism : mechanisms()) {
    for (size_t i = 0; plumbline_quantity(i) != nullptr; ++i) {
      for (const int n : digits) {
        out.push_back({mechanism, plumbline_quantity(i), at.at(plumbline_quantity_argument(i)), n});
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("C: every quantity in every mode and locale, with caches filled in another mode",
          "[capi][environment][slow]") {
  const std::vector<Asked> few = every_quantity({6, 9, 15}), many = every_quantity({40});
  // Answers to more than nine digits use ball arithmetic only.
  const std::vector<std::string> truth =
      lines_of(in_child([&] { return Handles().answers(many); }));
  REQUIRE(truth.size() == many.size());
  const auto asked_in = [&](const Modes& before, const Modes& modes, bool comma) {
    return in_child([&] {
      Handles kept;
      set_modes(before);
      kept.answers(few);
      std::fesetenv(FE_DFL_ENV);
      const auto locale = comma ? std::make_unique<CommaLocale>() : nullptr;
      set_modes(modes);
      std::string out = kept.answers(few) + Handles().answers(few);
      const bool same = modes_now() == modes;
      return out + (same ? "the modes are as they were\n" : "other modes\n");
    });
  };
  const std::string standard = asked_in({}, {}, false);
  const std::vector<std::string> lines = lines_of(standard);
  REQUIRE(lines.size() == 2 * few.size() + 1);
  for (size_t i = 0; i < 2 * few.size(); ++i) {
    const size_t which = i % few.size();
    CAPTURE(few[which].mechanism, few[which].quantity, few[which].digits, lines[i],
            truth[which / 3]);
    const Ends found = ends_of(lines[i]), exact = ends_of(truth[which / 3]);
    CHECK(found.reached);
    CHECK((found.lower <= exact.upper && exact.lower <= found.upper));
  }
  const std::vector<Modes> all = all_modes();
  for (size_t i = 0; i < all.size(); ++i) {
    for (const bool comma : {false, true}) {
      const Modes before = all[(i + 5) % all.size()];
      CAPTURE(before.text(), all[i].text(), comma);
      const std::string found = asked_in(before, all[i], comma);
      CHECK(found == standard);
    }
  }
}

TEST_CASE("C: cached lines from one mode of rounding do not answer in another",
          "[capi][environment]") {
  // Lines in doubles assume rounding to nearest; in another mode the error exceeded the stated bound.
  const Asked one{"subsampled_gaussian(sigma=2.92,p=0.00787)^16", "delta", "0.03204", 9, "forward"};
  const Rational truth = number("0.000020459540417872417118322042294");
  Handles kept;
  const std::string nearest = kept.answers({one});
  for (const int rounding : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    std::string again, fresh;
    {
      const WithModes here({.rounding = rounding});
      again = kept.answers({one});
      fresh = Handles().answers({one});
    }
    CHECK(again == nearest);
    CHECK(fresh == nearest);
    const Ends found = ends_of(fresh);
    CHECK((found.lower <= truth && truth <= found.upper));
  }
}

TEST_CASE("C: an end at 0 is answered where denormal numbers count as 0", "[capi][environment]") {
  const std::vector<Asked> all = {
      {"perfectly_private()", "delta", "0.5", 9, "reverse"},
      {"laplace(b=1)", "delta", "2.062", 9, "reverse"},
      {"subsampled_gaussian(sigma=0.506,p=0.0516)^8", "delta", "2.062", 9, "reverse"}};
  for (const bool flush : {false, true}) {
    const std::string found = in_child([&] {
      set_modes({.flush = flush, .zeros = true});
      return Handles().answers(all);
    });
    CHECK(found == "0 0 reached\n0 0 reached\n0 0 reached\n");
  }
}

TEST_CASE("C: a callback has the modes of the caller, and what it sets ends with it",
          "[capi][environment]") {
  struct Seen {
    Modes modes{};
    long calls = 0;
  } seen;
  plumbline_options options{};
  options.digits = 9;
  options.direction = "forward";
  options.context = &seen;
  options.stop = [](void* context) {
    auto* out = static_cast<Seen*>(context);
    out->modes = modes_now();
    ++out->calls;
    std::fesetround(FE_DOWNWARD);
    return 0;
  };
  const Rational truth = number("0.000020459540417872417118322042294");
  const Modes own{.rounding = FE_UPWARD};
  std::string lower, upper;
  Modes after;
  {
    const WithModes here(own);
    plumbline_mechanism* m = nullptr;
    plumbline_answer* answer = nullptr;
    plumbline_open("subsampled_gaussian(sigma=2.92,p=0.00787)^16", &m);
    if (plumbline_ask(m, "delta", "0.03204", &options, &answer) == PLUMBLINE_OK) {
      lower = plumbline_lower(answer);
      upper = plumbline_upper(answer);
    }
    after = modes_now();
    plumbline_free(answer);
    plumbline_close(m);
  }
  CHECK(seen.calls > 0);
  CHECK(seen.modes == own);
  CHECK(after == own);
  CHECK((Rational::parse(lower) <= truth && truth <= Rational::parse(upper)));
}

#ifdef __GLIBC__
TEST_CASE("C: traps of the caller do not end it", "[capi][environment]") {
  const std::string found = in_child([] {
    set_modes({.traps = true});
    return Handles().answers({{"gaussian(sigma=1.5)^10", "delta", "1.5", 12},
                              {"laplace(b=1)", "epsilon", "1e-3", 12},
                              {"laplace(b=1) * gaussian(sigma=2)", "delta", "1", 12}});
  });
  CHECK(lines_of(found).size() == 3);
}
#endif
