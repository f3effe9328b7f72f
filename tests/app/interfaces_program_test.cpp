/// One question in several interfaces: the records are equal.
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "capi/plumbline.h"
#include "reference/arithmetic/double_text.hpp"
#include "reference/questions/registry.hpp"
#include "tests/app/program_records.hpp"
#include "tests/folder.hpp"
#include "tests/places.hpp"

using namespace plumbline;
using plumbline::testing::Folder;
using plumbline::testing::records;
using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

using Json = nlohmann::json;

constexpr int kRecordDigits = 7;

/// Removes the members that may differ between two interfaces.
Json common(Json record) {
  for (const char* name : {"seconds", "line", "id", "context"}) record.erase(name);
  return record;
}

/// Returns the lines of every_quantity.jsonl: at least one question for each quantity.
std::vector<Json> questions() {
  std::ifstream in(std::string(plumbline::testing::kSourceFolder) +
                   "/tests/app/every_quantity.jsonl");
  std::vector<Json> out;
  for (std::string line; std::getline(in, line);) {
    out.push_back(Json::parse(line));
    out.back()["digits"] = kRecordDigits;
  }
  return out;
}

const Quantity& quantity_of(const Json& question) {
  return required_quantity(question["quantity"].get<std::string>());
}

/// Returns the record that the command of the quantity prints.
Json by_command(const Json& question) {
  const Quantity& quantity = quantity_of(question);
  std::string words = quantity.name;
  std::replace(words.begin(), words.end(), '_', '-');
  words += " '" + question["mechanism"].get<std::string>() + "'";
  words += " --digits " + std::to_string(kRecordDigits);
  if (question.contains("at")) {
    for (const auto& [name, text] : question["at"].items()) {
      words += " --" + name + " " + text.get<std::string>();
    }
  }
  if (!quantity.forward_only()) words += " --direction " + question.value("direction", "worst");
  const std::vector<Json> found = records(words + " --json-version 2");
  REQUIRE(found.size() == 1);
  return common(found.front());
}

std::vector<Json> by_batch(const std::vector<Json>& asked) {
  const Folder folder;
  std::string lines;
  for (const Json& question : asked) lines += question.dump() + "\n";
  folder.write("questions.jsonl", lines);
  std::vector<Json> out;
  for (const Json& record :
       records("batch " + folder.file("questions.jsonl") + " --json-version 2")) {
    out.push_back(common(record));
  }
  return out;
}

std::string called(const Json& request) {
  char* reply = nullptr;
  const plumbline_status status = plumbline_call_json(request.dump().c_str(), nullptr, &reply);
  REQUIRE(reply != nullptr);
  const std::string out = reply;
  plumbline_free_text(reply);
  CAPTURE(out);
  REQUIRE(status == PLUMBLINE_OK);
  return out;
}

Json by_call(const Json& request) { return common(Json::parse(called(request))); }

/// Returns true if a certificate can state such an answer: certificates exclude an infinite order and an infinite
/// epsilon.
bool is_certified(const Json& question, const Json& record) {
  const auto& certificate = quantity_of(question).certificate;
  return certificate && record["at"].value("order", "") != "inf" && record["lower"] != "inf";
}

/// Checks the members that certificate and record have in common, which state the answer.
void check_certificate(const Json& question, const Json& record) {
  const std::string text = called({{"verb", "certify"}, {"query", question}});
  const Json made = Json::parse(text);
  for (const char* name : {"quantity", "mechanism", "other", "direction", "lower", "upper",
                           "reached", "hypotheses", "other_hypotheses"}) {
    CAPTURE(name);
    CHECK(made.value(name, Json()) == record.value(name, Json()));
  }
  CHECK(made["engine"]["name"] == record["engine"]);
  const Json& digits = record["digits"];
  const bool exact = digits.is_string();
  CHECK(made["digits"] == (exact ? digits.get<std::string>() : fixed_text(digits, 1)));
  const Json values = made.value("values", Json::object());
  for (const auto& [name, value] : values.items()) {
    CHECK(value["lower"] == record["values"][name]["lower"]);
    CHECK(value["upper"] == record["values"][name]["upper"]);
  }
  const Json checked = by_call({{"verb", "check"}, {"certificate", text}, {"seconds", 60}});
  CHECK(checked["certificates"][0]["verdict"] == "confirmed");
}

}  // namespace

TEST_CASE("records: every quantity is stated alike by command, batch, C and certificate",
          "[cli][records]") {
  const std::vector<Json> asked = questions();
  const std::vector<Json> lines = by_batch(asked);
  REQUIRE(lines.size() == asked.size());
  for (size_t i = 0; i < asked.size(); ++i) {
    CAPTURE(asked[i].dump());
    const Json record = by_call({{"verb", "answer"}, {"query", asked[i]}});
    CHECK(record["schema"] == "answer/2");
    CHECK(lines[i] == record);
    if (quantity_of(asked[i]).of_profile) CHECK(by_command(asked[i]) == record);
    if (is_certified(asked[i], record)) check_certificate(asked[i], record);
  }
}

TEST_CASE("records: the questions are about every quantity", "[cli][records]") {
  std::set<std::string> names;
  for (const Json& question : questions()) names.insert(quantity_of(question).name);
  for (const Quantity& quantity : all_quantities()) {
    CAPTURE(quantity.name);
    CHECK(names.count(quantity.name) == 1);
  }
}

TEST_CASE("records: version 2 is about JSON, and synonyms keep the quantity's name",
          "[cli][records]") {
  const Run text = run("delta 'gaussian(sigma=1)' --epsilon 1 --json-version 2");
  CHECK(text.code == 2);
  CHECK_THAT(text.err, Catch::Contains("--json"));
  const Json rate = records("tpr 'gaussian(sigma=1)' --fpr 0.01 --json-version 2").front();
  CHECK(rate["quantity"] == "power");
  CHECK(rate["context"]["asked_as"] == "tpr");
  CHECK(rate["at"] == Json{{"alpha", "0.01"}});
}
