/// compose-tv, channel, tv-limit and noisy-sgd from the command line.
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/places.hpp"
#include "tests/suite/suite_support.hpp"
#include "tests/support.hpp"

using nlohmann::json;
using namespace plumbline;

namespace {

struct Run {
  std::string out;  ///< standard output and standard error
  int code = -1;
};

Run run(const std::string& arguments, const std::string& input = "") {
  const std::string before = input.empty() ? "" : "printf '" + input + "' | ";
  Run result;
  FILE* pipe =
      popen((before + plumbline::testing::kProgram + " " + arguments + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr) {
    result.out += buffer.data();
  }
  result.code = WEXITSTATUS(pclose(pipe));
  return result;
}

std::vector<json> lines(const std::string& text) {
  std::vector<json> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(json::parse(line));
  return out;
}

}  // namespace

TEST_CASE("program: compose-tv", "[cli][papers][slow]") {
  const Run r = run("compose-tv --epsilon 'log(3)' --eta 1/3 --steps 4 --alpha 0.1 --json");
  CHECK(r.code == 0);
  const std::vector<json> objects = lines(r.out);
  REQUIRE(objects.size() == 8);  // j = 0 .. 4, the trade-off, the total variation, the area
  CHECK(objects[0]["exact"] == "49/81");
  CHECK(objects[2]["exact"] == "1/6");
  CHECK(objects[2]["at"]["j"] == "2");
  CHECK(objects[1]["without_eta"]["lower"].is_string());
  CHECK(objects[6]["from_eta_alone"]["lower"].is_string());
  // Rounded up: the bound is valid at log(3) and above, not below.
  const std::string epsilon = objects[1]["at"]["epsilon"];
  CHECK(certainly_less(log(Ball::integer(3, Bits{128})), testing::ball(epsilon, Bits{128})));
  CHECK(run("compose-tv --epsilon 1 --delta 1 --steps 3").code == 0);
  const Run late = run(
      "compose-tv --epsilon 0.001 --eta 0.0002 --steps 20000 --digits 30 --timeout 0.001 --area");
  CHECK(late.code == 3);
  CHECK(late.out.find("NOT REACHED") != std::string::npos);
  CHECK(late.out.find("ratio") == std::string::npos);
  const Run csv = run("compose-tv --epsilon 1 --eta 0.3 --steps 3 --csv");
  CHECK(csv.out.rfind("j,epsilon,delta_lower,delta_upper", 0) == 0);
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 5);
  // The mechanism is an expression that other commands can parse.
  const Run other = run("compose-tv --epsilon 0.5,1 --eta 0.1,0.2 --steps 2,1 --json --j 2");
  const json first = lines(other.out)[0];
  const Run engine =
      run("delta '" + first["mechanism"].get<std::string>() + "' --epsilon 1 --json");
  CHECK(json::parse(engine.out)["lower"].get<std::string>().substr(0, 16) ==
        first["lower"].get<std::string>().substr(0, 16));
  // Different epsilons without a common unit, also as fractions; at any epsilon and delta.
  const Run mixed =
      run("compose-tv --epsilon 'log(3)','log(2)' --delta 0.1 --eta 0.3,0.2 --steps 1,2 --json "
          "--j 0,2 --at 1 --at-delta 0.4,0.2");
  CHECK(mixed.code == 0);
  const std::vector<json> values = lines(mixed.out);
  REQUIRE(values.size() == 7);
  CHECK(values[0]["exact"] == "0.51");
  CHECK(values[1]["exact"] == "0.438");
  CHECK(values[2]["quantity"] == "compose-tv-delta");
  CHECK(values[2]["at"]["epsilon"] == "1");
  CHECK(values[3]["quantity"] == "compose-tv-epsilon");
  // Between kinks 2 and 3, e^epsilon = 3/2 and 2 with delta 0.438 and 0.379, delta is linear in
  // e^epsilon: 0.4 at 215/118.
  const Ball expected = log(Ball(testing::number("215/118"), Bits{128}));
  CHECK_FALSE(certainly_less(expected, testing::ball(values[3]["lower"])));
  CHECK_FALSE(certainly_less(testing::ball(values[3]["upper"]), expected));
  CHECK(values[4]["lower"] == "inf");
  const Run amplified =
      run("compose-tv --epsilon 1,2 --eta 0.3,0.5 --subsample 0.01 --steps 20 --at-delta 1e-5");
  CHECK(amplified.code == 0);
  CHECK(amplified.out.find("epsilon(delta=1e-5) = [") != std::string::npos);
  const Run many = run("compose-tv --epsilon 1,2 --eta 0.3 --subsample 0.01 --steps 2000");
  CHECK(many.code == 2);
  CHECK(many.out.find("too many steps") != std::string::npos);
  // Equal epsilons after sampling, powers of one number, tiny and large epsilons, kinks at logarithms.
  for (const char* good :
       {"--epsilon 1,1 --eta 0.2,0.3 --subsample 0.5 --steps 400,400 --j 0",
        "--epsilon 'log(2)','log(1267650600228229401496703205376)' --steps 1000,1000 --j 0",
        "--epsilon 1,2 --subsample 1 --steps 1000,1000 --j 0", "--epsilon 100 --steps 1",
        "--epsilon 300 --steps 2 --at-delta 1", "--epsilon 'log(3)' --steps 2 --at 'log(9)'",
        "--epsilon 'log(3)','log(2)' --at 'log(6)'", "--epsilon 0 --steps 5",
        "--epsilon 1,2 --eta 0.2 --subsample 0.5 --steps 300,300 --j 0",
        "--epsilon 1e-20 --steps 2", "--epsilon 1,1,2 --steps 200,200,20 --subsample 0.3 --j 0",
        "--epsilon 'log(3)' --delta 0.99999999999999999999999999999999999999999999999 --steps 2"}) {
    CAPTURE(good);
    CHECK(run(std::string("compose-tv ") + good).code == 0);
  }
  const Run past = run("compose-tv --epsilon 'log(3),log(2)' --eta 1/5 --j 7");
  CHECK(past.code == 2);
  CHECK(past.out.find("the kinks are 0 to 4") != std::string::npos);
  for (const char* bad :
       {"--epsilon 1e-6 --steps 10000000 --csv", "--epsilon 1 --csv --json", "--epsilon 1 --at -1",
        "--epsilon 1 --at-delta 2", "--epsilon x", "--epsilon 1 --eta 0.5",
        "--epsilon 1,2 --steps 1,2,3", "--epsilon 1 --steps 0",
        "--epsilon 1 --eta 0.1 --subsample 2", "--epsilon 1 --eta nan", "--epsilon 1 --j 0.5"}) {
    CAPTURE(bad);
    const Run refused = run(std::string("compose-tv ") + bad);
    CHECK(refused.code == 2);
    CHECK(refused.out.rfind("plumbline: ", 0) == 0);
  }
}

TEST_CASE("program: channel", "[cli][papers]") {
  // A failed check takes precedence over an undecided one, and time limits apply.
  const Run fails = run("channel - --epsilon 0.1 --eta 1/2", "3/4,1/4\\n1/4,3/4\\n");
  CHECK(fails.code == 1);
  const Run not_a_number = run("channel - --epsilon nan", "3/4,1/4\\n1/4,3/4\\n");
  CHECK(not_a_number.code == 2);
  CHECK(not_a_number.out.find("inputs") == std::string::npos);
  const Run late = run("channel - --timeout 1e-9", "3/4,1/4\\n1/4,3/4\\n");
  CHECK(late.code == 3);
  CHECK(late.out.find("time ran out") != std::string::npos);
  // Equal rows reveal nothing, and no enclosure contains negative numbers.
  const Run equal = run("channel - --json", "1/3,2/3\\n1/3,2/3\\n");
  REQUIRE(lines(equal.out).size() > 4);
  for (const json& value : lines(equal.out)) {
    if (value.contains("lower")) CHECK(value["lower"].get<std::string>().front() != '-');
  }
  const Run r = run("channel - --f kl,chi2 --epsilon 1.2 --eta 0.5 --json", "3/4,1/4\\n1/4,3/4\\n");
  CHECK(r.code == 0);
  const std::vector<json> objects = lines(r.out);
  CHECK(objects[0]["exact_exp"] == "3");
  CHECK(objects[1]["exact"] == "0.5");
  CHECK(objects.back()["verdict"] == "holds");
  CHECK(run("channel - --eta 0.49", "3/4,1/4\\n1/4,3/4\\n").code == 1);
  CHECK(run("channel - --epsilon 1", "1,0\\n0,1\\n").code == 1);
  const auto refused = [](const std::string& input, const std::string& what) {
    CAPTURE(input);
    const Run bad = run("channel -", input);
    CHECK(bad.code == 2);
    CHECK_THAT(bad.out, Catch::Contains(what));
  };
  refused("0.5,0.5\\n0.5,0.4\\n", "standard input:2: the row sums to 0.9, not to 1");
  refused("# comment\\n1.5,-0.5\\n", "standard input:2: column 2: the negative probability -0.5");
  refused("0.5,0.5\\nnan,0.5\\n", "standard input:2: column 1: not a number: 'nan'");
  refused("0.5,0.5\\n1\\n", "standard input:2: 1 entries, but 2 in the first row");
  refused("0.5,\\n", "column 2: empty");
  refused("# nothing\\n", "no rows");
  CHECK(run("channel /nonexistent.csv").code == 2);
  CHECK(run("channel - --p0 1,0 --p1 0.5,0.6", "3/4,1/4\\n1/4,3/4\\n").code == 2);
  CHECK(run("channel - --f renyi", "1\\n").code == 2);
  const Run laws = run("channel - --p0 1,0 --p1 0,1", "3/4,1/4\\n1/4,3/4\\n");
  CHECK(laws.code == 0);
  CHECK_THAT(laws.out, Catch::Contains("Theorem 6"));
}

TEST_CASE("program: channel from TOML, at the ends of its range", "[cli][papers][slow]") {
  const auto with = [](const std::string& text, const std::string& options) {
    const testing::TemporaryDirectory scratch;
    const std::string file = scratch.write("channel.toml", text + "\n").string();
    return run("channel " + file + " " + options + " --json");
  };
  // Channels whose erasure probability is 0, and numbers close to 1.
  for (const char* epsilon : {"1", "1000"}) {
    const Run r =
        with(std::string("randomized_response = { epsilon = \"") + epsilon + "\", k = 2 }",
             std::string("--p0 1,0 --p1 0,1 --epsilon ") + epsilon);
    CAPTURE(epsilon, r.out);
    CHECK(r.code == 0);
    int bounded = 0, divergences = 0;
    for (const json& value : lines(r.out)) {
      const std::string quantity = value["quantity"];
      if (quantity == "channel-binary-erasure-divergence") {
        ++divergences;
        CHECK(value["reached"] == true);
      }
      if (quantity == "channel-eta" || quantity == "channel-contraction" ||
          (value.contains("at") && value["at"].value("f", "") == "tv")) {
        ++bounded;
        CHECK(testing::number(value["upper"]) <= Rational(1));
      }
    }
    CHECK(divergences == 3);
    CHECK(bounded == 7);
  }
  CHECK(with("extremal = { epsilon = \"2\", eta = \"0.3\" }", "--epsilon 2 --eta 0.3").code == 0);
  for (const char* bad : {"extremal = { epsilon = \"-1\", eta = \"0\" }",
                          "randomized_response = { epsilon = \"-1e-30\", k = 3 }"}) {
    const Run refused = with(bad, "");
    CHECK(refused.code == 2);
    CHECK(refused.out.find("channel.toml:1: epsilon must be at least 0") != std::string::npos);
  }
}

TEST_CASE("program: tv-limit and noisy-sgd", "[cli][papers]") {
  for (const char* several :
       {"tv-limit --mu 1:2:2", "noisy-sgd --steps 1:5:5 --epsilon 1 --alpha 0",
        "noisy-sgd --sigma 1.3:2:2 --epsilon 1 --alpha 0"}) {
    const Run refused = run(several);
    CAPTURE(several, refused.out);
    CHECK(refused.code == 2);
    CHECK(refused.out.find("takes one number") != std::string::npos);
  }
  const Run limit = run("tv-limit --steps 16,64 --json");
  CHECK(limit.code == 0);
  CHECK(lines(limit.out)[1].contains("observed_rate"));
  CHECK(run("tv-limit --exponent 0.7").code == 2);
  const Run sgd = run("noisy-sgd --steps 50 --rate 0.01 --epsilon 1 --alpha 0.1,0.5 --csv --types");
  CHECK(sgd.code == 0);
  CHECK(std::count(sgd.out.begin(), sgd.out.end(), '\n') == 3);
  CHECK(run("noisy-sgd --alpha 2").code == 2);
  CHECK(run("noisy-sgd --epsilon 0 --alpha 0.1").code == 2);
  CHECK(run("noisy-sgd --claim 1 --alpha 0.1").code == 2);
}

TEST_CASE("program: what is not decided or not proved is said", "[cli][papers]") {
  const std::string tie = "calibrate 'total_variation_dp(epsilon=1,delta=0,eta=1/5)^?' ";
  const Run undecided = run(tie + "--alpha 1/5 --beta 3/5");
  CHECK(undecided.code == 3);
  CHECK_THAT(undecided.out, Catch::Contains("not decided: whether N = 1 meets the target"));
  CHECK_THAT(undecided.out, !Catch::Contains("missed at"));
  const Run record = run(tie + "--alpha 1/5 --beta 3/5 --json");
  REQUIRE(lines(record.out).size() == 1);
  CHECK(lines(record.out)[0]["undecided"] == "1");
  CHECK(lines(record.out)[0]["upper"] == "1");
  const Run met =
      run("calibrate 'approximate_dp(epsilon=1,delta=1/100)^?' --epsilon 1 --delta 1/100");
  CHECK(met.code == 0);
  CHECK_THAT(met.out, Catch::Contains("N = 1   exact: 2 steps miss it"));
  // Theorem 3 applies to symmetric functions only.
  const std::string pair =
      "theorem3 'subsampled_gaussian(sigma=2,p=0.1)^100' 'subsampled_gaussian(sigma=2,p=0.1)^50' "
      "--target 1/10 --digits 6";
  const Run text = run(pair);
  CHECK_THAT(text.out, Catch::Contains("proves nothing here") &&
                           Catch::Contains("is not proved; of symmetric ones it would be") &&
                           !Catch::Contains("is proved"));
  const json theorem = lines(run(pair + " --json").out).at(0);
  CHECK(theorem["condition"] == "holds");
  CHECK(theorem["proves"] == false);
  CHECK(theorem["N"].is_null());
  CHECK(theorem["N_alone"].is_null());
  CHECK(theorem["if_symmetric"]["N"].is_string());
}
