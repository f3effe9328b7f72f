/// One grammar for numbers: every numeric option accepts every spelling.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/options/files/channel_file.hpp"
#include "app/options/words.hpp"
#include "app/program.hpp"
#include "tests/app/run_program.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using plumbline::testing::of_sweep;
using plumbline::testing::run;
using plumbline::testing::Run;
using json = nlohmann::json;

namespace {

/// The values that an option accepts besides rational numbers, or instead of them.
enum class Takes { real, rational, integer, seconds };

/// An option; `{}` marks the place of its number.
struct NumberOption {
  std::string line;
  Takes takes;
};

/// Returns the options of each command. Options that all commands share are tested with `delta`.
const std::multimap<std::string, NumberOption>& number_options() {
  using T = Takes;
  static const std::string gauss = "'gaussian(sigma=1)' ", steps = "'gaussian(sigma=?)' ",
                           runs = "--runs 'once()' --digits 5 ",
                           small = "--sigma 1 --rate 1/10 --steps 3 --epsilon 1 --alpha 1/2 ",
                           run = "--batch 2 --dataset 16 --epochs 3 --delta 1e-5 --digits 3 ",
                           rounds = "--clients 16 --per-round 2 --delta 1e-5 --digits 3 ",
                           locally = rounds + "--rounds 3 --sigma 1 --unit example --clip example ",
                           made = gauss + "--digits 3 -o /tmp/plumbline-numbers-dossier.json ",
                           none = "/nonexistent", nowhere = none + " --out /tmp/plumbline-none",
                           coin = "'data:3/4,1/4;1/4,3/4' ",  // replaced by a file
      bins = "'balls_in_bins(sigma=9,strategy=identity,steps=4,bins=2)' ";
  static const std::multimap<std::string, NumberOption> all = {
      {"delta", {gauss + "--epsilon {}", T::real}},
      {"delta", {gauss + "--epsilon 1 --digits {}", T::integer}},
      {"delta", {gauss + "--epsilon 1 --timeout {}", T::seconds}},
      {"epsilon", {gauss + "--delta {}", T::rational}},
      {"tradeoff", {gauss + "--alpha {}", T::rational}},
      {"rero", {gauss + "--kappa {}", T::rational}},
      {"bayes", {gauss + "--prior {}", T::rational}},
      {"tradeoff-inverse", {gauss + "--beta {}", T::rational}},
      {"power", {gauss + "--alpha {}", T::rational}},
      {"tpr", {gauss + "--fpr {}", T::rational}},
      {"dpsgd",
       {"--batch 2 --dataset 16 --epochs 1/8 --delta 1e-5 --digits 5 --sigma {}", T::rational}},
      {"dpsgd",
       {"--sigma 1 --dataset 16 --epochs 3 --delta 1e-5 --digits 5 --batch {}", T::integer}},
      {"dpsgd",
       {"--sigma 1 --batch 2 --epochs 3 --delta 1e-5 --digits 5 --dataset {}", T::integer}},
      {"dpsgd",
       {"--sigma 1 --batch 2 --dataset 16 --delta 1e-5 --digits 3 --epochs {}", T::rational}},
      {"dpsgd", {"--sigma 1 --batch 2 --dataset 16 --epochs 3 --digits 5 --delta {}", T::rational}},
      {"federated", {rounds + "--rounds 3 --sigma {}", T::rational}},
      {"federated",
       {"--sigma 1 --per-round 2 --rounds 3 --delta 1e-5 --digits 3 --total-clients {}",
        T::integer}},
      {"federated",
       {"--sigma 1 --clients 16 --rounds 3 --delta 1e-5 --digits 3 --cohort-size {}", T::integer}},
      {"federated", {rounds + "--sigma 1 --central-iterations {}", T::integer}},
      {"federated",
       {rounds + "--sigma 1 --rounds 3 --sampling any --rounds-per-client {}", T::integer}},
      {"federated", {locally + "--local-batch 1 --examples-per-client {}", T::integer}},
      {"federated", {locally + "--examples-per-client 64 --local-batch {}", T::integer}},
      {"federated",
       {locally + "--examples-per-client 4 --local-batch 1 --local-epochs {}", T::rational}},
      {"federated",
       {"--clients 16 --per-round 2 --rounds 3 --sigma 1 --digits 3 --delta {}", T::rational}},
      {"federated", {rounds + "--rounds 3 --sigma 1 --fpr {}", T::rational}},
      {"federated", {rounds + "--rounds 3 --epsilon {}", T::rational}},
      {"federated", {rounds + "--rounds 3 --advantage {}", T::rational}},
      {"federated", {rounds + "--rounds 3 --fpr 1e-2 --tpr {}", T::rational}},
      {"federated", {rounds + "--rounds 3 --kappa 1e-2 --gamma {}", T::rational}},
      {"federated", {rounds + "--rounds 3 --sigma 1 --kappa {}", T::rational}},
      {"convert", {gauss + "--digits 3 --to dp --delta {}", T::rational}},
      {"convert", {gauss + "--digits 3 --to dp --epsilon {}", T::rational}},
      {"convert", {gauss + "--digits 3 --to rdp --order {}", T::rational}},
      {"convert", {"'laplace(b=1)' --digits 3 --to gdp --floor {}", T::rational}},
      {"dossier", {made + "--delta {}", T::rational}},
      {"dossier", {made + "--delta 1e-5 --epsilon {}", T::rational}},
      {"dossier", {made + "--delta 1e-5 --alpha {}", T::rational}},
      {"dossier", {made + "--delta 1e-5 --kappa {}", T::rational}},
      {"dossier", {made + "--delta 1e-5 --prior {}", T::rational}},
      {"dpsgd", {run + "--sigma 1 --fpr {}", T::rational}},
      {"dpsgd", {run + "--sigma 1 --kappa {}", T::rational}},
      {"dpsgd", {run + "--epsilon {}", T::rational}},
      {"dpsgd", {run + "--advantage {}", T::rational}},
      {"dpsgd", {run + "--fpr 1e-2 --tpr {}", T::rational}},
      {"dpsgd", {run + "--kappa 1e-2 --gamma {}", T::rational}},
      {"dpsgd", {"--sigma 1 --delta 1e-5 --steps 3 --digits 5 --sample-rate {}", T::rational}},
      {"dpsgd", {"--sigma 1 --delta 1e-5 --sample-rate 1/8 --digits 5 --steps {}", T::integer}},
      {"dpsgd",
       {"--sigma 1 --batch 16 --dataset 16 --epochs 3 --delta 1e-5 --digits 3 --records-per-user "
        "{}",
        T::integer}},
      {"calibrate", {steps + "--digits 5 --fpr 1e-20 --tpr {}", T::rational}},
      {"calibrate", {steps + "--digits 5 --tpr 1/2 --fpr {}", T::rational}},
      {"posterior", {gauss + "--prior {}", T::rational}},
      {"posterior-belief", {"'randomized_response(epsilon=1)' --prior {}", T::rational}},
      {"calibrate", {steps + "--digits 5 --delta 1e-5 --epsilon {}", T::real}},
      {"calibrate", {steps + "--digits 5 --epsilon 1 --delta {}", T::rational}},
      {"calibrate", {steps + "--digits 5 --advantage {}", T::rational}},
      {"calibrate", {steps + "--digits 5 --kappa 1e-20 --gamma {}", T::rational}},
      {"calibrate", {steps + "--digits 5 --gamma 1/2 --kappa {}", T::rational}},
      {"calibrate", {steps + "--digits 5 --prior 1/2 --bayes {}", T::rational}},
      {"calibrate", {steps + "--digits 5 --bayes 1e-20 --prior {}", T::rational}},
      {"calibrate", {steps + "--digits 5 --beta 1/4 --alpha {}", T::rational}},
      {"calibrate", {steps + "--digits 5 --alpha 1/2 --beta {}", T::rational}},
      {"calibrate", {steps + "--digits 3 --mu {}", T::rational}},
      {"calibrate", {steps + "--digits 3 --mu 1 --within {}", T::rational}},
      {"gdp", {gauss + "--digits 5 --floor {}", T::rational}},
      {"gdp", {gauss + "--digits 5 --within {}", T::rational}},
      {"gdp", {gauss + "--digits 5 --alpha {}", T::rational}},
      {"selection", {gauss + runs + "--epsilon {}", T::real}},
      {"selection", {gauss + runs + "--delta {}", T::rational}},
      {"selection", {gauss + runs + "--order {}", T::rational}},
      {"selection", {gauss + "--digits 5 --epsilon 1 --outcomes {}", T::integer}},
      {"bounded-range", {"--runs 3 --epsilon 1/2 --range {}", T::rational}},
      {"bounded-range", {"--range 1 --epsilon 1/2 --runs {}", T::integer}},
      {"bounded-range", {"--range 1 --runs 3 --epsilon {}", T::rational}},
      {"bounded-range", {"--range 1 --runs 3 --digits 5 --delta {}", T::rational}},
      {"bounded-range", {"--range 1 --epsilon 1/2 --digits {}", T::integer}},
      {"bounded-range", {"--range 1 --epsilon 1/2 --timeout {}", T::seconds}},
      {"renyi", {gauss + "--order {}", T::rational}},
      {"theorem3", {gauss + gauss + "--digits 5 --target {}", T::rational}},
      {"rero-bound", {"--delta 0 --kappa 1/10 --epsilon {}", T::real}},
      {"rero-bound", {"--epsilon 1 --kappa 1/10 --delta {}", T::rational}},
      {"rero-bound", {"--epsilon 1 --delta 0 --kappa {}", T::rational}},
      {"rero-bound", {"--epsilon 1 --delta 0 --kappa 1/10 --digits {}", T::integer}},
      {"compose-tv", {"--steps 3 --epsilon {}", T::real}},
      {"compose-tv", {"--steps 3 --epsilon 1 --delta {}", T::real}},
      {"compose-tv", {"--steps 3 --epsilon 1 --eta {}", T::real}},
      {"compose-tv", {"--epsilon 1 --steps {}", T::integer}},
      {"compose-tv", {"--steps 3 --epsilon 1 --subsample {}", T::rational}},
      {"compose-tv", {"--steps 20 --epsilon 1 --j {}", T::integer}},
      {"compose-tv", {"--steps 3 --epsilon 1 --at {}", T::real}},
      {"compose-tv", {"--steps 3 --epsilon 1 --at-delta {}", T::rational}},
      {"compose-tv", {"--steps 3 --epsilon 1 --alpha {}", T::rational}},
      {"compose-tv", {"--epsilon 1 --digits {}", T::integer}},
      {"compose-tv", {"--epsilon 1 --timeout {}", T::seconds}},
      {"channel", {coin + "--delta-at {}", T::real}},
      {"channel", {coin + "--erase {}", T::rational}},
      {"channel", {coin + "--epsilon {}", T::real}},
      {"channel", {coin + "--eta {}", T::real}},
      {"channel", {coin + "--digits {}", T::integer}},
      {"channel", {coin + "--timeout {}", T::seconds}},
      {"sensitivity", {"sqrt --single --steps {}", T::integer}},
      {"sensitivity", {"sqrt --steps 6 --every {}", T::integer}},
      {"sensitivity", {"sqrt --steps 6 --gap 2 --participations {}", T::integer}},
      {"sensitivity", {"sqrt --steps 6 --participations 2 --gap {}", T::integer}},
      {"sensitivity", {"sqrt --steps 6 --single --sigma {}", T::rational}},
      {"sensitivity", {"sqrt --steps 6 --single --digits {}", T::integer}},
      {"sensitivity", {"sqrt --steps 6 --single --timeout {}", T::seconds}},
      {"amplification", {bins + "--delta {}", T::rational}},
      {"amplification", {bins + "--delta 0.01 --digits {}", T::integer}},
      {"amplification", {bins + "--delta 0.01 --timeout {}", T::seconds}},
      {"tv-limit", {"--steps 16 --digits 5 --mu {}", T::rational}},
      {"tv-limit", {"--steps 16 --digits 5 --exponent {}", T::rational}},
      {"tv-limit", {"--digits 5 --steps {}", T::integer}},
      {"tv-limit", {"--steps 16 --digits {}", T::integer}},
      {"tv-limit", {"--steps 16 --digits 5 --timeout {}", T::seconds}},
      {"noisy-sgd",
       {"--digits 5 --rate 1/10 --steps 3 --epsilon 1 --alpha 1/2 --sigma {}", T::rational}},
      {"noisy-sgd",
       {"--digits 5 --sigma 1 --steps 3 --epsilon 1 --alpha 1/2 --rate {}", T::rational}},
      {"noisy-sgd",
       {"--digits 5 --sigma 1 --rate 1/10 --epsilon 1 --alpha 1/2 --steps {}", T::integer}},
      {"noisy-sgd",
       {"--digits 5 --sigma 1 --rate 1/10 --steps 3 --alpha 1/2 --epsilon {}", T::rational}},
      {"noisy-sgd",
       {"--digits 5 --sigma 1 --rate 1/10 --steps 3 --epsilon 1 --alpha {}", T::rational}},
      {"noisy-sgd", {small + "--digits 5 --delta {}", T::rational}},
      {"noisy-sgd", {small + "--digits 5 --claim 1,{}", T::rational}},
      {"noisy-sgd", {small + "--digits {}", T::integer}},
      {"noisy-sgd", {small + "--digits 5 --timeout {}", T::seconds}},
      // These commands run nothing: options are parsed before the missing file is opened.
      {"hunt", {"--space " + none + " --size {}", T::seconds}},
      {"hunt", {"--space " + none + " --draws {}", T::integer}},
      {"hunt", {"--space " + none + " --questions {}", T::integer}},
      {"hunt", {"--space " + none + " --seconds {}", T::seconds}},
      {"hunt", {"--space " + none + " --finds {}", T::integer}},
      {"hunt", {"--space " + none + " --jobs {}", T::integer}},
      {"hunt", {"--space " + none + " --seed {}", T::integer}},
      {"hunt", {"--space " + none + " --shrink {}", T::integer}},
      {"hunt", {"--space " + none + " --shrink-limit {}", T::seconds}},
      {"hunt", {"--space " + none + " --answer-limit {}", T::seconds}},
      {"hunt", {"--space " + none + " --start-limit {}", T::seconds}},
      {"hunt", {"--space " + none + " --oracle-limit {}", T::seconds}},
      {"site", {"--results " + nowhere + " --certificates {}", T::integer}},
      {"site", {"--results " + nowhere + " --certificate-timeout {}", T::seconds}},
      {"verify", {nowhere + " --threads {}", T::integer}},
      {"verify", {nowhere + " --timeout {}", T::seconds}},
      {"verify", {nowhere + " --baseline " + none + " --slower {}", T::seconds}},
      {"verify", {nowhere + " --baseline " + none + " --slower 2 --slower-floor {}", T::seconds}},
      {"merge", {nowhere + " --baseline " + none + " --slower {}", T::seconds}},
      {"merge", {nowhere + " --baseline " + none + " --slower 2 --slower-floor {}", T::seconds}},
      {"claims", {none + " --line {}", T::integer}},
      {"claims", {none + " --threads {}", T::integer}},
      {"claims", {none + " --timeout {}", T::seconds}},
      {"claims", {none + " --slack {}", T::rational}},
      {"check", {none + " --digits {}", T::integer}},
      {"check", {none + " --timeout {}", T::seconds}},
      {"audit", {none + " -o /dev/null --digits {}", T::integer}},
      {"audit", {none + " -o /dev/null --timeout {}", T::seconds}},
      {"statement", {none + " -o /dev/null --digits {}", T::integer}},
      {"statement", {none + " -o /dev/null --timeout {}", T::seconds}},
      {"figure", {"nonexistent --points {}", T::integer}}};
  return all;
}

/// One number in plain decimals and in every spelling.
struct Spellings {
  std::string plain;
  std::vector<std::string> spelt;
};

Spellings spellings_of(Takes takes) {
  switch (takes) {
    case Takes::integer:
      return {"8", {"2^3", "24/3", "0.8e1", "0x1p+3"}};
    case Takes::seconds:
      return {"64", {"2^6", "128/2", "6.4e1", "0x1p+6"}};
    case Takes::real:
    case Takes::rational:
      break;
  }
  return {"0.25", {"1/4", "2^-2", "25e-2", "0x1p-2", "2^-42/2^-40", "1e-5*25000"}};
}

/// A file with the channel that the line contains.
class ChannelFile {
 public:
  ChannelFile() : name_("/tmp/plumbline-numbers-" + std::to_string(getpid()) + ".csv") {
    FILE* file = std::fopen(name_.c_str(), "w");
    REQUIRE(file != nullptr);
    std::fputs("3/4,1/4\n1/4,3/4\n", file);
    std::fclose(file);
  }
  ~ChannelFile() { std::remove(name_.c_str()); }
  ChannelFile(const ChannelFile&) = delete;
  ChannelFile& operator=(const ChannelFile&) = delete;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  if (at != std::string::npos) text.replace(at, what.size(), by);
  return text;
}

/// Returns the command line with the number inserted.
std::string line_of(const std::string& command, const NumberOption& option,
                    const std::string& number, const ChannelFile& channel) {
  std::string line = replaced(option.line, "'data:3/4,1/4;1/4,3/4'", channel.name());
  line = replaced(line, "{}", "'" + number + "'");
  const std::set<std::string> without = {"verify", "merge", "audit", "statement", "site"};
  return command + " " + line + (without.count(command) > 0 ? "" : " --json");
}

/// Returns all answers without the times and without the members that repeat the question.
std::vector<json> answers_in(const std::string& out) {
  std::vector<json> answers;
  std::istringstream lines(out);
  for (std::string line; std::getline(lines, line);) {
    json answer = json::parse(line, nullptr, false);
    if (!answer.is_object()) answer = {{"line", line}};
    answer.erase("seconds");
    answer.erase("at");
    answer.erase("target");
    answer.erase("sigma");
    answer.erase("command");
    answers.push_back(answer);
  }
  return answers;
}

bool is_one_line(const std::string& text) {
  return !text.empty() && text.find('\n') == text.size() - 1;
}

/// Returns the ends that are decimals.
std::vector<double> ends_in(const std::vector<json>& answers) {
  std::vector<double> out;
  for (const json& answer : answers) {
    for (const char* end : {"lower", "upper"}) {
      if (!answer.contains(end) || !answer[end].is_string()) continue;
      const std::string text = answer[end];
      if (text != "inf" && text != "-inf") out.push_back(Rational::parse(text).approximate());
    }
  }
  return out;
}

}  // namespace

// Every third option is tested with one spelling, in rotation: all options share one parser. Nightly runs test every
// option, with more spellings.
TEST_CASE("numbers: every option takes every spelling of a rational number",
          "[cli][numbers][sweep]") {
  const ChannelFile channel;
  const auto each = static_cast<size_t>(of_sweep(1, 2));
  size_t next = 0, met = 0;
  for (const auto& [command, option] : number_options()) {
    if (met++ % 3 != 0 && each == 1) continue;
    const Spellings number = spellings_of(option.takes);
    const Run plain = run(line_of(command, option, number.plain, channel));
    if (option.line.find("nonexistent") == std::string::npos) {
      CAPTURE(command, option.line, plain.err);
      CHECK(plain.code != 2);
    }
    for (size_t i = 0; i < std::min(each, number.spelt.size()); ++i) {
      const std::string& spelt = number.spelt[next++ % number.spelt.size()];
      const Run other = run(line_of(command, option, spelt, channel));
      CAPTURE(command, option.line, spelt, plain.err, other.err);
      CHECK(other.code == plain.code);
      CHECK(other.err == plain.err);
      CHECK(answers_in(other.out) == answers_in(plain.out));
    }
  }
}

TEST_CASE("numbers: an irrational one is taken, or refused in one line", "[cli][numbers][slow]") {
  const ChannelFile channel;
  for (const auto& [command, option] : number_options()) {
    const Run a = run(line_of(command, option, "log(3)", channel));
    CAPTURE(command, option.line, a.out, a.err);
    if (option.takes == Takes::seconds) {
      CHECK(a.err == run(line_of(command, option, "2", channel)).err);
      continue;
    }
    if (option.takes != Takes::real) {
      CHECK(a.code == 2);
      CHECK(is_one_line(a.err));
      CHECK(a.err.find("log(3)") != std::string::npos);
      continue;
    }
    const Run b = run(line_of(command, option, "1.0986122886681098", channel));
    CHECK(a.code == b.code);
    const std::vector<double> exact = ends_in(answers_in(a.out)), near = ends_in(answers_in(b.out));
    REQUIRE(exact.size() == near.size());
    for (size_t i = 0; i < exact.size(); ++i)
      CHECK(exact[i] == Approx(near[i]).epsilon(1e-4).margin(1e-30));
    if (a.code == 2) CHECK(is_one_line(a.err));  // out of range, like the decimal
  }
}

TEST_CASE("numbers: an integer is no fraction", "[cli][numbers][sweep]") {
  const ChannelFile channel;
  const std::vector<std::string> fractions = {"1/3", "2^-40", "1e-5", "0x1.8p-3"};
  const auto each = static_cast<size_t>(of_sweep(1, 4));  // in rotation, as above
  size_t next = 0;
  for (const auto& [command, option] : number_options()) {
    if (option.takes != Takes::integer) continue;
    for (size_t i = 0; i < std::min(each, fractions.size()); ++i) {
      const std::string& number = fractions[next++ % fractions.size()];
      const Run r = run(line_of(command, option, number, channel));
      CAPTURE(command, option.line, number, r.err);
      CHECK(r.code == 2);
      CHECK(is_one_line(r.err));
    }
  }
}

TEST_CASE("numbers: the options tried are all there are", "[cli][numbers]") {
  const std::set<std::string> words = {
      "--help",     "--direction",      "--engine",  "--format",   "--json",     "--explain",
      "--vary",     "--hyperprior",     "--f",       "--out",      "--output",   "--shard",
      "--baseline", "--write-baseline", "--version", "--fail-on",  "--junit",    "--sampling",
      "--title",    "--owner",          "--checker", "--merge",    "--event",    "--relation",
      "--results",  "--profiles",       "--history", "--root",     "--space",    "--goal",
      "--name",     "--runs",           "--tables",  "--patterns", "--quantity", "--loader",
      "--site",     "--package",        "--unit",    "--clip",     "--to",       "--against",
      "--page",     "--badge"};
  // Options tested elsewhere: lists of numbers (below), and seconds and digits, which all commands share with delta.
  // A version is 1 or 2, `--up-to` is above 1 (convert_program_test.cpp), `--significand` is 24 or 53, `--scores` is
  // a list of a sampler's candidates (sampler_hunt_test.cpp).
  const std::set<std::string> elsewhere = {"--p0",      "--p1",          "--digits",
                                           "--timeout", "--threads",     "--json-version",
                                           "--scores",  "--significand", "--up-to"};
  for (const CommandText& command : program_text().subcommands) {
    for (const OptionText& option : command.options) {
      if (option.names.empty() || option.value.empty()) continue;
      const std::string& name = option.names.back();
      if (words.count(name) + elsewhere.count(name) > 0) continue;
      bool tried = false;
      const auto [begin, end] = number_options().equal_range(command.name);
      for (auto at = begin; at != end; ++at) {
        tried = tried || at->second.line.find(name + " {}") != std::string::npos ||
                (name == "--claim" && at->second.line.find("--claim 1,{}") != std::string::npos);
      }
      CAPTURE(command.name, name);
      CHECK(tried);
    }
  }
}

TEST_CASE("numbers: files of channels speak the same grammar", "[cli][numbers]") {
  const auto channel = [](const std::string& text, const std::string& file) {
    std::istringstream in(text);
    return read_channel(in, file);
  };
  for (const char* rows : {"3/4,2^-2\n0.25,0x1.8p-1\n", "75e-2,1/4\n3^1/3/4,6/8\n"}) {
    const Channel coin = channel(rows, "coin.csv");
    CHECK(coin.row(0)[1].rational() == Rational(1, 4));
    CHECK(coin.row(1)[0].rational() == Rational(1, 4));
  }
  const Channel coin =
      channel("randomized_response = { epsilon = \"log(3)\", k = \"2^1\" }\n", "coin.toml");
  CHECK(coin.inputs() == 2);
  CHECK(overlaps(coin.row(0)[0](Bits{128}), testing::ball("3/4")));
  CHECK_THROWS_WITH(channel("log(2),1/2\n", "coin.csv"),
                    Catch::Contains("coin.csv:1: column 1: 'log(2)' is irrational"));
  CHECK_THROWS_WITH(
      channel("randomized_response = { epsilon = \"1\", k = \"log(3)\" }\n", "coin.toml"),
      Catch::Contains("coin.toml:1: 'log(3)' is irrational"));
}

TEST_CASE("numbers: lists, ranges, mechanisms and hyper-priors speak the same grammar",
          "[cli][numbers]") {
  const auto same = [](const std::string& spelt, const std::string& plain) {
    const Run a = run(spelt + " --json"), b = run(plain + " --json");
    CAPTURE(spelt, plain, a.err, b.err);
    CHECK(a.code == 0);
    CHECK(answers_in(a.out) == answers_in(b.out));
    CHECK_FALSE(a.out.empty());
  };
  const ChannelFile channel;
  same("channel " + channel.name() + " --f tv --p0 2^-2,0x1.8p-1 --p1 1/2,5e-1",
       "channel " + channel.name() + " --f tv --p0 0.25,0.75 --p1 0.5,0.5");
  same("channel " + channel.name() + " --f 'hockey_stick(2^1)'",
       "channel " + channel.name() + " --f 'hockey_stick(2)'");
  same("delta 'gaussian(sigma=1)' --epsilon 2^-1:0x1p+0:2^2",
       "delta 'gaussian(sigma=1)' --epsilon 0.5:1:4");
  same("delta 'gaussian(sigma=2^2,sensitivity=1e0)^10^2' --epsilon 1",
       "delta 'gaussian(sigma=4)^100' --epsilon 1");
  same("delta 'finite(P=[2^-2,3/4],Q=[0x1p-1,5e-1])' --epsilon 1/10",
       "delta 'finite(P=[1/4,3/4],Q=[1/2,1/2])' --epsilon 0.1");
  same("divergence 'gaussian(sigma=1)' 'laplace(b=1)' --hyperprior 'beta(2^1,6/2)' --digits 5",
       "divergence 'gaussian(sigma=1)' 'laplace(b=1)' --hyperprior 'beta(2,3)' --digits 5");
  // The loss of randomized response at its own epsilon: delta is exactly 0.
  const json end =
      json::parse(run("delta 'finite(P=[3/4,1/4],Q=[1/4,3/4])' --epsilon 'log(3)' --json").out);
  CHECK(end["lower"] == "0");
  CHECK(Rational::parse(end["upper"].get<std::string>()) <= power_of_ten(-15));
  CHECK(end["at"]["epsilon"] == "log(3)");
  const json negative =
      json::parse(run("delta 'gaussian(sigma=1)' --epsilon '-log(3)' --json").out);
  CHECK(negative["at"]["epsilon"] == "-log(3)");
  const json sigma = json::parse(run("delta 'gaussian(sigma=log(3))' --epsilon 1 --json").out);
  CHECK(sigma["mechanism"] == "gaussian(sigma=log(3))");
  const Run steps = run("delta 'gaussian(sigma=1)^log(3)' --epsilon 1");
  CHECK(steps.code == 2);
  CHECK(is_one_line(steps.err));
}

TEST_CASE("numbers: counts that look swapped are told on standard error, and answered",
          "[cli][numbers]") {
  const auto note = [](const std::string& words) {
    const Run r = run("audit " + words);
    CHECK(r.code == 0);
    CHECK_FALSE(r.out.empty());
    return r.err;
  };
  using Catch::Contains;
  CHECK_THAT(note("trials --tp 140 --fn 860 --fp 998 --tn 2"), Contains("Are counts swapped"));
  CHECK(note("trials --tp 140 --fn 860 --fp 2 --tn 998").empty());
  CHECK(note("trials --tp 49 --fn 51 --fp 52 --tn 48").empty());  // explained by chance
  CHECK_THAT(note("one-run --canaries 1000 --guesses 200 --right 20"),
             Contains("Is --right the number of wrong guesses (180 would be right)?"));
  CHECK(note("one-run --canaries 1000 --guesses 200 --right 95").empty());
}

TEST_CASE("program: a composition of thousands of characters is shown shortened", "[cli]") {
  std::string many = "subsampled_gaussian(sigma=1,p=0.01)";
  for (int i = 1; i < 100; ++i) {
    many += " * subsampled_gaussian(sigma=1." + std::to_string(100 + i) + ",p=0.01)";
  }
  const std::string line = "delta '" + many + "' --epsilon 1 --digits 3";
  const Run shown = run(line), record = run(line + " --json");
  CHECK(shown.code == 0);
  CHECK(shown.out.size() < 1500);
  CHECK(shown.out.find("characters, SHA-256 ") != std::string::npos);
  CHECK(record.out.find("sigma=1.199") != std::string::npos);
  CHECK(record.out.find("sigma=1.15,") != std::string::npos);
  const Run refused = run("delta 'gaussian(sigma=" + std::string(100000, '9') + "x)' --epsilon 1");
  CHECK(refused.code == 2);
  CHECK(refused.err.size() < 1500);
}
