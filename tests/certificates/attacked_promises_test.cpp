/// Promises beside attacks: an attack without result refutes nothing, members are those of the promise, and an
/// infinite number applies to its own data sets.
#include "tests/certificates/certificate_support.hpp"
#include "tests/support.hpp"
#include "verify/statement/headlines.hpp"
#include "verify/statement/promised_found.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const char* const kCoin = "trials(tp=50,fn=50,fp=48,tn=52,confidence=0.95,split=0.5)";
const char* const kStrong = "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)";

struct Page {
  std::vector<Certificate> certificates;
  std::vector<CheckResult> results;

  explicit Page(const std::vector<Query>& questions) {
    for (const Query& one : questions) {
      certificates.push_back(certify(one));
      results.push_back(check(certificates.back(), {}));
    }
  }
  std::string text() const {
    std::string out;
    for (const page::Sentence& one : headlines(certificates, results)) {
      CHECK(one.claim->fault({certificates, results}) == "");
      out += one.text + "\n";
    }
    return out;
  }
};

Query about(const std::string& quantity, const std::string& mechanism, const std::string& at = "") {
  return request(quantity, mechanism, at, Direction::worst, 6);
}
Query attack(const std::string& quantity, const std::string& text, const NamedTexts& at) {
  Query out = request(quantity, text, "", Direction::worst, 6);
  out.at = at;
  return out;
}

}  // namespace

TEST_CASE("statement: an attack that found nothing refutes no epsilon below 0",
          "[certificates][statement]") {
  for (const char* mechanism : {"perfectly_private()", "laplace(b=20)"}) {
    const Page page(
        {about("epsilon", mechanism, "0.1"), attack("audited_epsilon", kCoin, {{"delta", "0.1"}})});
    REQUIRE(page.certificates[0].upper.front() == '-');
    const std::string text = page.text();
    CAPTURE(mechanism, text);
    CHECK(text.find("efuted") == text.npos);
    CHECK(text.find("Do not rely") == text.npos);
    CHECK_FALSE(refutes_something(page.certificates, page.results));
  }
}

TEST_CASE("statement: an attack refutes an epsilon below 0 if it found one above",
          "[certificates][statement]") {
  const Page page({about("epsilon", "laplace(b=20)", "0.1"),
                   attack("audited_epsilon", kStrong, {{"delta", "0.1"}})});
  REQUIRE(page.certificates[0].upper.front() == '-');
  CHECK(page.text().find("efuted") != std::string::npos);
  CHECK(refutes_something(page.certificates, page.results));
}

TEST_CASE("statement: a promise beside an attack is about its own neighbours",
          "[certificates][statement]") {
  const auto found = attack("audited_advantage", kStrong, {});
  // No relation of records: the promise is about a change of the released value.
  const std::string any = Page({about("advantage", "gaussian(sigma=2)"), found}).text();
  CHECK(any.find("that no test tells two neighbouring data sets apart") != any.npos);
  CHECK(any.find("that no attack tells members") == any.npos);
  // The promise covers all records of a person; the attack is on one record.
  const std::string group =
      Page({about("advantage", "subsampled_gaussian(sigma=2,p=0.1,group=2)"), found}).text();
  CHECK(group.find("that no test tells two neighbouring data sets apart") != group.npos);
  const std::string own =
      Page({about("advantage", "subsampled_gaussian(sigma=2,p=0.1)"), found}).text();
  CHECK(own.find("that no attack tells members") != own.npos);
}

TEST_CASE("statement: an infinite number is that of its data sets", "[certificates][statement]") {
  const std::string pair =
      Page({about("renyi", "finite(P=[1/2,1/2,0],Q=[1/2,1/4,1/4])", "2")}).text();
  CHECK(pair.find("is infinite") != pair.npos);
  CHECK(pair.find("alone, ") != pair.npos);
  CHECK(pair.find("there is no guarantee of it") == pair.npos);
  const std::string all = Page({about("renyi", "poisson(mu=50)", "2")}).text();
  CHECK(all.find("is infinite: there is no guarantee of it.") != all.npos);
}
