/// `federated`: rounds of clients as mechanisms.
#include <nlohmann/json.hpp>

#include "tests/app/program_records.hpp"
#include "tests/folder.hpp"

using namespace plumbline;
using namespace plumbline::testing;
using Catch::Contains;

namespace {

const std::string kFederated =
    "federated --clients 1000 --per-round 10 --rounds 100 --sigma 1 --delta 1e-5 --fpr 0.1 "
    "--digits 4";

/// Returns the mechanism of a run, whose numbers may take longer.
std::string mechanism_of(const std::string& more) {
  const Run r = run(kFederated + more + " --timeout 2 --json");
  CAPTURE(more, r.err);
  CHECK((r.code == 0 || r.code == 3));
  return nlohmann::json::parse(r.out.substr(0, r.out.find('\n')))["mechanism"].get<std::string>();
}

}  // namespace

TEST_CASE("federated: the unit, the sampling and the cap choose the pair", "[cli][federated]") {
  CHECK(mechanism_of("") == "subsampled_gaussian(sigma=1,p=0.01)^100");
  CHECK(mechanism_of(" --unit example") ==
        "subsampled_gaussian(sigma=1,p=0.01,relation=replace)^100");
  CHECK(mechanism_of(" --sampling fixed") == "without_replacement(sigma=1,n=1000,batch=10)^100");
  CHECK(mechanism_of(" --sampling any --rounds-per-client 3") ==
        "gaussian(sigma=1,relation=zero_out)^3");
  CHECK(mechanism_of(" --unit example --clip example --examples-per-client 100 --local-batch 10 "
                     "--local-epochs 2 --rounds-per-client 4") ==
        "subsampled_gaussian(sigma=1,p=0.1)^80");
  CHECK(records("federated --clients 10 --per-round 10 --rounds 3 --sigma 5 --delta 1e-5 --fpr 0.1 "
                "--digits 4")[0]["mechanism"] == "gaussian(sigma=5)^3");
}

// Both bounds are valid: the bound from the cap is the smaller one if all clients participate almost always.
TEST_CASE("federated: a cap never makes the bound larger", "[cli][federated]") {
  const std::string many =
      "federated --clients 20 --per-round 10 --rounds 50 --sigma 2 --delta 1e-5 --fpr 0.1 --digits "
      "4";
  const Rational without = end(records(many)[0], "upper");
  for (const char* cap : {"1", "5", "30", "50", "1000"}) {
    CAPTURE(cap);
    const Rational with = end(records(many + " --rounds-per-client " + cap)[0], "upper");
    CHECK(with <= without);
  }
}

TEST_CASE("federated: its answers are those of dpsgd for the same pair", "[cli][federated]") {
  const auto rounds = records(kFederated);
  const auto steps = records(
      "dpsgd --batch 10 --dataset 1000 --steps 100 --sigma 1 --delta 1e-5 --fpr 0.1 "
      "--digits 4");
  REQUIRE(rounds.size() == steps.size());
  for (size_t i = 0; i < rounds.size(); ++i) {
    CHECK(rounds[i]["lower"] == steps[i]["lower"]);
    CHECK(rounds[i]["upper"] == steps[i]["upper"]);
  }
  const auto noise = records(
      "federated --clients 1000 --per-round 10 --rounds 100 --epsilon 1 --delta 1e-5 --fpr 0.1");
  CHECK(end(noise[0], "upper") <= Rational(1));
  CHECK(end(noise[0], "lower") > number("0.999"));
}

TEST_CASE("federated: what makes no run is refused by its option", "[cli][federated]") {
  const auto refusal = [](const std::string& words) {
    const Run r = run(words);
    CHECK(r.code == 2);
    return r.err;
  };
  CHECK_THAT(refusal("federated --clients 10 --rounds 3 --sigma 1 --delta 1e-5"),
             Contains("--per-round is missing"));
  CHECK_THAT(refusal("federated --clients 10 --per-round 11 --rounds 3 --sigma 1 --delta 1e-5"),
             Contains("--per-round must be no more than --clients"));
  CHECK_THAT(refusal(kFederated + " --clip example"), Contains("--unit example"));
  CHECK_THAT(refusal(kFederated + " --local-batch 3"), Contains("--clip example"));
  CHECK_THAT(refusal(kFederated + " --unit record"), Contains("--unit"));
}

TEST_CASE("certify federated: its page says that a record is a client",
          "[cli][federated][certificates]") {
  const plumbline::testing::Folder folder;
  const auto page = [&](const std::string& words) {
    CAPTURE(words);
    const std::string file = folder.file("run.json");
    const Run made =
        run("certify federated --clients 20 --rounds 4 --sigma 5 --delta 1e-5 --fpr 0.1 "
            "--digits 4 " +
            words + " -o " + file);
    CHECK((made.code == 0 || made.code == 3));
    const std::string out = run("statement " + file + " -o -").out;
    CHECK_THAT(out, Contains("in federated training it is a client with all its examples"));
    return out;
  };
  const std::string some = "and some lose as much", none = "None are known that lose as much";
  // A client that participates in every allowed round, at least with positive probability.
  for (const char* words :
       {"--per-round 20", "--per-round 4", "--per-round 4 --rounds-per-client 9",
        "--per-round 20 --rounds-per-client 4",
        "--per-round 4 --sampling any --rounds-per-client 2", "--per-round 20 --sampling fixed",
        "--per-round 20 --unit example --clip example --examples-per-client 10 --local-batch 5"}) {
    CHECK_THAT(page(words), Contains(some));
  }
  // A client that with some probability participates less often than the pair assumes.
  for (const char* words :
       {"--per-round 4 --rounds-per-client 2", "--per-round 20 --rounds-per-client 2",
        "--per-round 18 --rounds-per-client 1",
        "--per-round 20 --sampling fixed "
        "--rounds-per-client 1",
        "--per-round 4 --unit example --clip example --examples-per-client 10 --local-batch 5"}) {
    const std::string out = page(words);
    CHECK_THAT(out, Contains(none));
    CHECK_THAT(out, !Contains(some));
  }
}
