/// Hypotheses in certificates: stated, derived and withdrawn ones.
#include "reference/certificates/certificate_hypotheses.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/registry.hpp"
#include "reference/questions/stated_hypotheses.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/places.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/certificates/check_text.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

constexpr int kFew = 6;  ///< digits: the tests compare hypotheses, not numbers

/// Returns a recorded certificate of an earlier version of the program or of this one.
std::string recorded(const std::string& name) {
  return read_text(std::string(kSourceFolder) + "/tests/certificates/recorded/" + name + ".json");
}

CheckResult result_of(const std::string& text) {
  CheckResult out;
  judged(text, &out);
  return out;
}

Json delta_of(const std::string& mechanism, const std::string& at = "1") {
  return to_json(certify(request("delta", mechanism, at, Direction::worst, kFew)));
}

/// Changes one member of a statement; the certificate must be refuted for that member only.
void check_refuted(Json json, const std::string& statement, const std::string& member,
                   const Json& value) {
  CAPTURE(statement, member, value.dump());
  json[statement][member] = value;
  const CheckResult result = result_of(signed_again(json).dump());
  CHECK(result.verdict == Verdict::refuted);
  REQUIRE_FALSE(result.objections.empty());
  CHECK(result.objections.back().field == statement + "." + member);
}

}  // namespace

TEST_CASE("hypotheses in certificates: every version is read, and the older ones are derived",
          "[certificates][hypotheses]") {
  for (const auto& [name, version] :
       {std::pair("version_1", 1), std::pair("version_2", 2), std::pair("version_3", 3)}) {
    CAPTURE(name);
    const std::string text = recorded(name);
    const Certificate c = read_certificates(text).front();
    CHECK(c.version == version);
    CHECK((c.hypotheses != nullptr) == (version == 3));
    CHECK(to_json(c)["digest"] == Json::parse(text)["digest"]);
    const CheckResult result = check(c, {});
    CHECK(result.verdict == Verdict::confirmed);
    REQUIRE(result.hypotheses);
    const std::string shown = check_text({"a.json"}, c, result);
    CHECK((shown.find("derived, not stated") == std::string::npos) == (version == 3));
    CHECK(check_json({"a.json"}, c, result)["hypotheses_stated"] == (version == 3));
  }
}

TEST_CASE("hypotheses in certificates: a certificate states those of its mechanisms",
          "[certificates][hypotheses]") {
  const Json exchange = delta_of("gaussian(sigma=1,relation=replace)");
  CHECK(exchange["version"] == 3);
  CHECK(exchange["hypotheses"] ==
        Json{{"relation", "replace_one"},
             {"group", "1"},
             {"dominates", true},
             {"attained", "every"},
             {"public", Json::object()},
             {"proof",
              "gaussian: the loss depends on the distance alone, half-spaces gain with it; Balle, "
              "Wang 2018"}});
  const Json users = delta_of("shuffled_rr(epsilon0=1,n=10)^2*laplace(b=20)")["hypotheses"];
  CHECK(users["public"] == Json{{"n", "10"}});
  CHECK(users["attained"] == "no");
  CHECK(delta_of("laplace(b=1,group=3)")["hypotheses"]["group"] == "3");
  const Json pair = delta_of("finite(P=[1/4,3/4],Q=[3/4,1/4])", "0.1")["hypotheses"];
  CHECK(pair["attained"] == "family");
  CHECK(pair["family"] == "the two data sets that the pair describes");
  CHECK_FALSE(pair["dominates"].get<bool>());
  const Json two =
      to_json(certify(about_two("divergence", "gaussian(sigma=1)",
                                "subsampled_gaussian(sigma=1,p=0.5)", Direction::worst, kFew)));
  CHECK(two["hypotheses"]["relation"] == "any");
  CHECK(two["other_hypotheses"]["relation"] == "add_remove");
  CHECK(fate(two) == "confirmed");
  // Two numbers of steps are two public facts with the same name.
  const std::string matrix = "correlated_gaussian(sigma=9,strategy=identity,steps=";
  const Json steps = delta_of(matrix + "4)*" + matrix + "5)");
  CHECK(steps["hypotheses"]["public"] == Json{{"steps", "4, 5"}});
  CHECK(fate(steps) == "confirmed");
}

TEST_CASE("hypotheses in certificates: a changed statement is refuted, member by member",
          "[certificates][hypotheses][forgery]") {
  const Json one = delta_of("shuffled_rr(epsilon0=1,n=10)", "0.1");
  REQUIRE(fate(one) == "confirmed");
  check_refuted(one, "hypotheses", "relation", "add_remove");
  check_refuted(one, "hypotheses", "relation", "any");
  check_refuted(one, "hypotheses", "group", "2");
  check_refuted(one, "hypotheses", "dominates", false);
  check_refuted(one, "hypotheses", "attained", "every");
  check_refuted(one, "hypotheses", "public", Json::object());
  check_refuted(one, "hypotheses", "public", Json{{"n", "11"}});
  check_refuted(one, "hypotheses", "public", Json{{"n", "10, 10"}});
  check_refuted(one, "hypotheses", "proof", "by definition");
  const Json family = delta_of("finite(P=[1/4,3/4],Q=[3/4,1/4])", "0.1");
  check_refuted(family, "hypotheses", "family", "all data sets");
  check_refuted(family, "hypotheses", "dominates", true);
  const Json two =
      to_json(certify(about_two("divergence", "gaussian(sigma=1)",
                                "subsampled_gaussian(sigma=1,p=0.5)", Direction::worst, kFew)));
  check_refuted(two, "other_hypotheses", "relation", "replace_one");
}

TEST_CASE("hypotheses in certificates: other forms are no certificates",
          "[certificates][hypotheses]") {
  const Json good = delta_of("gaussian(sigma=1)");
  const auto fate_of = [&](const std::string& member, const Json& value) {
    Json json = good;
    json["hypotheses"][member] = value;
    return fate(json);
  };
  for (const Json& group : {Json("0"), Json("1.5"), Json("-1"), Json("01"), Json("x"), Json(1)}) {
    CHECK(fate_of("group", group) == "not a certificate");
  }
  CHECK(fate_of("relation", "exchange") == "not a certificate");
  CHECK(fate_of("attained", "always") == "not a certificate");
  CHECK(fate_of("attained", "family") == "not a certificate");
  CHECK(fate_of("family", "two data sets") == "not a certificate");
  CHECK(fate_of("dominates", "true") == "not a certificate");
  CHECK(fate_of("public", "n = 10") == "not a certificate");
  CHECK(fate_of("proof", "") == "not a certificate");
  CHECK(fate_of("remark", "fine") == "not a certificate");
  Json silent = good;
  silent.erase("hypotheses");
  CHECK(fate(silent) == "not a certificate");
  silent["version"] = 2;
  CHECK(fate(silent) == "confirmed");
  Json early = good;
  early["version"] = 2;
  CHECK(fate(early) == "not a certificate");
  Json second = good;
  second["other_hypotheses"] = second["hypotheses"];
  CHECK(fate(second) == "not a certificate");
}

TEST_CASE("hypotheses in certificates: channels and attacks have none",
          "[certificates][hypotheses]") {
  const Json channel = to_json(certify(request("channel", "channel(rows=[[3/4,1/4],[1/4,3/4]])")));
  CHECK_FALSE(channel.contains("hypotheses"));
  CHECK(fate(channel) == "confirmed");
  Json stated = channel;
  stated["hypotheses"] = delta_of("gaussian(sigma=1)")["hypotheses"];
  CHECK(fate(stated) == "not a certificate");
}

TEST_CASE("hypotheses in certificates: the canonical form keeps the statement",
          "[certificates][hypotheses]") {
  std::vector<std::string> texts = {
      "gaussian(sigma=1,relation=add_or_remove)",
      "gaussian(sigma=1,relation=add_or_remove_one)^2",
      "laplace(b=1,relation=add_remove)*laplace(b=1)",
      "gaussian(sigma=1,relation=add_or_remove)*randomized_response(epsilon=1)",
      "laplace(b=1,relation=replace_one,group=2)",
      "subsampled(gaussian(sigma=1,relation=add_or_remove),p=0.1)",
      "choice(1/2:laplace(b=1,relation=zero_out),1/2:gaussian(sigma=1))",
      "shuffled_rr(epsilon0=1,n=1)",
      "subsampled_gaussian(sigma=1,p=1,group=2)",
      "subsampled_gaussian(sigma=1,p=0.5,group=2,sensitivity=1)",
      "subsampled_gaussian(sigma=1,p=0.5,relation=zero_out)",
      "subsampled(laplace(b=1),p=1)",
      "subsampled(random_allocation(sigma=1,t=1),p=0.5)",
      "subsampled(laplace(b=1),p=0.1)*subsampled_laplace(b=1,p=0.1)",
      "gaussian_mixture(sigma=1,shifts=[1],weights=[1])",
      "truncated_subsampled_gaussian(sigma=1,p=0.5,n=10,batch=10)",
      "exponential_mechanism(epsilon=1,t=1)",
      "choice(1/2:subsampled_gaussian(sigma=1,p=0.5,group=2),1/2:gaussian(sigma=1,group=2))",
      "choice(1/2:subsampled_gaussian(sigma=1,p=0.5,relation=zero_out),"
      "1/2:gaussian(sigma=1,relation=zero_out))^3",
      "correlated_gaussian(sigma=9,strategy=identity,steps=4,relation=replace)",
      "finite(P=[1/4,3/4],Q=[3/4,1/4])*randomized_response(epsilon=1,relation=replace_special)"};
  ParameterDraw draw(11);
  for (const MechanismEntry& entry : mechanism_registry()) {
    if (entry.draw != nullptr) texts.push_back(entry.draw(draw));
  }
  for (const std::string& text : texts) {
    const std::string canonical = Composition::parse(text).expression();
    CAPTURE(text, canonical);
    CHECK(same_statement(*hypotheses_of_text(text), *hypotheses_of_text(canonical)));
    CHECK(Composition::parse(canonical).expression() == canonical);
  }
}

TEST_CASE("hypotheses in certificates: what was written under other neighbours is refuted",
          "[certificates][hypotheses][forgery]") {
  Json json = delta_of("gaussian(sigma=1)*randomized_response(epsilon=1)");
  REQUIRE(fate(json) == "confirmed");
  json["written"]["mechanism"] =
      "gaussian(sigma=1,relation=add_or_remove)*randomized_response(epsilon=1)";
  CHECK(fate(json) == "refuted");
}

TEST_CASE("hypotheses in certificates: a mixed pair is a number with a warning",
          "[certificates][hypotheses]") {
  const Json json =
      delta_of("gaussian(sigma=1,relation=replace)*subsampled_gaussian(sigma=1,p=0.1)");
  CHECK(json["hypotheses"] == Json{{"relation", "mixed"},
                                   {"group", "1"},
                                   {"dominates", false},
                                   {"attained", "no"},
                                   {"public", Json::object()}});
  const Certificate c = read_certificates(json.dump()).front();
  const CheckResult result = check(c, {});
  CHECK(result.verdict == Verdict::confirmed);
  const std::string shown = check_text({"a.json"}, c, result);
  CHECK(shown.find("warning      the factors are of unlike neighbours") != std::string::npos);
  CHECK(check_json({"a.json"}, c, result).contains("warning"));
  check_refuted(json, "hypotheses", "relation", "replace_one");
  check_refuted(json, "hypotheses", "dominates", true);
}

TEST_CASE("hypotheses in certificates: factors that version 2 merged are read as they were written",
          "[certificates][hypotheses]") {
  // gaussian(sigma=1) and gaussian(sigma=2,group=2) have the same loss, and version 2 wrote them as a power.
  for (const char* name : {"mixed_2", "written_2"}) {
    CAPTURE(name);
    const CheckResult result = result_of(recorded(name));
    CHECK(result.verdict == Verdict::confirmed);
    REQUIRE(result.hypotheses);
    CHECK(stated_relation(*result.hypotheses) == PairRelation::mixed);
  }
  // Version 2 wrote this group as the gaussian_mixture with the same loss.
  const CheckResult group = result_of(recorded("group_2"));
  CHECK(group.verdict == Verdict::confirmed);
  REQUIRE(group.hypotheses);
  CHECK(stated_group(*group.hypotheses) == Rational(3));
  Json forged = Json::parse(recorded("mixed_2"));
  forged["written"]["mechanism"] = "gaussian(sigma=1)*gaussian(sigma=3,group=2)";
  CHECK(fate(forged) == "refuted");
}

TEST_CASE("hypotheses in certificates: a family of different data sets is read as it was stated",
          "[certificates][hypotheses][forgery]") {
  // Earlier programs assumed that two pairs with different data sets are attained together.
  const Json stated = Json::parse(recorded("family_3"));
  REQUIRE(stated["hypotheses"]["attained"] == "family");
  const CheckResult result = result_of(stated.dump());
  CHECK(result.verdict == Verdict::confirmed);
  CHECK(result.objections.empty());
  REQUIRE(result.hypotheses);
  CHECK(stated_attainment(*result.hypotheses) == Attained::no);
  check_refuted(stated, "hypotheses", "family", "all data sets");
  check_refuted(stated, "hypotheses", "dominates", true);
  check_refuted(stated, "hypotheses", "group", "2");
  Json every = stated;
  every["hypotheses"].erase("family");
  check_refuted(every, "hypotheses", "attained", "every");
  check_refuted(every, "hypotheses", "attained", "pointwise");
  // A certificate of this version states what is proved.
  const std::string mechanism = stated["mechanism"];
  const Json now = delta_of(mechanism, "0.1");
  CHECK(now["hypotheses"]["attained"] == "no");
  CHECK_FALSE(now["hypotheses"].contains("family"));
  CHECK(fate(now) == "confirmed");
  // No earlier program stated a family for other products.
  Json other = delta_of("finite(P=[1/4,3/4],Q=[3/4,1/4])*laplace(b=1)", "0.1");
  REQUIRE(other["hypotheses"]["attained"] == "no");
  other["hypotheses"]["family"] = stated["hypotheses"]["family"];
  other["hypotheses"]["attained"] = "family";
  CHECK(fate(signed_again(other)) == "refuted");
}

TEST_CASE("withdrawn certificates: no pair is proved for what they were written about",
          "[certificates][hypotheses]") {
  for (const char* name : {"withdrawn_group", "withdrawn_exchange", "withdrawn_replace",
                           "withdrawn_calibrate", "withdrawn_divergence"}) {
    CAPTURE(name);
    for (const Certificate& c : read_certificates(recorded(name))) {
      const CheckResult result = check(c, {});
      CHECK(result.verdict == Verdict::withdrawn);
      CHECK(verdict_name(result.verdict) == "withdrawn");
      const std::string shown = check_text({"a.json"}, c, result);
      CHECK(shown.find("withdrawn: no pair is proved for a mechanism that it names") !=
            std::string::npos);
      CHECK(shown.find("subsampled does not take") != std::string::npos);
      CHECK(check_json({"a.json"}, c, result)["wrong"].size() == 1);
      CHECK(check_summary({result}) == "1 certificate: 1 withdrawn");
    }
  }
  // The number is correct for the sampled mechanism itself.
  Json one = Json::parse(recorded("withdrawn_group"));
  one["written"]["mechanism"] = "subsampled_laplace(b=1/3,p=0.1)";
  CHECK(fate(one) == "confirmed");
}

TEST_CASE("withdrawn certificates: a refused expression is told from one that cannot be read",
          "[certificates][hypotheses]") {
  CHECK_THROWS_AS(Composition::parse("subsampled(laplace(b=1,group=3),p=0.1)"), RefusedPair);
  CHECK_THROWS_AS(Composition::parse("choice(1/2:laplace(b=1),1/2:subsampled(laplace(b=1,group=3),"
                                     "p=0.1))"),
                  RefusedPair);
  CHECK_THROWS_AS(read_open_expression("subsampled(laplace(b=1,group=3),p=?)"), RefusedPair);
  try {
    Composition::parse("subsampled(laplace(b=1),p=2)");
    FAIL("a rate above 1");
  } catch (const RefusedPair&) {
    FAIL("an error of a parameter");
  } catch (const std::invalid_argument&) {
  }
  Json json = delta_of("gaussian(sigma=1)");
  json["mechanism"] = json["written"]["mechanism"] = "subsampled(laplace(b=1,group=3),p=0.2)";
  CHECK(fate(json) == "withdrawn");
  json["mechanism"] = json["written"]["mechanism"] = "subsampled(laplace(b=1,group=3),p=2)";
  CHECK(fate(json) == "not a certificate");
}

TEST_CASE("hypotheses in certificates: the earlier form, and bundles of both",
          "[certificates][hypotheses]") {
  const Certificate c = certify(request("tv", "laplace(b=1)", "", Direction::worst, kFew));
  const Certificate before = in_version_2(c);
  const Json json = to_json(before);
  CHECK(json["version"] == 2);
  CHECK_FALSE(json.contains("hypotheses"));
  CHECK(fate(json) == "confirmed");
  CHECK(bundle_json({before, before})["version"] == 2);
  const Json both = bundle_json({before, c});
  CHECK(both["version"] == 3);
  CHECK(read_certificates(both.dump()).size() == 2);
}
