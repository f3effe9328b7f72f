/// Reading claims: the value of a number, the mapping of names, and the place of errors.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "reference/composition/composition.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/numbers.hpp"
#include "verify/claims/reading/csv_claim.hpp"
#include "verify/claims/reading/json_claim.hpp"
#include "verify/claims/reading/source.hpp"

using namespace plumbline;

namespace {

const std::string kHead = R"({"tool":"t","version":"v","method":"m","kind":"upper","value":"1",)";

Claim recorded(const std::string& mechanism, const std::string& adjacency = "add_remove") {
  return claim_of_line(kHead + R"("quantity":"delta","at":{"epsilon":1.0},"adjacency":")" +
                       adjacency + R"(","mechanism":)" + mechanism + "}");
}

std::string refusal(const std::string& line) {
  try {
    (void)claim_of_line(line);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

/// Returns the error of a text with one broken line, whatever follows it.
std::string only_line(const std::string& text) {
  std::istringstream in(text);
  ClaimSource source({"-"}, in);
  const auto line = source.next();
  REQUIRE(line);
  CHECK(line->line == 1);
  CHECK_FALSE(line->claim);
  CHECK_FALSE(source.next());
  return line->broken;
}

}  // namespace

TEST_CASE("claims: JSON numbers are doubles, strings are decimals", "[claims][reader]") {
  const Rational tenth(1, 10), nearest = Rational::from_binary64(0.1);
  CHECK(read_exact_number(nlohmann::json::parse("0.1")).value == nearest);
  CHECK(read_exact_number(nlohmann::json::parse("\"0.1\"")).value == tenth);
  CHECK(read_exact_number(nlohmann::json::parse("100000000000")).value ==
        Rational::parse("100000000000"));
  // The text parses to the same number in every case.
  for (const double x : {0.1, 0.5, 1e-5, 1e300, 4.9e-324, 12.0}) {
    CHECK(Rational::parse(exact_number(x).text) == Rational::from_binary64(x));
  }
  CHECK(exact_number(0.5).text == "0.5");
  CHECK(exact_number(0.1).text == "0x1.999999999999ap-4");
}

TEST_CASE("claims: an answer of 16 or 17 digits is the nearest double", "[claims][reader]") {
  const auto value = [](const char* text) { return read_claimed_value(std::string(text)); };
  CHECK(value("0.1").number == Rational(1, 10));
  CHECK_FALSE(value("0.1").binary64);
  CHECK(value("0.10000000000000001").number == Rational::from_binary64(0.1));
  CHECK(value("0.3000000000000000").number == Rational::from_binary64(0.3));  // 16 digits
  CHECK(value("0.30000000000000004").number == Rational::from_binary64(0.1 + 0.2));
  // Fewer digits denote the decimal, although %.17g may omit zeros.
  CHECK(value("0.0295005611571897").number == Rational::parse("0.0295005611571897"));  // 15 digits
  CHECK_FALSE(value("0.0295005611571897").binary64);
  // More digits than the shortest form of a double denote more than a double.
  CHECK(value("0.1000000000000000000000").number == Rational(1, 10));
  CHECK(value("1/3").number == Rational(1, 3));
  CHECK(value("inf").form == ClaimedValue::Form::plus_infinity);
  CHECK(value("-Infinity").form == ClaimedValue::Form::minus_infinity);
  CHECK(value("nan").form == ClaimedValue::Form::not_a_number);
  CHECK_THROWS_AS(value("about 3"), std::invalid_argument);
  CHECK(ulps_of(value("1"), 4) == Rational(1, 1UL << 50));
}

TEST_CASE("claims: recorded mechanisms become expressions", "[claims][reader]") {
  CHECK(recorded(R"({"kind":"gaussian","sigma":2.0,"sensitivity":1,"steps":3})").mechanism ==
        "gaussian(sigma=2)^3");
  CHECK(recorded(R"({"kind":"laplace","scale":1.0,"sensitivity":3.0,"steps":1})").mechanism ==
        "laplace(b=1,sensitivity=3)");
  CHECK(recorded(R"({"kind":"subsampled_gaussian","sigma":1.0,"sampling_rate":0.01,"steps":5})")
            .mechanism == "subsampled_gaussian(sigma=1,p=0x1.47ae147ae147bp-7)^5");
  CHECK(recorded(R"({"kind":"discrete_laplace","parameter":0.5,"sensitivity":1,"steps":1})")
            .mechanism == "discrete_laplace(b=2)");
  CHECK(recorded(R"({"kind":"pure_dp","epsilon":2.0,"steps":20})").mechanism ==
        "approximate_dp(epsilon=2,delta=0)^20");
  CHECK(recorded(
            R"({"compose":[{"kind":"gaussian","sigma":5.0,"steps":1},{"kind":"laplace","scale":5.0,
                    "steps":4}]})")
            .mechanism == "gaussian(sigma=5) * laplace(b=5)^4");
  // An inverse scale is inverted exactly, without rounding to a double.
  const Claim geometric = recorded(R"({"kind":"discrete_laplace","parameter":0.1,"steps":1})");
  CHECK(Composition::parse(geometric.mechanism)
            .factors()
            .front()
            .mechanism->largest_loss()
            ->rational() == Rational::from_binary64(0.1));
}

TEST_CASE("claims: randomised response is an exact finite pair", "[claims][reader]") {
  const auto pair = [](const char* mechanism) { return recorded(mechanism, "replace").mechanism; };
  CHECK(pair(R"({"kind":"randomized_response","noise_parameter":0.5,"num_buckets":2,"steps":7})") ==
        "finite(P=[0.75,0.25],Q=[0.25,0.75])^7");
  CHECK(pair(R"({"kind":"randomized_response","noise_parameter":0.5,"num_buckets":4,"steps":1})") ==
        "finite(P=[0.625,0.125,0.25],Q=[0.125,0.625,0.25])");
  // A third, which is no finite decimal, is exact.
  const Claim claim =
      recorded(R"({"kind":"randomized_response","noise_parameter":0.5,"num_buckets":3,"steps":1})",
               "replace");
  CHECK(claim.mechanism.find("1/6") != std::string::npos);
}

TEST_CASE("claims: adjacency words become directions", "[claims][reader]") {
  const std::string sampled =
      R"({"kind":"subsampled_gaussian","sigma":1.0,"sampling_rate":0.5,"steps":1})";
  CHECK(recorded(sampled, "add_remove").direction == Direction::worst);
  CHECK(recorded(sampled, "remove").direction == Direction::forward);
  CHECK(recorded(sampled, "add").direction == Direction::reverse);
  CHECK(recorded(sampled, "T(N(0,s^2),mixture)").direction == Direction::forward);
  CHECK_FALSE(recorded(sampled, "symmetric").unsupported.empty());
  CHECK(recorded(sampled, "replace").mechanism ==
        "subsampled_gaussian(sigma=1,p=0.5,relation=replace)");
  for (const char* nothing : {"replace_special", "zero_out"}) {
    CHECK(recorded(sampled, nothing).mechanism == recorded(sampled, "add_remove").mechanism);
    CHECK(recorded(sampled, nothing).direction == Direction::worst);
  }
  const std::string plain = R"({"kind":"laplace","scale":2.0,"sensitivity":3.0,"steps":4})";
  CHECK(recorded(plain, "replace").mechanism == "laplace(b=2,sensitivity=3,relation=replace)^4");
  // Replacing a bounded record changes a sum by twice its bound; the sensitivity of a function already states the
  // change.
  CHECK(recorded(R"({"kind":"discrete_laplace","parameter":0.5,"steps":3})", "replace").mechanism ==
        "discrete_laplace(b=2,sensitivity=2)^3");
  CHECK(recorded(R"({"kind":"discrete_gaussian","sigma":2.0,"steps":1})", "replace").mechanism ==
        "discrete_gaussian(sigma=2)");
  // Exchanged records for mechanisms without that relation here.
  for (const char* mechanism : {R"({"kind":"laplace","scale":2.0,"sampling_rate":0.25,"steps":1})",
                                R"({"compose":[{"kind":"gaussian","sigma":1.0,"steps":1},)"
                                R"({"kind":"subsampled_laplace","scale":1.0,"sampling_rate":0.5,)"
                                R"("steps":1}]})"}) {
    CHECK_FALSE(recorded(mechanism, "replace").unsupported.empty());
  }
  const std::string response =
      R"({"kind":"randomized_response","noise_parameter":0.5,"num_buckets":2,"steps":1})";
  CHECK(recorded(response, "replace").unsupported.empty());
  CHECK(recorded(response, "replace_special").mechanism == "finite(P=[0.5,0.5],Q=[0.75,0.25])");
  CHECK_THROWS_AS(recorded(sampled, "nearby"), std::invalid_argument);
  CHECK(recorded(plain, "replace_one").mechanism == recorded(plain, "replace").mechanism);
  for (const char* word : {"add_or_remove", "add_or_remove_one", "worst"}) {
    CHECK(recorded(sampled, word).direction == Direction::worst);
  }
}

TEST_CASE("claims: randomised response keeps the number of records, recorded or an event",
          "[claims][reader]") {
  const std::string record =
      R"({"kind":"randomized_response","noise_parameter":0.5,"num_buckets":2,"steps":1})";
  const std::string head = kHead + R"("quantity":"delta","at":{"epsilon":1.0},)";
  for (const char* word :
       {"add_remove", "add", "remove", "replace", "replace_one", "replace_special", "zero_out"}) {
    CAPTURE(word);
    const std::string adjacency = R"("adjacency":")" + std::string(word) + R"(",)";
    const Claim as_record = claim_of_line(head + adjacency + R"("mechanism":)" + record + "}");
    const Claim as_event =
        claim_of_line(head + adjacency + R"("event":["RandomizedResponseDpEvent",0.5,2]})");
    CHECK(as_record.unsupported.empty() == as_event.unsupported.empty());
    if (as_event.unsupported.empty()) CHECK(as_record.mechanism == as_event.mechanism);
    CHECK(as_record.unsupported.empty() == (std::string(word).rfind("replace", 0) == 0));
  }
}

TEST_CASE("claims: an expression of several factors is related as all of them are",
          "[claims][reader]") {
  const auto unsupported = [](const std::string& expression) {
    return !recorded("\"" + expression + "\"", "replace").unsupported.empty();
  };
  CHECK_FALSE(unsupported("randomized_response(epsilon=1)^8"));
  CHECK_FALSE(unsupported("randomized_response(epsilon=1) * gaussian(sigma=1,relation=replace)"));
  CHECK(unsupported("randomized_response(epsilon=1) * gaussian(sigma=1)"));
  CHECK(unsupported("gaussian(sigma=1) * randomized_response(epsilon=1)"));
}

TEST_CASE("claims: an expression is judged under the relation of its pair alone",
          "[claims][reader]") {
  const auto why = [](const std::string& expression, const std::string& adjacency) {
    return recorded("\"" + expression + "\"", adjacency).unsupported;
  };
  for (const char* word : {"add_remove", "add_or_remove_one", "remove", "add"}) {
    CAPTURE(word);
    for (const char* exchanged :
         {"gaussian(sigma=1,relation=replace)", "without_replacement(sigma=1,n=10,batch=3)",
          "shuffled_rr(epsilon0=1,n=20)", "randomized_response(epsilon=1)"}) {
      CAPTURE(exchanged);
      const std::string reason = why(exchanged, word);
      CHECK_THAT(reason, Catch::StartsWith("adjacency "));
      CHECK_THAT(reason, Catch::Contains("replace_one, which keeps the number of records"));
      CHECK_THAT(reason, Catch::Contains(exchanged));
      CHECK(why(exchanged, "replace_one").empty());
      CHECK(why(exchanged, "worst").empty());
    }
    CHECK(why("subsampled_gaussian(sigma=1,p=0.1)", word).empty());
    CHECK(why("laplace(b=1,relation=zero_out)", word).find("a pair of zero_out") !=
          std::string::npos);
  }
  CHECK_THAT(why("subsampled_gaussian(sigma=1,p=0.1)", "replace_one"),
             Catch::Contains("adjacency replace_one: subsampled_gaussian(sigma=1,p=0.1) is a pair "
                             "of add_remove"));
}

TEST_CASE("claims: a pair stated without a relation takes on the claim's", "[claims][reader]") {
  for (const char* free : {"approximate_dp(epsilon=1,delta=0)", "finite(P=[1/4,3/4],Q=[3/4,1/4])",
                           "discrete_gaussian(sigma=2)", "exponential_mechanism(epsilon=1)^2",
                           "randomized_response(epsilon=1)*approximate_dp(epsilon=1,delta=0)"}) {
    CAPTURE(free);
    CHECK(recorded("\"" + std::string(free) + "\"", "replace_one").unsupported.empty());
  }
  // A mechanism with a parameter relation= means add_remove if the parameter is missing.
  CHECK_THAT(recorded(R"_("gaussian(sigma=1)")_", "replace_one").unsupported,
             Catch::Contains("gaussian(sigma=1) is a pair of add_remove"));
  CHECK(recorded(R"_("gaussian(sigma=1)*laplace(b=1)")_", "add").unsupported.empty());
}

TEST_CASE("claims: factors of unlike neighbours are refused, with both and their relations",
          "[claims][reader]") {
  const std::string mixed =
      R"_("gaussian(sigma=1,relation=replace) * subsampled_gaussian(sigma=1,p=0.1)")_";
  for (const char* word : {"add_remove", "replace_one", "worst", "symmetric"}) {
    CAPTURE(word);
    const std::string reason = recorded(mixed, word).unsupported;
    if (std::string(word) == "symmetric") continue;  // refused because of its sampling
    CHECK_THAT(reason, Catch::Contains("gaussian(sigma=1,relation=replace) (replace_one)"));
    CHECK_THAT(reason, Catch::Contains("subsampled_gaussian(sigma=1,p=0.1) (add_remove)"));
  }
  CHECK_THAT(recorded(R"_("gaussian(sigma=1,group=2)*gaussian(sigma=1)")_", "worst").unsupported,
             Catch::Contains("group of 2"));
  // The relation applies to records too, whatever their pairs.
  const std::string gaussian = R"({"kind":"gaussian","sigma":2,"steps":1})";
  const std::string response =
      R"({"kind":"randomized_response","noise_parameter":0.5,"num_buckets":2,"steps":1})";
  for (const char* word : {"add_remove", "worst"}) {
    CAPTURE(word);
    const std::string reason =
        recorded(R"({"compose":[)" + gaussian + "," + response + "]}", word).unsupported;
    CHECK_THAT(reason, Catch::Contains("gaussian(sigma=2) (add_remove)"));
    CHECK_THAT(reason, Catch::Contains("(replace_one)"));
  }
  const auto batch = [](int n) {
    return R"({"kind":"wor_subsampled_gaussian","sigma":1,"dataset_size":)" + std::to_string(n) +
           R"(,"batch_size":3,"steps":1})";
  };
  CHECK(recorded(R"({"compose":[)" + batch(10) + "," + batch(10) + "]}", "replace")
            .unsupported.empty());
  CHECK_THAT(
      recorded(R"({"compose":[)" + batch(10) + "," + batch(20) + "]}", "replace").unsupported,
      Catch::Contains("n = 10"));
}

TEST_CASE("claims: what a combinator refuses is unsupported, and the line is read",
          "[claims][reader]") {
  for (const char* refused :
       {"subsampled(gaussian(sigma=1,group=3),p=0.1)^10", "subsampled(laplace(b=1,group=3),p=0.1)",
        "subsampled(gaussian(sigma=1,relation=replace),p=0.1)^10",
        "subsampled(subsampled(laplace(b=1,group=3),p=0.1),p=0.5)"}) {
    CAPTURE(refused);
    const Claim claim = recorded("\"" + std::string(refused) + "\"", "replace_one");
    CHECK_THAT(claim.unsupported, Catch::Contains("subsampled does not take"));
    CHECK(claim.mechanism == refused);
  }
  CHECK_THAT(recorded(R"({"kind":"gaussian","sigma":1,"sampling_rate":0.5,"steps":1})", "replace")
                 .unsupported,
             Catch::Contains("subsampled does not take gaussian(sigma=1,relation=replace)"));
}

TEST_CASE("claims: what has no certified pair is unsupported, not guessed", "[claims][reader]") {
  CHECK_FALSE(recorded(R"({"kind":"x-mine"})").unsupported.empty());
}

TEST_CASE("claims: mixtures, bands, cut batches and sampled integers", "[claims][reader]") {
  CHECK(recorded(R"({"kind":"mixture_of_gaussians","sigma":2.0,"sensitivities":[0,1],)"
                 R"("sampling_probs":[0.75,0.25],"steps":3})")
            .mechanism == "gaussian_mixture(sigma=2,shifts=[0,1],weights=[0.75,0.25])^3");
  // Doubles whose sum is 1 up to rounding.
  const Claim rounded =
      recorded(R"({"kind":"mixture_of_gaussians","sigma":2.0,"sensitivities":[0,1,2],)"
               R"("sampling_probs":[0.81,0.18,0.01],"steps":1})");
  CHECK(rounded.unsupported.empty());
  CHECK_NOTHROW(Composition::parse(rounded.mechanism));
  CHECK_THROWS_AS(recorded(R"({"kind":"mixture_of_gaussians","sigma":2.0,"sensitivities":[0,1],)"
                           R"("sampling_probs":[0.75,0.5],"steps":1})"),
                  std::invalid_argument);
  CHECK(recorded(R"({"kind":"amplified_bandmf","sigma":2.0,"iterations":10,"num_bands":4,)"
                 R"("sampling_prob":0.5})")
            .mechanism == "subsampled_gaussian(sigma=2,p=0.5)^3");
  const std::string bands =
      R"({"kind":"amplified_bandmf","sigma":2.0,"iterations":10,"num_bands":4,"sampling_prob":0.5)";
  CHECK(recorded(bands + R"(,"steps":1})").mechanism == "subsampled_gaussian(sigma=2,p=0.5)^3");
  CHECK(recorded(bands + R"(,"steps":2})").mechanism == "subsampled_gaussian(sigma=2,p=0.5)^6");
  CHECK_THROWS_AS(recorded(bands + R"(,"steps":0})"), std::invalid_argument);
  CHECK(recorded(R"({"kind":"truncated_subsampled_gaussian","sigma":2.0,"sampling_rate":0.5,)"
                 R"("dataset_size":100,"truncated_batch_size":60,"steps":7})")
            .mechanism == "truncated_subsampled_gaussian(sigma=2,p=0.5,n=100,batch=60)^7");
  CHECK(recorded(R"({"kind":"discrete_laplace","parameter":0.5,"sampling_rate":0.25,"steps":9})")
            .mechanism == "subsampled(discrete_laplace(b=2),p=0.25)^9");
}

TEST_CASE("claims: batches of fixed size", "[claims][reader]") {
  const Claim claim = recorded(R"({"kind":"wor_subsampled_gaussian","sigma":1.5,"dataset_size":50,)"
                               R"("batch_size":5,"steps":7})",
                               "replace");
  CHECK(claim.unsupported.empty());
  CHECK(claim.mechanism == "without_replacement(sigma=1.5,n=50,batch=5)^7");
  REQUIRE(claim.pair);
  CHECK(claim.pair->member() == "subsampled_gaussian(sigma=1.5,p=0.1)^7");
  REQUIRE(claim.batches);
  CHECK(claim.batches->runs == Rational(7));
}

TEST_CASE("claims: the square of sigma, and not both", "[claims][reader]") {
  CHECK(recorded(R"({"kind":"discrete_gaussian","sigma2":"7/3","sensitivity":2,"steps":3})")
            .mechanism == "discrete_gaussian(sigma2=7/3,sensitivity=2)^3");
  CHECK(recorded(R"({"kind":"gaussian","sigma2":2.5,"steps":1})", "replace").mechanism ==
        "gaussian(sigma2=2.5,relation=replace)");
  CHECK_NOTHROW(Composition::parse(
      recorded(R"({"kind":"discrete_gaussian","sigma2":0.1,"steps":1})").mechanism));
  for (const char* bad :
       {R"({"kind":"gaussian","sigma":1,"sigma2":1,"steps":1})",
        R"({"kind":"laplace","scale2":1,"steps":1})",
        R"({"kind":"subsampled_laplace","scale2":1,"sampling_rate":0.5,"steps":1})"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(recorded(bad), std::invalid_argument);
  }
}

TEST_CASE("claims: a vote of two candidates", "[claims][reader]") {
  const Claim claim =
      recorded(R"({"kind":"exponential_mechanism_counting","epsilon":0.5,"m":5,"n":8,"steps":10})",
               "replace");
  CHECK(claim.unsupported.empty());
  CHECK(claim.mechanism == "exponential_mechanism(epsilon=0.5,lead=2)^10");
  CHECK(claim.pair == nullptr);
  CHECK_FALSE(claim.range);
  for (const char* bad : {R"("m":0,"n":8)", R"("m":9,"n":8)", R"("m":1.5,"n":8)", R"("n":8)"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(
        recorded(R"({"kind":"exponential_mechanism_counting","epsilon":0.5,"steps":1,)" +
                 std::string(bad) + "}"),
        std::invalid_argument);
  }
}

TEST_CASE("claims: randomized response has no pair under Poisson sampling", "[claims][reader]") {
  const std::string response =
      R"({"kind":"randomized_response","noise_parameter":0.5,"num_buckets":2,"steps":1)";
  for (const char* word : {"add_remove", "remove", "replace", "replace_special", "worst"}) {
    CAPTURE(word);
    CHECK_THAT(recorded(response + R"(,"sampling_rate":0.5})", word).unsupported,
               Catch::Contains("keeps the number of records (replace_one)"));
  }
  CHECK(recorded(R"({"compose":[)" + response + R"(},{"kind":"gaussian","sigma":2,"steps":1}]})",
                 "replace")
            .unsupported.empty());
}

TEST_CASE("claims: the exponential mechanism and permute-and-flip", "[claims][reader]") {
  CHECK(recorded(R"({"kind":"permute_and_flip","epsilon":0.5,"steps":3})").mechanism ==
        "laplace(b=2)^3");
  CHECK(recorded(R"({"kind":"permute_and_flip","epsilon":0.5,"steps":3})", "replace")
            .unsupported.empty());
  const Claim claim = recorded(R"({"kind":"exponential_mechanism","epsilon":0.5,"steps":3})");
  CHECK(claim.mechanism == "exponential_mechanism(epsilon=0.5)^3");
  REQUIRE(claim.pair);
  CHECK(claim.pair->member() == "exponential_mechanism(epsilon=0.5,t=0.25)^3");
  const Claim both = recorded(R"({"compose":[{"kind":"exponential_mechanism","epsilon":1.0,)"
                              R"("steps":2},{"kind":"gaussian","sigma":2.0,"steps":1}]})");
  REQUIRE(both.pair);
  CHECK(both.pair->member() == "exponential_mechanism(epsilon=1,t=0.5)^2 * gaussian(sigma=2)");
  CHECK_NOTHROW(Composition::parse(both.pair->member()));
  CHECK(recorded(R"({"kind":"gaussian","sigma":2.0,"steps":1})").pair == nullptr);
  CHECK_THROWS_AS(recorded(R"({"kind":"permute_and_flip","epsilon":0.0,"steps":1})"),
                  std::invalid_argument);
}

TEST_CASE("claims: lines that claim nothing say what is missing", "[claims][reader]") {
  const std::string rest = R"("quantity":"delta","at":{"epsilon":"1"},)";
  const std::string M = R"_("mechanism":"gaussian(sigma=1)"})_";
  CHECK(refusal("{\"tool\":").find("not JSON") == 0);
  CHECK(refusal("[1]") == "not a JSON object");
  CHECK(refusal(R"({"kind":"upper","value":NaN})").find("not JSON") == 0);
  CHECK(refusal(R"({"value":"1",)" + rest + M).find("kind: missing") == 0);
  CHECK(refusal(R"({"value":"1","kind":"exact",)" + rest + M).find("kind: unknown 'exact'") == 0);
  CHECK(refusal(R"({"kind":"upper",)" + rest + M).find("value: missing") == 0);
  CHECK(refusal(R"({"kind":"upper","value":"high",)" + rest + M).find("value: not a number") == 0);
  CHECK(refusal(kHead + rest + R"("x-mine":1})").find("mechanism: missing") == 0);
  CHECK(refusal(kHead + rest + R"_("mechanism":"gauss(sigma=1)"})_").find("unknown mechanism") !=
        std::string::npos);
  CHECK(refusal(kHead + R"("quantity":"delta",)" + M).find("at: missing epsilon") == 0);
  CHECK(refusal(kHead + R"("quantity":"delta","at":{"alpha":"1"},)" + M).find("takes no 'alpha'") !=
        std::string::npos);
  CHECK(refusal(kHead + R"("quantity":"epsilon","at":{"delta":"2"},)" + M) ==
        "at.delta: must be in (0, 1), got 2");
  CHECK(refusal(kHead + R"("quantity":"tradeoff","at":{"alpha":"-1"},)" + M) ==
        "at.alpha: must be in [0, 1], got -1");
  CHECK(refusal(kHead + R"("quantity":"sigma","at":{"delta":"0.1"},)" +
                R"_("mechanism":"gaussian(sigma=?)"})_")
            .find("sigma needs epsilon and delta") != std::string::npos);
  CHECK(refusal(kHead + rest + R"("mechanism":{"kind":"gaussian","sigma":1,"scale":2,"steps":1}})")
            .find("no field 'scale'") != std::string::npos);
  CHECK(refusal(kHead + rest + R"("mechanism":{"kind":"gaussian","sigma":1,"steps":1.5}})")
            .find("steps must be an integer of at least 0") != std::string::npos);
  CHECK(refusal(kHead + rest + R"("mechanism":{"kind":"gaussian","sigma":"one","steps":1}})")
            .find("mechanism: sigma: not a number") != std::string::npos);
}

TEST_CASE("claims: a header or a number that cannot be read is a broken line", "[claims][reader]") {
  CHECK(only_line("tool,\"mechanism\ng,1\n") == "a quote is not closed on this line");
  CHECK_THAT(only_line("{\"value\":8012e0569}\n"), Catch::StartsWith("not JSON that can be read"));
}

TEST_CASE("claims: fields that nothing reads and words that contradict are refused",
          "[claims][reader]") {
  const std::string start =
      kHead + R"_("quantity":"delta","at":{"epsilon":"1"},"mechanism":"gaussian(sigma=1)")_";
  CHECK(refusal(start + "}").empty());
  CHECK(refusal(start + R"(,"x-mine":1,"note":"n","seconds_build":2})").empty());
  CHECK(refusal(start + R"(,"Direction":"reverse"})") ==
        "Direction: unknown field; write direction");
  CHECK(refusal(start + R"(,"step":3})") ==
        "step: unknown field; fields of your own begin with x-");
  CHECK(refusal(start + R"(,"adjacency":"remove","direction":"forward"})").empty());
  CHECK_THAT(refusal(start + R"(,"adjacency":"add","direction":"forward"})"),
             Catch::Contains("direction: is forward"));
  CHECK_THAT(refusal(kHead + R"("quantity":"sigma","at":{"epsilon":"1","delta":"1e-5"},)"
                             R"_("mechanism":"gaussian(sigma=1)"})_"),
             Catch::Contains("sigma=?"));
  CHECK_THAT(refusal("{"), Catch::Contains("each object on one line"));
}

TEST_CASE("claims: a byte-order mark is no letter, a semicolon no comma", "[claims][reader]") {
  const std::string row = ",delta,epsilon=1,upper,0.5\n";
  std::istringstream marked(
      "\xEF\xBB\xBF"
      "mechanism,quantity,at,kind,value\ngaussian(sigma=1)" +
      row);
  ClaimSource source({"-"}, marked);
  const auto first = source.next();
  REQUIRE(first);
  CHECK(first->broken.empty());
  REQUIRE(first->claim);
  CHECK_THAT(only_line("mechanism;quantity;at;kind;value\ngaussian(sigma=1);tv;;upper;1\n"),
             Catch::Contains("commas"));
}

TEST_CASE("claims: a file that begins with what no claims begin with ends there",
          "[claims][reader]") {
  CHECK_THAT(only_line("{\n  \"value\": 1\n}\n"), Catch::Contains("jq -c . FILE"));
  CHECK_THAT(only_line("[{\"value\": 1},\n{}]\n"), Catch::Contains("jq -c '.[]' FILE"));
  CHECK_THAT(only_line("tool,quantity,value\na,b,c\n"), Catch::Contains("column names"));
  CHECK_THAT(only_line("mechanism,value,mechanism\na,b,c\n"),
             Catch::Contains("column mechanism is there twice"));
  CHECK_THAT(only_line(std::string("\0\1{\n{}\n", 7)), Catch::Contains("is not text"));
  CHECK_THAT(only_line("  {\"value\":1}\n"), Catch::StartsWith("kind: missing"));
}

TEST_CASE("claims: what is unknown, missing or said twice is an error, not a guess",
          "[claims][reader]") {
  const std::string rest = R"("quantity":"delta","at":{"epsilon":"1"},"mechanism":)";
  CHECK_THAT(refusal(kHead + R"_("quantity":"bits","mechanism":"gaussian(sigma=1)"})_"),
             Catch::StartsWith("quantity: unknown 'bits'; write one of delta, epsilon, "));
  CHECK_THAT(refusal(kHead + rest + R"({"kind":"gausian","sigma":1,"steps":1}})"),
             Catch::StartsWith("mechanism: unknown kind 'gausian'; write gaussian, "));
  CHECK(refusal(kHead + rest + R"({"kind":"gaussian","sigma":1}})") ==
        "mechanism: gaussian has no steps; write \"steps\":1 for one");
  CHECK(refusal(kHead + rest + R"({"compose":[{"kind":"laplace","scale":1}]}})") ==
        "mechanism: laplace has no steps; write \"steps\":1 for one");
  CHECK(refusal(kHead + rest + R"_("gaussian(sigma=1)","value":"2"})_") ==
        "value: given twice; write it once");
  CHECK(refusal(kHead + rest + R"({"kind":"gaussian","sigma":1,"sigma":2,"steps":1}})") ==
        "sigma: given twice; write it once");
}

TEST_CASE("claims: misspelt columns are one message, with what was meant", "[claims][reader]") {
  const std::string row = "\ngaussian(sigma=2)^50,epsilon,1e-5,20.7,upper\n";
  const auto header = [&](const std::string& names) { return only_line(names + row); };
  CHECK(header("mechanism,quantity,detla,value,kind") == "column 'detla': unknown; write delta");
  CHECK(header("mechansim,quantity,delta,value,kind") ==
        "column 'mechansim': unknown; write mechanism");
  CHECK(header("Mechanism,Quantity,delta,value,kind") ==
        "column 'Mechanism': write mechanism; column 'Quantity': write quantity");
  CHECK(header("mechanism, quantity,delta,value,kind") == "column ' quantity': write quantity");
  CHECK(header("mechanism,quantity,delta,value,frobnicate") ==
        "column 'frobnicate': unknown; columns of your own begin with x-");
  CHECK_THAT(only_line("mechanism,sigma,steps,quantity,delta,value,kind\n"
                       "gaussian,2,50,epsilon,1e-5,20.7,upper\n"),
             Catch::Contains("column 'sigma': a mechanism's numbers stand in its expression; write "
                             "gaussian(sigma=2)^50"));
  CHECK_THAT(header("mechanism,quantity,delta,value,"), Catch::Contains("column without a name"));
}

TEST_CASE("claims: what the program wrote is read again, or is one message", "[claims][reader]") {
  const std::string verdict =
      R"_({"file":"a.csv","line":2,"tool":"t","method":"m","verdict":"sound","grade":null,"lower":"0",)_"
      R"_("upper":"1e-6","against":"delta(epsilon=3)","seconds":0.1,"engine":"chernoff","version":"1",)_"
      R"_("options":{"grid":1e-4},"mechanism":"gaussian(sigma=2)","direction":"worst",)_"
      R"_("adjacency":"add_remove","quantity":"epsilon","at":{"delta":"1e-5"},"kind":"upper",)_"
      R"_("value":"6.1","tool_seconds":0.5,"rests_on":{"id":"an-id","kind":"documented"}})_";
  const Claim claim = claim_of_line(verdict);
  CHECK(claim.value.text == "6.1");
  CHECK(claim.seconds == 0.5);
  CHECK(claim.rests_on == "an-id");
  CHECK(claim.argument("delta").text == "1e-5");
  CHECK_THAT(refusal(R"({"file":"a.csv","line":3,"verdict":"broken","reason":"not JSON"})"),
             Catch::Contains("belongs to a line without a claim"));
  const std::string answer =
      R"_({"quantity":"epsilon","mechanism":"gaussian(sigma=2)","direction":"worst","at":{"delta":"1e-5"},)_"
      R"_("lower":"1","upper":"2","digits":15,"engine":"closed_form","seconds":0.1})_";
  CHECK_THAT(only_line(answer + "\n" + answer + "\n"),
             Catch::StartsWith("this is an answer of plumbline"));
  CHECK_THAT(only_line("line,quantity,mechanism,delta,lower,upper,engine\n2,epsilon,gaussian(sigma="
                       "2),1e-5,1,2,f\n"),
             Catch::StartsWith("this is an answer of plumbline"));
}

TEST_CASE("claims: a decimal comma and a kind of one's own are understood", "[claims][reader]") {
  CHECK(
      refusal(R"_({"mechanism":"gaussian(sigma=1)","quantity":"epsilon","at":{"delta":0,001}})_") ==
      "not JSON: 0,001 has a decimal comma; write 0.001");
  CHECK_THAT(
      refusal(kHead +
              R"_("quantity":"delta","at":{"epsilon":"1"},"mechanism":"gaussian(sigma=1)*50"})_"),
      Catch::Contains("write gaussian(sigma=1)^50"));
  const Claim own = claim_of_line(
      kHead + R"_("quantity":"delta","at":{"epsilon":"1"},"mechanism":"x-mine(sigma=2)^50"})_");
  CHECK(own.unsupported == "mechanism x-mine has no certified pair here");
}

TEST_CASE("claims: nesting that would end the stack is refused", "[claims][reader]") {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  CHECK(refusal(R"({"options":)" + deep + "}") == "nested too deeply for a claim");
  CHECK_THROWS_WITH(claim_of_csv({"options"}, "{\"\"a\"\":" + deep + "}"),
                    Catch::Contains("options"));
}

TEST_CASE("claims: CSV has the same columns", "[claims][reader]") {
  CHECK(csv_fields("a,\"b,\"\"c\"\"\",,d") == std::vector<std::string>{"a", "b,\"c\"", "", "d"});
  CHECK_THROWS_AS(csv_fields("a,\"b"), std::invalid_argument);
  const std::vector<std::string> header = {"tool", "method", "mechanism", "direction", "quantity",
                                           "at",   "value",  "kind",      "seconds"};
  const Claim claim = claim_of_csv(
      header,
      "t,m,\"subsampled_gaussian(sigma=1,p=0.01)^9\",forward,epsilon,delta=1e-5,2.1,upper,0.8");
  CHECK(claim.mechanism == "subsampled_gaussian(sigma=1,p=0.01)^9");
  CHECK(claim.direction == Direction::forward);
  CHECK(claim.argument("delta").value.as_rational() == Rational::parse("1e-5"));
  CHECK(claim.value.number == Rational(21, 10));
  CHECK(claim.seconds == 0.8);
  CHECK_THROWS_WITH(claim_of_csv(header, "t,m"), Catch::Contains("2 fields under 9 column names"));
  CHECK_THROWS_WITH(claim_of_csv({"at"}, "1e-5"), Catch::Contains("write delta=1e-5"));
}

TEST_CASE("claims: in CSV arguments may be columns of their own", "[claims][reader]") {
  const Claim claim = claim_of_csv({"mechanism", "quantity", "delta", "value", "kind"},
                                   "gaussian(sigma=1),epsilon,1e-5,4.4,upper");
  CHECK(claim.quantity == "epsilon");
  REQUIRE(claim.at.size() == 1);
  CHECK(claim.at.front().name == "delta");
  CHECK(claim.at.front().number.text == "1e-5");
  CHECK_THROWS_WITH(claim_of_csv({"mechanism", "quantity", "epsilon", "value", "kind"},
                                 "gaussian(sigma=1),epsilon,1,4.4,upper"),
                    Catch::Contains("takes no 'epsilon'"));
}

TEST_CASE("claims: what claims --format csv writes is read as claims again", "[claims][reader]") {
  const std::vector<std::string> header = {
      "file",      "line",    "tool",   "verdict", "grade",        "lower",     "upper",
      "looseness", "seconds", "engine", "steps",   "mechanism",    "direction", "adjacency",
      "quantity",  "epsilon", "kind",   "value",   "tool_seconds", "standing",  "replay"};
  const Claim claim = claim_of_csv(
      header,
      "c.jsonl,1,mine,sound,,0.12,0.13,0.0005,0.001,closed_form,1.0,gaussian(sigma=1),worst,worst,"
      "delta,1,upper,0.127,0.5,documented,plumbline delta");
  CHECK(claim.tool == "mine");
  CHECK(claim.quantity == "delta");
  CHECK(claim.kind == ClaimKind::upper);
  CHECK(claim.seconds == 0.5);
  REQUIRE(claim.at.size() == 1);
  CHECK(claim.at.front().name == "epsilon");
  CHECK_THROWS_WITH(claim_of_csv({"mechanism", "quantity", "value", "kind", "verdict"},
                                 "gaussian(sigma=1),tv,0.4,upper,sound"),
                    Catch::Contains("unknown field"));  // that table does not exist
}

TEST_CASE(
    "claims: a table of verdicts keeps options, tolerance, installation and what is rested on",
    "[claims][reader]") {
  const std::vector<std::string> header = {"tool",
                                           "verdict",
                                           "options_grid_step",
                                           "options_pessimistic",
                                           "options_mode",
                                           "options_eps_error",
                                           "mechanism",
                                           "quantity",
                                           "epsilon",
                                           "kind",
                                           "value",
                                           "tolerance",
                                           "installation",
                                           "rests_on_id",
                                           "rests_on_words",
                                           "standing"};
  const Claim claim = claim_of_csv(
      header,
      "mine,sound,0.0001,true,\"a,b\",0.5,gaussian(sigma=1),delta,1,estimate,0.127,1e-3 relative,"
      "numpy-1.26,mine-pld,as its page says,assumption");
  CHECK(claim.options == R"({"eps_error":0.5,"grid_step":0.0001,"mode":"a,b","pessimistic":true})");
  CHECK(claim.stated.epsilon == Rational::parse("1/2"));
  CHECK(claim.stated.relative == Rational::parse("1/1000"));
  CHECK(claim.installation == "numpy-1.26");
  CHECK(claim.rests_on == "mine-pld");
  const Claim none =
      claim_of_csv(header, "mine,sound,,,,,gaussian(sigma=1),delta,1,upper,0.127,,,,,documented");
  CHECK((none.options.empty() && none.rests_on.empty() && !none.stated.any()));
}

TEST_CASE("claims: a source reads files in turn and numbers their lines", "[claims][reader]") {
  std::istringstream in(
      "mechanism,quantity,at,value,kind\n\ngaussian(sigma=1),tv,,0.4,upper\n,,\n");
  ClaimSource source({"/nonexistent/claims.jsonl", "-"}, in);
  const auto missing = source.next();
  REQUIRE(missing);
  CHECK(missing->line == 0);
  CHECK(missing->broken.find("there is no such file") == 0);
  const auto first = source.next();
  REQUIRE(first);
  CHECK(first->file == "-");
  CHECK(first->line == 3);
  REQUIRE(first->claim);
  CHECK(first->claim->quantity == "tv");
  const auto second = source.next();
  REQUIRE(second);
  CHECK(second->line == 4);
  CHECK(second->broken.find("3 fields under 5") == 0);
  CHECK_FALSE(source.next());
}

TEST_CASE("claims: every recorded line can be read", "[claims][reader][slow]") {
  const std::string folder = std::string(plumbline::testing::kSourceFolder) + "/cases/accountants/";
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path().string());
  }
  REQUIRE(files.size() == 37);
  std::istringstream none;
  ClaimSource source(files, none);
  long claims = 0;
  while (const auto line = source.next()) {
    CAPTURE(line->file, line->line, line->broken);
    REQUIRE(line->claim);
    ++claims;
    if (!line->claim->unsupported.empty() || line->claim->quantity == "sigma") continue;
    const auto& selected = line->claim->selected;
    REQUIRE_NOTHROW(parse_expression(selected ? selected->base : line->claim->mechanism));
  }
  CHECK(claims > 10000);
}
