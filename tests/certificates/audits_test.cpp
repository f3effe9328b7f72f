/// Certificates of audits: honest ones are confirmed; none is confirmed with another count, seed, split, rule, number
/// of guesses, confidence or end.
#include "reference/statistics/attack.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "verify/statement/promised_found.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const std::string kTrials = "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)";
const std::string kRecovered =
    "reconstruction(successes=40,attempts=100,kappa=0.1,confidence=0.95)";
const std::string kRun =
    "one_run(canaries=1000,guesses=100,right=90,guesses_fixed=list,list=[100,200],bound=exchange,"
    "confidence=0.95)";
const std::string kPureRun =
    "one_run(guesses=100,right=90,guesses_fixed=no,bound=exchange,confidence=0.95)";

Query about(const std::string& quantity, const std::string& attack, const NamedTexts& at = {},
            Direction direction = Direction::worst) {
  Query out = request(quantity, attack, "", direction, 12);
  out.at = at;
  return out;
}

/// Returns scores without ties: those of members are shifted by one.
NamedTexts score_data() {
  SplitMix random(7);
  const auto one = [&] { return static_cast<double>(random.next() % 1000000) / 500000; };
  std::vector<double> members, others;
  for (int i = 0; i < 60; ++i) {
    members.push_back(1 + one());
    others.push_back(one());
  }
  return {{"members", score_text(members)}, {"others", score_text(others)}};
}

/// Returns the query of one rule with its parameters.
Query of_scores(const std::string& rule, const std::string& words) {
  Query out = about("audited_epsilon",
                    "scores(members=60,others=60,member_scores=high,rule=" + rule + words +
                        ",confidence=0.95,split=0.5)",
                    {{"delta", "0"}});
  out.options = score_data();
  return out;
}

/// Returns the parameters of a split with that seed, with its threshold.
std::string split_words(std::uint64_t seed) {
  const NamedTexts data = score_data();
  const SplitScores parts =
      split_scores({score_list(data[0].second), score_list(data[1].second)}, seed);
  return ",seed=" + std::to_string(seed) + ",threshold=" + exact_text(chosen_cut(parts.choose));
}

std::string free_words(const std::string& more = "") {
  const NamedTexts data = score_data();
  return ",threshold=" + exact_text(score_list(data[0].second)[5]) + more;
}

std::vector<Query> one_of_each() {
  Query mechanism = about("audited_mechanism", kTrials);
  mechanism.other = "gaussian(sigma=1)";
  return {about("audited_errors", kTrials),
          about("audited_epsilon", kTrials, {{"delta", "1e-5"}}),
          about("audited_epsilon", kTrials, {{"delta", "0"}}, Direction::reverse),
          about("audited_mu", kTrials),
          about("audited_advantage", kTrials),
          about("audited_tpr", kTrials, {{"fpr", "0.01"}}),
          about("audited_claim", kTrials, {{"epsilon", "1"}, {"delta", "1e-5"}}),
          mechanism,
          about("audited_gamma", kRecovered),
          about("audited_epsilon", kRecovered, {{"delta", "0"}}, Direction::forward),
          about("audited_mu", kRecovered),
          about("audited_epsilon", kRun, {{"delta", "1e-5"}}),
          about("audited_epsilon", kPureRun, {{"delta", "0"}}),
          about("audited_claim", kRun, {{"epsilon", "1.5"}, {"delta", "1e-5"}}),
          of_scores("explicit", ",threshold=1.5"),
          of_scores("split", split_words(3)),
          of_scores("bonferroni", ",list=[1,1.5],threshold=1.5"),
          of_scores("all-cuts", free_words()),
          of_scores("dkw", free_words()),
          of_scores("equal-level", free_words(",local_alpha=0.001,local_beta=0.001"))};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

/// Returns the certificate with another attack in the same place and all other members unchanged.
Json attacked(const Json& honest, const std::string& from, const std::string& to) {
  Json out = honest;
  const std::string text = replaced(honest["mechanism"].get<std::string>(), from, to);
  out["mechanism"] = out["written"]["mechanism"] = text;
  return out;
}

}  // namespace

TEST_CASE("audits: an attack is written with any white space, and with no other count",
          "[certificates][audits]") {
  const Json honest = sent(certify(about("audited_mu", kTrials)));
  const auto written = [&](const std::string& text) {
    Json json = honest;
    json["written"]["mechanism"] = text;
    return fate(json);
  };
  CHECK(written("trials( tp = 140, fn=860 ,fp=2,\n tn=998,confidence=0.95, split = 1/2 )") ==
        "confirmed");
  CHECK(written("trials(tp=1 40,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)") == "refuted");
  CHECK(written("trials(tp=140,fn=860,fp=3,tn=998,confidence=0.95,split=0.5)") == "refuted");
}

TEST_CASE("audits: a refusal names the question, not one of its numbers",
          "[certificates][audits]") {
  Json json = sent(certify(about("audited_epsilon", kRun, {{"delta", "1e-5"}})));
  for (const char* const list : {"[100,2000]", "[0,100]", "[99,101]"}) {
    CAPTURE(list);
    const std::string attack = replaced(kRun, "[100,200]", list);
    json["mechanism"] = json["written"]["mechanism"] = attack;
    CheckResult result;
    CHECK(judged(signed_again(json).dump(), &result) == "refuted");
    REQUIRE_FALSE(result.objections.empty());
    CHECK(result.objections.front().field == "question");
    CHECK(result.objections.front().stated.find(attack) != std::string::npos);
  }
}

TEST_CASE("audits: honest certificates of every kind are confirmed", "[certificates][audits]") {
  for (const Query& asked : one_of_each()) {
    const Certificate c = certify(asked);
    CAPTURE(asked.quantity, c.mechanism, c.lower, c.upper);
    CHECK(fate(to_json(c)) == "confirmed");
    CHECK(fate(sent(c)) == "confirmed");
  }
}

TEST_CASE("audits: no certificate with an end moved, or a finding changed, is confirmed",
          "[certificates][audits][forgery]") {
  for (const Query& asked : one_of_each()) {
    const Json honest = sent(certify(asked));
    CAPTURE(asked.quantity, asked.mechanism);
    const Rational lower = number(honest["lower"].get<std::string>()),
                   upper = number(honest["upper"].get<std::string>());
    for (const Rational& by : {Rational(1, 1000UL), Rational(-1, 1000UL)}) {
      if (upper.is_zero()) continue;
      Json moved = honest;
      moved["lower"] = Ball(lower * (Rational(1) + by), Bits{256}).decimal_bounds(30).first;
      moved["upper"] = Ball(upper * (Rational(1) + by), Bits{256}).decimal_bounds(30).second;
      moved["digits"] = digits_text(
          Interval::read(moved["lower"].get<std::string>(), moved["upper"].get<std::string>())
              .digits());
      moved["reached"] = false;
      CHECK(fate(moved) == "refuted");
    }
    if (!honest.contains("findings")) continue;
    for (const auto& finding : honest["findings"].items()) {
      Json changed = honest;
      const bool verdict = finding.key() == "refuted";
      changed["findings"][finding.key()] =
          verdict ? (finding.value() == "yes" ? "no" : "yes") : "59";
      CHECK(is_caught(fate(changed)));
    }
  }
}

TEST_CASE("audits: none with another count, confidence or share is confirmed",
          "[certificates][audits][forgery]") {
  const auto epsilon = [](const std::string& attack, const std::string& delta,
                          Direction direction = Direction::worst) {
    return sent(certify(about("audited_epsilon", attack, {{"delta", delta}}, direction)));
  };
  const Json trials = epsilon(kTrials, "1e-5"), run = epsilon(kRun, "1e-5"),
             pure = epsilon(kPureRun, "0"),
             recovered = epsilon(kRecovered, "0", Direction::forward);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"tp=140", "tp=141"},
                                                        {"fn=860", "fn=859"},
                                                        {"fp=2", "fp=1"},
                                                        {"tn=998", "tn=1998"},
                                                        {"confidence=0.95", "confidence=0.99"},
                                                        {"split=0.5", "split=0.4"},
                                                        {"tp=140,fn=860", "tp=860,fn=140"},
                                                        {"tp=140", "tp=0140"},
                                                        {"tp=140", "tp=-140"}}) {
    CAPTURE(from, to);
    CHECK(is_caught(fate(attacked(trials, from, to))));
  }
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"canaries=1000", "canaries=900"},
           {"guesses=100", "guesses=200"},
           {"right=90", "right=91"},
           {"list=[100,200]", "list=[100]"},
           {"list=[100,200]", "list=[100,200,300]"},
           {"list=[100,200]", "list=[200,300]"},
           {"guesses_fixed=list,list=[100,200]", "guesses_fixed=yes"},
           {"guesses_fixed=list,list=[100,200]", "guesses_fixed=no"},
           {"bound=exchange", "bound=published"},
           {"confidence=0.95", "confidence=0.9"}}) {
    CAPTURE(from, to);
    CHECK(is_caught(fate(attacked(run, from, to))));
  }
  CHECK(is_caught(fate(attacked(pure, "guesses_fixed=no", "guesses_fixed=yes"))));
  CHECK(is_caught(fate(attacked(pure, "guesses=100", "canaries=1000,guesses=100"))));
  CHECK(is_caught(fate(attacked(pure, "guesses=100", "guesses=101"))));
  CHECK(is_caught(fate(attacked(recovered, "successes=40", "successes=41"))));
  CHECK(is_caught(fate(attacked(recovered, "kappa=0.1", "kappa=0.05"))));
  Json other = trials;  // an attack on a claim about one direction
  other["direction"] = "forward";
  CHECK(fate(other) == "confirmed");  // the forward direction refutes most here
  other["direction"] = "reverse";
  CHECK(fate(other) == "refuted");
}

TEST_CASE("audits: none with another seed, rule, list, threshold or score is confirmed",
          "[certificates][audits][forgery]") {
  const Json split = sent(certify(of_scores("split", split_words(3))));
  CHECK(fate(attacked(split, "seed=3", "seed=4")) == "refuted");
  CHECK(is_caught(fate(attacked(split, "rule=split,seed=3", "rule=explicit"))));
  CHECK(is_caught(fate(attacked(split, "rule=split,seed=3", "rule=all-cuts"))));
  CHECK(is_caught(fate(attacked(split, "member_scores=high", "member_scores=low"))));
  CHECK(is_caught(fate(attacked(split, "members=60", "members=61"))));
  const Json list = sent(certify(of_scores("bonferroni", ",list=[1,1.5],threshold=1.5")));
  CHECK(is_caught(fate(attacked(list, "[1,1.5]", "[1.5]"))));
  CHECK(is_caught(fate(attacked(list, "[1,1.5]", "[1,2]"))));
  CHECK(is_caught(fate(attacked(list, "threshold=1.5", "threshold=1"))));
  const Json all = sent(certify(of_scores("all-cuts", free_words())));
  CHECK(is_caught(fate(attacked(all, "rule=all-cuts", "rule=dkw"))));
  CHECK(is_caught(fate(attacked(all, "rule=all-cuts", "rule=explicit"))));
  Json equal =
      sent(certify(of_scores("equal-level", free_words(",local_alpha=0.001,local_beta=0.001"))));
  CHECK(is_caught(fate(attacked(equal, "local_alpha=0.001", "local_alpha=0.01"))));
  Json scores = all;
  auto data = scores["options"]["others"].get<std::string>();
  scores["options"]["others"] = data.substr(data.find(',') + 1);
  CHECK(is_caught(fate(scores)));
  data = "9";
  for (int i = 1; i < 60; ++i) data += ",9";  // all of these are above the threshold
  scores["options"]["others"] = data;
  CHECK(is_caught(fate(scores)));
  scores["options"] = {{"members", "nan"}, {"others", "1"}};
  CHECK(is_caught(fate(scores)));
}

TEST_CASE("audits: the text of an attack has one form", "[certificates][audits]") {
  CHECK(AttackText::parse(kTrials).text() == kTrials);
  CHECK(AttackText::parse("trials(split=1/2,confidence=0.950,tn=998,fp=2,fn=860,tp=140)").text() ==
        kTrials);
  CHECK(AttackText::parse(replaced(kRun, "[100,200]", "[200,100,200]")).text() == kRun);
  for (const char* wrong :
       {"trials()", "trials(tp=1)", "trial(tp=1)", "trials(tp=1,tp=1,fn=1,fp=1,tn=1)",
        "trials(tp=1,fn=1,fp=1,tn=1,confidence=0.95,split=0.5,seed=3)",
        "trials(tp=1.5,fn=1,fp=1,tn=1,confidence=0.95,split=0.5)",
        "trials(tp=1,fn=1,fp=1,tn=1,confidence=1,split=0.5)", "scores(", "one_run)"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(AttackText::parse(wrong), std::invalid_argument);
  }
}

TEST_CASE("audits: the page says what was tested, what is refuted, and both beside each other",
          "[certificates][audits]") {
  const std::vector<Certificate> all = {
      certify(about("audited_epsilon", kTrials, {{"delta", "1e-5"}})),
      certify(about("audited_claim", kTrials, {{"epsilon", "1"}, {"delta", "1e-5"}})),
      certify(about("audited_claim", kTrials, {{"epsilon", "3"}, {"delta", "1e-5"}})),
      certify(request("epsilon", "gaussian(sigma=1)", "1e-5")),
      certify(request("epsilon", "gaussian(sigma=3)", "1e-5"))};
  std::vector<CheckResult> results;
  for (const Certificate& c : all) results.push_back(check(c, {}));
  const AuditPage page = audit_page_of({"a.json", "00", "2026-01-31"}, all, results);
  const std::string text = said(page);
  for (const char* words :
       {"1000 runs with the record and 1000 without it",
        "REFUTED at confidence 0.95: that what was attacked is (1, 1e-5)-DP",
        "Not refuted at confidence 0.95: that what was attacked is (3, 1e-5)-DP",
        "what an attack did not refute"}) {
    CAPTURE(words);
    CHECK(text.find(words) != std::string::npos);
  }
  REQUIRE(page.together.size() == 2);
  CHECK(page.together[0].found == all[0].lower);
  CHECK(page.together[0].promised == all[3].upper);
  CHECK(page.together[0].words.text.find(" does not contradict gaussian(sigma=1)") !=
        std::string::npos);
  CHECK(page.together[1].words.text.find("MORE WAS FOUND THAN IS PROMISED") == 0);
  CHECK(page.headlines[0].text.find("the promise is refuted.") != std::string::npos);
  for (const page::Sentence& line : page.how_to_check)
    CHECK(line.text.find('`') == std::string::npos);
  // No page shows a number of an unconfirmed certificate.
  Certificate forged = all[0];
  forged.lower = "9", forged.upper = "9.1";
  CHECK(promised_and_found({forged, all[3]}, {check(forged, {}), results[3]}).empty());
}

TEST_CASE("audit page: without an attack it is not called an audit", "[certificates][audits]") {
  const auto title = [](const std::vector<Certificate>& all) {
    return audit_page_of({"a.json", "00", "2026-01-31"}, all, {}).title;
  };
  const Certificate promise = certify(request("epsilon", "laplace(b=2)", "1e-5")),
                    attack = certify(about("audited_epsilon", kTrials, {{"delta", "1e-5"}}));
  CHECK(title({promise}) == "Privacy statement: certified privacy values");
  CHECK(title({attack}) == "Audit statement: what an attack shows");
  CHECK(title({promise, attack}) == "Audit statement: certified privacy values and an attack");
  AuditSource named{"a.json", "00", "2026-01-31"};
  named.title = "Run 7";
  CHECK(audit_page_of(named, {promise}, {}).title == "Run 7");
}

TEST_CASE("audit page: headings that would be the same tell their direction",
          "[certificates][audits]") {
  const auto asked = [](const std::string& mechanism, Direction direction) {
    return certify(request("delta", mechanism, "1", direction, 6));
  };
  const std::vector<Certificate> all = {asked("gaussian(sigma=1)", Direction::forward),
                                        asked("gaussian(sigma=1)", Direction::worst),
                                        asked("gaussian(sigma=2)", Direction::forward)};
  const AuditPage page = audit_page_of({"a.json", "00", "2026-01-31"}, all, {});
  REQUIRE(page.groups.size() == 3);
  CHECK(page.groups[0].part == "direction forward");
  CHECK(page.groups[1].part == "both directions");
  CHECK(page.groups[2].part.empty());
}

TEST_CASE("audit page: attacks are named apart where there are several", "[certificates][audits]") {
  const auto asked = [](const std::string& attack) {
    return certify(about("audited_epsilon", attack, {{"delta", "1e-5"}}));
  };
  const std::string second = "trials(tp=30,fn=970,fp=10,tn=990,confidence=0.95,split=0.5)";
  const AuditPage page =
      audit_page_of({"a.json", "00", "2026-01-31"}, {asked(kTrials), asked(second)}, {});
  REQUIRE(page.groups.size() == 2);
  CHECK(page.groups[0].part == "attack 1");
  CHECK(page.groups[1].part == "attack 2");
  CHECK(audit_page_of({"a.json", "00", "2026-01-31"}, {asked(second)}, {}).groups[0].part.empty());
}
