/// The statement in short.
#include "verify/certificates/headlines.hpp"

#include "tests/certificates/certificate_support.hpp"
#include "tests/support.hpp"
#include "verify/certificates/attack_names.hpp"
#include "verify/certificates/audit_page.hpp"
#include "verify/certificates/audit_words.hpp"
#include "verify/certificates/run_words.hpp"

using namespace plumbline;
using namespace plumbline::testing;

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
  REQUIRE(said.size() == 5);
  CHECK(said[0].starts_with("epsilon is at most 2.44 at delta = 0.00001. Adding or removing one"));
  CHECK(
      said[0].find(
          "by a factor of at most 11.5 (e^epsilon), and by at most 0.00001 (delta) beyond that.") !=
      std::string::npos);  // e^2.44 = 11.473
  CHECK(said[1].find("batches have 512 of 60000 records on average; about 30 passes") !=
        std::string::npos);
  CHECK(said[2].find("above 0.224.") != std::string::npos);
  CHECK(said[3].find("at most 0.001 of the non-members finds a share of at most 0.00618") !=
        std::string::npos);
  CHECK(said[4] ==
        "Members are records that were in the data, others (non-members) records that were not.");
}

TEST_CASE("headlines: e^epsilon is that of the epsilon shown", "[certificates][headlines]") {
  const Certificate c = certificate("epsilon", "1e-5", "15.78271980");
  const std::string said = headlines({c}, {confirmed(c)})[0];
  CHECK(said.starts_with("epsilon is at most 15.8 "));
  CHECK(said.find("at most 7280000 (e^epsilon)") != std::string::npos);  // e^15.8 = 7277332
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
        "probability 0.01, independently; 5 passes over the data. The number of steps, that "
        "probability and what the sums are divided by are taken for public: they are the same with "
        "and without a record, even where they were computed from the number of records.");
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
  CHECK(run_words("gaussian(sigma=1)").empty());
  CHECK(run_words("gaussian(sigma=1,p=0.1)^5").empty());
  CHECK(run_words("laplace(sigma=1)^5").empty());
  CHECK(run_words("subsampled_gaussian(sigma=2476979795053773/2251799813685248,p=1/118)^118")
            .find("(sigma) the double 1.1;") != std::string::npos);
  CHECK(run_words("subsampled_laplace(b=1,p=1/100)^5").empty());
  CHECK(run_words("subsampled_gaussian(sigma=1,p=5/4)^5").empty());
  CHECK(run_words("subsampled_gaussian(sigma=1,p=1/0)^5").empty());
  CHECK(run_words(std::string(100000, 'a')).empty());
  CHECK(run_words("subsampled_gaussian(sigma=2,p=1/118)^3540").find("; 30 passes over the data.") !=
        std::string::npos);
}

TEST_CASE("headlines: how batches are drawn, of every way that dpsgd takes",
          "[certificates][headlines]") {
  const auto says = [](const std::string& typed, const std::string& what) {
    CAPTURE(typed, run_words(typed));
    CHECK(run_words(typed).find(what) != std::string::npos);
  };
  says("gaussian(sigma=1.1)^10",
       "each record is in the batches of 10 steps with the noise multiplier (sigma) 1.1, one in "
       "each pass where batches are shuffled or fixed");
  says("subsampled_gaussian(sigma=1.1,p=512/60000,group=3)^1172",
       "each record (a person has at most 3) is in a step's batch with probability 512/60000, "
       "independently");
  says("random_allocation(sigma=1.1,t=118)^10",
       "10 passes of 118 steps with the noise multiplier (sigma) 1.1; in each pass each record is "
       "in the batch of one step, drawn at random");
}

namespace {

Certificate beside(const std::string& role, const std::string& lower, const std::string& upper) {
  Certificate out = certificate("epsilon", "1e-5", upper);
  out.mechanism = out.written_mechanism = "finite(P=[3/4,1/4],Q=[1/4,3/4])";
  out.lower = lower;
  out.written_more = {{"role", role}};
  return out;
}

std::vector<std::string> said_of(const std::vector<Certificate>& all) {
  std::vector<CheckResult> results;
  for (const Certificate& c : all) results.push_back(confirmed(c));
  return headlines(all, results);
}

}  // namespace

TEST_CASE("headlines: what stands beside a run is told as no bound of it",
          "[certificates][headlines]") {
  const Certificate run = certificate("epsilon", "1e-5", "7.473907705"),
                    least = beside("at_least", "4.999231764", "4.999233091"),
                    call = beside("accountant", "1.799451850", "1.799452935");
  const std::vector<std::string> said = said_of({run, least, call});
  REQUIRE(said.size() == 3);  // the bound, the run, the call
  CHECK(said[0].starts_with("epsilon is at most 7.48 at delta = 0.00001."));
  CHECK(said[2] ==
        "An accountant of Poisson sampling promises too small an epsilon for this run: 1.8 at "
        "delta = 0.00001, where it is at least 4.99 for some data sets, a factor of 2.77.");
  CHECK(said_of({run, call}).back() ==
        "An accountant of Poisson sampling says 1.8 at delta = 0.00001, which is not proved for "
        "this run.");
  const Certificate less = beside("at_least", "1.5", "1.6");
  CHECK(said_of({run, less, call}).back().ends_with(": some data sets have at least 1.5."));
  // Without the run's own number before it nothing is said of a call, nor of data sets alone.
  CHECK(said_of({call}).empty());
  CHECK(said_of({least}).empty());
  // What was not confirmed refutes nothing.
  CheckResult open = confirmed(least);
  open.verdict = Verdict::unconfirmed;
  CHECK(headlines({run, least, call}, {confirmed(run), open, confirmed(call)})
            .back()
            .ends_with("which is not proved for this run."));
}

TEST_CASE("rows: what stands beside a run is shown on its own side", "[certificates][headlines]") {
  const Certificate least = beside("at_least", "4.999231764", "4.999233091"),
                    call = beside("accountant", "1.799451850", "1.799452935");
  const CheckResult of_least = confirmed(least), of_call = confirmed(call);
  const AuditRow first = rows_of(least, &of_least).front(),
                 second = rows_of(call, &of_call).front();
  CHECK(first.value == "at least 4.99923");
  CHECK(first.meaning.starts_with("What some data sets of the run have at least, no bound"));
  CHECK(second.value == "1.79945…");
  CHECK(second.meaning.starts_with("What an accountant of Poisson sampling says of the run, no"));
  CHECK(second.meaning.find("So it is") == std::string::npos);
}

namespace {

Certificate about_attack(const std::string& quantity, const std::string& attack,
                         const NamedTexts& at, const std::string& other = "") {
  Query out = request(quantity, attack, "", Direction::worst, 6);
  out.at = at;
  out.other = other;
  return certify(out);
}

constexpr const char* kStrong = "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)";
constexpr const char* kWeak = "trials(tp=30,fn=970,fp=10,tn=990,confidence=0.95,split=0.5)";
constexpr const char* kPublished =
    "one_run(canaries=1000,guesses=700,right=640,guesses_fixed=yes,bound=published,confidence=0."
    "95)";
constexpr const char* kExchange =
    "one_run(canaries=1000,guesses=700,right=640,guesses_fixed=yes,bound=exchange,confidence=0.95)";

std::vector<std::string> said_when_checked(const std::vector<Certificate>& all) {
  std::vector<CheckResult> results;
  for (const Certificate& c : all) results.push_back(check(c, {}));
  return headlines(all, results);
}

long lines_with(const std::vector<std::string>& lines, const std::string& what) {
  return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
    return line.find(what) != std::string::npos;
  });
}

}  // namespace

TEST_CASE("headlines: promise and attack stand in one sentence, with both numbers",
          "[certificates][headlines][audits]") {
  const std::vector<Certificate> all = {
      certify(request("epsilon", "gaussian(sigma=8/2)", "1e-5")),
      certify(request("advantage", "gaussian(sigma=8/2)", "")),
      about_attack("audited_epsilon", kPublished, {{"delta", "1e-5"}}),
      about_attack("audited_epsilon", kExchange, {{"delta", "1e-5"}}),
      about_attack("audited_claim", kExchange, {{"epsilon", "1.38"}, {"delta", "1e-5"}}),
      about_attack("audited_epsilon", kStrong, {{"delta", "1e-5"}}),
      about_attack("audited_mechanism", kStrong, {}, "gaussian(sigma=8/2)")};
  const std::vector<std::string> said = said_when_checked(all);
  for (const std::string& line : said) UNSCOPED_INFO(line);
  REQUIRE(said.size() >= 8);
  CHECK(said[0] ==
        "The promise is that epsilon is at most 0.927 at delta = 0.00001; attack 2 (trials: 140 of "
        "1000 members found, 2 of 1000 others wrongly suspected) proves that it is at least 2.8, "
        "at confidence 0.95. The promise is refuted.");
  CHECK(said[1].find("Attack 2 refutes, at confidence 0.95, that what was attacked is "
                     "gaussian(sigma=8/2), or anything as private. The p-value, ") == 0);
  // No promise stands there as a fact, and no sentence twice.
  CHECK(lines_with(said, "Promised, and refuted: epsilon is at most 0.927") == 1);
  CHECK(lines_with(said, "Promised of the refuted mechanism: No attack tells members") == 1);
  for (size_t i = 0; i < said.size(); ++i) {
    CHECK_FALSE(said[i].starts_with("epsilon is at most"));
    CHECK_FALSE(said[i].starts_with("No attack"));
    for (size_t j = 0; j < i; ++j) CHECK(said[i] != said[j]);
  }
  CHECK(lines_with(said,
                   "Attack 1 (one training run: 640 of 700 guesses right, bound published) "
                   "proves, at confidence 0.95, that epsilon is at least 2.14") == 1);
  CHECK(lines_with(said,
                   "refutes, at confidence 0.95, that what was attacked is (1.38, 1e-5)-DP. "
                   "The p-value, the least probability of error at which these counts "
                   "refute it, is at most 0.0000248.") +
            lines_with(said, "is at most 2.48e-5.") ==
        1);
  CHECK(lines_with(said, "That what is said of all 2 attacks holds together has confidence 0.9 ") ==
        1);
  CHECK(lines_with(said, "in trials a member is a run with the record") == 1);
}

TEST_CASE("headlines: what is not refuted is promised as it was, and two mechanisms are told apart",
          "[certificates][headlines][audits]") {
  const std::vector<std::string> open = said_when_checked(
      {certify(request("epsilon", "gaussian(sigma=4)", "1e-5")),
       about_attack("audited_epsilon", kWeak, {{"delta", "1e-5"}}),
       about_attack("audited_claim", kWeak, {{"epsilon", "1"}, {"delta", "1e-5"}})});
  REQUIRE(open.size() == 4);
  CHECK(open[0].find("The promise is not refuted. It is not confirmed either") !=
        std::string::npos);
  CHECK(open[1].starts_with("epsilon is at most 0.927"));
  CHECK(open[2].find("The attack does not refute, at confidence 0.95, that what was attacked is "
                     "(1, 1e-5)-DP (p-value at least ") == 0);
  const std::vector<std::string> two =
      said_when_checked({certify(request("epsilon", "gaussian(sigma=4)", "1e-5")),
                         certify(request("epsilon", "gaussian(sigma=1)", "1e-5")),
                         about_attack("audited_epsilon", kStrong, {{"delta", "1e-5"}})});
  CHECK(two[0].starts_with("The promise of gaussian(sigma=4) is that epsilon"));
  CHECK(two[1].starts_with("The promise of gaussian(sigma=1) is that epsilon"));
  CHECK(lines_with(two, "Promised, and refuted: ") == 1);
  CHECK(two.back().find("in trials") != std::string::npos);
}

TEST_CASE("headlines: the confidence of several attacks together", "[certificates][headlines]") {
  const auto attack = [](const std::string& text) {
    Certificate out;
    out.quantity = "audited_epsilon";
    out.mechanism = text;
    return out;
  };
  // Several bounds of one experiment are one attack.
  const AttackNames one({attack(kPublished), attack(kExchange)});
  CHECK_FALSE(one.several());
  CHECK(one.together().empty());
  CHECK(one.described(kExchange) ==
        "the attack (one training run: 640 of 700 guesses right, bound exchange)");
  const AttackNames three({attack(kStrong), attack(kPublished), attack(kExchange), attack(kWeak)});
  CHECK(three.name(kExchange) == "attack 2");
  CHECK(three.again(kWeak) == "attack 3");
  CHECK(three.together().find("all 3 attacks holds together has confidence 0.85 (their "
                              "probabilities of error, 0.05, 0.05 and 0.05, are added)") !=
        std::string::npos);
  const auto with = [&](const std::string& confidence) {
    std::string text = kWeak;
    return attack(text.replace(text.find("0.95"), 4, confidence));
  };
  CHECK(AttackNames({with("0.4"), with("0.6")}).together().find("nothing is certain") !=
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
  REQUIRE(said.size() == 3);
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
