/// `dpsgd` from its parameters, `tpr`, and the tutorial page for engineers.
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/app/program_records.hpp"
#include "tests/app/run_program.hpp"

using namespace plumbline;
using plumbline::testing::end;
using plumbline::testing::records;
using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

using Json = nlohmann::json;

const std::string kRun = "dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 30 --delta 1e-5";

/// Removes times and what depends on the machine.
std::string without_times(const std::string& text) {
  static const std::regex seconds("[0-9.e+-]+ s\\b");
  return std::regex_replace(text, seconds, "T s");
}

}  // namespace

TEST_CASE("dpsgd: its commands give its values", "[cli][dpsgd][slow]") {
  for (const char* more :
       {"", " --sampling poisson-loader --digits 6", " --sampling fixed-batch",
        " --sampling random-allocation --digits 6", " --direction reverse --digits 9"}) {
    const std::vector<Json> answers = records(kRun + more);
    REQUIRE(answers.size() == 5);
    for (const Json& answer : answers) {
      const auto command = answer["command"].get<std::string>();
      REQUIRE(command.starts_with("plumbline "));
      const std::vector<Json> again = records(command.substr(10));
      REQUIRE(again.size() == 1);
      CAPTURE(command);
      CHECK(again[0]["quantity"] == answer["quantity"]);
      CHECK(again[0]["direction"] == answer["direction"]);
      CHECK(end(answer, "lower") <= end(again[0], "lower"));  // with more digits
      CHECK(end(again[0], "upper") <= end(answer, "upper"));
      CHECK(answer["reached"] == true);
    }
  }
}

TEST_CASE("dpsgd: the two ways to count steps are two runs", "[cli][dpsgd]") {
  const std::vector<Json> exact = records(kRun),
                          loader = records(kRun + " --sampling poisson-loader"),
                          fixed = records(kRun + " --sampling fixed-batch");
  CHECK(exact[0]["mechanism"] == "subsampled_gaussian(sigma=1.1,p=16/1875)^3516");
  CHECK(loader[0]["mechanism"] == "subsampled_gaussian(sigma=1.1,p=1/118)^3540");
  CHECK(fixed[0]["mechanism"] == "gaussian(sigma=1.1,relation=zero_out)^30");
  CHECK(end(loader[0], "upper") < end(exact[0], "lower"));
  CHECK(end(exact[0], "upper") < end(fixed[0], "lower"));
  // Every step uses the whole data set: there is no sampling.
  CHECK(
      records(
          "dpsgd --sigma 20 --batch 100 --dataset 100 --epochs 30 --delta 1e-5")[0]["mechanism"] ==
      "gaussian(sigma=20)^30");
}

TEST_CASE("dpsgd: a run by its rate and steps is the run of its numbers", "[cli][dpsgd]") {
  const std::vector<Json> run = records(kRun + " --digits 3 --fpr 1e-3"),
                          rate = records(
                              "dpsgd --noise-multiplier 1.1 --sample-rate 512/60000 --steps 3516 "
                              "--delta 1e-5 --digits 3 --fpr 1e-3");
  REQUIRE(run.size() == 4);
  REQUIRE(rate.size() == 4);
  for (size_t i = 0; i < run.size(); ++i) {
    for (const char* name : {"mechanism", "quantity", "at", "lower", "upper"}) {
      CHECK(run[i][name] == rate[i][name]);
    }
  }
  CHECK(run[0]["sigma"] == "1.1");
}

TEST_CASE("dpsgd: rate with epochs, batches with steps, and samplings by other names",
          "[cli][dpsgd]") {
  const std::string few = " --sigma 4 --delta 1e-5 --digits 3 --fpr 0.1";
  const auto mechanism = [&](const std::string& words) {
    return records("dpsgd " + words + few)[0]["mechanism"].get<std::string>();
  };
  const std::string tenth = "subsampled_gaussian(sigma=4,p=0.1)^";
  CHECK(mechanism("--sample-rate 0.1 --epochs 2") == tenth + "20");
  CHECK(mechanism("--sample-rate 0.1 --epochs 0.25") == tenth + "3");  // rounded up
  CHECK(mechanism("--batch 10 --dataset 100 --steps 7") == tenth + "7");
  // The double nearest to 1/3 means a loader of 3 batches; a rate other than 1/n belongs to no loader.
  const std::string third = "--sample-rate 0x1.5555555555555p-2 --epochs 2";
  CHECK(mechanism(third + " --sampling opacus").ends_with(")^6"));
  CHECK(mechanism(third).ends_with(")^6"));
  CHECK(mechanism("--sample-rate 1/3 --epochs 2 --sampling opacus").ends_with("p=1/3)^6"));
  CHECK(mechanism("--sample-rate 0.3 --steps 6 --sampling opacus").ends_with("p=0.3)^6"));
  const std::string thirds = "--batch 30 --dataset 100 --epochs 2 --sampling ",
                    quarter = "subsampled_gaussian(sigma=4,p=0.25)^";
  CHECK(mechanism(thirds + "opacus") == quarter + "8");
  CHECK(mechanism(thirds + "Poisson_Loader") == quarter + "8");
  CHECK(mechanism(thirds + "shuffle") == "gaussian(sigma=4,relation=zero_out)^2");
  // A loader with a given number of steps: its rate is that of its epochs.
  CHECK(mechanism("--batch 30 --dataset 100 --steps 8 --sampling opacus") == quarter + "8");
  const auto answers = records("dpsgd --batch 30 --dataset 100 --epochs 1 --sampling opacus" + few);
  CHECK(answers[0]["sampling"] == "poisson-loader");
}

TEST_CASE("dpsgd: the noise found for a target meets it", "[cli][dpsgd][slow]") {
  const std::string rest = " --batch-size 1000 --dataset 10000 --epochs 1 --delta 1e-5 --digits 4";
  const auto found = [&](const std::string& target, size_t which, const Rational& bound) {
    CAPTURE(target);
    const std::vector<Json> answers = records("dpsgd " + target + rest);
    REQUIRE(answers.size() > which);
    CHECK(end(answers[which], "upper") <= bound);
    CHECK(end(answers[which], "lower") >= bound * Rational::parse("0.999"));  // barely larger
    CHECK(Rational::parse(answers[0]["sigma"].get<std::string>()).sign() > 0);
  };
  found("--epsilon 2", 0, Rational(2));
  found("--advantage 0.2", 1, Rational::parse("0.2"));
  found("--tpr 0.01 --fpr 0.001", 2, Rational::parse("0.01"));
  found("--gamma 0.001 --kappa 1e-4", 4, Rational::parse("0.001"));
}

TEST_CASE("dpsgd: users with several records", "[cli][dpsgd]") {
  const std::string few = " --delta 1e-5 --fpr 0.1 --digits 3 --records-per-user ",
                    rest = "dpsgd --sigma 4 --batch 10 --dataset 100 --epochs 1" + few;
  const std::vector<Json> one = records(rest + "1"), three = records(rest + "3");
  CHECK(one[0]["mechanism"] == "subsampled_gaussian(sigma=4,p=0.1)^10");
  CHECK(end(three[0], "lower") > end(one[0], "upper"));
  const std::vector<Json> direct =
      records("epsilon 'subsampled_gaussian(sigma=4,p=0.1,group=3)^10' --delta 1e-5 --digits 3");
  CHECK(direct[0]["mechanism"] == three[0]["mechanism"]);
  CHECK(direct[0]["lower"] == three[0]["lower"]);
  CHECK(records("dpsgd --sigma 4 --sample-rate 1/10 --steps 10" + few + "3")[0]["lower"] ==
        three[0]["lower"]);
  for (const char* sampling : {"fixed-batch", "random-allocation"}) {
    const Run r = run(rest + "3 --sampling " + sampling);
    CHECK(r.code == 2);
    CHECK_THAT(r.err, Catch::Contains("--records-per-user is proved for --sampling poisson"));
  }
  CHECK(run(rest + "0").code == 2);
  CHECK(run(rest + "1.5").code == 2);
}

TEST_CASE("dpsgd: what makes no sense is one line", "[cli][dpsgd]") {
  const auto refused = [](const std::string& words) {
    const Run r = run(words);
    CAPTURE(words, r.err);
    CHECK(r.code == 2);
    CHECK(r.out.empty());
    CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
    return r.err;
  };
  const std::string rest = " --sigma 1 --epochs 3 --delta 1e-5";
  refused("dpsgd --batch 10 --dataset 5" + rest);
  refused("dpsgd --batch 2.5 --dataset 5" + rest);
  refused("dpsgd --batch 0 --dataset 5" + rest);
  refused("dpsgd --batch 1 --dataset 5 --sigma -1 --epochs 3 --delta 1e-5");
  refused("dpsgd --batch 1 --dataset 5 --sigma 1 --epochs 0 --delta 1e-5");
  refused("dpsgd --batch 2 --dataset 5 --sigma 1 --epochs 2.5 --delta 1e-5 --sampling fixed-batch");
  refused("dpsgd --batch 2 --dataset 5 --sigma 1 --epochs 2 --delta 1e-5 --sampling sorted");
  const auto says = [&](const std::string& words, const std::string& what) {
    CHECK_THAT(refused("dpsgd --delta 1e-5 " + words), Catch::Contains(what));
  };
  says("--sigma 1 --batch 32 --dataset 60,000 --epochs 1", "write 60000");
  says("--sigma 1 --batch 32 --dataset 60.000 --epochs 1", "without a point");
  says("--sigma 1", "--batch is missing");
  says("--sigma 1 --steps 3", "--sample-rate is missing");
  says("--sigma 1 --epochs 3 --sample-rate 512/60000 --sampling opacus",
       "--sample-rate of poisson-loader is 1/n for n batches an epoch, such as 1/117 or 1/118;");
  says("--advantage 2 --steps 3 --sample-rate 0.1", "--advantage must be in (0, 1), got 2");
  says("--epsilon -1 --steps 3 --sample-rate 0.1", "--epsilon must be at least 0, got -1");
  says("--gamma 1e-5 --kappa 1e-4 --steps 3 --sample-rate 0.1",
       "--gamma must be in (kappa, 1): guessing alone succeeds with kappa = 0.0001, got 1e-5");
  says("--tpr 0.0005 --fpr 0.001 --steps 3 --sample-rate 0.1",
       "tpr must be in (fpr, 1): an attack that guesses has tpr = fpr, got 0.0005 at fpr = 0.001");
  says("--sigma 1 --steps 3 --sample-rate 2", "--sample-rate must be in [0, 1], got 2");
  says("--sigma 1 --steps 3 --sample-rate 0.1 --epochs 2", "either --steps or --epochs, not both");
  says("--sigma 1 --steps 3 --sample-rate 0.1 --batch 2", "not both: p is batch / dataset");
  says("--sigma 1 --batch 2 --epochs 1", "--dataset is missing");
  says("--sigma 1 --steps 3 --sample-rate 0.1 --sampling fixed-batch", "describe Poisson sampling");
  says("--steps 3 --sample-rate 0.1", "--sigma is missing, or a target in its place");
  says("--sigma 1 --epsilon 2 --steps 3 --sample-rate 0.1", "give --sigma or one target");
  says("--tpr 0.1 --steps 3 --sample-rate 0.1", "--tpr is a target at one --fpr");
  says("--gamma 0.1 --steps 3 --sample-rate 0.1", "needs --gamma and --kappa together");
  says("--sigma 1 --fpr 2 --steps 3 --sample-rate 0.1", "fpr must be in [0, 1], got 2");
}

TEST_CASE("tpr: power in other words", "[cli][dpsgd]") {
  const std::string mechanism = " 'subsampled_gaussian(sigma=1,p=0.01)^100' ";
  const std::vector<Json> tpr = records("tpr" + mechanism + "--fpr 1e-3 1e-2"),
                          power = records("power" + mechanism + "--alpha 1e-3 1e-2");
  REQUIRE(tpr.size() == 2);
  for (size_t i = 0; i < 2; ++i) {
    CHECK(tpr[i]["lower"] == power[i]["lower"]);
    CHECK(tpr[i]["quantity"] == "power");
  }
  const Run text = run("tpr" + mechanism + "--fpr 1e-3");
  CHECK(text.out.find("tpr(fpr=0.001) = ") != std::string::npos);
}

TEST_CASE("program: a mistyped command is named, with the one that is meant", "[cli]") {
  const auto says = [](const std::string& words, const std::string& what) {
    const Run r = run(words);
    CAPTURE(words, r.err);
    CHECK(r.code == 2);
    CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
    CHECK(r.err.find(what) != std::string::npos);
  };
  says("epsilom 'gaussian(sigma=1)' --delta 0.1", "did you mean 'epsilon'?");
  says("detla 'gaussian(sigma=1)' --epsilon 1", "did you mean 'delta'?");
  says("callibrate", "did you mean 'calibrate'?");
  says("opacus", "did you mean 'dpsgd'?");
  says("rdp", "did you mean 'renyi'?");
  says("certify epsilom", "did you mean 'epsilon'?");
  says("gibberish", "unknown command 'gibberish'; `plumbline --help` lists");
  for (const char* word : {"DP-SGD", "batch", "epochs", "TPR at FPR", "attack"}) {
    CAPTURE(word);
    CHECK(run("--help").out.find(word) != std::string::npos);
  }
}

TEST_CASE("docs: the commands of dp-sgd.md give what it shows", "[cli][docs][slow]") {
  std::ifstream page(std::string(plumbline::testing::kSourceFolder) + "/docs/dp-sgd.md");
  REQUIRE(page);
  std::string command, shown;
  int commands = 0;
  const auto check = [&] {
    // The test answers_in_docs_hold covers commands that need a file which the page creates first.
    if (command.find("--loader") != std::string::npos) {
      command.clear();
      shown.clear();
    }
    if (command.empty()) return;
    ++commands;
    const Run r = run(command);
    CAPTURE(command, r.err);
    CHECK(r.code == 0);
    if (!shown.empty()) CHECK(without_times(r.out) == without_times(shown));
    command.clear();
    shown.clear();
  };
  const std::string prompt = "    $ plumbline ";
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with(prompt)) {
      check();
      command = line.substr(prompt.size());
    } else if (!command.empty() && line.starts_with("    ")) {
      shown += line.substr(4) + "\n";
    } else {
      check();
    }
  }
  check();
  CHECK(commands >= 6);
}
