/// plumbline_call_json: requests, replies and refused requests.
#include <nlohmann/json.hpp>
#include <string>

#include "capi/plumbline.h"
#include "tests/support.hpp"

namespace {

using Json = nlohmann::json;

struct Reply {
  plumbline_status status;
  Json json;
  std::string text;
};

Reply called(const std::string& request, const plumbline_options* options = nullptr) {
  char* text = nullptr;
  const plumbline_status status = plumbline_call_json(request.c_str(), options, &text);
  REQUIRE(text != nullptr);
  const Reply out{status, Json::parse(text), text};
  plumbline_free_text(text);
  return out;
}

Reply called(const Json& request) { return called(request.dump()); }

/// Returns the code of an error reply after a check of its format.
std::string code_of(const std::string& request) {
  const Reply reply = called(request);
  CAPTURE(request, reply.json.dump());
  CHECK(reply.status != PLUMBLINE_OK);
  CHECK(reply.json["schema"] == "error/2");
  CHECK(reply.json["message"] == std::string(plumbline_error()));
  return reply.json["code"];
}

std::string answer_to(const std::string& query) {
  return R"x({"verb": "answer", "query": )x" + query + "}";
}

}  // namespace

TEST_CASE("call: an answer is a record of version 2", "[capi][call]") {
  const Reply reply = called(answer_to(
      R"x({"quantity": "delta", "mechanism": "gaussian(sigma=1,relation=replace)^2", "epsilon": 1, "digits": 9})x"));
  REQUIRE(reply.status == PLUMBLINE_OK);
  const Json& a = reply.json;
  CHECK(a["schema"] == "answer/2");
  CHECK(a["at"] == Json{{"epsilon", "1"}});
  CHECK(a["direction"] == "worst");
  CHECK(a["hypotheses"]["relation"] == "replace_one");
  CHECK(a["digits"].get<double>() >= 9);
  CHECK(a["reached"] == true);
  CHECK(a["lower_double"].get<double>() < a["upper_double"].get<double>());
  for (const auto& [name, value] : a.items()) CHECK_FALSE(value.is_null());
}

TEST_CASE("call: infinity is an answer", "[capi][call]") {
  const Reply reply = called(answer_to(
      R"x({"quantity": "epsilon", "mechanism": "approximate_dp(epsilon=1,delta=0.1)", "delta": "0.01"})x"));
  REQUIRE(reply.status == PLUMBLINE_OK);
  CHECK(reply.json["lower"] == "inf");
  CHECK(reply.json["lower_double"] == "inf");
  CHECK(reply.json["upper_double"] == "inf");
  CHECK(reply.json["digits"] == "exact");
  CHECK(reply.json["findings"]["infinite"] == "yes");
}

TEST_CASE("call: a certificate that it makes is confirmed by its check", "[capi][call]") {
  const Json query = {{"quantity", "epsilon"}, {"mechanism", "laplace(b=2)^2"}, {"delta", "1e-3"}};
  const Reply made = called(Json{{"verb", "certify"}, {"query", query}});
  REQUIRE(made.status == PLUMBLINE_OK);
  CHECK(made.json["version"] == 3);
  const Reply checked = called(Json{{"verb", "check"}, {"certificate", made.json}});
  REQUIRE(checked.status == PLUMBLINE_OK);
  CHECK(checked.json["certificates"][0]["verdict"] == "confirmed");
  Json forged = made.json;
  forged["upper"] = "99";
  CHECK(called(Json{{"verb", "check"}, {"certificate", forged}}).json["code"] == "BAD_INPUT");
}

TEST_CASE("call: a composition is stated with its hypotheses", "[capi][call]") {
  const Reply one = called(Json{{"verb", "compose"}, {"mechanism", "laplace(b=1)*laplace(b=1)"}});
  CHECK(one.json["mechanism"] == "laplace(b=1)^2");
  CHECK(one.json["hypotheses"]["relation"] == "any");
  CHECK_FALSE(one.json.contains("warning"));
  const Reply mixed = called(
      Json{{"verb", "compose"},
           {"mechanism", "gaussian(sigma=1,relation=replace)*subsampled_gaussian(sigma=1,p=0.1)"}});
  CHECK(mixed.json["hypotheses"]["relation"] == "mixed");
  CHECK(mixed.json.contains("warning"));
}

TEST_CASE("call: an error has a code, a field and the accepted names", "[capi][call]") {
  const std::string gaussian = R"x("mechanism": "gaussian(sigma=1)", "epsilon": 1)x";
  CHECK(code_of("") == "BAD_INPUT");
  CHECK(code_of("[]") == "BAD_INPUT");
  CHECK(code_of(R"x({"verb": "answer", "verb": "answer"})x") == "BAD_INPUT");
  CHECK(code_of(std::string(40, '[') + std::string(40, ']')) == "BAD_INPUT");
  CHECK(code_of(R"x({"verb": "sing"})x") == "UNKNOWN_NAME");
  const auto delta_of = [](const std::string& mechanism) {
    return answer_to(R"x({"quantity": "delta", "epsilon": 1, "mechanism": ")x" + mechanism + "\"}");
  };
  CHECK(code_of(answer_to(R"x({"quantity": "dleta", )x" + gaussian + "}")) == "UNKNOWN_NAME");
  CHECK(code_of(delta_of("gausian(sigma=1)")) == "UNKNOWN_NAME");
  CHECK(code_of(answer_to(R"x({"quantity": "delta", "engine": "steam", )x" + gaussian + "}")) ==
        "UNKNOWN_NAME");
  CHECK(code_of(delta_of("gaussian(sigma=-1)")) == "OUT_OF_DOMAIN");
  CHECK(code_of(delta_of("subsampled(laplace(b=1,group=2),p=0.1)")) == "NOT_COVERED");
  CHECK(code_of(answer_to(R"x({"quantity": "delta", "colour": "red", )x" + gaussian + "}")) ==
        "BAD_INPUT");
  CHECK(code_of(R"x({"verb": "compose", "mechanism": "laplace(b=1)", "more": 1})x") == "BAD_INPUT");
  CHECK(code_of(R"x({"verb": "check", "certificate": {"format": "other"}})x") == "BAD_INPUT");
  const Reply unknown = called(answer_to(R"x({"quantity": "dleta", )x" + gaussian + "}"));
  CHECK(unknown.json["field"] == "quantity");
  CHECK(unknown.json["accepted"].size() > 20);
}

TEST_CASE("call: it ends when the callback says so", "[capi][call]") {
  plumbline_options options{};
  options.stop = [](void*) { return 1; };
  const Reply reply = called(
      answer_to(
          R"x({"quantity": "delta", "mechanism": "skellam(mu=3)^40", "epsilon": 1, "digits": 15})x"),
      &options);
  CHECK((reply.status == PLUMBLINE_STOPPED || reply.json["reached"] == false));
}

TEST_CASE("call: an error writes doubles as people type them", "[capi][call]") {
  const auto message_of = [](const std::string& mechanism) {
    return called(answer_to(R"x({"quantity": "delta", "epsilon": 1, "mechanism": ")x" + mechanism +
                            "\"}"))
        .json["message"]
        .get<std::string>();
  };
  CHECK(message_of("gaussian(sigma=-0x1.999999999999ap-4)") ==
        "gaussian: sigma must be greater than 0, got -0.1 (in 'gaussian(sigma=-0.1)')");
  CHECK_THAT(message_of("gaussian(sigma=-0.1)"), Catch::Contains("got -0.1"));
  CHECK_THAT(message_of("gaussian(sigma=-1/3)"), Catch::Contains("got -1/3"));
  CHECK_THAT(message_of("gaussian(sigma=-0x1.9p+6)"), Catch::Contains("got -100 "));
}

TEST_CASE("call: a session keeps node values and no enclosure", "[capi][call]") {
  const Json query = {{"quantity", "delta"},
                      {"mechanism", "subsampled_gaussian(sigma=1, p=0.1)^20"},
                      {"epsilon", "1.5"},
                      {"digits", 9}};
  const Json request = {{"verb", "answer"}, {"query", query}};
  const Json number = called(Json{{"verb", "open"}}).json["session"];
  Json in_session = request;
  in_session["session"] = number;
  const auto ends_of = [](const Reply& reply) {
    REQUIRE(reply.status == PLUMBLINE_OK);
    return std::pair(reply.json["lower"], reply.json["upper"]);
  };
  const auto alone = ends_of(called(request));
  CHECK(ends_of(called(in_session)) == alone);
  const Reply again = called(in_session);
  CHECK(again.json["mechanism"] == "subsampled_gaussian(sigma=1,p=0.1)^20");
  CHECK(again.json["reached"] == true);
  CHECK(called(Json{{"verb", "close"}, {"session", number}}).status == PLUMBLINE_OK);
  CHECK(called(in_session).json["field"] == "session");
  CHECK(called(Json{{"verb", "close"}, {"session", number}}).json["code"] == "BAD_INPUT");
}

TEST_CASE("call: an answer may come with its certificate", "[capi][call]") {
  const Json query = {{"quantity", "calibrate"},
                      {"mechanism", "gaussian(sigma=?)"},
                      {"at", {{"epsilon", 1}, {"delta", "1e-5"}}}};
  const Reply reply = called(Json{{"verb", "answer"}, {"query", query}, {"certificate", true}});
  REQUIRE(reply.status == PLUMBLINE_OK);
  // The order of a target's numbers matters, so the reply preserves the order of its members.
  const auto ordered = nlohmann::ordered_json::parse(reply.text);
  const auto& certificate = ordered["certificate"];
  CHECK(certificate["lower"] == ordered["lower"]);
  CHECK(certificate["upper"] == ordered["upper"]);
  CHECK(certificate["written"]["epsilon"] == "1");
  CHECK(certificate["written"]["delta"] == "1e-5");
  const Reply checked =
      called(Json{{"verb", "check"}, {"certificate", certificate.dump()}, {"seconds", 60}});
  REQUIRE(checked.status == PLUMBLINE_OK);
  CHECK(checked.json["certificates"][0]["verdict"] == "confirmed");
}

TEST_CASE("call: an attacker's words are read and answered", "[capi][call]") {
  const std::string gaussian = R"x({"quantity": "tpr", "mechanism": "gaussian(sigma=1)")x";
  const Reply reply = called(answer_to(gaussian + R"x(, "fpr": "1e-3"})x"));
  REQUIRE(reply.status == PLUMBLINE_OK);
  CHECK(reply.json["quantity"] == "power");
  CHECK(reply.json["context"]["asked_as"] == "tpr");
  const std::string message = called(answer_to(gaussian + R"x(, "fpr": 2})x")).json["message"];
  CHECK(message == "fpr must be in [0, 1], got 2");
}

TEST_CASE("call: a member of a bundle that is no certificate voids no other one", "[capi][call]") {
  const Json query = {{"quantity", "tv"}, {"mechanism", "laplace(b=2)"}};
  Json made = called(Json{{"verb", "certify"}, {"query", query}}).json;
  made["upper"] = "99";
  const Reply alone = called(Json{{"verb", "check"}, {"certificate", made}});
  CHECK(alone.json["code"] == "BAD_INPUT");
  CHECK_THAT(alone.json["message"].get<std::string>(), Catch::Contains("/digest"));
}
