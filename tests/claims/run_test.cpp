/// Many claims: order, memory, threads, failures and counts.
#include "verify/claims/results/run.hpp"

#include <malloc.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "tests/places.hpp"
#include "tests/support.hpp"
#include "verify/claims/judging/epsilon_bracket.hpp"
#include "verify/claims/judging/nearest_doubles.hpp"
#include "verify/claims/results/scoreboard_text.hpp"

using namespace plumbline;

namespace {

std::string line(const std::string& mechanism, double value, const std::string& kind = "upper") {
  return R"({"tool":"a tool","version":"1","method":"fft","mechanism":")" + mechanism +
         R"(","quantity":"delta","at":{"epsilon":"1"},"value":)" + std::to_string(value) +
         R"(,"kind":")" + kind + "\",\"seconds\":0.5}\n";
}

struct Judged {
  ClaimsRun run;
  std::vector<std::string> verdicts;  ///< as "line verdict"
};

Judged judge_text(const std::string& text, int threads = 1, size_t batch = 20000) {
  std::istringstream in(text);
  ClaimsOptions options;
  options.files = {"-"};
  options.threads = threads;
  options.batch = batch;
  options.standard_input = &in;
  Judged out;
  out.run = judge_claims(options, [&](const JudgedLine& judged) {
    nlohmann::ordered_json record = verdict_json(judged);
    record.erase("seconds");
    out.verdicts.push_back(record.dump());
  });
  return out;
}

std::string several() {
  std::string text;
  for (int i = 1; i <= 12; ++i) {
    text += line("gaussian(sigma=" + std::to_string(1 + i % 3) + ")^2", 0.02 * i,
                 i % 4 == 0 ? "lower" : "upper");
  }
  return text;
}

}  // namespace

TEST_CASE("claims: verdicts come in the order of the input, whatever the threads",
          "[claims][run]") {
  const Judged one = judge_text(several());
  REQUIRE(one.verdicts.size() == 12);
  for (size_t i = 0; i < 12; ++i) {
    CHECK(nlohmann::json::parse(one.verdicts[i])["line"] == i + 1);
  }
  CHECK(judge_text(several(), 3).verdicts == one.verdicts);
  // Batches smaller than the input change only what claims share.
  const Judged batches = judge_text(several(), 2, 5);
  REQUIRE(batches.verdicts.size() == 12);
  for (size_t i = 0; i < 12; ++i) {
    const auto a = nlohmann::json::parse(batches.verdicts[i]);
    const auto b = nlohmann::json::parse(one.verdicts[i]);
    CHECK(a["line"] == b["line"]);
    CHECK(a["verdict"] == b["verdict"]);
  }
}

TEST_CASE("claims: the scoreboard says what the tools took and what judging them takes",
          "[claims][run]") {
  const std::string text = scoreboard_text(judge_text(several()).run);
  CHECK(text.find(
            "Times of 12 claims: the tools 6.00 s in all, 500 ms each, by their records; judged") !=
        std::string::npos);
  // A record without a time is not counted.
  const std::string one = line("gaussian(sigma=1)", 0.5);
  const std::string silent = std::string(one).replace(one.find(R"(,"seconds":0.5)"), 14, "");
  const std::string both = scoreboard_text(judge_text(one + silent).run);
  CHECK(both.find("Times of 1 claim: the tools 500 ms in all") != std::string::npos);
  CHECK(scoreboard_text(judge_text(silent).run).find("Times of") == std::string::npos);
}

TEST_CASE("claims: a broken line is reported with its number and the rest is judged",
          "[claims][run]") {
  const Judged r = judge_text(line("gaussian(sigma=1)", 0.5) + "{\n\n" +
                              line("gaussian(sigma=0)", 0.5) + line("gaussian(sigma=1)", 0.01));
  REQUIRE(r.verdicts.size() == 4);
  const auto at = [&](size_t i) { return nlohmann::json::parse(r.verdicts[i]); };
  CHECK(at(0)["verdict"] == "sound");
  CHECK(at(1)["verdict"] == "broken");
  CHECK(at(1)["line"] == 2);
  CHECK(at(2)["line"] == 4);
  CHECK(at(2)["reason"].get<std::string>().find("sigma must be greater than 0") !=
        std::string::npos);
  CHECK(at(3)["verdict"] == "violated");
  CHECK(claims_exit_code(r.run) == 2);
}

TEST_CASE("claims: exit codes", "[claims][run]") {
  CHECK(claims_exit_code(judge_text(line("gaussian(sigma=1)", 0.5)).run) == 0);
  CHECK(claims_exit_code(judge_text(line("gaussian(sigma=1)", 0.1)).run) == 1);
  // A failure of the accountant is not an error in the file.
  const std::string failed =
      R"_({"mechanism":"gaussian(sigma=1)","quantity":"tv","kind":"upper","error":"timeout"})_";
  const Judged r = judge_text(failed + "\n" + line("gaussian(sigma=1)", 0.5));
  CHECK(claims_exit_code(r.run) == 0);
  CHECK(r.run.summary.counts().of(VerdictKind::broken) == 1);
  // If no claim was judged, the run is not sound.
  CHECK(claims_exit_code(judge_text(failed + "\n").run) == 2);
  CHECK(claims_exit_code(judge_text("").run) == 2);
}

namespace {

/// Judges the query of epsilon(1e-10) of gaussian(sigma=1.3), as CSV.
Judged judge_csv(const std::string& mechanism, const std::string& delta, const std::string& value,
                 const std::string& kind = "upper") {
  return judge_text("mechanism,quantity,delta,value,kind\n" + mechanism + ",epsilon," + delta +
                    "," + value + "," + kind + "\n");
}

}  // namespace

TEST_CASE("claims: a question in decimals is judged at the nearest doubles, too", "[claims][run]") {
  const std::string value = "4.920007034145338";
  const Judged exact = judge_csv("gaussian(sigma=1.3)", "1e-10", value);
  const auto record = nlohmann::json::parse(exact.verdicts.at(0));
  CHECK(record["verdict"] == "violated");
  CHECK(record["grade"] == "last_digits");
  const auto& nearest = record["at_nearest_doubles"];
  CHECK(nearest["verdict"] == "sound");
  CHECK(nearest["mechanism"] == "gaussian(sigma=0x1.4cccccccccccdp+0)");
  CHECK(nearest["at"]["delta"] == "0x1.b7cdfd9d7bdbbp-34");
  CHECK(claims_exit_code(exact.run) == 1);  // false for the numbers as written
  CHECK_THAT(scoreboard_text(exact.run),
             Catch::Contains("1 of these sound at the doubles nearest to their decimals"));
  // The suggested spelling is sound, and so are the JSON numbers.
  const Judged written = judge_csv(nearest["mechanism"], nearest["at"]["delta"], nearest["value"]);
  CHECK(nlohmann::json::parse(written.verdicts.at(0))["verdict"] == "sound");
  // Larger errors, and doubles, have no such remark.
  for (const auto& [mechanism, delta, wrong] :
       {std::tuple{"gaussian(sigma=1.3)", "1e-10", "4.9"},
        std::tuple{"gaussian(sigma=0x1.4cccccccccccdp+0)", "0x1p-33", "4.9"}}) {
    const Judged other = judge_csv(mechanism, delta, wrong);
    const auto verdict = nlohmann::json::parse(other.verdicts.at(0));
    CHECK(verdict["verdict"] == "violated");
    CHECK_FALSE(verdict.contains("at_nearest_doubles"));
  }
}

TEST_CASE("claims: only decimals that are no doubles become hex floats", "[claims][run]") {
  CHECK(with_nearest_doubles("gaussian(sigma=1.3)^100") ==
        "gaussian(sigma=0x1.4cccccccccccdp+0)^100");
  for (const char* same : {"gaussian(sigma=1.5)", "gaussian(sigma=4/3)",
                           "laplace(b=0x1.999999999999ap-4)^9007199254740993",
                           "approximate_dp(epsilon=log(3),delta=2^-40)",
                           "discrete_laplace(b=1/0.1)", "x1.3(a_1.3=2)"}) {
    CHECK(with_nearest_doubles(same) == same);
  }
  CHECK(with_nearest_doubles("f(p=[1e-1,0.5])") == "f(p=[0x1.999999999999ap-4,0.5])");
}

TEST_CASE("claims: an answer that is no number fails like the worst violation", "[claims][run]") {
  const Judged nan = judge_csv("gaussian(sigma=2)^50", "1e-5", "nan");
  CHECK(claims_exit_code(nan.run) == 1);
  CHECK(nan.run.failed == 1);
  CHECK(nlohmann::json::parse(nan.verdicts.at(0))["verdict"] == "broken");
  CHECK(claims_exit_code(judge_csv("gaussian(sigma=2)^50", "1e-5", "inf", "estimate").run) == 1);
  const Judged infinite = judge_csv("gaussian(sigma=2)^50", "1e-5", "inf");
  CHECK(claims_exit_code(infinite.run) == 0);
  CHECK(nlohmann::json::parse(infinite.verdicts.at(0))["says_nothing"] == true);
  CHECK_THAT(scoreboard_text(infinite.run), Catch::Contains("1 sound, 1 of these says nothing"));
}

TEST_CASE("claims: the command beside a verdict prints the truth of the comparison",
          "[claims][run]") {
  const auto record =
      nlohmann::json::parse(judge_csv("gaussian(sigma=2)^50", "1e-5", "20.6").verdicts.at(0));
  CHECK(record["replay"] ==
        "plumbline epsilon 'gaussian(sigma=2)^50' --delta 1e-5 --direction worst --digits 20");
}

TEST_CASE("claims: the interface's fields are there", "[claims][run]") {
  const auto record = nlohmann::json::parse(judge_text(line("gaussian(sigma=1)", 0.1)).verdicts[0]);
  for (const char* key : {"file", "line", "tool", "method", "verdict", "grade", "lower", "upper",
                          "against", "looseness", "confirmed_by", "truth", "replay"}) {
    CAPTURE(key);
    CHECK(record.contains(key));
  }
  CHECK(record["grade"] == "material");
  CHECK(record["against"] == "delta(epsilon=1)");
  const Rational lower = Rational::parse(record["lower"].get<std::string>());
  CHECK(lower > Rational(1, 10));
  CHECK(Rational::parse(record["upper"].get<std::string>()) >= lower);
}

TEST_CASE("claims: medians and worst cases of the summary", "[claims][run]") {
  LogHistogram h;
  for (const double x : {0.0, 1e-3, 2.0, 2.0, 1e30}) h.add(x);
  CHECK(h.median() == Approx(2.0).epsilon(0.01));
  CHECK(h.largest() == 1e30);
  CHECK(LogHistogram{}.median() == 0);
  for (const double x :
       {0.303, 0.304, 0.305, 7e-5}) {  // one of them is below the middle of its bin
    LogHistogram one;
    one.add(x);
    CHECK(one.median() <= one.largest());
  }
  const Judged r = judge_text(several());
  const auto rows = r.run.summary.rows();
  REQUIRE(rows.size() == 2);  // upper and lower bounds separately
  long all = 0, violated = 0;
  for (const MethodRow* row : rows) {
    all += row->counts.all();
    violated += row->counts.of(VerdictKind::violated);
    CHECK(row->violated.has_value() == (row->counts.of(VerdictKind::violated) > 0));
  }
  CHECK(all == 12);
  long counted = 0;
  for (const std::string& text : r.verdicts) {
    counted += nlohmann::json::parse(text)["verdict"] == "violated" ? 1 : 0;
  }
  CHECK(violated == counted);
}

TEST_CASE("claims: the terminal says what holds only by its tolerance", "[claims][run]") {
  const ClaimsRun run =
      judge_text(R"_({"tool":"second","method":"m","mechanism":{"kind":"gaussian","sigma":17.8,)_"
                 R"_("steps":1},"kind":"upper","quantity":"delta","at":{"epsilon":0},)_"
                 R"_("value":"0.0224","tolerance":"0.001"})_"
                 "\n")
          .run;
  CHECK(scoreboard_text(run).find(", :") == std::string::npos);
  CHECK(scoreboard_text(run).find("1 hold only by their tolerance") != std::string::npos);
}

TEST_CASE("claims: a record for pages has its words", "[claims][run]") {
  // 17.8 is not a binary fraction: the output shows the number as written and its exact value.
  std::istringstream in(
      R"_({"tool":"t","method":"m","mechanism":{"kind":"gaussian","sigma":17.8,"steps":1},)_"
      R"_("kind":"upper","quantity":"delta","at":{"epsilon":0},"value":0.0224,"options":{"x":1}})_"
      "\n");
  ClaimsOptions options;
  options.files = {"-"};
  options.standard_input = &in;
  nlohmann::ordered_json record;
  judge_claims(options, [&](const JudgedLine& line) { record = verdict_record_for_pages(line); });
  const auto& shown = record.at("shown");
  CHECK(shown.at("mechanism") == "gaussian(sigma=17.8), worst");
  CHECK(shown.at("claim") == "delta(epsilon=0) <= 0.0224");
  CHECK(shown.at("question") == "delta(epsilon=0)");
  CHECK(shown.at("options") == "x=1");
  CHECK(shown.at("exact").get<std::string>().find("0x1.1cc") != std::string::npos);
  const auto& truth = record.at("truth");
  CHECK(shown.at("truth") == "[" + truth.at("lower").get<std::string>() + ", " +
                                 truth.at("upper").get<std::string>() + "]");
  CHECK_FALSE(shown.contains("installations"));
}

TEST_CASE("claims: what docs/accountants.md says of recorded claims", "[claims][run][slow]") {
  const auto judged = [](const std::string& file, const std::set<long>& lines) {
    ClaimsOptions options;
    options.files = {std::string(plumbline::testing::kSourceFolder) + "/cases/accountants/" + file};
    options.lines = lines;
    std::vector<nlohmann::ordered_json> out;
    judge_claims(options, [&](const JudgedLine& line) { out.push_back(verdict_json(line)); });
    REQUIRE(out.size() == lines.size());
    return out;
  };
  // Pure DP, epsilon 2, 20 times: the largest loss is 40; the bound omits its probability.
  for (const auto& claim : judged("microsoft-prv-accountant.jsonl", {972, 978})) {
    CHECK(claim["verdict"] == "violated");
    CHECK(claim["grade"] == "material");
  }
  // A connect-the-dots bound below the truth, and a lower bound above it.
  for (const auto& claim : judged("google-dp-accounting.jsonl", {850, 852, 1513})) {
    CHECK(claim["verdict"] == "violated");
    // The lower bound is approximately 880 times too large.
    CHECK(claim["grade"] == (claim["line"] == 1513 ? "gross" : "material"));
  }
  // A search that stops at log 100; delta of the same mechanism is correct.
  const auto afa = judged("autodp.jsonl", {597, 599});
  REQUIRE(afa.size() == 2);
  CHECK(Rational::parse(afa[0]["relative_error"]["upper"].get<std::string>()) < Rational(-7, 10));
  CHECK(Rational::parse(afa[1]["relative_error"]["upper"].get<std::string>()) <
        Rational::parse("1e-12"));
}

namespace {

/// Returns claims about approximately this many settings, two or more for each.
std::string about_settings(int settings) {
  std::string text;
  for (int i = 0; i < settings; ++i) {
    const std::string sigma = "sigma=1." + std::to_string(5000 + 37 * i);
    const std::string steps = std::to_string(300 + i);
    for (const char* value : {"1e-9", "0.001"}) {
      text += R"({"tool":"t","version":"1","method":"m","mechanism":"subsampled_gaussian()" +
              sigma + ",p=0.05)^" + steps +
              R"(","quantity":"delta","at":{"epsilon":"1"},"kind":"upper","value":")" + value +
              "\"}\n";
    }
  }
  return text;
}

size_t bytes_in_use() {
  malloc_trim(0);
  return mallinfo2().uordblks;
}

}  // namespace

TEST_CASE("claims: many settings leave behind no more memory than few", "[claims][run][slow]") {
  const auto left_by = [](int settings) {
    const size_t before = bytes_in_use();
    std::istringstream in(about_settings(settings));
    ClaimsOptions options;
    options.files = {"-"};
    options.batch = 16;
    options.standard_input = &in;
    long judged = 0;
    size_t most = 0;
    const auto deliver = [&](const JudgedLine&) {
      if (++judged % 16 == 0) most = std::max(most, mallinfo2().uordblks);
    };
    judge_claims(options, deliver);
    REQUIRE(judged == 2L * settings);
    return std::pair{bytes_in_use() - std::min(before, bytes_in_use()), most};
  };
  left_by(8);  // allocations made once: tables, names
  const auto [few, most_of_few] = left_by(8);
  const auto [many, most_of_many] = left_by(40);
  CAPTURE(few, many, most_of_few, most_of_many);
  CHECK(many < few + (size_t{1} << 20));
  CHECK(most_of_many < most_of_few + (size_t{16} << 20));
}

TEST_CASE("claims: what is known of delta at points is bounded", "[claims][run]") {
  KnownDeltas known;
  for (int i = 0; i < 10000; ++i) known.add(i, Ball::integer(1, Bits{64}));
  CHECK(known.all().size() <= 2000);
  CHECK(known.all().contains(9999));
}
