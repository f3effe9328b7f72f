/// Two engines on random compositions of pairs that combine others, use other neighbouring relations or have other
/// names (`two_engines_test.cpp` has the plain ones): powers and products, both directions, thresholds inside, below
/// and near 0 and at the ends of the losses. The suite tests one composition for each pair;
/// PLUMBLINE_TEST_MULTIPLIER=36 makes 2232 compositions, and PLUMBLINE_SWEEP_LOG=FILE writes a line for each.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <map>
#include <set>

#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/property/limited_effort.hpp"
#include "tests/property/pairs_of_sweep.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using plumbline::testing::number;
using plumbline::testing::Random;
using plumbline::testing::swept_pairs;
using plumbline::testing::SweptPair;

namespace {

struct Asked {
  std::string text, t;
  Question question;
};

std::string random_power(Random& random, double most) {
  const double top = std::min(most, random.integer(0, 3) == 0 ? 1000.0 : 12.0);
  return "^" + std::to_string(static_cast<long>(std::round(random.log_uniform(1, top))));
}

/// Returns a composition of that pair, alone or with one or two others.
std::string composition_of(const SweptPair& pair, Random& random) {
  std::string out = pair.draw(random) + random_power(random, pair.most_steps);
  const int more = random.integer(0, 5);
  if (more == 0) {
    const int last = static_cast<int>(swept_pairs().size()) - 1;
    const SweptPair& other = swept_pairs()[static_cast<size_t>(random.integer(0, last))];
    out += " * " + other.draw(random) + random_power(random, std::min(5.0, other.most_steps));
  }
  if (more == 1) out += " * " + testing::draw_plain(random) + random_power(random, 5);
  return out;
}

/// Returns a threshold: between below the mean under P and above the mean under Q, near 0, far below, or at an end.
std::string threshold_of(const Composition& c, Random& random) {
  const auto low = c.approximate_location(0), high = c.approximate_location(1);
  const double from = low.mean - 3 * low.deviation, to = high.mean + 3 * high.deviation;
  switch (random.integer(0, 6)) {
    case 0:
      return Random::text((random.integer(0, 1) == 0 ? 1 : -1) * random.log_uniform(1e-9, 1e-2));
    case 1:
      return Random::text(-std::fabs(random.uniform(from, to)));
    case 2: {
      const bool top = random.integer(0, 1) == 0;
      const auto end = top ? c.largest_loss() : c.smallest_loss();
      if (!end) break;
      return Random::text(end->approximate() * (1 - random.log_uniform(1e-4, 0.1)));
    }
    default:
      break;
  }
  return Random::text(random.uniform(from, to));
}

/// Returns the engines that support the composition, except one, with the tighter ones first.
std::vector<std::string> others(const Composition& c, const std::string& except) {
  std::vector<std::string> out;
  for (const EngineEntry& entry : engine_registry()) {
    if (entry.name == except) continue;
    try {
      plan(c, entry.name);
      out.push_back(entry.name);
    } catch (const std::invalid_argument&) {
    }
  }
  return out;
}

struct Second {
  std::string engines;  ///< for example "fourier and lattice" or "fourier, varied"
  Ball value;
  int digits;
};

constexpr int kFirstDigits = 8;
constexpr double kSeconds = 1;

/// Returns the answer of another engine, the first tight one; without another engine, that of the same engine on
/// another path.
Second second_answer(const Composition& c, const Asked& asked, const std::string& first,
                     size_t turn) {
  Second out{"", Ball::indeterminate(Bits{64}), 2};
  const std::vector<std::string> engines = others(c, first);
  for (size_t k = 0; k < engines.size(); ++k) {
    const std::string& name = engines[(turn + k) % engines.size()];
    const int digits = name == "lattice" || name == "direct" ? 2 : 6;
    const Ball value =
        plan(c, name)
            ->answer(asked.question, Real(number(asked.t)), effort_of(digits, kSeconds))
            .value;
    if (k > 0 && !(value.relative_digits() > out.value.relative_digits())) continue;
    out = {first + " and " + name, value, digits};
    if (value.relative_digits() >= digits) break;
  }
  if (!engines.empty()) return out;
  const auto varied = plan(c, first);
  const std::string how = varied->vary() ? ", varied" : ", more digits";
  constexpr int kMore = kFirstDigits + 4;
  return {
      first + how,
      varied->answer(asked.question, Real(number(asked.t)), effort_of(kMore, 2 * kSeconds)).value,
      6};
}

/// Writes one line per composition, if a log is requested.
class SweepLog {
 public:
  SweepLog() {
    if (const char* place = std::getenv("PLUMBLINE_SWEEP_LOG")) out_.open(place, std::ios::app);
  }
  void note(const std::string& kind, const Asked& asked, const Ball& first, const Second& second,
            bool meet, double seconds) {
    if (!out_.is_open()) return;
    const auto [a, b] = first.decimal_bounds(12);
    const auto [x, y] = second.value.decimal_bounds(12);
    out_ << kind << '\t' << asked.text << '\t' << asked.t << '\t'
         << static_cast<int>(asked.question) << '\t' << second.engines << '\t'
         << first.relative_digits() << '\t' << second.value.relative_digits() << '\t' << seconds
         << '\t' << (meet ? "meet" : "APART") << '\t' << a << ' ' << b << '\t' << x << ' ' << y
         << std::endl;
  }

 private:
  std::ofstream out_;
};

}  // namespace

TEST_CASE("two engines agree on random compositions of combined and renamed pairs",
          "[cross][sweep][pairs]") {
  const char* seed = std::getenv("PLUMBLINE_TEST_SEED");
  Random random(2000U + (seed == nullptr ? 1U : static_cast<unsigned>(std::atoi(seed))));
  const size_t kinds = swept_pairs().size();
  const size_t n = kinds * static_cast<size_t>(testing::of_sweep(1, 2));
  SweepLog log;
  std::map<std::string, int> engines;
  size_t sharp = 0, asked_of = 0, two = 0;
  for (size_t i = 0; i < n; ++i) {
    if (!testing::of_list(static_cast<int>(i), 3)) continue;
    const SweptPair& kind = swept_pairs()[i % kinds];
    const std::string text = composition_of(kind, random);
    CAPTURE(i, text);
    const Composition c = Composition::parse(text);
    // Forward delta at t; otherwise the excess or 1 - delta.
    const int which = random.integer(0, 3);
    const Question question = which < 2    ? Question::delta
                              : which == 2 ? Question::excess
                                           : Question::one_minus_delta;
    const Asked asked{text, threshold_of(c, random), question};
    CAPTURE(asked.t, which);
    const double start = processor_time();
    const auto first = plan(c, "auto");
    const Ball a =
        first->answer(question, Real(number(asked.t)), effort_of(kFirstDigits, kSeconds)).value;
    const Second second = second_answer(c, asked, first->name(), i / kinds);
    CAPTURE(second.engines, a.decimal_bounds(15), second.value.decimal_bounds(15));
    const bool meet = overlaps(a, second.value);
    CHECK(meet);
    log.note(kind.name, asked, a, second, meet, processor_time() - start);
    ++asked_of;
    ++engines[second.engines];
    two += second.engines.find(" and ") != std::string::npos;
    const bool both = a.relative_digits() >= 6 && second.value.relative_digits() >= second.digits;
    // Beyond the ends (0 or 1), and for values too small for the second engine, the answers agree but are not tight.
    sharp += both;
  }
  for (const auto& [pair, count] : engines) WARN(pair << ": " << count);
  WARN(asked_of << " compositions, " << two << " of them by two engines, " << sharp << " sharp");
  CHECK(asked_of >= n / 3);
  CHECK(two >= asked_of * 8 / 10);
  CHECK(sharp >= asked_of * 8 / 10);
}

TEST_CASE("every mechanism of the registry is in one of the sweeps", "[cross][pairs][registry]") {
  Random random(7);
  std::string swept;
  constexpr int kDraws = 60;
  for (const SweptPair& pair : swept_pairs()) {
    for (int i = 0; i < kDraws; ++i) swept += " " + pair.draw(random);
  }
  for (const MechanismEntry& entry : mechanism_registry()) {
    CAPTURE(entry.name);
    const bool plain = entry.draw != nullptr;  // two_engines_test.cpp draws these
    // guarantees_test.cpp compares stated guarantees with brute force.
    static const std::set<std::string> guarantees = {"gdp",  "dp",  "pure_dp", "profile",
                                                     "zcdp", "rdp", "tradeoff"};
    if (guarantees.contains(entry.name)) continue;
    CHECK((plain || swept.find(" " + entry.name + "(") != std::string::npos));
  }
}
