/// A new quantity is one file (toy_gain.cpp) and one line that registers it: then the command line and its page, case
/// files, claims, certificates with their check and page, judge, hunt and the library support it. The same is true
/// for a new judged method (toy_low_gain.cpp).
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands_page.hpp"
#include "app/program.hpp"
#include "capi/plumbline.h"
#include "reference/api/mechanism.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/structure/toys.hpp"
#include "tests/support.hpp"
#include "verify/approximations/register.hpp"
#include "verify/claims/judging/judge.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/hunt/examine.hpp"
#include "verify/statement/audit_words.hpp"
#include "verify/suite/cases/case_runner.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// Runs `plumbline` with these arguments and returns its standard output and exit code.
std::string printed(std::vector<std::string> words, int* exit_code) {
  words.insert(words.begin(), "plumbline");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  std::fflush(stdout);
  const int own = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  *exit_code = run_program(static_cast<int>(argv.size()), argv.data());
  std::fflush(stdout);
  dup2(own, STDOUT_FILENO);
  close(own);
  std::rewind(file);
  std::string out;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) out += static_cast<char>(c);
  std::fclose(file);
  return out;
}

/// delta(log 2) of gaussian(sigma=1) in closed form: Phi(1/2 - log 2) - 2 Phi(-1/2 - log 2).
const double kTruth = std::erfc((std::log(2.0) - 0.5) / std::sqrt(2.0)) / 2 -
                      std::erfc((std::log(2.0) + 0.5) / std::sqrt(2.0));

}  // namespace

TEST_CASE("a quantity of one's own: the command line, its lists and its page", "[structure][app]") {
  register_toys();
  int code = -1;
  const std::string text = printed({"gain", "gaussian(sigma=1)", "--price", "2", "--json"}, &code);
  CAPTURE(text);
  REQUIRE(code == 0);
  const auto json = nlohmann::json::parse(text);
  CHECK(json["quantity"] == "gain");
  CHECK(json["at"]["price"] == "2");
  CHECK(number(json["lower"].get<std::string>()).approximate() == Approx(kTruth).epsilon(1e-12));
  CHECK(printed({"gain", "gaussian(sigma=1)", "--price", "0"}, &code).empty());
  CHECK(code == 2);
  CHECK(printed({"list", "quantities"}, &code).find("gain --price") != std::string::npos);
  CHECK(printed({"list", "approximations"}, &code).find("low_gain") != std::string::npos);
  const std::string page = commands_page(program_text());
  CHECK(page.find("plumbline gain 'subsampled_gaussian(sigma=1,p=0.01)^10000' --price 2") !=
        std::string::npos);
  CHECK(page.find("`certify gain`") != std::string::npos);
}

TEST_CASE("a quantity of one's own: certificates, their check and their page",
          "[structure][certificates]") {
  register_toys();
  const Certificate c = certify(request("gain", "gaussian(sigma=1)^3", "2"));
  CHECK(c.argument == "price");
  CheckResult result;
  CHECK(judged(to_json(c).dump(), &result) == "confirmed");
  const std::vector<AuditRow> rows = rows_of({{c}, {result}}, 0);
  CHECK(rows.front().meaning.text ==
        "The most that an attacker gains who pays 2 for each false alarm.");
  Json forged = to_json(c);
  forged["lower"] = "0.9";
  forged["upper"] = "0.91";
  CHECK(is_caught(judged(signed_again(forged).dump())));
}

TEST_CASE("a quantity of one's own: case files and judged methods, one's own among them",
          "[structure][suite]") {
  register_toys();
  const CaseFile file = read_case_text(R"_(
title = "toys"
source = "none"
[[case]]
id = "gain"
mechanism = "gaussian(sigma=1)"
quantity = "gain"
at = { price = "2" }
equals = "Phi(1/2 - log(2)) - 2*Phi(-1/2 - log(2))"
judge = ["low_gain", "clt"]
)_",
                                       "toys.toml");
  CAPTURE(file.problems.size());
  REQUIRE(file.cases.size() == 1);
  const CaseOutcome outcome = run_case(file.cases.front(), {});
  REQUIRE(outcome.results.size() == 1);
  const auto& record = outcome.results.front();
  CHECK(record["verdict"] == "agrees");
  CHECK(record["judged"][0]["verdict"] == "measured");
  CHECK(record["judged"][0]["side"] == "dangerous");  // it promises more privacy than the truth
  CHECK(record["judged"][1]["verdict"] == "refused");
  int code = -1;
  const std::string text =
      printed({"judge", "gain", "gaussian(sigma=1)", "--price", "2", "--with", "low_gain"}, &code);
  CHECK(text.find("low_gain") != std::string::npos);
}

TEST_CASE("a quantity of one's own: claims in an accountant's words", "[structure][claims]") {
  register_toys();
  const auto verdict = [](const std::string& kind, const std::string& value) {
    const Claim claim = claim_of_line(
        R"_({"tool":"toy","mechanism":"gaussian(sigma=1)^2","quantity":"attack_gain",)_"
        R"_("at":{"cost":"2"},"kind":")_" +
        kind + R"_(","value":")_" + value + R"_("})_");
    CHECK(claim.quantity == "gain");
    const ClaimVerdict found = Judge(composition_of(claim), {})(claim);
    CHECK(found.replay.find("plumbline gain 'gaussian(sigma=1)^2' --price 2") == 0);
    return found.verdict;
  };
  CHECK(verdict("upper", "0.9") == VerdictKind::sound);
  CHECK(verdict("upper", "0.1") == VerdictKind::violated);
  CHECK(verdict("lower", "0.9") == VerdictKind::violated);
  const std::string free = R"_({"tool":"toy","mechanism":"gaussian(sigma=1)","quantity":"gain",)_"
                           R"_("at":{"price":"-1"},"kind":"upper","value":"0.9"})_";
  CHECK_THROWS_WITH(claim_of_line(free),
                    Catch::Contains("price") && Catch::Contains("greater than 0"));
}

TEST_CASE("a quantity of one's own: a hunt asks for it", "[structure][hunt]") {
  register_toys();
  Setting setting;
  setting.factors = {{"gaussian", {{"sigma", 1}}, 1}};
  setting.quantity = "gain";
  setting.argument = 2;
  std::string asked;
  const auto answers = [&](double value) {
    Examiner examine({}, [&](const ChildQuestion& question) {
      asked = question.text;
      ChildAnswer out;
      out.text = R"({"id":)" + nlohmann::json::parse(question.text)["id"].dump() +
                 R"(,"kind":"upper","value":)" + std::to_string(value) + "}";
      return out;
    });
    return examine(setting, false);
  };
  CHECK(answers(0.1).front().state == "violated");
  CHECK(answers(0.9).front().state == "sound");
  CHECK(answers(1.5).front().state == "nonsense");  // the value must be a probability
  CHECK(nlohmann::json::parse(asked)["at"]["price"] == 2);
}

TEST_CASE("a quantity of one's own: through the library", "[structure][api]") {
  register_toys();
  const auto names = api::quantity_names();
  CHECK(std::any_of(names.begin(), names.end(), [](const api::NamedQuantity& one) {
    return one.name == "gain" && one.argument == "price";
  }));
  api::Mechanism mechanism("gaussian(sigma=1)");
  const api::CertifiedAnswer answer = mechanism.ask("gain", "2");
  CHECK(answer.lower_double <= kTruth + 1e-12);
  CHECK(answer.upper_double >= kTruth - 1e-12);
  CHECK_THROWS_WITH(mechanism.ask("gain"), Catch::Contains("its price"));
  CHECK_THROWS_WITH(register_quantity(gain_entry()), Catch::Contains("already"));
  CHECK_THROWS_WITH(register_approximation(low_gain()), Catch::Contains("already"));
}

TEST_CASE("a quantity of one's own: through the C interface", "[structure][capi]") {
  register_toys();
  bool listed = false;
  for (size_t i = 0; plumbline_quantity(i) != nullptr; ++i) {
    if (plumbline_quantity(i) != std::string("gain")) continue;
    listed = plumbline_quantity_argument(i) == std::string("price");
  }
  CHECK(listed);
  plumbline_mechanism* opened = nullptr;
  REQUIRE(plumbline_open("gaussian(sigma=1)", &opened) == PLUMBLINE_OK);
  const std::unique_ptr<plumbline_mechanism, void (*)(plumbline_mechanism*)> m(opened,
                                                                               plumbline_close);
  const plumbline_options options{};
  plumbline_answer* answered = nullptr;
  REQUIRE(plumbline_ask(m.get(), "gain", "2", &options, &answered) == PLUMBLINE_OK);
  const std::unique_ptr<plumbline_answer, void (*)(plumbline_answer*)> a(answered, plumbline_free);
  const Ball value = Ball::hull(ball(plumbline_lower(a.get())), ball(plumbline_upper(a.get())));
  CHECK(value.approximate() == Approx(kTruth).epsilon(1e-12));
  plumbline_answer* refused = nullptr;
  CHECK(plumbline_ask(m.get(), "gain", "0", &options, &refused) != PLUMBLINE_OK);
}
