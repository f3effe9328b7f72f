/// Files of certificates: digests, bundles and refused files.
#include <nlohmann/json.hpp>

#include "reference/questions/answer.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "verify/base/text/sha256.hpp"
#include "verify/statement/audit_page.hpp"
#include "verify/statement/common_digits.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Certificate one() { return certify(request("delta", "gaussian(sigma=2)", "1.5")); }

std::string complaint(const std::string& text) {
  try {
    read_certificates(text);
  } catch (const NotACertificate& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("certificates: SHA-256 gives the digests of FIPS 180", "[certificates]") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("certificates: the digest does not depend on white space or the order of fields",
          "[certificates]") {
  const Json json = to_json(one());
  CHECK(complaint(json.dump(4)).empty());
  CHECK(complaint(nlohmann::json(json).dump()).empty());
}

TEST_CASE("certificates: no JSON number but the version", "[certificates]") {
  const Json flat = bundle_json({one(), one()}).flatten();
  for (const auto& [path, value] : flat.items()) {
    const bool version = path.size() >= 8 && path.rfind("/version") == path.size() - 8;
    CAPTURE(path);
    CHECK(value.is_number() == version);
  }
}

TEST_CASE("certificates: bundles are read as they were joined", "[certificates]") {
  const Certificate a = one(), b = certify(request("tv", "laplace(b=1)"));
  const std::string text = bundle_json({a, b}).dump();
  const std::vector<Certificate> both = read_certificates(text);
  REQUIRE(both.size() == 2);
  CHECK(to_json(both[0]) == to_json(a));
  CHECK(to_json(both[1]) == to_json(b));
  // Removing or repeating a certificate changes the bundle.
  Json less = Json::parse(text);
  less["certificates"].erase(size_t{0});
  CHECK_THAT(complaint(less.dump()), Catch::Contains("/digest"));
  Json empty = bundle_json({});
  CHECK_THAT(complaint(empty.dump()), Catch::Contains("/certificates"));
  Json nested = bundle_json({a});
  nested["certificates"][0] = nested;
  CHECK_THAT(complaint(signed_again(nested).dump()), Catch::Contains("/certificates/0/format"));
}

TEST_CASE("certificates: what is not one is refused with place and remedy", "[certificates]") {
  const Json json = to_json(one());
  const std::string text = json.dump(2);
  CHECK_THAT(complaint(""), Catch::Contains("not JSON"));
  CHECK_THAT(complaint("\n\n{,}"), Catch::Contains("line 3"));
  CHECK_THAT(complaint(text.substr(0, text.size() / 2)), Catch::Contains("not JSON"));
  CHECK_THAT(complaint("[]"), Catch::Contains("an object"));
  CHECK_THAT(complaint("{}"), Catch::Contains("'format' is missing"));
  CHECK_THAT(complaint(R"({"format":"else"})"), Catch::Contains("/format"));
  CHECK_THAT(complaint(std::string(100000, '[')), Catch::Contains("not JSON"));
  CHECK_THAT(complaint("{\"format\":" + std::string(1000, '[') + std::string(1000, ']') + "}"),
             Catch::Contains("deep"));
  CHECK_THAT(complaint(R"({"version":8012e0569})"), Catch::Contains("number overflow"));
  CHECK_THAT(complaint("\xff\xfe"), Catch::Contains("not JSON"));
  // A duplicate key: another reader might use the other value.
  std::string twice = json.dump();
  twice.insert(1, "\"lower\":\"0\",");
  CHECK_THAT(complaint(twice), Catch::Contains("'lower' occurs twice"));
  const auto with = [&](const char* place, const Json& value) {
    Json changed = json;
    changed[Json::json_pointer(place)] = value;
    return complaint(signed_again(changed).dump());
  };
  CHECK_THAT(with("/version", 4), Catch::Contains("version 4") && Catch::Contains("newer"));
  CHECK_THAT(with("/version", "1"), Catch::Contains("/version"));
  CHECK_THAT(with("/lower", 0.12), Catch::Contains("/lower: a string is expected, not number"));
  CHECK_THAT(with("/lower", "nan"), Catch::Contains("/lower"));
  CHECK_THAT(with("/lower", ""), Catch::Contains("/lower"));
  for (const char* end : {" 0.1", "0.1 ", "1/10", "+0.1", ".1", "0x1p-4", "inf"}) {
    CHECK_THAT(with("/lower", end), Catch::Contains("/lower") && Catch::Contains("decimal"));
  }
  // A text of the maximum length is read without recursion.
  CHECK_THAT(with("/lower", std::string(500000, '1') + "x"), Catch::Contains("/lower"));
  for (const char* end : {"-", "1.", "1e", "1e+", "1.e5", "--1", "1e5.0"}) {
    CHECK_THAT(with("/upper", end), Catch::Contains("/upper") && Catch::Contains("decimal"));
  }
  CHECK_THAT(with("/upper", "-inf"), Catch::Contains("/upper"));
  CHECK_THAT(with("/upper", nullptr), Catch::Contains("/upper"));
  CHECK_THAT(with("/mechanism", "gaussian(sigma=0)"), Catch::Contains("/mechanism"));
  CHECK_THAT(with("/quantity", "gamma"), Catch::Contains("/quantity"));
  CHECK_THAT(with("/quantity", "epsilon"), Catch::Contains("/at"));
  CHECK_THAT(with("/at/epsilon", "1,5"), Catch::Contains("/at/epsilon"));
  CHECK_THAT(with("/at", Json::array()), Catch::Contains("/at"));
  CHECK_THAT(with("/asked/digits", "1000000000"), Catch::Contains("/asked/digits"));
  CHECK_THAT(with("/asked/digits", "-3"), Catch::Contains("/asked/digits"));
  CHECK_THAT(with("/digits", "many"), Catch::Contains("/digits"));
  CHECK_THAT(with("/reached", "yes"), Catch::Contains("/reached"));
  CHECK_THAT(with("/engine/parameters/c", Json::object()), Catch::Contains("/engine/parameters/c"));
  CHECK_THAT(with("/error_budget/luck", "0"), Catch::Contains("/error_budget/luck"));
  CHECK_THAT(with("/written/at", "2:3:4"), Catch::Contains("does not give 1.5"));
  // In a certificate of delta.
  CHECK_THAT(with("/written/role", "accountant"), Catch::Contains("/written/role"));
}

TEST_CASE("a role of a run's number is read, and no other", "[certificates]") {
  const Query what = request("epsilon", "gaussian(sigma=1)^2", "1e-5");
  Certificate made = certificate_of(what, answer(what, Effort{}));
  for (const char* role : {"at_least", "at_most", "accountant"}) {
    made.written_more = {{"role", role}};
    const std::string text = to_json(made).dump();
    CHECK(read_certificates(text).front().written_more == made.written_more);
    CHECK(judged(text) == "confirmed");
  }
  made.written_more = {{"role", "guarantee"}};
  CHECK(judged(to_json(made).dump()) == "not a certificate");
  const Query delta = request("delta", "gaussian(sigma=1)^2", "0.5");
  made = certificate_of(delta, answer(delta, Effort{}));
  made.written_more = {{"role", "at_most"}};
  CHECK(judged(to_json(made).dump()) == "confirmed");
}

TEST_CASE("a certificate made of a request alone is read and confirmed", "[certificates]") {
  const Query what = request("delta", "gaussian(sigma=1)^2", "0.5");
  const Certificate made = certificate_of(what, answer(what, Effort{}));
  CHECK(made.written_mechanism == what.mechanism);
  CHECK(judged(to_json(made).dump()) == "confirmed");
}

TEST_CASE("certificates: the statement has the numbers", "[certificates]") {
  const Certificate c = one();
  const CheckResult checked = check(c, {});
  const AuditSource source{"all.json", "00", "2026-01-31"};
  const AuditPage s = audit_page_of(source, {c}, {checked});
  const Json record = audit_record(s);
  CHECK(record["format"] == "plumbline-statement");
  const Json& row = record["groups"].at(0)["rows"].at(0);
  CHECK(row["lower"] == c.lower);
  CHECK(row["upper"] == c.upper);
  CHECK(row["verdict"] == "confirmed");
  for (const auto& [name, text] : row.items()) CHECK(text.is_string());  // printed as text
  CHECK_THAT(said(audit_page_of(source, {c}, {})), Catch::Contains("NOT CHECKED IN THIS RUN"));
  CHECK(common_digits("0.12345", "0.12349") == "0.1234…");
  CHECK(common_digits("1.25e-9", "1.27e-9") == "1.2…e-9");
  CHECK(common_digits("0.5", "0.5") == "0.5 exactly");
  CHECK(common_digits("-0.1", "0.1") == "[-0.1, 0.1]");
  CHECK(common_digits("9.99e-10", "1.01e-9") == "[9.99e-10, 1.01e-9]");
}
