/// Time limits on the command line: the program prints the enclosures found so far, for each value.
#include <chrono>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"
#include "tests/share.hpp"

using namespace plumbline::testing;

namespace {

long count(const std::string& text, const std::string& what) {
  long out = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++out;
  return out;
}

/// Returns four claims. delta(2) of these six steps, forward, is 0.02702810316...: every second claim is false.
std::string four_claims() {
  const std::string six =
      "discrete_gaussian(sigma2=3)*discrete_gaussian(sigma2=4.1)*discrete_gaussian(sigma2=5.3)"
      "*discrete_gaussian(sigma2=7.7)*discrete_gaussian(sigma2=9.1)*discrete_gaussian(sigma2=12)";
  std::string out;
  for (const char* value : {"0.0271", "0.024", "0.03", "0.027"}) {
    out += R"({"tool":"a tool","version":"1","method":"m","mechanism":")" + six +
           R"(","direction":"forward","quantity":"delta","at":{"epsilon":"2"},"value":")" + value +
           R"(","kind":"upper"})" + "\n";
  }
  return out;
}

/// Extracts the verdicts of answers in JSON.
std::vector<std::string> verdicts(const std::string& text) {
  const std::string key = "\"verdict\":\"";
  std::vector<std::string> out;
  for (size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
    const size_t from = at + key.size();
    out.push_back(text.substr(from, text.find('"', from) - from));
  }
  return out;
}

/// Cases with several points on one composition each, whose engine reuses the work for the first point.
constexpr const char* kCases = R"_(title = "Stopped"
source = "none"
[[case]]
id = "integers"
quantity = "delta"
direction = "forward"
mechanism = "discrete_gaussian(sigma2=3)*discrete_gaussian(sigma2=4.1)*discrete_gaussian(sigma2=5.3)*discrete_gaussian(sigma2=7.7)"
at = { epsilon = ["2", "3", "2.5"] }
[[case]]
id = "line"
quantity = "epsilon"
mechanism = "subsampled_gaussian(sigma=1,p=0.1)^20*laplace(b=2)"
at = { delta = ["1e-3", "1e-5"] }
[[case]]
id = "coins"
quantity = "tradeoff"
mechanism = "subsampled_gaussian(sigma=0.02,p=0.1)^2*subsampled_gaussian(sigma=1,p=0.1)^5"
at = { alpha = ["0.1", "0.5"] }
)_";

using Ends = std::map<std::string, std::pair<double, double>>;

/// Returns the two ends of each value that `verify` wrote, by case and point.
Ends ends_in(const std::filesystem::path& folder) {
  std::ifstream in(folder / "results.jsonl");
  Ends out;
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::json::parse(line);
    out[json.at("case").get<std::string>() + json.at("at").dump()] = {
        std::strtod(json.at("lower").get<std::string>().c_str(), nullptr),
        std::strtod(json.at("upper").get<std::string>().c_str(), nullptr)};
  }
  return out;
}

/// The slowest value by far; nightly runs compute it without a limit.
constexpr const char* kDearest = R"(coins{"alpha":"0.1"})";
constexpr std::pair<double, double> kDearestTruth = {0.6753692548863281, 0.6753692548863284};

bool overlap(const std::pair<double, double>& a, const std::pair<double, double>& b) {
  return a.first <= b.second && b.first <= a.second;
}

/// Returns the time in seconds that a command takes on this machine in its current state.
template <class Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Runs a question with more digits than its time limit allows: the limit is twelve times the time for its ordinary
/// digits.
Run late(const std::string& question, int digits) {
  Run ordinary;
  const double took = seconds_of([&] { ordinary = run(question); });
  CAPTURE(question, ordinary.out, ordinary.err);
  REQUIRE(ordinary.code == 0);
  return run(question + " --digits " + std::to_string(digits) + " --timeout " +
             std::to_string(0.5 + 12 * took));
}

}  // namespace

TEST_CASE("limits: what verify encloses within a limit holds the value",
          "[app][limits][stops][sweep]") {
  const Folder folder;
  const std::string cases = folder.write("cases.toml", kCases).string();
  const auto verified = [&](const std::string& file, const std::string& limit) {
    run("verify '" + file + "' --threads 1 --out '" + folder.file("out") + "'" + limit);
    return ends_in(folder.file("out"));
  };
  std::string cheap = kCases;
  cheap.replace(cheap.rfind(R"("0.1", "0.5")"), 12, R"("0.5")");
  cheap = folder.write("cheap.toml", cheap).string();
  Ends truths;
  const double took = seconds_of([&] { truths = verified(cheap, ""); });
  REQUIRE(truths.size() == 6);
  truths[kDearest] = kDearestTruth;
  if (iterations(1) > 1) CHECK(overlap(verified(cases, "").at(kDearest), kDearestTruth));
  Random random(8);
  long narrow = 0;
  for (int round = 0; round < of_sweep(3, 8); ++round) {
    const double seconds = took * random.log_uniform(0.02, of_sweep(2, 4));
    CAPTURE(seconds);
    const Ends found = verified(cases, " --timeout " + std::to_string(seconds));
    CHECK(found.size() == truths.size());
    for (const auto& [name, ends] : found) {
      CAPTURE(name, ends.first, ends.second);
      CHECK(overlap(ends, truths.at(name)));
      narrow += ends.second - ends.first < 0.1 ? 1 : 0;
    }
  }
  CHECK(narrow > 0);
}

TEST_CASE("limits: no limit makes a verdict on a claim false", "[app][limits][sweep]") {
  const Folder folder;
  const std::string file = folder.write("claims.jsonl", four_claims()).string();
  Random random(7);
  for (int round = 0; round < of_sweep(4, 8); ++round) {
    const double seconds = random.log_uniform(0.01, 0.6);
    CAPTURE(seconds);
    const Run judged = run("claims --all --threads 1 --json --timeout " + std::to_string(seconds) +
                           " '" + file + "'");
    const std::vector<std::string> found = verdicts(judged.out);
    REQUIRE(found.size() == 4);
    CHECK(found[0] != "violated");
    CHECK(found[1] != "sound");
    CHECK(found[2] != "violated");
    CHECK(found[3] != "sound");
  }
}

TEST_CASE("limits: more digits than the time allows give those that it allows, of each value",
          "[app][limits][slow]") {
  const std::string steps = "'subsampled_gaussian(sigma=1,p=0.1)^20'";
  const Run delta = late("delta " + steps + " --epsilon 0.5 1 1.5", 10000);
  CHECK(delta.code == 3);
  CHECK(count(delta.out, "NOT REACHED (10000 asked)") == 3);
  CHECK(count(delta.out, "= [0, ") == 0);
  const Run tpr = late("tpr " + steps + " --fpr 0.1", 10000);
  CHECK(tpr.code == 3);
  CHECK(count(tpr.out, "= [0, ") == 0);
  const Run dpsgd = late("dpsgd --sigma 1 --batch 10 --dataset 100 --epochs 1 --delta 1e-5", 10000);
  CHECK(count(dpsgd.out, "NOT REACHED (10000 asked)") == 5);
}

TEST_CASE("limits: moments, selections, bounds and curves of papers keep what they had, too",
          "[app][limits][slow]") {
  const auto asked = [&](const std::string& question) {
    const Run out = late(question, 1000);
    CAPTURE(question, out.out, out.err);
    CHECK(out.code == 3);
    return out.out;
  };
  const std::string steps = "'subsampled_gaussian(sigma=1,p=0.01)^10000'";
  const std::string moments = asked("moments " + steps);
  CHECK(count(moments, "v1 = ") == 2);
  CHECK(count(moments, "cumulant 6 = ") == 2);
  CHECK(count(moments, "inf") == 0);
  const std::string bound = asked("theorem3 " + steps + " 'gaussian(sigma=1)^100'");
  CHECK(bound.find("bound on Delta(M1 || M2) = [0.1198085") != std::string::npos);
  const std::string best = asked("selection 'gaussian(sigma=2)' --runs 'fixed(n=3)' --epsilon 1 2");
  CHECK(count(best, "<= [0, 1]") == 0);
  const std::string distances = asked("tv-limit --steps 256 65536");
  CHECK(distances.find("n=256: sup|f - G_mu| = [0.0030152776") != std::string::npos);
  CHECK(distances.find("n=65536: sup|f - G_mu| = [0.0002003776") != std::string::npos);
  const std::string curves = asked("noisy-sgd --alpha 0.5");
  CHECK(curves.find("f(0.5): Theorem 2 [0.280666929") != std::string::npos);
}

TEST_CASE("limits: no time at all still gives every value its line", "[app][limits]") {
  const Run run_ =
      run("epsilon 'subsampled_gaussian(sigma=1,p=0.1)^20' --delta 1e-3 1e-4 1e-5 "
          "--timeout 1e-9");
  CHECK(run_.code == 3);
  CHECK(count(run_.out, "epsilon(delta=") == 3);
}

TEST_CASE("limits: by default a certificate of one value has that of every command",
          "[app][limits][slow]") {
  const Folder folder;
  const std::string words = "'subsampled_gaussian(sigma=1,p=0.1)^20' --epsilon 1 --digits 10000";
  // After some seconds standard error shows the elapsed time and the limit (run() removes these lines); then the
  // command is killed.
  const auto said = [&](const std::string& command) {
    const std::string errors = folder.file("said");
    const std::string line = std::string(kProgram) + " " + command + " >" + folder.file("out") +
                             " 2>" + errors + " & for i in $(seq 300); do sleep 0.1; if grep -q " +
                             "' s of ' " + errors + "; then break; fi; done; kill -s KILL $!; " +
                             "wait $! 2>/dev/null; cat " + errors;
    return run_command(line).out;
  };
  const std::string certify = "certify delta " + words, out = " -o " + folder.file("c.json");
  const std::string progress = said("delta " + words);
  CHECK(progress.find(" s of 60") != std::string::npos);
  // Standard error also shows the digits so far and the next step.
  CHECK(progress.find(" digits so far, ") != std::string::npos);
  CHECK(progress.find(" next") != std::string::npos);
  const std::string certifying = said(certify + out);
  CHECK(certifying.find(" s of 60") != std::string::npos);
  CHECK(certifying.find(" digits so far, ") != std::string::npos);
  CHECK(said(certify + " --timeout 77" + out).find(" s of 77") != std::string::npos);
  // A run that stops prints its enclosure so far.
  const Run stopped = run(certify + " --timeout 1.5" + out);
  CHECK(stopped.code == 3);
  // If other programs use the machine, the work may not finish in time; the output then reports this.
  if (stopped.out.find("NOT REACHED (10000 asked)") != std::string::npos) {
    CHECK(stopped.out.find("= [0, ") == std::string::npos);
    CHECK(run("check " + folder.file("c.json")).code == 0);
  } else {
    CHECK(stopped.err.find("plumbline: time ran out, after ") != std::string::npos);
  }
  std::string help;  // with single blanks, independent of line breaks
  for (const char c : run("certify delta --help").out) {
    const char one = c == '\n' ? ' ' : c;
    if (one != ' ' || help.empty() || help.back() != ' ') help += one;
  }
  CHECK(help.find("for one value 60 unless given") != std::string::npos);
}
