/// The rules that combine the hypotheses of pairs.
#include <functional>
#include <stdexcept>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/attack_refutes.hpp"
#include "reference/mechanisms/hypotheses/attacked.hpp"
#include "reference/mechanisms/written_hypotheses.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

Hypotheses of(const std::string& expression) { return hypotheses_of_expression(expression); }

std::string refusal_of(const std::string& expression) {
  try {
    Composition::parse(expression);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

void check_mixed(const std::string& expression) {
  CAPTURE(expression);
  const Hypotheses h = of(expression);
  CHECK(h.relation == PairRelation::mixed);
  CHECK_FALSE(h.dominates);
  CHECK(h.attained == Attained::no);
  CHECK(h.unlike.size() == 2);
  CHECK_FALSE(mixed_warning(h).empty());
}

}  // namespace

TEST_CASE("hypotheses: a pair without a relation takes on the relation beside it", "[mechanisms]") {
  CHECK(of("gaussian(sigma=1)").relation == PairRelation::any);
  CHECK(of("gaussian(sigma=1,relation=add_or_remove)").relation == PairRelation::add_remove);
  CHECK(of("laplace(b=1)*subsampled_gaussian(sigma=1,p=0.1)").relation == PairRelation::add_remove);
  CHECK(of("gaussian(sigma=1)*shuffled_rr(epsilon0=1,n=10)").relation == PairRelation::replace_one);
  CHECK(of("gaussian(sigma=?)^?").attained == Attained::every);
  CHECK(mixed_warning(of("gaussian(sigma=1)*laplace(b=1)")).empty());
}

TEST_CASE("hypotheses: a composition states those of its text", "[mechanisms]") {
  for (const char* const text :
       {"gaussian(sigma=1)^3*laplace(b=2)", "subsampled_gaussian(sigma=1,p=0.1,group=3)^4",
        "subsampled(gaussian(sigma=1)*gaussian(sigma=2),p=0.1)^2",
        "choice(1/2:gaussian(sigma=1,relation=replace),1/2:subsampled_laplace(b=1,p=0.1))",
        "shuffled_rr(epsilon0=1,n=10)*shuffled_rr(epsilon0=1,n=20)",
        "laplace(b=1)*without_replacement(sigma=1,n=10,batch=2)", "zcdp(rho=1)*gaussian(sigma=1)",
        "thresholded(laplace(b=1),threshold=5)"}) {
    CAPTURE(text);
    CHECK(Composition::parse(text).hypotheses() == of(text));
  }
}

TEST_CASE("hypotheses: unlike relations, groups and numbers of records make a mixed pair",
          "[mechanisms]") {
  check_mixed("gaussian(sigma=1,relation=replace)*subsampled_gaussian(sigma=1,p=0.1)");
  check_mixed("gaussian(sigma=1,group=2)*gaussian(sigma=1)");
  check_mixed("shuffled_rr(epsilon0=1,n=10)*shuffled_rr(epsilon0=1,n=20)");
  check_mixed(
      "laplace(b=1)*without_replacement(sigma=1,n=10,batch=2)*subsampled_laplace(b=1,p=0.1)");
  check_mixed("choice(1/2:gaussian(sigma=1,relation=replace),1/2:subsampled_laplace(b=1,p=0.1))");
  CHECK(of("gaussian(sigma=1,group=2)*gaussian(sigma=3,group=2)").group == Rational(2));
}

TEST_CASE("hypotheses: a merged expression keeps unlike relations apart", "[mechanisms]") {
  // The losses are equal; the statements differ.
  const Composition mixed =
      Composition::parse("gaussian(sigma=2,relation=replace)*gaussian(sigma=1,relation=zero_out)");
  REQUIRE(mixed.factors().size() == 1);
  CHECK(mixed.hypotheses().relation == PairRelation::mixed);
  CHECK(of(mixed.expression()).relation == PairRelation::mixed);
  CHECK(Composition::parse("gaussian(sigma=1)*gaussian(sigma=2,sensitivity=2)").expression() ==
        "gaussian(sigma=1)^2");
}

TEST_CASE("hypotheses: the canonical text of a sampled group states the group", "[mechanisms]") {
  // Earlier the text of the mixture stated one record, and with a group the pair became mixed.
  for (const char* text :
       {"subsampled_gaussian(sigma=3,p=0.8,group=2)^3", "subsampled_gaussian(sigma=3,p=1,group=2)",
        "gaussian(sigma=1,group=2)*subsampled_gaussian(sigma=1.5,p=0.5,group=2)",
        "choice(1/2:subsampled_gaussian(sigma=3,p=0.5,group=2),"
        "1/2:gaussian(sigma=1,group=2))"}) {
    CAPTURE(text);
    const Composition composition = Composition::parse(text);
    CHECK(composition.hypotheses().group == Rational(2));
    const Hypotheses again = of(composition.expression());
    CHECK(again.group == Rational(2));
    CHECK(again.relation == PairRelation::add_remove);
    CHECK(again.attained == Attained::every);
  }
}

TEST_CASE("hypotheses: batches cut from different numbers of records are not one data set",
          "[mechanisms]") {
  check_mixed(
      "truncated_subsampled_gaussian(sigma=1,p=0.1,n=100,batch=15)*"
      "truncated_subsampled_gaussian(sigma=1,p=0.1,n=200,batch=15)");
  CHECK(of("truncated_subsampled_gaussian(sigma=1,p=0.1,n=100,batch=15)^2").dominates);
}

TEST_CASE("hypotheses: attainment of products needs one class or one family", "[mechanisms]") {
  CHECK(of("gaussian(sigma=1)*laplace(b=1)").attained == Attained::every);
  CHECK(of("exponential_mechanism(epsilon=1)").attained == Attained::pointwise);
  CHECK(of("exponential_mechanism(epsilon=1)^2").attained == Attained::no);
  CHECK(of("exponential_mechanism(epsilon=1)^2").dominates);
  CHECK(of("permute_and_flip(epsilon=1)").attained == Attained::pointwise);
  CHECK(of("permute_and_flip(epsilon=1)^2").attained == Attained::no);
  CHECK(of("permute_and_flip(epsilon=1)^2").dominates);
  const Hypotheses cut = of("bounded_laplace(b=1,width=3,at=1)");
  CHECK(cut.attained == Attained::family);
  CHECK_FALSE(cut.dominates);
  CHECK(of("bounded_laplace(b=1,width=3,at=1)^2").attained == Attained::family);
  CHECK(of("bounded_laplace(b=1,width=3,at=1)*bounded_laplace(b=1,width=3,at=2)").attained ==
        Attained::no);
  CHECK(of("bounded_laplace(b=1,width=3,at=1)*gaussian(sigma=1)").attained == Attained::no);
}

TEST_CASE("hypotheses: described pairs are attained together only by one choice of data sets",
          "[mechanisms]") {
  const auto attained = [](const std::string& text) {
    const Composition composition = Composition::parse(text);
    CHECK(same_statement(composition.hypotheses(), of(text)));
    CHECK(of(text).family.empty() == (of(text).attained != Attained::family));
    return of(text).attained;
  };
  const std::string none = "shuffled_rr(epsilon0=1,n=10,ones=0)",
                    five = "shuffled_rr(epsilon0=1,n=10,ones=5)",
                    laws = "finite(P=[1/4,3/4],Q=[3/4,1/4])";
  CHECK(attained(none + "^2") == Attained::family);
  CHECK(attained(none + "*shuffled_rr(epsilon0=2,n=10,ones=0)") == Attained::family);
  CHECK(attained(none + "*" + five) == Attained::no);
  CHECK(attained(five + "*" + laws + "*" + none) == Attained::no);
  CHECK(attained(none + "*" + five + "*" + none) == Attained::no);
  CHECK(attained("choice(1/2:" + none + ",1/2:" + five + ")") == Attained::no);
  CHECK(attained(none + "*shuffled_krr(epsilon0=1,n=10,k=3,third=9)") == Attained::no);
  CHECK(attained("exponential_mechanism(epsilon=1,t=1/2)*exponential_mechanism(epsilon=1,t=1/3)") ==
        Attained::no);
  // For any two data sets there is a mechanism with the given laws.
  CHECK(attained(laws + "*finite(P=[1/2,1/2],Q=[1/3,2/3])") == Attained::family);
  CHECK(attained(laws + "*" + none) == Attained::family);
  CHECK(attained(laws + "*laplace(b=1)") == Attained::no);
}

TEST_CASE("hypotheses: a promise about several records is one about fewer", "[mechanisms]") {
  Hypotheses one = *attacked_hypotheses(Direction::worst), two = one;
  two.group = Rational(2);
  const auto covered = [](const std::string& promise, const Hypotheses& attacked) {
    return covers(of(promise), attacked);
  };
  for (const char* text :
       {"gaussian(sigma=1", "laplace(b=1", "subsampled_gaussian(sigma=1,p=0.1"}) {
    const std::string start = text;
    CAPTURE(start);
    CHECK(covered(start + ")", one));
    CHECK(covered(start + ",group=2)", one));
    CHECK(covered(start + ",group=3)", one));
    CHECK(covered(start + ",group=2)", two));
    CHECK(covered(start + ",group=3)", two));
    CHECK_FALSE(covered(start + ")", two));
  }
  CHECK(covered("gaussian(sigma=1,group=2)*subsampled_gaussian(sigma=1,p=0.1,group=2)^3", one));
  CHECK_FALSE(covered("gaussian(sigma=1,group=2)*gaussian(sigma=1)", one));  // mixed relations
  CHECK_FALSE(covered("gaussian(sigma=1,group=2,relation=replace)", one));
  CHECK_FALSE(covered("gaussian(sigma=1,group=2,relation=zero_out)", one));
  CHECK(attack_refutes("gaussian(sigma=?,group=2)", Direction::forward));
}

// A numerical check of covers(): the pair of more records loses at least as much, in both directions.
TEST_CASE("hypotheses: a larger group loses no less", "[mechanisms]") {
  Random random(53);
  for (int round = 0; round < iterations(6); ++round) {
    const std::string sigma = Random::text(random.uniform(0.6, 4)),
                      p = Random::text(random.uniform(0.05, 0.9)),
                      at = Random::text(random.uniform(0, 2));
    for (const std::string& start : {"gaussian(sigma=" + sigma, "laplace(b=" + sigma,
                                     "subsampled_gaussian(sigma=" + sigma + ",p=" + p}) {
      for (const Direction direction : {Direction::forward, Direction::reverse}) {
        CAPTURE(start, at);
        std::optional<Ball> before;
        for (const char* group : {"1", "2", "3"}) {
          const std::string text = start + ",group=" + group + ")";
          PrivacyProfile profile(Composition::parse(text), direction);
          const Ball delta = profile.delta(Real(number(at)), Effort{8}).value;
          if (before) CHECK_FALSE(certainly_less(delta, *before));
          before = delta;
        }
      }
    }
  }
}

TEST_CASE("hypotheses: pairs of given data sets do not dominate", "[mechanisms]") {
  for (const char* text :
       {"finite(P=[1/4,3/4],Q=[3/4,1/4])", "exponential_mechanism(epsilon=1,t=1/2)",
        "shuffled_rr(epsilon0=1,n=10,ones=0)",
        "above_threshold(b_threshold=2,b_queries=2,answers=[0,0],others=[1,1])"}) {
    CAPTURE(text);
    CHECK_FALSE(of(text).dominates);
    CHECK(of(text).attained == Attained::family);
    CHECK_FALSE(of(text).family.empty());
  }
}

TEST_CASE("hypotheses: k of t steps dominate and are not attained", "[mechanisms]") {
  CHECK(of("random_allocation(sigma=1,t=3)").attained == Attained::every);
  CHECK(of("random_allocation(sigma=0.7,t=3,k=2)").attained == Attained::no);
  CHECK(of("random_allocation(sigma=0.7,t=3,k=2)").dominates);
}

TEST_CASE("hypotheses: groups, exchanges and public numbers of records are not sampled",
          "[mechanisms]") {
  CHECK(of("subsampled(laplace(b=1),p=0.1)").relation == PairRelation::add_remove);
  CHECK(of("subsampled(laplace(b=1),p=0.1)").attained == Attained::every);
  CHECK(of("subsampled(approximate_dp(epsilon=1,delta=0),p=0.1)").attained == Attained::every);
  CHECK(of("subsampled(finite(P=[1/4,3/4],Q=[3/4,1/4]),p=0.1)").attained == Attained::no);
  for (const char* text :
       {"subsampled(laplace(b=1,group=3),p=0.1)", "subsampled(gaussian(sigma=1,group=3),p=0.1)",
        "subsampled(gaussian(sigma=1,relation=replace),p=0.9)",
        "subsampled(subsampled_gaussian(sigma=1,p=0.5,group=2),p=0.1)",
        "subsampled(without_replacement(sigma=1,n=10,batch=10),p=0.1)",
        "subsampled(choice(1/2:gaussian(sigma=1,group=2),1/2:laplace(b=1,group=2)),p=0.1)",
        "subsampled(randomized_response(epsilon=1),p=0.1)",
        "subsampled(shuffled_rr(epsilon0=1,n=10,ones=3),p=0.1)"}) {
    CAPTURE(text);
    const std::string refusal = refusal_of(text);
    CHECK(refusal.find("subsampled does not take") != std::string::npos);
    CHECK_THROWS_AS(of(text), std::invalid_argument);
  }
  CHECK(refusal_of("subsampled(laplace(b=1,group=3),p=0.1)").find("group=3") != std::string::npos);
}

TEST_CASE("hypotheses: every answer carries them", "[mechanisms]") {
  Query question{.quantity = "delta", .mechanism = "gaussian(sigma=1,relation=replace)"};
  question.at = {{"epsilon", "1"}};
  question.digits = 3;
  const Answer one = answer(question, Effort{3});
  REQUIRE(one.hypotheses != nullptr);
  CHECK(one.hypotheses->relation == PairRelation::replace_one);
  CHECK(one.other_hypotheses == nullptr);
}
