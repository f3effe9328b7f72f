/// The certificates of a statement imply each of its sentences.
#include <functional>
#include <set>

#include "reference/questions/stated_hypotheses.hpp"
#include "reference/statistics/score_cuts.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"
#include "verify/statement/bound_claim.hpp"
#include "verify/statement/epsilon_claims.hpp"
#include "verify/statement/headlines.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

/// A certificate and the result of its check.
struct Checked {
  Certificate certificate;
  CheckResult result;
};

/// Returns the result of a check that proves every number of a certificate without findings.
CheckResult proved_result(const Certificate& c) {
  const auto proved = [](const std::string& name, const std::string& lower,
                         const std::string& upper) {
    return CheckedNumber{name, lower, upper, Standing::proved, Standing::proved};
  };
  CheckResult out;
  out.verdict = Verdict::confirmed;
  out.hypotheses = c.hypotheses;
  out.numbers.push_back(proved("lower, upper", c.lower, c.upper));
  for (const NamedInterval& one : c.values) {
    out.numbers.push_back(proved("values." + one.name, one.lower, one.upper));
  }
  out.lower = c.lower, out.upper = c.upper;
  return out;
}

/// Returns a certificate with the result of its check. The check of batches drawn without replacement integrates on a
/// second path for 10 s. Its result is stated except in the nightly sweep of the pool, because these tests are about
/// sentences; engines_test.cpp checks a certificate of this mechanism.
Checked checked(const Query& what) {
  Checked out{certify(what), {}};
  const bool slow = what.mechanism.find("without_replacement") != std::string::npos;
  const bool stated = slow && of_sweep(1, 2) == 1;
  out.result = stated ? proved_result(out.certificate) : check(out.certificate, {});
  return out;
}

/// Mechanisms of every dominance, relation and group.
const std::vector<std::string>& mechanisms() {
  static const std::vector<std::string> all = {
      "gaussian(sigma=2)",
      "gaussian(sigma=4953959590107546/2251799813685248)^3",
      "laplace(b=2)",
      "gaussian(sigma=3,relation=replace)",
      "gaussian(sigma=3,group=2)",
      "subsampled_gaussian(sigma=2,p=1/10)",
      "subsampled_gaussian(sigma=2,p=0.1,group=2)",
      "randomized_response(epsilon=1)",
      "without_replacement(sigma=2,n=100,batch=10)",
      "shuffled_rr(epsilon0=1,n=5,ones=0)",
      "finite(P=[1/4,3/4],Q=[3/4,1/4])",
      "finite(P=[1/4,3/4],Q=[3/4,1/4])*laplace(b=2)",
      "above_threshold(b_threshold=2,b_queries=2,answers=[0,0],others=[1,1])",
      "bounded_laplace(b=2,width=10,at=3)",
      "exponential_mechanism(epsilon=1,t=1/2)",
      "exponential_mechanism(epsilon=1)",
      "approximate_dp(epsilon=1,delta=1/1000)"};
  return all;
}

/// Returns a random argument for a quantity, by its kind; some are doubles.
std::string place_of(const std::string& quantity, SplitMix* random) {
  const std::vector<std::string> levels = {"0.01", "1/3", "5764607523034235/576460752303423488"};
  if (quantity == "delta") return "1";
  if (quantity == "epsilon") return random->next() % 2 == 0 ? "1e-3" : "0x1.0624dd2f1a9fcp-10";
  if (quantity == "renyi") return "2";
  return levels[random->next() % levels.size()];
}

std::vector<Checked> of_mechanisms() {
  SplitMix random(5);
  const std::vector<std::string> quantities = {
      "epsilon", "delta", "advantage",        "power",           "tradeoff", "bayes", "posterior",
      "minimax", "renyi", "posterior_belief", "tradeoff_inverse"};
  std::vector<Checked> out;
  for (const std::string& mechanism : mechanisms()) {
    for (const std::string& quantity : quantities) {
      if (random.next() % 3 != 0 && quantity != "epsilon") continue;
      const bool argument = !required_quantity(quantity).arguments.empty();
      Query what = request(quantity, mechanism, argument ? place_of(quantity, &random) : "",
                           random.next() % 6 == 0 ? Direction::forward : Direction::worst, 5);
      out.push_back(checked(what));
    }
  }
  return out;
}

Query about_attack(const std::string& quantity, const std::string& attack, const NamedTexts& at,
                   const std::string& other = "") {
  Query out = request(quantity, attack, "", Direction::worst, 6);
  out.at = at;
  out.other = other;
  return out;
}

std::vector<Checked> of_attacks() {
  std::vector<Checked> out;
  for (const std::string& attack :
       {std::string("trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)"),
        std::string("trials(tp=30,fn=970,fp=10,tn=990,confidence=0.9,split=0.5)"),
        std::string("one_run(canaries=1000,guesses=700,right=640,guesses_fixed=yes,bound=exchange,"
                    "confidence=0.95)")}) {
    out.push_back(checked(about_attack("audited_epsilon", attack, {{"delta", "1e-3"}})));
    out.push_back(
        checked(about_attack("audited_claim", attack, {{"epsilon", "1"}, {"delta", "1e-3"}})));
  }
  const std::string strong = "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)";
  out.push_back(checked(about_attack("audited_advantage", strong, {})));
  out.push_back(checked(about_attack("audited_tpr", strong, {{"fpr", "0.01"}})));
  out.push_back(checked(about_attack("audited_errors", strong, {})));
  out.push_back(checked(about_attack("audited_mu", strong, {})));
  for (const char* mechanism :
       {"gaussian(sigma=2)", "gaussian(sigma=3,relation=replace)", "laplace(b=20)"}) {
    out.push_back(checked(about_attack("audited_mechanism", strong, {}, mechanism)));
  }
  return out;
}

std::vector<Checked> of_designs() {
  Query bound = request("selection", "gaussian(sigma=4)");
  bound.at = {{"delta", "1e-6"}};
  bound.options = {{"runs", "geometric(gamma=0.1)"}};
  bound.digits = 5;
  Query fit = request("gdp", "laplace(b=2)", "", Direction::worst, 5);
  fit.at = {{"floor", "0.001"}};
  Query rows = request("channel_delta", "channel(rows=[[0.75,0.25],[0.25,0.75],[0.5,0.5]])");
  rows.at = {{"epsilon", "0.5"}};
  return {
      checked(calibration("gaussian(sigma=?)^10", "sigma", {{"epsilon", "2"}, {"delta", "1e-5"}})),
      checked(calibration("gaussian(sigma=20)^?", "N", {{"kappa", "1/10"}, {"gamma", "1/2"}},
                          Direction::forward)),
      checked(about_two("comparison", "gaussian(sigma=1)", "laplace(b=1)", Direction::worst, 6)),
      checked(
          about_two("comparison", "gaussian(sigma=3)", "gaussian(sigma=2)", Direction::worst, 6)),
      checked(about_two("divergence", "gaussian(sigma=1)", "laplace(b=1)", Direction::worst, 6)),
      checked(about_two("divergence", "gaussian(sigma=1)",
                        "randomized_response(epsilon=1,relation=replace_special)",
                        Direction::forward, 6)),
      checked(request("moments", "laplace(b=3)^5", "", Direction::forward, 5)),
      checked(bound),
      checked(fit),
      checked(request("rero", "subsampled_gaussian(sigma=2,p=0.1)", "1e-3", Direction::forward, 5)),
      checked(rows)};
}

const std::vector<Checked>& pool() {
  static const std::vector<Checked> all = [] {
    std::vector<Checked> out = of_mechanisms();
    for (const auto& more : {of_attacks(), of_designs()}) {
      out.insert(out.end(), more.begin(), more.end());
    }
    return out;
  }();
  return all;
}

struct Bundle {
  std::vector<Certificate> certificates;
  std::vector<CheckResult> results;

  void add(const Checked& one) {
    certificates.push_back(one.certificate);
    results.push_back(one.result);
  }
  AuditPage page() const {
    return audit_page_of({"a.json", "00", "2026-01-31"}, certificates, results);
  }
};

std::string kind_of(const page::Sentence& sentence) {
  return text_of(sentence.claim->fields(), "kind");
}

/// Returns true if the page states a guarantee for all neighbours from that certificate.
bool guarantees(const AuditPage& page, size_t certificate) {
  return std::any_of(page.headlines.begin(), page.headlines.end(), [&](const page::Sentence& s) {
    const NamedTexts fields = s.claim->fields();
    return text_of(fields, "certificate") == std::to_string(certificate + 1) &&
           text_of(fields, "for") == "all_neighbours";
  });
}

}  // namespace

// One test case: most of its time goes into making and checking the certificates of the pool.
TEST_CASE("statement claims: what pages say of a pool of certificates",
          "[certificates][statement][sweep]") {
  SECTION("the certificates of random bundles imply every sentence") {
    SplitMix random(2026);
    std::set<std::string> kinds;
    for (int round = 0; round < 200; ++round) {
      Bundle bundle;
      const size_t size = 1 + random.next() % 5;
      for (size_t i = 0; i < size; ++i) bundle.add(pool()[random.next() % pool().size()]);
      const AuditPage page = bundle.page();
      CHECK(faults_of(page, bundle.certificates, bundle.results) == std::vector<std::string>{});
      for (const page::Sentence& one : page.headlines) {
        CAPTURE(one.text);
        kinds.insert(kind_of(one));
        CHECK(one.text.find("the double") == std::string::npos);
        CHECK_FALSE(one.text.empty());
      }
    }
    for (const char* kind :
         {"guarantee", "person", "bound", "promise", "found", "claim", "together", "no_guarantee",
          "one_direction", "unrelated", "divergence", "verdict", "calibrated", "remark"}) {
      CAPTURE(kind);
      CHECK(kinds.count(kind) == 1);
    }
  }
  SECTION("every confirmed certificate is stated in short") {
    for (const Checked& one : pool()) {
      if (one.result.verdict != Verdict::confirmed) continue;
      Bundle bundle;
      bundle.add(one);
      const AuditPage page = bundle.page();
      CAPTURE(one.certificate.quantity, one.certificate.mechanism, one.certificate.direction);
      CHECK_FALSE(page.headlines.empty());
    }
  }
  SECTION("several mechanisms are named in every sentence") {
    SplitMix random(7);
    for (int round = 0; round < 60; ++round) {
      Bundle bundle;
      std::set<std::string> all;
      while (all.size() < 2) {
        const Checked& one = pool()[random.next() % pool().size()];
        const bool single = one.certificate.other.empty() && one.certificate.options.empty() &&
                            one.certificate.quantity.rfind("audited", 0) != 0;
        if (!single) continue;
        all.insert(one.certificate.written_mechanism);
        bundle.add(one);
      }
      for (const page::Sentence& s : bundle.page().headlines) {
        if (kind_of(s) == "remark") continue;
        CAPTURE(s.text);
        const bool named = std::any_of(all.begin(), all.end(), [&](const std::string& mechanism) {
          const std::string name = mechanism.substr(0, mechanism.find('('));
          return s.text.find(name + "(") != std::string::npos;
        });
        CHECK(named);
      }
    }
  }
}

TEST_CASE("statement claims: a guarantee is stated for dominating pairs alone",
          "[certificates][statement]") {
  const auto of = [](const std::string& mechanism) {
    Bundle bundle;
    bundle.add(checked(request("epsilon", mechanism, "1e-3", Direction::worst, 5)));
    return bundle.page();
  };
  for (const char* mechanism :
       {"above_threshold(b_threshold=2,b_queries=2,answers=[0,0],others=[1,1])",
        "bounded_laplace(b=2,width=10,at=3)", "exponential_mechanism(epsilon=1,t=1/2)",
        "shuffled_rr(epsilon0=1,n=5,ones=0)", "finite(P=[1/4,3/4],Q=[3/4,1/4])"}) {
    CAPTURE(mechanism);
    const AuditPage page = of(mechanism);
    CHECK_FALSE(guarantees(page, 0));
    REQUIRE_FALSE(page.headlines.empty());
    CHECK(page.headlines.front().text.starts_with("NO GUARANTEE: "));
    const bool shared = kind_of(page.headlines.back()) == "public";
    REQUIRE(page.headlines.size() == (shared ? 3 : 2));
    CHECK(page.headlines[1].text.find("two data sets alone, epsilon at delta = 0.001 is between") !=
          std::string::npos);
    for (const AuditRow& row : page.groups.front().rows) {
      CHECK(row.meaning.text.find("So it is (") == std::string::npos);
      CHECK(row.meaning.text.find("for these two data sets alone") != std::string::npos);
    }
  }
  CHECK(guarantees(of("laplace(b=2)"), 0));
  CHECK(guarantees(of("exponential_mechanism(epsilon=1)"), 0));
}

TEST_CASE("statement claims: a guarantee of keys that nobody else has is stated of these alone",
          "[certificates][statement]") {
  const std::string mechanism = "thresholded(laplace(b=1),threshold=9,l0=3)",
                    keys = "keys nobody else has";
  Bundle bundle;
  bundle.add(checked(request("epsilon", mechanism, "1e-3", Direction::worst, 5)));
  bundle.add(checked(request("advantage", mechanism, "", Direction::worst, 5)));
  bundle.add(checked(request("power", mechanism, "0.01", Direction::worst, 5)));
  bundle.add(checked(request("rero", mechanism, "0.01", Direction::forward, 5)));
  const AuditPage page = bundle.page();
  CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
  for (size_t i = 0; i < bundle.certificates.size(); ++i) CHECK(guarantees(page, i));
  for (const page::Sentence& sentence : page.headlines) {
    if (text_of(sentence.claim->fields(), "for") != "all_neighbours") continue;
    CAPTURE(sentence.text);
    CHECK(sentence.text.find(keys) != std::string::npos);
    CHECK(sentence.text.find("member") == std::string::npos);
  }
  CHECK_THAT(mechanism_words(mechanism).front(), Catch::Contains(keys));
}

TEST_CASE("statement claims: a guarantee of records that raise a value is stated of these alone",
          "[certificates][statement]") {
  const std::string only = "which raises or keeps the value with Poisson noise";
  for (const std::string mechanism :
       {"poisson(mu=90)", "subsampled(poisson(mu=90),p=3/10) * gaussian(sigma=2)"}) {
    CAPTURE(mechanism);
    Bundle bundle;
    bundle.add(checked(request("delta", mechanism, "1", Direction::worst, 3)));
    bundle.add(checked(request("power", mechanism, "0.01", Direction::worst, 3)));
    const AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    for (size_t i = 0; i < bundle.certificates.size(); ++i) CHECK(guarantees(page, i));
    int said = 0;
    for (const page::Sentence& sentence : page.headlines) {
      if (text_of(sentence.claim->fields(), "for") != "all_neighbours") continue;
      CAPTURE(sentence.text);
      CHECK(sentence.text.find(only) != std::string::npos);
      CHECK(sentence.text.find("member") == std::string::npos);
      CHECK(text_of(sentence.claim->fields(), "contribution") == "0 or more");
      ++said;
    }
    CHECK(said > 0);
    CHECK_THAT(mechanism_words(mechanism).front(), Catch::Contains(only));
  }
}

TEST_CASE("statement claims: an attack refutes a promise about its own neighbours alone",
          "[certificates][statement]") {
  const std::string attack = "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)";
  const auto refutes = [&](const std::string& mechanism) {
    Bundle bundle;
    bundle.add(checked(about_attack("audited_epsilon", attack, {{"delta", "1e-3"}})));
    bundle.add(checked(request("epsilon", mechanism, "1e-3", Direction::worst, 5)));
    const AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    CHECK(page.together.empty() != page.refuted);
    const bool unrelated =
        std::any_of(page.headlines.begin(), page.headlines.end(),
                    [](const page::Sentence& s) { return kind_of(s) == "unrelated"; });
    CHECK(unrelated != page.refuted);
    return page.refuted;
  };
  CHECK(refutes("gaussian(sigma=8)"));
  CHECK(refutes("subsampled_gaussian(sigma=2,p=1/10)"));
  CHECK_FALSE(refutes("without_replacement(sigma=4,n=100,batch=50)"));
  CHECK_FALSE(refutes("gaussian(sigma=8,relation=replace)"));
  CHECK_FALSE(refutes("gaussian(sigma=8,group=2,relation=replace)"));
  CHECK_FALSE(refutes("thresholded(laplace(b=1),threshold=9)"));
  CHECK_FALSE(refutes("finite(P=[1/2,1/2],Q=[0.51,0.49])"));
}

TEST_CASE("statement claims: an attack on one record refutes a promise about several",
          "[certificates][statement]") {
  const std::string attack = "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)";
  const auto page_of = [&](const std::string& mechanism) {
    Bundle bundle;
    bundle.add(checked(about_attack("audited_epsilon", attack, {{"delta", "1e-3"}})));
    bundle.add(checked(request("epsilon", mechanism, "1e-3", Direction::worst, 5)));
    bundle.add(checked(about_attack("audited_mechanism", attack, {}, mechanism)));
    AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    return page;
  };
  for (const char* mechanism :
       {"gaussian(sigma=8,group=2)", "subsampled_gaussian(sigma=4,p=0.2,group=3)"}) {
    CAPTURE(mechanism);
    const AuditPage page = page_of(mechanism);
    CHECK(page.refuted);
    REQUIRE(page.together.size() == 1);
    CHECK(page.together.front().words.text.starts_with("MORE WAS FOUND THAN IS PROMISED"));
    const std::string& first = page.headlines.front().text;
    CHECK(kind_of(page.headlines.front()) == "promise");
    CHECK(first.find("(all records of one person, at most") != first.npos);
    CHECK(first.find("with 95 % confidence, that epsilon is at least") != first.npos);
    CHECK(first.find(" If what was attacked is the certified run,") != first.npos);
    CHECK(first.ends_with(" the promise is refuted."));
    const bool refuting =
        std::any_of(page.headlines.begin(), page.headlines.end(), [&](const page::Sentence& one) {
          const NamedTexts fields = one.claim->fields();
          return text_of(fields, "kind") == "claim" && text_of(fields, "for") == "mechanism" &&
                 one.text.find("that what was attacked is " + std::string(mechanism) +
                               ", or anything as private") != one.text.npos;
        });
    CHECK(refuting);
  }
  const AuditPage held = page_of("gaussian(sigma=1,group=2)");
  CHECK_FALSE(held.refuted);
  CHECK(held.headlines.front().text.find("This number does not refute the promise.") !=
        std::string::npos);
}

TEST_CASE("statement claims: the steps of a record are a condition of a matrix mechanism",
          "[certificates][statement]") {
  const auto condition = [](const std::vector<std::string>& mechanisms) {
    Bundle bundle;
    for (const std::string& mechanism : mechanisms) {
      bundle.add(checked(request("epsilon", mechanism, "1e-3", Direction::worst, 5)));
    }
    const AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    std::vector<std::string> out;
    for (const page::Sentence& one : page.headlines) {
      if (kind_of(one) == "participation") out.push_back(one.text);
    }
    return out;
  };
  const std::string gaps =
      "correlated_gaussian(sigma=4,strategy=sqrt,steps=20,participations=4,gap=5)";
  CHECK(
      condition({gaps}) ==
      std::vector<std::string>{
          "These numbers need that each record takes part in at most 4 of the 20 steps, at least 5 "
          "steps apart, and its contribution to a step has norm at most 1. About any other "
          "record they say nothing."});
  const std::vector<std::string> two =
      condition({gaps, "b_min_sep(sigma=4,strategy=sqrt(2),steps=8,p=1/10,separation=4)"});
  REQUIRE(two.size() == 2);
  CHECK(two[0].starts_with(gaps + ": These numbers need that each record takes part in at most 4"));
  CHECK(two[1].starts_with("b_min_sep(sigma=4,strategy=sqrt(2),steps=8,p=1/10,separation=4): "));
  const std::vector<std::string> product = condition({gaps + "*laplace(b=2)"});
  REQUIRE(product.size() == 1);
  CHECK(product[0].starts_with("These numbers need that in " + gaps + " each record takes part"));
  CHECK(condition({"subsampled_gaussian(sigma=2,p=1/10)^20"}).empty());
}

TEST_CASE("statement claims: the group of a run is told", "[certificates][statement]") {
  Bundle bundle;
  bundle.add(checked(request("epsilon", "subsampled_gaussian(sigma=2,p=0.1,group=2)", "1e-3",
                             Direction::worst, 5)));
  const AuditPage page = bundle.page();
  CHECK(page.headlines.front().text.find(
            "Adding or removing all records of one person, at most 2, changes") !=
        std::string::npos);
  // A pair under another relation is a different mechanism.
  bundle.add(checked(request("epsilon",
                             "gaussian_mixture(sigma=2,shifts=[0,1,2],weights=[0.81,0.18,0.01])",
                             "1e-3", Direction::worst, 5)));
  const AuditPage both = bundle.page();
  CHECK(both.headlines.front().text.starts_with(
      "subsampled_gaussian(sigma=2,p=0.1,group=2): epsilon is at most"));
  CHECK(faults_of(both, bundle.certificates, bundle.results).empty());
}

TEST_CASE("statement claims: one direction is stated in the words of its relation",
          "[certificates][statement]") {
  const auto told = [](const std::string& mechanism) {
    Bundle bundle;
    bundle.add(checked(request("epsilon", mechanism, "1e-3", Direction::forward, 5)));
    const AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    return page.headlines.front().text;
  };
  CHECK(told("subsampled_gaussian(sigma=2,p=0.1)")
            .starts_with("Certified in one direction alone (remove: the record is there"));
  for (const char* mechanism :
       {"gaussian(sigma=2)", "gaussian(sigma=3,relation=replace)",
        "gaussian(sigma=3,relation=zero_out)", "gaussian(sigma=2,group=2)"}) {
    const std::string text = told(mechanism);
    CAPTURE(text);
    CHECK(text.starts_with("Certified in one direction alone (forward: the output "));
    CHECK(text.find("remove") == std::string::npos);
  }
  // Two relations on one page: one sentence for each.
  Bundle both;
  for (const char* mechanism :
       {"subsampled_gaussian(sigma=2,p=0.1)", "gaussian(sigma=3,relation=replace)"}) {
    both.add(checked(request("epsilon", mechanism, "1e-3", Direction::forward, 5)));
  }
  const auto page = both.page();
  CHECK(std::count_if(page.headlines.begin(), page.headlines.end(),
                      [](const page::Sentence& s) { return kind_of(s) == "one_direction"; }) == 2);
}

TEST_CASE("statement claims: a number that every mechanism has promises nothing",
          "[certificates][statement]") {
  const std::string nothing = " This promises nothing: it holds for every mechanism.";
  const auto first = [](const Query& what) {
    Bundle bundle;
    bundle.add(checked(what));
    const AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    REQUIRE_FALSE(page.headlines.empty());
    return page.headlines.front().text;
  };
  CHECK(first(request("power", "gaussian(sigma=1/30)", "0.001")).ends_with(nothing));
  CHECK(first(request("delta", "blatantly_non_private()", "1/2")).ends_with(nothing));
  CHECK(first(request("posterior_belief", "gaussian(sigma=1)", "1/2")).ends_with(nothing));
  CHECK(first(request("tradeoff", "blatantly_non_private()", "1/2")).ends_with(nothing));
  CHECK_FALSE(first(request("power", "gaussian(sigma=1)", "0.001")).ends_with(nothing));
  CHECK_FALSE(first(request("posterior_belief", "laplace(b=1)", "1/2")).ends_with(nothing));
  CHECK_FALSE(first(request("tradeoff", "gaussian(sigma=1)", "1/2")).ends_with(nothing));
  // A belief that may reach certainty.
  Bundle bundle;
  bundle.add(checked(request("epsilon", "gaussian(sigma=1/30)", "0.001", Direction::worst, 5)));
  const auto texts = bundle.page().headlines;
  CHECK(texts[0].text.find("by a factor of at most 2.45e235 (e^epsilon)") != std::string::npos);
  CHECK(texts[1].text.ends_with("to at most 100 %. This promises nothing."));
}

TEST_CASE("statement claims: the posterior belief is stated as a supremum",
          "[certificates][statement]") {
  Bundle bundle;
  bundle.add(checked(request("posterior_belief", "laplace(b=1)", "1/2")));
  CHECK(bundle.page().headlines.front().text.starts_with(
      "For an attacker who compares two neighbouring data sets and gives one of them (the worse "
      "choice counts) a probability of 0.5 beforehand, the supremum over all outputs of the "
      "probability of the other one afterwards is at most 73.2 %"));
}

TEST_CASE("statement claims: a prior is that of the data set that the direction names",
          "[certificates][statement]") {
  const std::string pair = "finite(P=[0.9,0.1,0],Q=[0.5,0.25,0.25])";
  const auto second = [&](const std::string& quantity, const std::string& at, Direction direction) {
    Bundle bundle;
    bundle.add(checked(request(quantity, pair, at, direction, 5)));
    const AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    return page.headlines.size() == 2 ? page.headlines[1].text : std::string();
  };
  const std::string start = "Between these two data sets alone, ";
  // The first distribution P has error 0.1 at the prior 0.1; Q has 0.075, which is the worse choice.
  const std::string error =
      start +
      "the smallest error of any attacker who tells two neighbouring data sets apart, "
      "thinking ";
  CHECK(second("bayes", "0.1", Direction::forward) ==
        error +
            "the first one (without the record, where one is added or removed) likely with "
            "probability 0.1 is between 9.99 % and 10 % in direction forward alone.");
  CHECK(second("bayes", "0.1", Direction::reverse) ==
        error +
            "the second one (with the record, where one is added or removed) likely with "
            "probability 0.1 is between 7.49 % and 7.51 % in direction reverse alone.");
  CHECK(second("bayes", "0.1", Direction::worst) ==
        error +
            "one of them (the worse choice counts) likely with probability 0.1 is between 7.49 "
            "% and 7.51 %.");
  CHECK(second("posterior", "0.1", Direction::worst)
            .find("thinking one of them (the worse choice "
                  "counts) likely") != std::string::npos);
  // The error of both directions together is 0.3; that of the pair is 5/14.
  CHECK(second("minimax", "", Direction::worst) ==
        start +
            "the error that remains to the best attacker at the prior that is hardest for him "
            "is at least 29.9 %.");
  CHECK(second("fixed_point", "", Direction::worst).find(" is at least 29.9 %.") !=
        std::string::npos);
  CHECK(second("fixed_point", "", Direction::forward).find(" is between 35.7 % and 35.8 %") !=
        std::string::npos);
  CHECK(second("minimax_prior", "", Direction::worst).empty());
  Bundle bundle;
  bundle.add(checked(request("renyi", "finite(P=[0.9,0.1],Q=[0.5,0.5])", "2")));
  CHECK(bundle.page().headlines[1].text.ends_with(" in the worse of both directions."));
}

TEST_CASE("statement claims: an attack is described where it is named first",
          "[certificates][statement]") {
  Bundle bundle;
  bundle.add(checked(request("epsilon", "gaussian(sigma=2)", "0.1", Direction::worst, 5)));
  const std::string attack = "trials(tp=50,fn=50,fp=48,tn=52,confidence=0.95,split=0.9)";
  bundle.add(checked(about_attack("audited_epsilon", attack, {{"delta", "0.1"}})));
  bundle.add(checked(about_attack("audited_errors", attack, {})));
  const auto texts = bundle.page().headlines;
  const auto first = std::find_if(texts.begin(), texts.end(), [](const page::Sentence& one) {
    return one.text.find("attack") != std::string::npos;
  });
  REQUIRE(first != texts.end());
  CHECK(first->text.find("(trials: 50 of 100 members found") != std::string::npos);
}

TEST_CASE("statement claims: an advantage of one direction is that of both",
          "[certificates][statement]") {
  Bundle bundle;
  bundle.add(checked(
      request("advantage", "subsampled_gaussian(sigma=2,p=0.1)", "", Direction::forward, 5)));
  const AuditPage page = bundle.page();
  CHECK(page.headlines.front().text.starts_with("No attack tells members from non-members"));
  CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
  // An attack refutes the promise.
  bundle.add(checked(about_attack(
      "audited_advantage", "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)", {})));
  const AuditPage attacked = bundle.page();
  CHECK(attacked.refuted);
  CHECK(attacked.headlines.front().text.find("direction") == std::string::npos);
  CHECK(faults_of(attacked, bundle.certificates, bundle.results).empty());
}

TEST_CASE("statement claims: public numbers and the steps of a record stand in short",
          "[certificates][statement]") {
  const auto told = [](const std::string& mechanism, const std::string& kind) {
    Bundle bundle;
    bundle.add(checked(request("epsilon", mechanism, "1e-3", Direction::worst, 5)));
    const AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    std::vector<std::string> out;
    for (const page::Sentence& one : page.headlines) {
      if (kind_of(one) == kind) out.push_back(one.text);
    }
    return out;
  };
  using Texts = std::vector<std::string>;
  CHECK(told("without_replacement(sigma=2,n=100,batch=10)", "public") ==
        Texts{"These numbers are public and the same in both data sets: batch = 10, n = 100."});
  CHECK(told("random_allocation(sigma=2,t=3)", "public") ==
        Texts{"These numbers are public and the same in both data sets: t = 3."});
  CHECK(told("truncated_subsampled_gaussian(sigma=2,p=1/10,n=20,batch=4)", "public") ==
        Texts{"This number is public: n = 20, the number of records of the larger data set."});
  CHECK(told("poisson(mu=40)", "public").empty());
  CHECK(told("gaussian(sigma=2)", "public").empty());
  CHECK(told("random_allocation(sigma=2,t=3)", "participation") ==
        Texts{"These numbers need that each record takes part in one of the 3 steps, drawn "
              "uniformly and independently of all else, and its contribution to a step has norm at "
              "most 1. About any other record they say nothing."});
  CHECK(
      told("thresholded(laplace(b=1),threshold=9)", "participation") ==
      Texts{"These numbers need that in thresholded(laplace(b=1),threshold=9) the record (all that "
            "one user adds) has only keys that nobody else has: at most one, with a count of at "
            "most 1. About any other record they say nothing."});
  CHECK(
      told("thresholded(laplace(b=1),threshold=19,l0=3,count=2)*laplace(b=2)", "participation")
          .front()
          .find("has only keys that nobody else has: at most 3, each with a count of at most 2.") !=
      std::string::npos);
  CHECK(told("random_allocation(sigma=2,t=3,k=2,sensitivity=1/2)", "participation")
            .front()
            .find("takes part in 2 of the 3 steps, drawn uniformly and independently of all else, "
                  "and its contribution to a step has norm at most 0.5.") != std::string::npos);
}

TEST_CASE("statement claims: one step and one group are in the singular",
          "[certificates][statement]") {
  const auto told = [](const std::string& mechanism) {
    Bundle bundle;
    bundle.add(checked(request("epsilon", mechanism, "1e-2", Direction::worst, 3)));
    for (const page::Sentence& one : bundle.page().headlines) {
      if (kind_of(one) == "participation") return one.text;
    }
    return std::string();
  };
  CHECK(told("correlated_gaussian(sigma=1,strategy=identity,steps=3,participations=2,gap=1)")
            .find("in at most 2 of the 3 steps, at least 1 step apart,") != std::string::npos);
  CHECK(told("cyclic_poisson(sigma=1,strategy=identity,steps=3,p=1/4)")
            .find("each record takes part in each of 3 steps, with probability 0.25") !=
        std::string::npos);
  CHECK(told("b_min_sep(sigma=1,strategy=toeplitz([1,1/2]),steps=3,p=1/4,separation=2)")
            .find("a record that did not take part in the step before takes part in a step") !=
        std::string::npos);
}

TEST_CASE("statement claims: a sensitivity beside relation=replace is explained",
          "[certificates][statement]") {
  const auto told = [](const std::string& mechanism) {
    Bundle bundle;
    bundle.add(checked(request("delta", mechanism, "1", Direction::worst, 5)));
    const AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    for (const page::Sentence& one : page.headlines) {
      if (kind_of(one) == "sensitivity") return one.text;
    }
    return std::string();
  };
  const std::string ends =
      " has no relation=: the exchange of a record changes the value by at most the sensitivity. "
      "If the sensitivity bounds each record instead, the exchange changes the value by up to "
      "twice "
      "as much.";
  CHECK(told("gaussian(sigma=2)*gaussian(sigma=3,relation=replace)") == "gaussian(sigma=2)" + ends);
  CHECK(told("laplace(b=2)^3*shuffled_rr(epsilon0=1,n=10)") == "laplace(b=2)" + ends);
  CHECK(told("choice(1/2:gaussian(sigma=2),1/2:gaussian(sigma=3,relation=replace))") ==
        "gaussian(sigma=2)" + ends);
  CHECK(told("gaussian(sigma=2)*gaussian(sigma=3)").empty());
  CHECK(told("gaussian(sigma=2)*gaussian(sigma=3,relation=zero_out)").empty());
  CHECK(told("gaussian(sigma=2,relation=replace)^2").empty());
}

TEST_CASE("statement claims: an attack that found nothing refutes nothing in short",
          "[certificates][statement]") {
  Bundle bundle;
  bundle.add(checked(
      about_attack("audited_mu", "trials(tp=50,fn=50,fp=48,tn=52,confidence=0.95,split=0.5)", {})));
  REQUIRE(bundle.certificates.front().upper == "0");
  for (const page::Sentence& one : bundle.page().headlines) {
    CAPTURE(one.text);
    CHECK(one.text.find("below 0") == std::string::npos);
  }
}

TEST_CASE("statement claims: no probability is above 1", "[certificates][statement]") {
  Bundle bundle;
  bundle.add(checked(request("epsilon", "gaussian(sigma=1/14)", "1e-5", Direction::worst, 5)));
  const AuditPage page = bundle.page();
  REQUIRE(page.headlines.size() > 1);
  CHECK_THAT(page.headlines[1].text, Catch::Contains("1 in 1,000 becomes at most 100 %:"));
  CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
}

TEST_CASE("statement claims: the records of a person are stated in the plural",
          "[certificates][statement]") {
  Bundle bundle;
  bundle.add(checked(request("epsilon", "gaussian(sigma=3,relation=replace,group=3)", "0.1",
                             Direction::worst, 5)));
  const AuditPage page = bundle.page();
  REQUIRE(page.headlines.size() > 1);
  CHECK(page.headlines[1].text.find("the person's records are those in the data and not those in "
                                    "their place learns") != std::string::npos);
}

TEST_CASE("statement claims: what an exchange changes is no absence of a record",
          "[certificates][statement][slow]") {
  const std::map<std::string, std::string> asked = {
      {"bayes", "1/3"}, {"posterior", "1/3"},  {"posterior_belief", "1/3"}, {"power", "1/3"},
      {"renyi", "2"},   {"minimax_prior", ""}, {"tradeoff_inverse", "1/3"}};
  for (const auto& [quantity, at] : asked) {
    for (const char* mechanism :
         {"gaussian(sigma=3,relation=replace)", "gaussian(sigma=3,group=2)", "laplace(b=2)"}) {
      Bundle bundle;
      bundle.add(checked(request(quantity, mechanism, at, Direction::worst, 5)));
      const AuditPage page = bundle.page();
      std::vector<page::Sentence> all = page.headlines;
      for (const AuditRow& row : page.groups.front().rows) all.push_back(row.meaning);
      for (const page::Sentence& one : all) {
        CAPTURE(one.text);
        CHECK(one.text.find("absence") == std::string::npos);
        CHECK(one.text.find("presence") == std::string::npos);
        CHECK(one.text.find("ember") == std::string::npos);
        CHECK(one.text.find("with and without the record") == std::string::npos);
      }
    }
  }
}

TEST_CASE("statement claims: a calibrated exchange is no absence of a record",
          "[certificates][statement]") {
  const auto said = [](const std::string& mechanism) {
    Bundle bundle;
    bundle.add(checked(calibration(mechanism, "sigma", {{"prior", "1/2"}, {"bayes", "0.3"}})));
    const AuditPage page = bundle.page();
    REQUIRE_FALSE(page.headlines.empty());
    return page.headlines.front().text;
  };
  CHECK_THAT(said("subsampled_gaussian(sigma=?,p=0.5)"),
             Catch::Contains("that the record is absent errs"));
  for (const char* mechanism : {"gaussian(sigma=?,relation=replace)", "gaussian(sigma=?)"}) {
    CHECK_THAT(said(mechanism),
               Catch::Contains("that the data set is the first of two neighbouring ones errs"));
  }
}

TEST_CASE("statement claims: what the certificates do not imply is found",
          "[certificates][statement]") {
  Bundle bundle;
  bundle.add(checked(request("epsilon", "laplace(b=2)", "1e-3", Direction::worst, 8)));
  bundle.add(checked(
      request("epsilon", "gaussian(sigma=3,relation=replace)", "1e-3", Direction::worst, 8)));
  const page::Evidence evidence{bundle.certificates, bundle.results};
  const auto fault = [&](const std::function<void(page::Bound*)>& change) {
    auto bound = page::bound_of(bundle.certificates, 0, "laplace(b=2)");
    REQUIRE(bound);
    change(&*bound);
    return page::fault_of(*bound, evidence);
  };
  CHECK(fault([](page::Bound*) {}) == "");
  CHECK(fault([](page::Bound* b) { b->upper = *b->upper * number("0.9"); }) != "");
  CHECK(fault([](page::Bound* b) { b->at = number("0.0009"); }) != "");
  CHECK(fault([](page::Bound* b) { b->at = number("0.0011"); }) == "");
  for (const char* other : {"laplace(b=2,relation=replace)", "laplace(b=2,group=2)"}) {
    CHECK(fault([&](page::Bound* b) { b->hypotheses = hypotheses_of_text(other); }) != "");
  }
  CHECK(fault([](page::Bound* b) { b->quantifier = page::Quantifier::these_data_sets; }) != "");
  CHECK(fault([](page::Bound* b) { b->quantity = "delta"; }) != "");
  CHECK(fault([](page::Bound* b) { b->lower = b->upper; }) != "");
  CHECK(fault([](page::Bound* b) { b->name.clear(); }) == "the mechanism is not named");
  CHECK(fault([](page::Bound* b) { b->name = "laplace(b=1)"; }) != "");
  CHECK(fault([](page::Bound* b) { b->name = "laplace(b=3)"; }) == "");  // a more private mechanism
  CHECK(fault([](page::Bound* b) { b->certificate = 1; }) != "");
  CHECK(fault([](page::Bound* b) { b->certificate = 7; }) != "");
  // A sentence without a claim, or with a text other than that of its claim, is a fault too.
  AuditPage page = bundle.page();
  page.headlines.front().text = "epsilon is at most 0.1.";
  page.summary.push_back({nullptr, "All is well."});
  const auto faults = faults_of(page, bundle.certificates, bundle.results);
  REQUIRE(faults.size() == 2);
  CHECK(faults[0] == "epsilon is at most 0.1.: is not the text of its claim");
  CHECK(faults[1] == "All is well.: has no claim");
}

TEST_CASE("statement claims: doubles are stated as decimals on the safe side",
          "[certificates][statement]") {
  Bundle bundle;
  const std::string sigma = Rational::from_binary64(1.1).text();
  bundle.add(checked(request("epsilon", "subsampled_gaussian(sigma=" + sigma + ",p=1/10)^3",
                             Rational::from_binary64(1e-5).text(), Direction::worst, 6)));
  const AuditPage page = bundle.page();
  std::string all;
  for (const page::Sentence& one : page.headlines) all += one.text + "\n";
  CAPTURE(all);
  CHECK(all.find("the double") == std::string::npos);
  CHECK(all.find(" at delta = 0.0000100001. Adding or removing") != std::string::npos);
  CHECK(all.find("noise multiplier (sigma) 1.10001;") != std::string::npos);
  // The exact number appears further below on the page.
  const std::string whole = said(page);
  CHECK(whole.find("The double 1.1 (the number that a program stores for it) is exactly "
                   "1.100000000000000088817841970012523233890533447265625.") != std::string::npos);
  CHECK(
      whole.find("The double 1e-05 (the number that a program stores for it) is exactly 0.0000") !=
      std::string::npos);
}

TEST_CASE("statement claims: a divergence of both directions names whose prior counts",
          "[certificates][statement]") {
  const auto told = [](Direction direction) {
    Bundle bundle;
    bundle.add(checked(about_two("divergence", "gaussian(sigma=1)", "laplace(b=1)", direction, 6)));
    const AuditPage page = bundle.page();
    CHECK(faults_of(page, bundle.certificates, bundle.results).empty());
    for (const page::Sentence& one : page.headlines) {
      if (kind_of(one) == "divergence") return one.text;
    }
    return std::string();
  };
  CHECK(
      told(Direction::worst) ==
      "The smallest error of an attacker, over all neighbouring data sets, is larger under "
      "gaussian(sigma=1) than under laplace(b=1) by at most 0.00528 (Delta-divergence), for every "
      "prior; under each of them the worse choice of the data set that has the prior counts.");
  CHECK(told(Direction::forward).find("for every prior, in direction forward alone.") !=
        std::string::npos);
}
