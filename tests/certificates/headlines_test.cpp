/// The short form of a statement.
#include "verify/statement/headlines.hpp"

#include <algorithm>

#include "tests/certificates/certificate_support.hpp"
#include "tests/support.hpp"
#include "verify/statement/attack_names.hpp"
#include "verify/statement/attack_number_claims.hpp"
#include "verify/statement/audit_words.hpp"
#include "verify/statement/run_claim.hpp"

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
  out.reached = true;
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

/// Returns the sentences of the short statement; the certificates imply each of them.
std::vector<std::string> lines_of(const std::vector<Certificate>& certificates,
                                  const std::vector<CheckResult>& results) {
  std::vector<std::string> out;
  for (const page::Sentence& one : headlines(certificates, results)) {
    CHECK(one.claim->fault({certificates, results}) == "");
    out.push_back(one.text);
  }
  return out;
}

std::string run_words(const std::string& typed) {
  const auto run = page::run_of(typed);
  return run ? page::run_text(*run) : "";
}

}  // namespace

TEST_CASE("headlines: numbers are rounded to the safe side", "[certificates][headlines]") {
  const std::vector<Certificate> all = {certificate("epsilon", "1e-5", "2.439479550"),
                                        certificate("advantage", "", "0.2232603411"),
                                        certificate("power", "0.001", "0.006173805691")};
  std::vector<CheckResult> results;
  for (const Certificate& c : all) results.push_back(confirmed(c));
  const std::vector<std::string> said = lines_of(all, results);
  for (const std::string& line : said) UNSCOPED_INFO(line);
  REQUIRE(said.size() == 6);
  CHECK(said[0].starts_with("epsilon is at most 2.44 at delta = 0.00001. Adding or removing one"));
  CHECK(
      said[0].find(
          "by a factor of at most 11.5 (e^epsilon), and by at most 0.00001 (delta) beyond that.") !=
      std::string::npos);  // e^2.44 = 11.473
  // p e^2.44/(1 + p (e^2.44 - 1)) = 0.011354...
  CHECK(said[1] ==
        "For one person, 1 in 1,000 becomes at most 11.4 in 1,000: an observer who considers it 1 "
        "in 1,000 likely that the person's record is in the data learns from the outputs no more "
        "than from a source that "
        "reveals the truth with a probability of at most 0.00001 (delta) and otherwise raises "
        "1 in 1,000 to at most 11.4 in 1,000.");
  CHECK(said[2].find("batches have 512 of 60000 records on average; about 30 passes") !=
        std::string::npos);
  CHECK(said[3].find("above 22.4 %.") != std::string::npos);
  CHECK(said[4] ==
        "An attack that falsely accuses at most 1 in 1,000 non-members identifies at most 6.18 in "
        "1,000 members.");
  CHECK(said[5] ==
        "Members are records that were in the data, non-members are records that were not.");
}

TEST_CASE("headlines: without records that are in or out there are no members",
          "[certificates][headlines]") {
  std::vector<Certificate> all = {certificate("power", "0.001", "0.006173805691"),
                                  certificate("tradeoff", "0.001", "1"),
                                  certificate("advantage", "", "0.2232603411")};
  all[1].lower = "0.99382";
  std::vector<CheckResult> results;
  for (Certificate& c : all) {
    c.mechanism = c.written_mechanism = "gaussian(sigma=2,relation=replace)";
    results.push_back(confirmed(c));
  }
  CHECK(
      lines_of(all, results) ==
      std::vector<std::string>{
          "A test that tells two neighbouring data sets apart with a false positive rate of at "
          "most 1 in 1,000 has a true positive rate of at most 6.18 in 1,000 (one record exchanged "
          "for another).",
          "A test that tells two neighbouring data sets apart with a false positive rate of at "
          "most 1 in 1,000 has a false negative rate of at least 99.3 % (one record exchanged for "
          "another).",
          "No test tells two neighbouring data sets apart with an advantage (true positive rate "
          "minus false positive rate) above 22.4 % (one record exchanged for another)."});
}

TEST_CASE("headlines: e^epsilon is that of the epsilon shown", "[certificates][headlines]") {
  const Certificate c = certificate("epsilon", "1e-5", "15.78271980");
  const std::string said = lines_of({c}, {confirmed(c)})[0];
  CHECK(said.starts_with("epsilon is at most 15.8 "));
  CHECK(said.find("at most 7280000 (e^epsilon)") != std::string::npos);  // e^15.8 = 7277332
}

TEST_CASE("headlines: who is added or removed", "[certificates][headlines]") {
  const auto first_line = [](const std::string& mechanism) {
    Certificate c = certificate("epsilon", "1e-5", "2.439479550");
    c.mechanism = c.written_mechanism = mechanism;
    const std::vector<std::string> said = lines_of({c}, {confirmed(c)});
    return said.empty() ? std::string() : said[0];
  };
  const auto says = [&](const std::string& mechanism, const std::string& what) {
    CAPTURE(mechanism);
    CHECK(first_line(mechanism).find(what) != std::string::npos);
  };
  says("gaussian(sigma=1)",
       ". A change between neighbouring data sets that moves the released value by at most the "
       "sensitivity, where there is one, changes the probability");
  says("subsampled_gaussian(sigma=1,p=1/10)",
       ". Adding or removing one record (one person, where each person has one) changes");
  says("subsampled_gaussian(sigma=1,p=1/10,group=3)^10*gaussian(sigma=2,group=3)",
       ". Adding or removing all records of one person, at most 3, changes");
  says("gaussian(sigma=1,relation=replace)",
       ". Exchanging one record for another (one person, where each person has one) changes");
  says("subsampled_gaussian(sigma=1,p=1/10,relation=zero_out)", ". Counting as zero one record (");
  // "group" in the name of a parameter does not mean a group of records.
  says("cyclic_poisson(sigma=1,strategy=sqrt(4),steps=8,p=0.1,groups=4)",
       ". Adding or removing one record (one person, where each person has one) changes");
}

TEST_CASE("headlines: nothing is said of what was not proved", "[certificates][headlines]") {
  Certificate c = certificate("epsilon", "1e-5", "2.4");
  CHECK(lines_of({c}, {}).empty());
  CheckResult open = confirmed(c);
  open.verdict = Verdict::unconfirmed;
  CHECK(lines_of({c}, {open}).empty());
  CheckResult below = confirmed(c);
  below.numbers.front().above = Standing::open;
  CHECK(lines_of({c}, {below}).empty());
  Certificate infinite = certificate("epsilon", "1e-5", "inf");
  infinite.lower = "inf";
  CHECK(lines_of({infinite}, {confirmed(infinite)}) ==
        std::vector<std::string>{
            "Epsilon at delta = 0.00001 is infinite: there is no guarantee of it."});
}

TEST_CASE("headlines: a rate that is a decimal or a double is stated as one",
          "[certificates][headlines]") {
  CHECK(run_words("subsampled_gaussian(sigma=1.1,p=0.01)^500") ==
        "The run: 500 steps with the noise multiplier (sigma) 1.1; each record is in a step's "
        "batch with "
        "probability 0.01, independently; 5 passes over the data. The number of steps, that "
        "probability and the divisor of the sums are assumed public: they are equal with and "
        "without a record, even if they were computed from the number of records.");
  CHECK(run_words("subsampled_gaussian(sigma=1,p=5764607523034235/576460752303423488)^100")
            .find("with probability 0.01, independently; one pass over") != std::string::npos);
}

TEST_CASE("headlines: reconstruction is stated for its one direction, the forward pair",
          "[certificates][headlines]") {
  Certificate c = certificate("rero", "1e-4", "0.0008867774794");
  c.direction = "forward";
  const std::vector<std::string> said = lines_of({c}, {confirmed(c)});
  REQUIRE(said.size() == 1);
  CHECK(
      said[0] ==
      "A reconstruction attack on a record that blind guessing hits with a probability of at most "
      "1 in 10,000 succeeds with a probability of at most 8.87 in 10,000.");
}

TEST_CASE("headlines: a run is told only where there is a rate", "[certificates][headlines]") {
  CHECK(run_words("gaussian(sigma=1)").empty());
  CHECK(run_words("gaussian(sigma=1,p=0.1)^5").empty());
  CHECK(run_words("laplace(sigma=1)^5").empty());
  CHECK(run_words("subsampled_gaussian(sigma=2476979795053773/2251799813685248,p=1/118)^118")
            .find("(sigma) 1.10001;") != std::string::npos);
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
       "each pass if batches are shuffled or fixed");
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
  return lines_of(all, results);
}

}  // namespace

TEST_CASE("headlines: what stands beside a run is stated as no bound of it",
          "[certificates][headlines]") {
  const Certificate run = certificate("epsilon", "1e-5", "7.473907705"),
                    least = beside("at_least", "4.999231764", "4.999233091"),
                    call = beside("accountant", "1.799451850", "1.799452935");
  const std::vector<std::string> said = said_of({run, least, call});
  REQUIRE(said.size() == 4);  // the bound, its meaning for a person, the run, the call
  CHECK(said[0].starts_with("epsilon is at most 7.48 at delta = 0.00001."));
  CHECK(said[3] ==
        "An accountant of Poisson sampling states an epsilon that is too small for this run: 1.8 "
        "at delta = 0.00001, but it is at least 4.99 for some data sets, a factor of 2.77.");
  CHECK(said_of({run, call}).back() ==
        "An accountant of Poisson sampling states 1.8 at delta = 0.00001, which is not proved for "
        "this run.");
  const Certificate less = beside("at_least", "1.5", "1.6");
  CHECK(said_of({run, less, call}).back().ends_with(": some data sets have at least 1.5."));
  // Without the preceding number of the run there is no sentence about a call, nor about the data sets alone.
  CHECK(said_of({call}).empty());
  CHECK(said_of({least}).empty());
  // An unconfirmed certificate refutes nothing.
  CheckResult open = confirmed(least);
  open.verdict = Verdict::unconfirmed;
  CHECK(lines_of({run, least, call}, {confirmed(run), open, confirmed(call)})
            .back()
            .ends_with("which is not proved for this run."));
}

TEST_CASE("rows: what stands beside a run is shown on its own side", "[certificates][headlines]") {
  const Certificate least = beside("at_least", "4.999231764", "4.999233091"),
                    call = beside("accountant", "1.799451850", "1.799452935");
  const AuditRow first = rows_of({{least}, {confirmed(least)}}, 0).front(),
                 second = rows_of({{call}, {confirmed(call)}}, 0).front();
  CHECK(first.value == "at least 4.99923");
  CHECK(first.meaning.text.starts_with("A lower bound for some data sets of the run, not a bound"));
  CHECK(second.value == "1.79945…");
  CHECK(second.meaning.text.starts_with(
      "The number of an accountant of Poisson sampling, not a bound"));
  CHECK(second.meaning.text.find("So it is") == std::string::npos);
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
  return lines_of(all, results);
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
  CHECK(
      said[0] ==
      "The promise is that epsilon is at most 0.927 at delta = 0.00001; attack 2 (trials: 140 of "
      "1000 members found, 2 of 1000 non-members falsely accused) shows, with 95 % confidence, "
      "that epsilon is at least 2.8 at delta = 0.00001. If what was attacked is the certified run, "
      "and a record moves the released value by at most the sensitivity, the promise is refuted.");
  CHECK(said[1].find("Attack 2 refutes, with 95 % confidence, that what was attacked is "
                     "gaussian(sigma=8/2), or anything as private. The p-value, ") == 0);
  // The page states no promise as a fact and repeats no sentence.
  CHECK(lines_with(said,
                   "Promised, and, with the confidence and under the conditions stated above, "
                   "refuted for what was attacked: "
                   "epsilon is at most 0.927") == 1);
  CHECK(lines_with(said,
                   "Promised of a mechanism that, with the confidence and under the conditions "
                   "stated above, is not the one "
                   "attacked: No test tells two "
                   "neighbouring") == 1);
  for (size_t i = 0; i < said.size(); ++i) {
    CHECK_FALSE(said[i].starts_with("epsilon is at most"));
    CHECK_FALSE(said[i].starts_with("No attack"));
    for (size_t j = 0; j < i; ++j) CHECK(said[i] != said[j]);
  }
  CHECK(lines_with(said,
                   "Attack 1 (one training run: 640 of 700 guesses right, bound published) "
                   "shows, with 95 % confidence, that epsilon is at least 2.14") == 1);
  CHECK(lines_with(said,
                   "refutes, with 95 % confidence, that what was attacked is (1.38, 0.00001)-DP. "
                   "The p-value, the least probability of error at which these counts "
                   "refute it, is at most 0.0000248.") +
            lines_with(said, "is at most 2.48e-5.") ==
        1);
  CHECK(lines_with(said, "What is said of all 2 attacks holds together with 90 % confidence (") ==
        1);
  CHECK(lines_with(said, "in trials a member is a run with the record") == 1);
}

TEST_CASE(
    "headlines: what is not refuted is promised as it was, and two mechanisms are distinguished",
    "[certificates][headlines][audits]") {
  const std::vector<std::string> open = said_when_checked(
      {certify(request("epsilon", "gaussian(sigma=4)", "1e-5")),
       about_attack("audited_epsilon", kWeak, {{"delta", "1e-5"}}),
       about_attack("audited_claim", kWeak, {{"epsilon", "1"}, {"delta", "1e-5"}})});
  for (const std::string& line : open) UNSCOPED_INFO(line);
  REQUIRE(open.size() == 5);
  CHECK(open[0].find("This number does not refute the promise. It does not confirm it either") !=
        std::string::npos);
  CHECK(open[1].starts_with("epsilon is at most 0.927"));
  CHECK(open[3].find("The attack does not refute, with 95 % confidence, that what was attacked is "
                     "(1, 0.00001)-DP (p-value at least ") == 0);
  const std::vector<std::string> two =
      said_when_checked({certify(request("epsilon", "gaussian(sigma=4)", "1e-5")),
                         certify(request("epsilon", "gaussian(sigma=1)", "1e-5")),
                         about_attack("audited_epsilon", kStrong, {{"delta", "1e-5"}})});
  CHECK(two[0].starts_with("The promise of gaussian(sigma=4) is that epsilon"));
  CHECK(two[1].starts_with("The promise of gaussian(sigma=1) is that epsilon"));
  CHECK(lines_with(two,
                   "Promised, and, with the confidence and under the conditions stated above, "
                   "refuted for what was attacked: ") == 1);
  CHECK(two.back().find("in trials") != std::string::npos);
}

TEST_CASE("headlines: a claim tested in one direction or for a group is not said of more",
          "[certificates][headlines][audits]") {
  // These counts refute (0.5, 0.001)-DP in the other direction.
  Query one = request("audited_claim", kStrong, "", Direction::reverse, 6);
  one.at = {{"epsilon", "1/2"}, {"delta", "1/1000"}};
  const Certificate reverse = certify(one);
  REQUIRE(text_of(reverse.findings, "refuted") == "no");
  CHECK(
      lines_with(said_when_checked({reverse}),
                 "that what was attacked is (0.5, 0.001)-DP in direction reverse alone (p-value 1)"
                 ". This does not confirm it") == 1);
  one.direction = Direction::worst;
  const std::vector<std::string> both = said_when_checked({certify(one)});
  CHECK(lines_with(both,
                   "refutes, with 95 % confidence, that what was attacked is (0.5, 0.001)-DP. "
                   "The p-value") == 1);
  const std::vector<std::string> group =
      said_when_checked({about_attack("audited_mechanism", kWeak, {}, "laplace(b=3,group=2)")});
  for (const std::string& line : group) UNSCOPED_INFO(line);
  CHECK(lines_with(group, "that one record is as private in what was attacked as ") == 1);
  CHECK(lines_with(group, " promises for all records of one person, at most 2") == 1);
}

namespace {

Certificate plain_attack(const std::string& text) {
  Certificate out;
  out.quantity = "audited_epsilon";
  out.mechanism = text;
  return out;
}

std::string together(const std::vector<Certificate>& certificates) {
  return page::TogetherClaim(AttackNames(certificates).errors()).text();
}

}  // namespace

TEST_CASE("headlines: the confidence of several attacks together", "[certificates][headlines]") {
  const Certificate published = plain_attack(kPublished), exchange = plain_attack(kExchange);
  // Several bounds from one experiment belong to one attack.
  const AttackNames one({published, exchange});
  CHECK_FALSE(one.several());
  CHECK(one.described(exchange) ==
        "the attack (one training run: 640 of 700 guesses right, bound exchange)");
  const std::vector<Certificate> all = {plain_attack(kStrong), published, exchange,
                                        plain_attack(kWeak)};
  const AttackNames three(all);
  CHECK(three.name(exchange) == "attack 2");
  CHECK(three.again(all.back()) == "attack 3");
  CHECK(together(all).find("all 3 attacks holds together with 85 % confidence (their "
                           "probabilities of error, 5 %, 5 % and 5 %, are added)") !=
        std::string::npos);
  const auto with = [](const std::string& confidence) {
    std::string text = kWeak;
    return plain_attack(text.replace(text.find("0.95"), 4, confidence));
  };
  CHECK(together({with("0.4"), with("0.6")}).find("nothing is certain") != std::string::npos);
}

TEST_CASE("headlines: attacks with other scores are other attacks", "[certificates][headlines]") {
  const std::string text =
      "scores(members=3,others=3,member_scores=high,rule=explicit,threshold=1,confidence=0.95,"
      "split=0.5)";
  std::vector<Certificate> all(3, plain_attack(text));
  for (size_t i = 0; i < all.size(); ++i) {
    all[i].options = {{"members", std::to_string(i + 1) + ",2,3"}, {"others", "0,0.5,1"}};
  }
  const AttackNames names(all);
  REQUIRE(names.errors().size() == 3);
  CHECK(names.name(all[1]) == "attack 2");
  CHECK(together(all).find("all 3 attacks holds together with 85 % confidence") !=
        std::string::npos);
  all.push_back(all.front());  // another certificate of the same experiment
  CHECK(AttackNames(all).errors().size() == 3);
  // Each has its own heading.
  for (Certificate& c : all) {
    c.direction = "worst";
    c.argument = "delta";
    c.at = "0";
    c.lower = "0", c.upper = "1";
  }
  const AuditPage page = audit_page_of({"a.json", "00", "2026-01-31"}, all, {});
  REQUIRE(page.groups.size() == 3);
  CHECK(page.groups[2].part == "attack 3");
}

TEST_CASE("headlines: an epsilon solved below 0 is 0, and numbers below 0 are written well",
          "[certificates][headlines]") {
  Certificate c = certificate("epsilon", "1e-5", "-0.00001000005000");
  c.lower = "-0.00001000005302";
  const std::vector<std::string> said = lines_of({c}, {confirmed(c)});
  REQUIRE(said.size() == 2);
  CHECK(
      said[0].starts_with("epsilon is 0 at delta = 0.00001 (the equation delta(epsilon) = delta "
                          "has a solution below 0, at most -0.00001: see below). Adding or"));
  CHECK(said[0].ends_with(" changes the probability of every set of outcomes by at most 0.00001."));
  const CheckResult result = confirmed(c);
  const std::vector<AuditRow> rows = rows_of({{c}, {result}}, 0);
  CHECK(rows.front().value == "0");
  CHECK(rows.front().lower == "-0.00001000005302");
  CHECK(rows.front().meaning.text.ends_with("no epsilon is needed: it is (0, 1e-5)-DP."));
}

TEST_CASE("headlines: what is not known is said first", "[certificates][headlines]") {
  Certificate epsilon = certificate("epsilon", "1e-5", "inf"),
              power = certificate("power", "0.001", "1"),
              advantage = certificate("advantage", "", "1");
  advantage.lower = "0.9999999999";
  const std::vector<std::string> said = lines_of(
      {advantage, epsilon, power}, {confirmed(advantage), confirmed(epsilon), confirmed(power)});
  CAPTURE(said.front());
  REQUIRE(said.size() == 3);
  CHECK(said[0].starts_with(
      "NOT KNOWN: epsilon at delta = 0.00001; the largest true positive rate of any attack that "
      "tells two neighbouring data sets apart with a false positive rate of at most 0.001. The "
      "digits or the time"));
  CHECK(said[1].starts_with("No attack tells members from non-members"));
}

TEST_CASE("headlines: numbers of fewer digits than asked are named, and their ends hold",
          "[certificates][headlines]") {
  Certificate c = certificate("epsilon", "1e-5", "2.4");
  const auto names_it = [&] {
    const std::vector<std::string> said = lines_of({c}, {confirmed(c)});
    return std::any_of(said.begin(), said.end(), [](const std::string& line) {
      return line.starts_with("Fewer digits than asked: epsilon at delta = 0.00001.");
    });
  };
  c.reached = true;
  CHECK_FALSE(names_it());
  c.reached = false;
  CHECK(names_it());
  c.upper = "inf";  // which means: not known
  CHECK_FALSE(names_it());
}

TEST_CASE("headlines: of one direction the numbers are named and not repeated",
          "[certificates][headlines]") {
  Certificate c = certificate("epsilon", "1e-5", "2.4");
  c.direction = "forward";
  const std::vector<std::string> said = lines_of({c}, {confirmed(c)});
  REQUIRE(said.size() == 1);
  CHECK(said[0].starts_with("Certified in one direction alone (remove: "));
  CHECK(said[0].find(": epsilon at delta = 0.00001. A guarantee of privacy needs the worse of") !=
        std::string::npos);
  CHECK(said[0].find("2.4") == std::string::npos);
}
