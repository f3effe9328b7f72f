/// The statement in short.
#include "verify/certificates/headlines.hpp"

#include "tests/certificates/certificate_support.hpp"
#include "tests/support.hpp"
#include "verify/certificates/audit_words.hpp"

using namespace plumbline;

namespace {

Certificate certificate(const std::string& quantity, const std::string& at,
                        const std::string& upper) {
  Certificate out;
  out.quantity = quantity;
  out.mechanism = "subsampled_gaussian(sigma=1.1,p=16/1875)^3516";
  out.written_mechanism = "subsampled_gaussian(sigma=1.1,p=512/60000)^3516";
  out.direction = "worst";
  out.at = at;
  out.lower = "0";
  out.upper = upper;
  return out;
}

CheckResult confirmed(const Certificate& c) {
  CheckResult out;
  out.verdict = Verdict::confirmed;
  CheckedNumber number;
  number.name = "lower, upper";
  number.lower = c.lower;
  number.upper = c.upper;
  number.below = number.above = Standing::proved;
  out.numbers = {number};
  return out;
}

}  // namespace

TEST_CASE("headlines: numbers are rounded to the safe side", "[certificates][headlines]") {
  const std::vector<Certificate> all = {certificate("epsilon", "1e-5", "2.439479550"),
                                        certificate("advantage", "", "0.2232603411"),
                                        certificate("power", "0.001", "0.006173805691")};
  std::vector<CheckResult> results;
  for (const Certificate& c : all) results.push_back(confirmed(c));
  const std::vector<std::string> said = headlines(all, results);
  REQUIRE(said.size() == 4);
  CHECK(said[0].starts_with("epsilon is at most 2.44 at delta = 0.00001. Adding or removing one"));
  CHECK(said[0].find(
            "by a factor of at most 11.5 (e^epsilon), and by at most 0.00001 beyond that.") !=
        std::string::npos);  // e^2.43947... = 11.467
  CHECK(said[1].find("batches have 512 of every 60000 records on average; about 30 passes") !=
        std::string::npos);
  CHECK(said[2].find("above 0.224.") != std::string::npos);
  CHECK(said[3].find("at most 0.001 of the non-members finds a share of at most 0.00618") !=
        std::string::npos);
}

TEST_CASE("headlines: who is added or removed", "[certificates][headlines]") {
  const auto said_of = [](const std::string& mechanism) {
    Certificate c = certificate("epsilon", "1e-5", "2.439479550");
    c.mechanism = c.written_mechanism = mechanism;
    const std::vector<std::string> said = headlines({c}, {confirmed(c)});
    return said.empty() ? std::string() : said[0];
  };
  const auto says = [&](const std::string& mechanism, const std::string& what) {
    CAPTURE(mechanism);
    CHECK(said_of(mechanism).find(what) != std::string::npos);
  };
  says("gaussian(sigma=1)",
       ". Adding or removing one record (one person, where each person has one)");
  says("subsampled_gaussian(sigma=1,p=1/10,group=3)^10*gaussian(sigma=2,group=3)",
       ". Adding or removing all records of one person who has at most 3 changes");
  says("gaussian(sigma=1)*gaussian(sigma=2,group=3)", "as many records as the groups below have");
  says("gaussian(sigma=1,relation=replace)", ". Exchanging one record (one person");
}

TEST_CASE("headlines: nothing is said of what was not proved", "[certificates][headlines]") {
  Certificate c = certificate("epsilon", "1e-5", "2.4");
  CHECK(headlines({c}, {}).empty());
  CheckResult open = confirmed(c);
  open.verdict = Verdict::unconfirmed;
  CHECK(headlines({c}, {open}).empty());
  CheckResult below = confirmed(c);
  below.numbers.front().above = Standing::open;
  CHECK(headlines({c}, {below}).empty());
  Certificate infinite = certificate("epsilon", "1e-5", "inf");
  infinite.lower = "inf";
  CHECK(headlines({infinite}, {confirmed(infinite)}).empty());
}

TEST_CASE("headlines: a rate that is a decimal or a double is told as one",
          "[certificates][headlines]") {
  CHECK(run_words("subsampled_gaussian(sigma=1.1,p=0.01)^500") ==
        "The run: 500 steps with the noise multiplier (sigma) 1.1; each record is in a step's "
        "batch with "
        "probability 0.01, independently; 5 passes over the data.");
  CHECK(run_words("subsampled_gaussian(sigma=1,p=5764607523034235/576460752303423488)^100")
            .find("with a probability of the double 0.01, independently; about one pass over") !=
        std::string::npos);
}

TEST_CASE("headlines: reconstruction is told of its one direction, the forward pair",
          "[certificates][headlines]") {
  Certificate c = certificate("rero", "1e-4", "0.0008867774794");
  c.direction = "forward";
  const std::vector<std::string> said = headlines({c}, {confirmed(c)});
  REQUIRE(said.size() == 1);
  CHECK(said[0] ==
        "An attack that reconstructs a record succeeds with probability at most 0.000887 where "
        "guessing "
        "without the output succeeds with probability 0.0001.");
}

TEST_CASE("headlines: a run is told only where there is a rate", "[certificates][headlines]") {
  CHECK(run_words("gaussian(sigma=1)^5").empty());
  CHECK(run_words("subsampled_gaussian(sigma=2476979795053773/2251799813685248,p=1/118)^118")
            .find("(sigma) the double 1.1;") != std::string::npos);
  CHECK(run_words("subsampled_laplace(b=1,p=1/100)^5").empty());
  CHECK(run_words("subsampled_gaussian(sigma=1,p=5/4)^5").empty());
  CHECK(run_words("subsampled_gaussian(sigma=1,p=1/0)^5").empty());
  CHECK(run_words(std::string(100000, 'a')).empty());
  CHECK(run_words("subsampled_gaussian(sigma=2,p=1/118)^3540").find("; 30 passes over the data.") !=
        std::string::npos);
}

TEST_CASE("headlines: an epsilon solved below 0 is 0, and numbers below 0 are written well",
          "[certificates][headlines]") {
  Certificate c = certificate("epsilon", "1e-5", "-0.00001000005000");
  c.lower = "-0.00001000005302";
  const std::vector<std::string> said = headlines({c}, {confirmed(c)});
  REQUIRE(said.size() == 2);
  CHECK(
      said[0].starts_with("epsilon is 0 at delta = 0.00001 (the equation delta(epsilon) = delta "
                          "has a solution below 0, at most -0.00001: see below). Adding or"));
  CHECK(said[0].ends_with(" changes the probability of every outcome by at most 0.00001."));
  const CheckResult result = confirmed(c);
  const std::vector<AuditRow> rows = rows_of(c, &result);
  CHECK(rows.front().value == "0");
  CHECK(rows.front().lower == "-0.00001000005302");
  CHECK(rows.front().meaning.ends_with("no epsilon is needed: it is (0, 1e-5)-DP."));
}

TEST_CASE("headlines: what is not known is said first", "[certificates][headlines]") {
  Certificate epsilon = certificate("epsilon", "1e-5", "inf"),
              power = certificate("power", "0.001", "1"),
              advantage = certificate("advantage", "", "1");
  advantage.lower = "0.9999999999";
  const std::vector<std::string> said = headlines(
      {advantage, epsilon, power}, {confirmed(advantage), confirmed(epsilon), confirmed(power)});
  CAPTURE(said.front());
  REQUIRE(said.size() == 2);
  CHECK(
      said[0].starts_with("NOT KNOWN: epsilon at delta = 0.00001; the share of members found at "
                          "a false positive rate of 0.001. The digits or the time"));
  CHECK(said[1].starts_with("No attack tells members from others"));
}

TEST_CASE("headlines: of one direction the numbers are named and not repeated",
          "[certificates][headlines]") {
  Certificate c = certificate("epsilon", "1e-5", "2.4");
  c.direction = "forward";
  const std::vector<std::string> said = headlines({c}, {confirmed(c)});
  REQUIRE(said.size() == 1);
  CHECK(said[0].starts_with("Certified in one direction alone (remove: "));
  CHECK(said[0].find(": epsilon at delta = 0.00001. A guarantee of privacy needs the worse of") !=
        std::string::npos);
  CHECK(said[0].find("2.4") == std::string::npos);
}
