/// Measures, for each mechanism and regime, which engine answers, to how many digits, and how long
/// it takes; writes docs/regimes.md. Usage: plumbline_regimes [OUTPUT [N...]]
/// (`./dev regimes`); plumbline_regimes --pairs [OUTPUT] measures only the last section and keeps the others (`./dev
/// regimes --pairs`); --missing [OUTPUT] measures only the missing lines of that section.
#include <fmt/format.h>
#include <fmt/os.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/extended.hpp"

namespace plumbline {
namespace {

/// Returns the processor time of this program in seconds. All work is in one thread, and other programs do not affect
/// the result.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Reads the processor time, which is slow, at most a hundred times a second.
Poll time_limit(double seconds) {
  using Clock = std::chrono::steady_clock;
  return [until = processor_seconds() + seconds, next = Clock::now()]() mutable {
    const auto now = Clock::now();
    if (now < next) return;
    next = now + std::chrono::milliseconds(10);
    if (processor_seconds() > until) throw Interrupted{};
  };
}

struct Measured {
  double seconds = 0, digits = 0, log10_delta = 0, megabytes = 0;
  char engine[32] = "";
};

/// Runs the work in a separate process, to measure its time and memory.
template <class Result, class Work>
Result apart(Work work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    const Result out = work();
    const bool written = write(ends[1], &out, sizeof out) == static_cast<ssize_t>(sizeof out);
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  Result out;
  const bool read_all = read(ends[0], &out, sizeof out) == static_cast<ssize_t>(sizeof out);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!read_all || status != 0) throw std::runtime_error("a measurement failed");
  return out;
}

double megabytes_used() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_maxrss) / 1024;
}

Measured measure_here(const std::string& mechanism, const std::string& epsilon, int digits,
                      double limit, Direction direction) {
  const double start = processor_seconds();
  const Effort effort{digits, time_limit(limit)};
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  const Certified value = delta(profile, Rational::parse(epsilon), effort);
  const double reached = value.value().relative_digits();
  Measured out{processor_seconds() - start, std::isfinite(reached) ? reached : digits,
               value.value().upper().log_approximate() / std::log(10.0), megabytes_used()};
  value.engine().copy(out.engine, sizeof out.engine - 1);
  return out;
}

Measured measure(const std::string& mechanism, const std::string& epsilon, int digits,
                 double limit = 60, Direction direction = Direction::forward) {
  return apart<Measured>(
      [&] { return measure_here(mechanism, epsilon, digits, limit, direction); });
}

struct Row {
  std::string regime, mechanism, epsilon;
  int digits;
};

/// One row for each mechanism and regime of interest.
const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"closed form", "gaussian(sigma=2)^1000", "20", 25},
      {"closed form, far tail", "gaussian(sigma=2)^10", "60", 25},
      {"one step", "subsampled_gaussian(sigma=0.5,p=0.01)", "1", 25},
      {"two steps", "subsampled_gaussian(sigma=1,p=0.01)^2", "0.1", 25},
      {"few steps, small sigma", "subsampled_gaussian(sigma=0.3,p=0.01)^20", "1", 25},
      {"few steps, p near 1", "subsampled_gaussian(sigma=0.4,p=0.95)^5", "20", 25},
      {"rare losses", "subsampled_gaussian(sigma=0.7,p=0.0001)^1000", "0.6871709407848298", 25},
      {"tiny p, few steps", "subsampled_gaussian(sigma=0.5,p=1e-5)^50", "0.01", 25},
      {"many steps", "subsampled_gaussian(sigma=1,p=0.01)^10000", "1.5", 25},
      {"many steps, 100 digits", "subsampled_gaussian(sigma=1,p=0.01)^10000", "1.5", 100},
      {"many steps, 1000 digits", "subsampled_gaussian(sigma=1,p=0.01)^10000", "1.5", 1000},
      {"very many steps", "subsampled_gaussian(sigma=2,p=9e-4)^1400000", "1.5", 25},
      {"N = 10^9", "subsampled_gaussian(sigma=20,p=0.001)^1000000000", "1", 25},
      {"heterogeneous",
       "subsampled_gaussian(sigma=1,p=0.01)^10000 * laplace(b=20)^3 * gaussian(sigma=5)", "1.5",
       25},
      {"few steps", "laplace(b=1)^10", "3", 25},
      {"many steps", "laplace(b=7)^1000", "5", 25},
      {"very many steps", "laplace(b=100)^100000", "20", 25},
      {"two steps", "subsampled_laplace(b=1,p=0.01)^2", "0.01", 25},
      {"few steps", "subsampled_laplace(b=1,p=0.01)^30", "0.1", 25},
      {"few steps, large b", "subsampled_laplace(b=20,p=0.1)^30", "0.05", 8},
      {"many steps", "subsampled_laplace(b=1,p=0.01)^10000", "2", 25},
      {"N = 10^6", "randomized_response(epsilon=0.01)^1000000", "50", 25},
      {"k-ary, N = 10^6", "randomized_response(epsilon=0.01,k=5)^1000000", "20", 25},
      {"N = 1000", "approximate_dp(epsilon=0.1,delta=1e-6)^1000", "8", 25},
      {"N = 10^6", "total_variation_dp(epsilon=0.01,delta=0,eta=0.001)^1000000", "5", 25},
      {"N = 1000", "staircase(epsilon=0.1,gamma=0.3)^1000", "8", 25},
      {"N = 10^6", "discrete_laplace(b=100)^1000000", "60", 25},
      {"integer sensitivity", "discrete_laplace(b=10,sensitivity=5)^1000", "30", 25},
      {"N = 1000", "discrete_gaussian(sigma=4)^1000", "50", 25},
      {"N = 10^9", "discrete_gaussian(sigma=10000)^1000000000", "10", 25},
      {"user's pair", "finite(P=[0.5,0.3,0.2],Q=[0.2,0.3,0.5])^1000", "300", 25},
      {"user's pair, many losses", "finite(P=[0.4,0.3,0.2,0.1],Q=[0.1,0.25,0.3,0.35])^200", "60",
       25},
      {"mixed with noise", "randomized_response(epsilon=0.1)^100 * gaussian(sigma=3)", "2", 25},
  };
  return all;
}

/// Returns an epsilon at which delta is approximately 10^-level, or a tenth of the total variation if that is
/// smaller. The result only selects a point.
double epsilon_near_here(const std::string& mechanism, double level, Direction direction,
                         double limit) {
  const Effort effort{4, time_limit(limit)};
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  const double tv = delta(profile, Rational(0), effort).value().approximate();
  const double target = std::min(std::pow(10, -level), tv / 10);
  if (target < 1e-30) return NAN;
  const Extended e = epsilon(profile, Rational::parse(fmt::format("{:.3g}", target)), effort);
  return e && e->value().is_finite() ? e->value().approximate() : NAN;
}

std::optional<std::string> epsilon_near(const std::string& mechanism, double level,
                                        Direction direction = Direction::forward,
                                        double limit = 20) {
  const double at =
      apart<double>([&] { return epsilon_near_here(mechanism, level, direction, limit); });
  return std::isfinite(at) ? std::optional(fmt::format("{:.4g}", at)) : std::nullopt;
}

/// Returns one step and a thousand steps of each mechanism that no row names, at delta approximately 1e-6.
std::vector<Row> rows_of_others() {
  std::string named;
  for (const Row& row : rows()) named += " " + row.mechanism;
  std::vector<Row> out;
  ParameterDraw draw(1);
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.draw == nullptr || named.find(" " + entry.name + "(") != std::string::npos) continue;
    const std::string one = entry.draw(draw);
    for (const char* power : {"", "^1000"}) {
      const auto at = epsilon_near(one + power, 6);
      if (at) out.push_back({*power == 0 ? "one step" : "N = 1000", one + power, *at, 25});
    }
  }
  return out;
}

struct Setting {
  std::string mechanism, epsilon;
  Measured at15, at25;
  bool in_time() const {
    return at15.digits >= 15 && at15.seconds <= 1 && at25.digits >= 25 && at25.seconds <= 10;
  }
};

/// Adds one setting at the levels to the list.
void add_settings(const std::string& mechanism, std::vector<Setting>& out) {
  for (const double level : {3.0, 12.0, 29.0}) {
    const auto at = epsilon_near(mechanism, level);
    if (!at) continue;
    Setting s{mechanism, *at, {}, {}};
    s.at15 = measure(mechanism, s.epsilon, 15, 3);
    s.at25 = measure(mechanism, s.epsilon, 25, 20);
    if (!s.in_time()) {
      fmt::print(stderr, "{} at {}: {:.1f} digits {:.2g} s, {:.1f} digits {:.2g} s\n", mechanism,
                 *at, s.at15.digits, s.at15.seconds, s.at25.digits, s.at25.seconds);
    }
    out.push_back(s);
  }
}

/// Adds the subsampled Gaussian: a grid of sigma and p for each N, including extreme values.
std::map<double, std::vector<Setting>> grid(const std::vector<double>& steps) {
  std::map<double, std::vector<Setting>> out;
  for (const double N : steps) {
    for (const char* sigma : {"0.3", "0.5", "1", "4", "20"}) {
      for (const char* p : {"1e-5", "0.001", "0.05", "0.5", "0.99", "1"}) {
        add_settings(fmt::format("subsampled_gaussian(sigma={},p={})^{:.0f}", sigma, p, N), out[N]);
      }
    }
    fmt::print(stderr, "N = {:g}: {} settings\n", N, out[N].size());
  }
  return out;
}

/// A mechanism of the registry with parameters, composed few and many times.
struct PairRow {
  std::string mechanism, few, many;
};

const std::vector<PairRow>& pair_rows() {
  static const std::vector<PairRow> all = {
      {"gaussian(sigma=4)", "2", "10000"},
      {"gaussian(sigma=4,relation=replace)", "2", "10000"},
      {"laplace(b=7)", "2", "1000"},
      {"subsampled_gaussian(sigma=1,p=0.01)", "2", "10000"},
      {"subsampled_gaussian(sigma=1,p=0.01,relation=replace)", "2", "10000"},
      {"subsampled_laplace(b=1,p=0.01)", "2", "10000"},
      {"randomized_response(epsilon=0.1,k=5)", "2", "100000"},
      {"randomized_response(epsilon=0.1,relation=replace_special)", "2", "10000"},
      {"approximate_dp(epsilon=0.1,delta=1e-9)", "2", "1000"},
      {"total_variation_dp(epsilon=0.1,delta=0,eta=0.01)", "2", "10000"},
      {"staircase(epsilon=0.1,gamma=0.3)", "2", "1000"},
      {"uniform(width=100000000)", "2", "10"},
      {"finite(P=[0.5,0.3,0.2],Q=[0.2,0.3,0.5])", "2", "1000"},
      {"discrete_laplace(b=10)", "2", "10000"},
      {"discrete_gaussian(sigma=4)", "2", "10000"},
      {"random_allocation(sigma=1,t=100)", "1", "100"},
      {"gaussian_mixture(sigma=2,shifts=[0,1,2],weights=[0.81,0.18,0.01])", "2", "1000"},
      {"truncated_subsampled_gaussian(sigma=1,p=0.01,n=1000,batch=20)", "1", "10"},
      {"without_replacement(sigma=1,n=1000,batch=10)", "1", "100"},
      {"two_gaussians(sigma=1,other=1.01,shift=1,dim=100)", "1", "100"},
      {"exponential_mechanism(epsilon=0.1)", "1", "100"},
      {"exponential_mechanism(epsilon=0.1,lead=3)", "1", "100"},
      {"permute_and_flip(epsilon=0.1)", "1", "100"},
      {"skellam(mu=20)", "2", "100"},
      {"binomial(n=100)", "2", "100"},
      {"poisson(mu=20)", "2", "100"},
      {"correlated_gaussian(sigma=2,strategy=sqrt,steps=100)", "1", "100"},
      {"cyclic_poisson(sigma=2,strategy=sqrt(8),steps=2048,p=0.05)", "1", "3"},
      {"balls_in_bins(sigma=4,strategy=sqrt(4),steps=256,bins=64)", "1", "3"},
      {"b_min_sep(sigma=8,strategy=sqrt(8),steps=2048,p=0.004,separation=8)", "1", "3"},
      {"shuffled_rr(epsilon0=1,n=10)", "1", "3"},
      {"shuffled_krr(epsilon0=1,n=100,k=4)", "1", "3"},
      {"shuffled_laplace(b=1,n=100)", "1", "3"},
      {"shuffled_gaussian(sigma=2,n=1000)", "1", "3"},
      {"shuffled_clones(epsilon0=1,n=1000)", "1", "3"},
      {"truncated_laplace(b=2,bound=60)", "2", "100"},
      {"bounded_laplace(b=2,width=10,at=3)", "2", "100"},
      {"truncated_discrete_laplace(b=2,bound=60)", "2", "100"},
      {"truncated_gaussian(sigma=5,bound=30)", "2", "100"},
      {"truncated_geometric_partition(epsilon=0.1,delta=1e-9)", "1", "100"},
      {"above_threshold(b_threshold=20,b_queries=40,answers=[0,0,1],others=[1,1,0],cutoff=1)", "2",
       "100"},
      {"subsampled(discrete_gaussian(sigma=3),p=0.01)", "2", "1000"},
      {"choice(0.9: laplace(b=5),0.1: gaussian(sigma=5))", "2", "100"},
      {"thresholded(discrete_laplace(b=1),threshold=20)", "2", "100"},
      {"gdp(mu=0.25)", "2", "10000"},
      {"dp(epsilon=0.1,delta=1e-9)", "2", "1000"},
      {"pure_dp(epsilon=0.1)", "2", "1000"},
      {"profile(epsilons=[0,0.1,0.2],deltas=[0.01,0.001,1e-9])", "2", "100"},
      {"tradeoff(alphas=[0,0.1,1],betas=[1,0.85,0])", "2", "100"},
      {"zcdp(rho=0.01)", "1", "100"},
      {"rdp(orders=[2,3,8],bounds=[0.02,0.03,0.1])", "1", "100"},
      {"perfectly_private()", "1", "1000"},
      {"blatantly_non_private()", "1", "1000"},
  };
  return all;
}

constexpr int kPairDigits = 15;
constexpr double kPairSeconds = 5;

/// Returns one line of the table, from `known` or by measurement; also for rejected mechanisms.
std::string pair_line(const std::string& mechanism, Direction direction, const std::string& known) {
  const std::string name = fmt::format("| `{}` | {} ", mechanism, direction_name(direction));
  if (const size_t at = known.find("\n" + name); at != std::string::npos) {
    return known.substr(at + 1, known.find('\n', at + 1) - at);
  }
  try {
    const std::string at = epsilon_near(mechanism, 6, direction, kPairSeconds).value_or("1");
    const Measured m = measure(mechanism, at, kPairDigits, kPairSeconds, direction);
    return name +
           fmt::format("| {} | {} | {} | {:.1f} | {:.2g} |\n", at,
                       std::isfinite(m.log10_delta) ? fmt::format("1e{:.1f}", m.log10_delta) : "0",
                       m.engine, std::max(m.digits, 0.0), m.seconds);
  } catch (const std::exception& e) {
    return name + fmt::format("| | | {} | | |\n", e.what());
  }
}

const char* const kFewDigits =
    "\n## Few digits: what limits them\n\n"
    "With Skellam, binomial, Poisson or sampled integer noise, a composition may have countably "
    "many losses that lie on no\n"
    "lattice. For compositions of some dozens to some hundred such steps, the program uses the "
    "engine `returns`. This engine\n"
    "sums the transform of the loss along a vertical line. The transform does not decay along the "
    "line: at ever larger\n"
    "imaginary parts it is again nearly as large as at its peak. So the engine ends the sum at "
    "some imaginary part Y, with an\n"
    "error of approximately pi^2/(2 Y^2) times the density of the loss at the threshold "
    "(RETURNS-CUT). To gain one digit, Y\n"
    "must be sqrt(10) times as large, and the sum then has 3.2 times as many nodes. "
    "[integer-noise.md](integer-noise.md)\n"
    "proves how much a better method could gain. The table was measured with `--engine returns` "
    "and 15 requested digits, in\n"
    "one direction. Seconds are processor time on a loaded machine:\n"
    "\n"
    "| mechanism | epsilon | direction | digits | seconds |\n"
    "|---|---|---|---|---|\n"
    "| `skellam(mu=20)^30` | 1 | forward | 15.1 | 7.4 |\n"
    "| `skellam(mu=20)^24` | 1 | forward | 14.5 | 8.8 |\n"
    "| `skellam(mu=20)^100` | 1 | forward | 15.2 | 0.9 |\n"
    "| `skellam(mu=3)^50` | 1 | forward | 15.1 | 8.6 |\n"
    "| `binomial(n=100)^50` | 1 | forward | 16.0 | 7.4 |\n"
    "| `poisson(mu=20)^50` | 1 | forward | 16.1 | 5.0 |\n"
    "| `poisson(mu=20)^30` | 1 | forward | 15.7 | 11 |\n"
    "| `poisson(mu=20)^50` | 1 | reverse | 13.8 | 7.5 |\n"
    "| `subsampled(discrete_gaussian(sigma=3),p=0.01)^1000` | 1 | forward | 15.1 | 3.0 |\n"
    "\n"
    "Rounds of `shuffled_clones` use the engine `lattice`: `shuffled_clones(epsilon0=1,n=1000)^3` "
    "reaches four digits in\n"
    "1.4 seconds. With this engine, each further digit needs a lattice with ten times as many "
    "points.\n";

const char* const kPairTitle = "\n## Every mechanism, both directions\n";

/// Returns the section; the lines in `known` are not measured again.
std::string pair_section(const std::string& known) {
  std::string out = kPairTitle;
  out += fmt::format(
      "\nFor each mechanism of the registry the table has a composition of few steps and one of "
      "many steps, at an\nepsilon at which delta is about 1e-6 (or a tenth of the total variation; "
      "epsilon is 1 if none is found). {}\ndigits were requested, and the program stopped after "
      "{:g} s. "
      "`./dev regimes --pairs` writes this table.\n\n"
      "| mechanism | direction | epsilon | delta | engine | digits | seconds |\n"
      "|---|---|---|---|---|---|---|\n",
      kPairDigits, kPairSeconds);
  std::string named;
  for (const PairRow& row : pair_rows()) {
    named += " " + row.mechanism;
    for (const std::string& count : {row.few, row.many}) {
      const std::string mechanism = row.mechanism + (count == "1" ? "" : "^" + count);
      for (const Direction direction : {Direction::forward, Direction::reverse}) {
        const std::string line = pair_line(mechanism, direction, known);
        fmt::print(stderr, "{}", line);
        out += line;
      }
    }
  }
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (named.find(" " + entry.name + "(") == std::string::npos) {
      out += fmt::format("| `{}` | not measured | | | | | |\n", entry.name);
    }
  }
  out += kFewDigits;
  return out;
}

/// Returns the file with the section replaced, or appended if it is missing.
void rewrite_pairs(const std::string& path, bool only_missing = false) {
  std::ifstream in(path);
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const size_t at = std::min(text.find(kPairTitle), text.size());
  const std::string known = only_missing ? text.substr(at) : std::string();
  text.erase(at);
  text += pair_section(known);
  std::ofstream(path) << text;
}

void write(const std::string& path, const std::vector<double>& steps) {
  auto file = fmt::output_file(path);
  file.print(
      "# Which engine, how many digits, how long\n\n"
      "**Reference** for users who need to know accuracy and time in advance.\n\n"
      "`./dev regimes` writes this page. Each row is one value of delta(epsilon) in the forward "
      "direction,\ncomputed without cached values on one thread. delta is written as a power of "
      "ten (1e-3.6 is 10^-3.6).\nSeconds are processor time, which depends on the machine; MB is "
      "the "
      "largest memory of the process.\n\n"
      "| regime | mechanism | epsilon | delta | engine | digits requested | reached | seconds | MB "
      "|\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  std::vector<Row> all = rows();
  for (Row& row : rows_of_others()) all.push_back(std::move(row));
  for (const Row& row : all) {
    const Measured m = measure(row.mechanism, row.epsilon, row.digits);
    file.print("| {} | `{}` | {} | 1e{:.1f} | {} | {} | {:.1f} | {:.2g} | {:.0f} |\n", row.regime,
               row.mechanism, row.epsilon, m.log10_delta, m.engine, row.digits, m.digits, m.seconds,
               m.megabytes);
    fmt::print(stderr, "{} {} {:.1f} digits {:.2g} s\n", row.mechanism, m.engine, m.digits,
               m.seconds);
  }
  file.print(
      "\n## The subsampled gaussian, everywhere\n\n"
      "For each number of steps N, the settings vary three numbers: sigma is 0.3, 0.5, 1, 4 or 20, "
      "p is "
      "1e-5, 0.001, 0.05, 0.5,\n"
      "0.99 or 1, and epsilon is one of three values. At these three values, delta is about 1e-3 "
      "(or a tenth of the total\n"
      "variation), 1e-12 and 1e-29. The aim is 15 digits within 1 s and 25 digits within 10 s. The "
      "program stops after\n"
      "3 s if 15 digits are requested, and after 20 s if 25 are requested.\n\n"
      "| N | settings | settings that meet the aim | longest time for 15 digits, s | longest time "
      "for 25 digits, s | fewest digits, 15 requested | fewest digits, 25 requested | most MB |\n"
      "|---|---|---|---|---|---|---|---|\n");
  std::vector<Setting> missed;
  for (const auto& [N, settings] : grid(steps)) {
    long good = 0;
    double slow15 = 0, slow25 = 0, few15 = 1e9, few25 = 1e9, most = 0;
    for (const Setting& s : settings) {
      good += s.in_time();
      if (!s.in_time()) missed.push_back(s);
      slow15 = std::max(slow15, s.at15.seconds);
      slow25 = std::max(slow25, s.at25.seconds);
      few15 = std::min(few15, s.at15.digits);
      few25 = std::min(few25, s.at25.digits);
      most = std::max({most, s.at15.megabytes, s.at25.megabytes});
    }
    file.print("| {:g} | {} | {} | {:.2g} | {:.2g} | {:.1f} | {:.1f} | {:.0f} |\n", N,
               settings.size(), good, slow15, slow25, few15, few25, most);
  }
  file.print("\nSettings that miss the aim: {}.\n\n",
             missed.empty() ? "none" : fmt::format("{}", missed.size()));
  if (missed.empty()) return;
  file.print(
      "| mechanism | epsilon | delta | digits, 15 requested | seconds | digits, 25 requested | "
      "seconds |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const Setting& s : missed) {
    file.print("| `{}` | {} | 1e{:.1f} | {:.1f} | {:.2g} | {:.1f} | {:.2g} |\n", s.mechanism,
               s.epsilon, s.at15.log10_delta, s.at15.digits, s.at15.seconds, s.at25.digits,
               s.at25.seconds);
  }
}

}  // namespace
}  // namespace plumbline

int main(int argc, char** argv) {
  const std::string page = "docs/regimes.md";
  const std::string word = argc > 1 ? argv[1] : "";
  if (word == "--pairs" || word == "--missing") {
    plumbline::rewrite_pairs(argc > 2 ? argv[2] : page, word == "--missing");
    return 0;
  }
  std::vector<double> steps;
  for (int i = 2; i < argc; ++i) steps.push_back(std::stod(argv[i]));
  if (steps.empty()) steps = {2, 20, 1000, 1e6, 1e9};
  const std::string path = argc > 1 ? argv[1] : page;
  plumbline::write(path, steps);
  plumbline::rewrite_pairs(path);
  return 0;
}
