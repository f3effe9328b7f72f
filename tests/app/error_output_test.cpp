/// Errors as records: options become members.
#include "app/answers/error_output.hpp"

#include <nlohmann/json.hpp>

#include "tests/app/run_program.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::run;
using plumbline::testing::Run;

TEST_CASE("error records: options are named as members", "[cli][errors]") {
  CHECK(with_member_names("--claim-epsilon E needs --claim-delta D") ==
        "claim_epsilon needs claim_delta");
  CHECK(with_member_names("unknown option '--detla'") == "unknown option 'detla'");
  CHECK(with_member_names("digits: must be at least 1") == "digits must be at least 1");
  CHECK(with_member_names("--epsilon Every value") == "epsilon Every value");
  CHECK(with_member_names("--batch is missing; for example: plumbline dpsgd --batch 512") ==
        "batch is missing");
  CHECK(with_member_names("a - b, -0x1p-3 and x - -y") == "a - b, -0x1p-3 and x - -y");
}

TEST_CASE("error records: a command prints one for programs and a line for people",
          "[cli][errors]") {
  const Run record = run("epsilon 'gausian(sigma=1)' --delta 1e-5 --errors json");
  CHECK(record.code == 2);
  const auto json = nlohmann::json::parse(record.err);
  CHECK(json["schema"] == "error/2");
  CHECK(json["code"] == "UNKNOWN_NAME");
  CHECK(json["field"] == "mechanism");
  const Run missing = run("epsilon 'gaussian(sigma=1)' --errors=json");
  CHECK(nlohmann::json::parse(missing.err)["message"] == "delta is missing");
  const Run line = run("epsilon 'gaussian(sigma=1)'");
  CHECK_THAT(line.err, Catch::StartsWith("plumbline: --delta is missing; for example: "));
  CHECK(run("epsilon 'gaussian(sigma=1)' --delta 2 --errors xml").code == 2);
}
