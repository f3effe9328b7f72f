/// `plumbline batch` from the command line.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/run_program.hpp"
#include "tests/folder.hpp"
#include "tests/long_work.hpp"

using namespace plumbline;
using plumbline::testing::run;
using plumbline::testing::Run;
using Json = nlohmann::json;

namespace {

/// Returns the answers of a run without their times.
std::vector<Json> answers_of(const Run& run) {
  std::vector<Json> out;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    out.push_back(Json::parse(line));
    out.back().erase("seconds");
  }
  return out;
}

const std::string kMixed =
    R"_({"quantity":"epsilon","mechanism":"gaussian(sigma=1)^10","delta":"1e-5","id":"a"})_"
    "\n\n"
    R"_({"quantity":"delta","mechanism":"gaussian(sigma=1)^10","at":{"epsilon":"log(3)"},"digits":8})_"
    "\n"
    R"_({"quantity":"epsilon","mechanism":"gausian(sigma=1)","delta":"1e-5"})_"
    "\n"
    R"_({"quantity":"calibrate","mechanism":"gaussian(sigma=?)","epsilon":1,"delta":"1e-5","id":7})_"
    "\n"
    R"_({"quantity":"tv","mechanism":"laplace(b=1)","direction":"remove"})_"
    "\n"
    R"_({"quantity":"epsilon","mechanism":"approximate_dp(epsilon=1,delta=1e-3)","delta":"1e-4"})_"
    "\n"
    R"_({"quantity":"divergence","mechanism":"gaussian(sigma=1)","other":"laplace(b=1)"})_"
    "\n";

}  // namespace

TEST_CASE("program: batch answers any mix in order, and goes on after a bad line", "[cli][batch]") {
  const testing::Folder folder;
  const std::string file = folder.write("mixed.jsonl", kMixed).string();
  const Run all = run("batch " + file + " --json --threads 3 --digits 10");
  CHECK(all.code == 2);
  CHECK(all.err.find(file + ":4: ") == 0);
  CHECK(all.err.find("gaussian") != std::string::npos);
  CHECK(std::count(all.err.begin(), all.err.end(), '\n') == 1);
  const std::vector<Json> found = answers_of(all);
  REQUIRE(found.size() == 7);
  CHECK(found[0]["line"] == 1);
  CHECK(found[0]["id"] == "a");
  CHECK(found[1]["line"] == 3);
  CHECK(found[1]["at"]["epsilon"] == "log(3)");
  CHECK(found[2]["line"] == 4);
  CHECK(found[2].contains("error"));
  CHECK(found[3]["id"] == 7);
  CHECK(found[3]["findings"].contains("safe"));
  CHECK(found[4]["direction"] == "forward");
  CHECK(found[5]["lower"] == "inf");
  CHECK(found[5]["findings"].contains("why"));
  CHECK(found[6]["other"] == "laplace(b=1)");
  // The commands of the quantities return equal numbers.
  const Run one = run("epsilon 'gaussian(sigma=1)^10' --delta 1e-5 --json --digits 10");
  CHECK(Json::parse(one.out)["lower"] == found[0]["lower"]);
  const Run sigma =
      run("calibrate 'gaussian(sigma=?)' --epsilon 1 --delta 1e-5 --json --digits 10");
  CHECK(Json::parse(sigma.out)["upper"] == found[3]["upper"]);
}

TEST_CASE("program: batch reads an attacker's words", "[cli][batch]") {
  const std::string lines =
      R"_({"quantity":"tpr","mechanism":"gaussian(sigma=2)","fpr":"1e-3","id":1})_"
      "\n"
      R"_({"mechanism":"gaussian(sigma=2)","at":{"fpr":0.5}})_"
      "\n"
      R"_({"quantity":"calibrate","mechanism":"gaussian(sigma=?)","tpr":"0.02","fpr":"0.01"})_"
      "\n"
      R"_({"quantity":"tpr","mechanism":"gaussian(sigma=2)","fpr":"2"})_"
      "\n"
      R"_({"quantity":"tpr","mechanism":"gaussian(sigma=2)"})_"
      "\n"
      R"_({"quantity":"tpr","mechanism":"gaussian(sigma=2)","fpr":"0.1","alpha":"0.1"})_"
      "\n"
      R"_({"quantity":"calibrate","mechanism":"gaussian(sigma=?)","tpr":"0.01","fpr":"0.02"})_"
      "\n"
      R"_({"quantity":"calibrate","mechanism":"gaussian(sigma=?)","fpr":"0.02"})_"
      "\n";
  const testing::Folder folder;
  const std::string file = folder.write("rates.jsonl", lines).string();
  const Run all = run("batch " + file + " --quantity tpr --json --digits 10");
  CHECK(all.code == 2);
  const std::vector<Json> found = answers_of(all);
  REQUIRE(found.size() == 8);
  const auto lower = [](const std::string& command) {
    return Json::parse(run(command + " --json --digits 10").out)["lower"];
  };
  CHECK(found[0]["quantity"] == "power");
  CHECK(found[0]["at"]["alpha"] == "1e-3");
  CHECK(found[0]["lower"] == lower("tpr 'gaussian(sigma=2)' --fpr 1e-3"));
  CHECK(found[1]["lower"] == lower("tpr 'gaussian(sigma=2)' --fpr 0.5"));
  CHECK(found[2]["lower"] == lower("calibrate 'gaussian(sigma=?)' --tpr 0.02 --fpr 0.01"));
  CHECK(found[3]["error"] == "fpr must be in [0, 1], got 2");
  CHECK(found[4]["error"] == "tpr needs fpr, the false positive rate, 1e-3 say");
  CHECK(found[5]["error"] == "fpr: is alpha in other words; give one of them");
  CHECK_THAT(found[6]["error"].get<std::string>(), Catch::Contains("must be in (fpr, 1)"));
  CHECK(found[7]["error"] == "a target needs tpr and fpr together");
  const std::string csv =
      folder.write("rates.csv", "mechanism,fpr\ngaussian(sigma=2),1e-3\n").string();
  CHECK(run("batch " + csv + " --quantity tpr").out.find("tpr(fpr=1e-3) = [0.00479") !=
        std::string::npos);
}

TEST_CASE("program: batch gives the same whatever the threads", "[cli][batch]") {
  std::string lines;
  for (const char* mechanism :
       {"gaussian(sigma=3)^20", "subsampled_gaussian(sigma=2,p=0.1)^30", "laplace(b=5)^7"}) {
    for (const char* D : {"1e-3", "1e-5", "1e-4"}) {
      lines += std::string(R"_({"mechanism":")_") + mechanism + R"_(","delta":")_" + D + "\"}\n";
    }
  }
  const testing::Folder folder;
  const std::string file = folder.write("lines.jsonl", lines).string();
  const auto with = [&](const std::string& threads) {
    const Run out =
        run("batch " + file + " --quantity epsilon --digits 6 --json --threads " + threads);
    CHECK(out.code == 0);
    return answers_of(out);
  };
  const std::vector<Json> one = with("1");
  CHECK(one.size() == 9);
  CHECK(one == with("4"));
}

TEST_CASE("program: batch reads CSV and standard input", "[cli][batch]") {
  const testing::Folder folder;
  const std::string file = folder
                               .write("some.csv",
                                      "quantity,mechanism,delta,epsilon,digits,id\n"
                                      "epsilon,gaussian(sigma=1),1e-5,,6,x\n"
                                      "delta,\"subsampled_gaussian(sigma=1,p=0.1)\",,1,,\n")
                               .string();
  const Run csv = run("batch - --format csv <" + file);
  CHECK(csv.code == 0);
  CHECK(csv.out.find("line,") == 0);
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 3);
  const Run text = run("batch " + file);
  CHECK(text.code == 0);
  CHECK(text.out.find("2  gaussian(sigma=1)\n") == 0);
  CHECK(text.out.find("epsilon(delta=1e-5) = [4.377") != std::string::npos);
}

TEST_CASE("program: batch says what is wrong with a file", "[cli][batch]") {
  const testing::Folder folder;
  const Run missing = run("batch /nonexistent.jsonl");
  CHECK(missing.code == 2);
  CHECK(missing.err.find("/nonexistent.jsonl: there is no such file") == 0);
  const auto refused = [&](const std::string& line) {
    const Run out = run("batch " + folder.write("one.jsonl", line + "\n").string());
    CHECK(out.code == 2);
    CHECK(std::count(out.err.begin(), out.err.end(), '\n') == 1);
    return out.err;
  };
  using Catch::Contains;
  CHECK_THAT(refused("{"), Contains("one object on a line"));
  CHECK_THAT(refused(R"_({"mechanism":"gaussian(sigma=1)"})_"), Contains("quantity: missing"));
  CHECK_THAT(refused(R"_({"quantity":"epsilon","delta":"1e-5"})_"), Contains("mechanism: missing"));
  CHECK_THAT(refused(R"_({"quantity":"tv","mechanism":"gaussian(sigma=1)","dleta":1})_"),
             Contains("dleta: "));
  CHECK_THAT(refused(R"_({"quantity":"delta","mechanism":"gaussian(sigma=1)"})_"),
             Contains("epsilon"));
  CHECK_THAT(refused(R"_({"quantity":"tv","mechanism":"gaussian(sigma=1)","digits":0})_"),
             Contains("digits: "));
  CHECK_THAT(refused(R"_({"quantity":"tv","mechanism":"gaussian(sigma=1)","direction":"up"})_"),
             Contains("direction: "));
}

TEST_CASE("program: batch ends a question at its limit and answers the others", "[cli][batch]") {
  const testing::Folder folder;
  const std::string file =
      folder
          .write("slow.jsonl", R"_({"quantity":"tv","mechanism":"skellam(mu=3)^30","digits":60})_"
                               "\n"
                               R"_({"quantity":"tv","mechanism":"laplace(b=1)"})_"
                               "\n")
          .string();
  const Run out = run("batch " + file + " --json --timeout 0.05");
  CHECK(out.code == 3);
  const std::vector<Json> found = answers_of(out);
  REQUIRE(found.size() == 2);
  CHECK(found[0].value("reached", false) == false);
  CHECK(found[1]["reached"] == true);
}

TEST_CASE("program: batch ends every engine at its limit", "[cli][batch][stops][slow]") {
  const testing::Folder folder;
  std::string lines;
  for (const testing::LongWork& work : testing::long_work()) {
    const Json line = {{"quantity", work.quantity},
                       {"mechanism", work.mechanism},
                       {work.quantity == "bayes" ? "prior" : "epsilon", work.at},
                       {"direction", "forward"},
                       {"engine", work.engine},
                       {"digits", work.digits}};
    lines += line.dump() + "\n";
  }
  const std::string file = folder.write("long.jsonl", lines).string();
  const Run out = run("batch " + file + " --json --timeout 0.2 --threads 1");
  std::istringstream answers(out.out);
  size_t seen = 0;
  for (std::string text; std::getline(answers, text); ++seen) {
    const Json answer = Json::parse(text);
    CAPTURE(text);
    // Wall-clock time, while other programs run; earlier some took half a minute.
    CHECK(answer.at("seconds").get<double>() < 3);
  }
  CHECK(seen == testing::long_work().size());
}

TEST_CASE("program: batch reads its own answers as their questions", "[cli][batch][slow]") {
  const testing::Folder folder;
  const std::string asked =
      folder
          .write("asked.csv",
                 "quantity,mechanism,delta\nepsilon,gaussian(sigma=2)^50,1e-5\n"
                 "epsilon,\"subsampled_gaussian(sigma=1,p=0.01)^10\",1e-5\n")
          .string();
  for (const std::string format : {"json", "csv"}) {
    CAPTURE(format);
    const Run first = run("batch " + asked + " --format " + format);
    REQUIRE(first.code == 0);
    const std::string answers = folder.write("answers." + format, first.out).string();
    const Run again = run("batch " + answers + " --json");
    CHECK(again.code == 0);
    CHECK(answers_of(again).at(0)["lower"] ==
          answers_of(run("batch " + asked + " --json")).at(0)["lower"]);
    // These answers contain no claim.
    const Run claimed = run("claims " + answers);
    CHECK(claimed.code == 2);
    CHECK(claimed.err.find(answers + ":1: this is an answer of plumbline") == 0);
    CHECK(std::count(claimed.err.begin(), claimed.err.end(), '\n') == 1);
  }
  const std::string wrong =
      folder.write("wrong.csv", "quantity,mechansim,detla\nepsilon,gaussian(sigma=2),1e-5\n")
          .string();
  const Run refused = run("batch " + wrong);
  CHECK(refused.code == 2);
  CHECK(refused.err == wrong +
                           ":1: column 'mechansim': unknown; write mechanism; column 'detla': "
                           "unknown; write delta\n");
}
