/// The conditions under which an attack on one record refutes a promise, in the sentences of a statement page.
#include "tests/certificates/certificate_support.hpp"
#include "tests/support.hpp"
#include "verify/statement/headlines.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Query attack_on_a_record(const std::string& quantity, const NamedTexts& at) {
  Query out = request(quantity, "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)", "",
                      Direction::worst, 6);
  out.at = at;
  return out;
}

/// Returns the sentences of a page with checked certificates, each on a line.
std::string sentences_of(const std::vector<Query>& questions) {
  std::vector<Certificate> certificates;
  std::vector<CheckResult> results;
  for (const Query& one : questions) {
    certificates.push_back(certify(one));
    results.push_back(check(certificates.back(), {}));
    REQUIRE(results.back().verdict == Verdict::confirmed);
  }
  const AuditPage page = audit_page_of({"a.json", "00", "2026-01-31"}, certificates, results);
  CHECK(faults_of(page, certificates, results) == std::vector<std::string>{});
  std::string out;
  for (const page::Sentence& one : page.headlines) out += one.text + "\n";
  return out;
}

}  // namespace

TEST_CASE("conditions of attacks: a stated guarantee has its own neighbours",
          "[certificates][statement]") {
  using Catch::Contains;
  const Query attack = attack_on_a_record("audited_epsilon", {{"delta", "1e-3"}});
  const auto promised = [&](const std::string& mechanism) {
    return sentences_of({request("epsilon", mechanism, "1e-3", Direction::worst, 5), attack});
  };
  const std::string guarantee = promised("approximate_dp(epsilon=0.5,delta=0)");
  CHECK_THAT(guarantee,
             Contains("If what was attacked is the certified run, and the data sets with and "
                      "without the attacked record are neighbours of the stated guarantee, the "
                      "promise is refuted."));
  CHECK_THAT(guarantee, !Contains("released value"));
  CHECK_THAT(promised("gaussian(sigma=8)"),
             Contains("and a record moves the released value by at most the sensitivity, the "
                      "promise is refuted.") &&
                 !Contains("stated guarantee"));
  const std::string both = promised("approximate_dp(epsilon=0.1,delta=0)*gaussian(sigma=8)");
  CHECK_THAT(both,
             Contains("sensitivity, and the data sets with and without the attacked record are"));
}

TEST_CASE("conditions of attacks: records that may only raise a value are not compared",
          "[certificates][statement]") {
  using Catch::Contains;
  const Query attack = attack_on_a_record("audited_advantage", {});
  const std::string raising =
      sentences_of({request("advantage", "poisson(mu=40)", "", Direction::worst, 5), attack});
  CHECK_THAT(raising, Contains("Nothing states that the attacked record is such a record, so that "
                               "they are not compared."));
  const std::string exchange = sentences_of(
      {request("advantage", "gaussian(sigma=8,relation=replace)", "", Direction::worst, 5),
       attack});
  CHECK_THAT(exchange, Contains("So the attack neither refutes nor supports the promise."));
}

TEST_CASE("conditions of attacks: a pair alone has two distributions, not two data sets",
          "[certificates][statement]") {
  using Catch::Contains;
  const std::string said = sentences_of({request(
      "renyi", "finite(P=[1/4,3/4],Q=[3/4,1/4])*laplace(b=2)", "2", Direction::forward, 5)});
  CHECK_THAT(said, Contains("For this pair alone, the Renyi divergence of order 2 between its two "
                            "distributions is between"));
}

TEST_CASE("conditions of attacks: remedies of refused groups name what exists",
          "[mechanisms][hypotheses]") {
  using Catch::Contains;
  CHECK_THROWS_WITH(Composition::parse("subsampled_gaussian(sigma=1,p=1,relation=replace,group=3)"),
                    Contains("without sampling (p=1) write gaussian(relation=replace,group=)"));
  CHECK_THROWS_WITH(
      Composition::parse("subsampled(gaussian(sigma=1)*gaussian(sigma=2,group=2),p=1/2)"),
      Contains("all parts need one relation and one size of groups"));
}
