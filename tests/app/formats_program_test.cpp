/// Text, JSON and CSV of every command contain the same numbers.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "app/answers/answer_json.hpp"
#include "app/answers/renderer.hpp"
#include "app/answers/writer.hpp"
#include "tests/app/run_program.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::run;
using plumbline::testing::Run;

namespace {

using Json = nlohmann::ordered_json;
using Table = std::vector<std::vector<std::string>>;

std::vector<Json> objects(const std::string& lines) {
  std::vector<Json> out;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) out.push_back(Json::parse(line));
  return out;
}

/// Parses CSV by RFC 4180.
Table table(const std::string& text) {
  Table out;
  std::string field;
  bool quoted = false, open = false;
  const auto end_field = [&] {
    if (!open) out.emplace_back();
    open = true;
    out.back().push_back(field);
    field.clear();
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += text[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      end_field();
    } else if (c == '\n') {
      end_field();
      open = false;
    } else {
      field += c;
    }
  }
  CHECK(field.empty());
  return out;
}

using Fields = std::map<std::string, std::string>;

/// Adds the leaves of an object under the names of their columns.
void add_leaves(const std::string& name, const Json& x, Fields* out) {
  if (x.is_object()) {
    for (const auto& [key, inner] : x.items()) {
      add_leaves(name.empty() || name == "at" ? key : name + "_" + key, inner, out);
    }
  } else if (x.is_array()) {
    for (size_t i = 0; i < x.size(); ++i) add_leaves(name + "_" + std::to_string(i + 1), x[i], out);
  } else {
    (*out)[name] = x.is_null() ? "" : x.is_string() ? x.get<std::string>() : x.dump();
  }
}

std::string without_seconds(const std::string& text) {
  static const std::regex seconds("\"seconds\":[0-9.e+-]+");
  return std::regex_replace(text, seconds, "\"seconds\":0");
}

/// Compares each row of the table with the object of the same answer.
void check_rows(const Table& rows, const std::vector<Json>& answers) {
  REQUIRE(rows.size() == answers.size() + 1);
  const std::vector<std::string>& columns = rows.front();
  for (size_t i = 0; i < answers.size(); ++i) {
    Fields fields;
    add_leaves("", answers[i], &fields);
    REQUIRE(rows[i + 1].size() == columns.size());
    for (size_t j = 0; j < columns.size(); ++j) {
      if (columns[j] == "seconds") continue;
      CAPTURE(i, columns[j]);
      CHECK(rows[i + 1][j] == fields[columns[j]]);
      fields.erase(columns[j]);
    }
    fields.erase("seconds");
    CHECK(fields.empty());  // every field of the object is in the row
  }
}

/// Checks that the text contains the ends of each answer, and that they are numbers in order.
void check_text(const std::string& text, const std::vector<Json>& answers) {
  for (const Json& answer : answers) {
    if (!answer.contains("lower")) continue;
    const std::string lower = answer["lower"], upper = answer["upper"];
    CAPTURE(lower, upper);
    if (lower == "inf") continue;
    CHECK(Rational::parse(lower) <= Rational::parse(upper));
    if (answer.contains("lower_double")) {
      const Json &low = answer["lower_double"], &high = answer["upper_double"];
      REQUIRE((low.is_number() && high.is_number()));  // none of these ends is infinite
      CHECK(Rational::from_binary64(low.get<double>()) <= Rational::parse(lower));
      CHECK(Rational::from_binary64(high.get<double>()) >= Rational::parse(upper));
    }
    const bool signs = answer.contains("range") && answer["range"] != "crossing";
    if (signs) continue;  // the text has fewer digits
    CHECK(text.find(lower == upper ? lower : "[" + lower + ", " + upper + "]") !=
          std::string::npos);
  }
}

std::string channel_file() {
  char name[] = "/tmp/plumbline-channel-XXXXXX";
  const int descriptor = mkstemp(name);
  REQUIRE(descriptor >= 0);
  close(descriptor);
  std::ofstream(name) << "1/2,1/4,1/4\n1/4,1/2,1/4\n0.1,0.2,0.7\n";
  return name;
}

void check_formats(const std::string& command) {
  CAPTURE(command);
  const Run text = run(command), json = run(command + " --json"),
            same = run(command + " --format json"), csv = run(command + " --format csv"),
            plain = run(command + " --format text");
  CAPTURE(json.err, csv.err);
  CHECK(without_seconds(json.out) == without_seconds(same.out));
  for (const Run& r : {json, same, csv, plain}) CHECK(r.code == text.code);
  const std::vector<Json> answers = objects(json.out);
  CHECK_FALSE(answers.empty());
  CHECK_FALSE(text.out.empty());
  check_rows(table(csv.out), answers);
  check_text(text.out, answers);
}

/// Returns the output of a renderer.
std::string written(AnswerFormat format, const TextLayout& layout,
                    const std::vector<AnswerRecord>& answers) {
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  AnswerWriter writer(format, layout, file);
  for (const AnswerRecord& answer : answers) writer.give(answer);
  writer.finish();
  std::rewind(file);
  std::string out;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) out += static_cast<char>(c);
  std::fclose(file);
  return out;
}

}  // namespace

TEST_CASE("formats: quantities in text, JSON and CSV", "[cli][formats][slow]") {
  check_formats("delta 'subsampled_gaussian(sigma=1,p=0.01)^1000' --epsilon -1 0:1:3 --digits 20");
  check_formats("delta 'laplace(b=1)^2' --epsilon 0.5 --engine fourier");  // digits not reached
  // One argument is refused.
  check_formats("epsilon 'gaussian(sigma=1)' --delta 0 1e-5");
  check_formats("tradeoff 'laplace(b=1)' --alpha 0:1:5 --direction reverse");
  check_formats("rero 'laplace(b=1)' --kappa 1e-3,0.1");
  check_formats("bayes 'gaussian(sigma=1)' --prior 1/3");
  check_formats("tv 'gaussian(sigma=1)^10'");
  check_formats("minimax 'gaussian(sigma=1)' --direction forward");
  check_formats("posterior-belief 'laplace(b=1)' --prior 0.5");
  check_formats("divergence 'gaussian(sigma=1)' 'laplace(b=1)' --digits 6");
}

TEST_CASE("formats: what is more than a quantity, in text, JSON and CSV", "[cli][formats][slow]") {
  check_formats("moments 'laplace(b=1)^3'");
  check_formats("moments 'approximate_dp(epsilon=1,delta=0.1)'");  // infinite moments
  check_formats("renyi 'gaussian(sigma=1)' --order 2 inf");
  check_formats("theorem3 'laplace(b=20)^100' 'laplace(b=30)^200' --target 1e-2 --digits 6");
  check_formats(
      "theorem3 'subsampled_gaussian(sigma=2,p=0.01)^9000' "
      "'subsampled_gaussian(sigma=3,p=0.01)^20000' --target 1e-2 --digits 6");
  check_formats("compare 'gaussian(sigma=1)' 'laplace(b=1)' --digits 6");
  check_formats("rero-bound --epsilon 1 --delta 1e-5 --kappa 0:1:3");
  check_formats("calibrate 'gaussian(sigma=?)' --epsilon 1 --delta 1e-3");
  check_formats("calibrate 'gaussian(sigma=20)^?' --gamma 0.5 --kappa 0.1");
  check_formats(
      "calibrate 'gaussian(sigma=?)' --epsilon 1 --delta 1e-3 --advantage 0.1 --digits 6");
  check_formats("dpsgd --sigma 2 --batch 10 --dataset 1000 --epochs 3 --delta 1e-5");
  check_formats("tpr 'laplace(b=1)' --fpr 1e-3:1e-1:3:log");
  check_formats("judge delta 'gaussian(sigma=1)^10' --epsilon 1 --with renyi,clt,edgeworth1");
}

TEST_CASE("formats: regions and channels in text, JSON and CSV", "[cli][formats][slow]") {
  check_formats("compose-tv --epsilon 1 --eta 0.3 --steps 5 --at 0.5 'log(2)' --alpha 0.1 0.5");
  check_formats("compose-tv --epsilon 1 --delta 0.01 --steps 3 --at-delta 0.001 0.1");
  check_formats("tv-limit --steps 16 64");
  check_formats(
      "noisy-sgd --steps 20 --epsilon 1 2 --alpha 0:1:3 --rate 1/10 --delta 1e-3 --types "
      "--claim 1.19,1e-5");
  const std::string file = channel_file();
  check_formats("channel " + file + " --epsilon 1 --eta 0.2 --delta-at 0.5 'log(2)'");
  check_formats("channel " + file + " --f kl,tv --p0 1/2,1/2,0 --p1 0,1/2,1/2");
  std::remove(file.c_str());
}

TEST_CASE("formats: lists, checks and certificates in text, JSON and CSV", "[cli][formats][slow]") {
  for (const char* what : {"mechanisms", "quantities", "engines", "approximations", "figures"}) {
    check_formats(std::string("list ") + what);
  }
  check_formats("certify delta 'gaussian(sigma=2)' --epsilon 0.5 1 -o /dev/null");
  check_formats("certify moments 'laplace(b=1)' --direction forward -o /dev/null");
  check_formats("certify compare 'gaussian(sigma=1)' 'laplace(b=1)' --digits 6 -o /dev/null");
  char name[] = "/tmp/plumbline-formats-XXXXXX";
  const int descriptor = mkstemp(name);
  REQUIRE(descriptor >= 0);
  close(descriptor);
  const std::string file = name;
  REQUIRE(run("certify delta 'gaussian(sigma=2)' --epsilon 0.5 1 -o " + file).code == 0);
  check_formats("check " + file);
  check_formats("check " + file + " /dev/null");  // the second file is not a certificate
  std::ofstream(file) << R"_({"tool":"a, b","method":"m","mechanism":"gaussian(sigma=1)",)_"
                      << R"("quantity":"delta","at":{"epsilon":"1"},"value":"0.12",)"
                      << R"("kind":"upper"})"
                      << "\n";
  const Run json = run("claims --json --threads 1 " + file),
            csv = run("claims --format csv --threads 1 " + file);
  CHECK(json.code == 1);
  CHECK(csv.code == 1);
  check_rows(table(csv.out), objects(json.out));
  std::remove(file.c_str());
}

TEST_CASE("formats: CSV of more rows than stay in memory, of which late ones bring columns",
          "[cli][formats][slow]") {
  constexpr long kRows = 12000;  // approximately 7 MB
  std::FILE* const to = std::tmpfile();
  REQUIRE(to != nullptr);
  plumbline::testing::Random random(41);
  std::vector<AnswerRecord> records;
  for (long i = 0; i < kRows; ++i) {
    FieldGroup fields;
    fields.push_back({"row", {i}});
    if (i % 5 != 0) fields.push_back({"text", {std::string(random.integer(0, 1200), 'a')}});
    if (i > kRows / 2) fields.push_back({"late", {"\"" + std::to_string(i) + "\", or\nso"}});
    if (i == kRows - 1) fields.push_back({"last", {true}});
    fields.push_back({"end", {2 * i}});
    records.push_back({"any", fields});
  }
  const auto csv = csv_renderer(to);
  for (const AnswerRecord& record : records) csv->take(record);
  csv->finish();
  std::string text;
  std::rewind(to);
  for (int c = std::fgetc(to); c != EOF; c = std::fgetc(to)) text += static_cast<char>(c);
  std::fclose(to);
  const Table rows = table(text);
  REQUIRE(rows.size() == kRows + 1);
  CHECK(rows[0] == std::vector<std::string>{"row", "text", "late", "last", "end"});
  for (size_t i = 0; i < records.size(); ++i) {
    REQUIRE(rows[i + 1].size() == rows[0].size());
    const Json record = json_of(records[i]);
    for (size_t j = 0; j < rows[0].size(); ++j) {
      const auto field = record.find(rows[0][j]);
      const std::string wanted = field == record.end() ? ""
                                 : field->is_string()  ? field->get<std::string>()
                                                       : field->dump();
      if (rows[i + 1][j] != wanted) FAIL("row " << i << ", column " << rows[0][j]);
    }
  }
}

TEST_CASE("formats: two that contradict each other are one line and exit 2", "[cli][formats]") {
  for (const char* words : {"delta 'gaussian(sigma=1)' --epsilon 1 --json --format csv",
                            "list engines --json --format text", "noisy-sgd --csv --format csv",
                            "compose-tv --epsilon 1 --csv --format json"}) {
    CAPTURE(words);
    const Run r = run(words);
    CHECK(r.code == 2);
    CHECK(r.out.empty());
    CHECK(r.err.rfind("plumbline: --", 0) == 0);
    CHECK(std::count(r.err.begin(), r.err.end(), '\n') == 1);
  }
  CHECK(run("delta 'gaussian(sigma=1)' --epsilon 1 --json --format json").code == 0);
  CHECK(run("delta 'gaussian(sigma=1)' --epsilon 1 --format xml").code == 2);
}

TEST_CASE("formats: old spellings and --threads are read, and in no help", "[cli][formats]") {
  for (const char* old :
       {"rero_bound --epsilon 1 --delta 0 --kappa 0.1",
        "tradeoff_inverse 'laplace(b=1)' --beta 0.5", "posterior_belief 'laplace(b=1)' --prior 0.5",
        "delta 'laplace(b=1)' --epsilon 1 --threads 2"}) {
    CAPTURE(old);
    CHECK(run(old).code == 0);
  }
  CHECK(run("certify fixed_point 'laplace(b=1)' -o /dev/null").code == 0);
  const std::string help = run("--help").out;
  CHECK(help.find("rero-bound") != std::string::npos);
  CHECK(help.find("rero_bound") == std::string::npos);
  CHECK(run("delta --help").out.find("--threads") == std::string::npos);
}

TEST_CASE("formats: CSV quotes as RFC 4180 has it, later columns are columns", "[formats]") {
  const std::vector<AnswerRecord> answers = {
      AnswerBuilder("a").add("name", "x, \"y\"\nz").add("at", text_fields({{"n", "1"}})),
      AnswerBuilder("heading").add("name", "for people").for_people(),
      AnswerBuilder("b")
          .add("name", "w")
          .add("more", FieldList{{true}, {nullptr}})
          .add("last", 2L)};
  CHECK(written(AnswerFormat::csv, {}, answers) ==
        "name,more_1,more_2,last,n\n\"x, \"\"y\"\"\nz\",,,,1\nw,true,,2,\n");
  CHECK(table(written(AnswerFormat::csv, {}, answers))[1][0] == "x, \"y\"\nz");
  CHECK(written(AnswerFormat::csv, {}, {}).empty());
}

TEST_CASE("formats: a layout's optional parts, groups and formats", "[formats]") {
  const TextLayout layout = {
      {"a", "{n:<3}|{at}[ but {missing}][ and {?yes}so][ not {?no}this] {x:.2f}{all.mark}\n"}};
  const AnswerRecord answer = AnswerBuilder("a")
                                  .add("n", "1")
                                  .add("at", text_fields({{"p", "1/2"}, {"q", "2"}}))
                                  .add("yes", true)
                                  .add("no", false)
                                  .add("x", Approximately{0.125, ".1f"})
                                  .aside("all", false);
  CHECK(written(AnswerFormat::text, layout, {answer}) ==
        "1  |p=1/2, q=2 and so 0.12   NOT REACHED\n");
  CHECK(json_of(answer)["x"] == "0.1");
  CHECK_FALSE(json_of(answer).contains("all"));
}
