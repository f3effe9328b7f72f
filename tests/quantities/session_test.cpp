/// Questions answered in sequence in one session.
#include "reference/questions/session.hpp"

#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/bound_decision.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

Query asked(const std::string& quantity, const std::string& mechanism, const NamedTexts& at,
            int digits = 12) {
  return {.quantity = quantity, .mechanism = mechanism, .at = at, .digits = digits};
}

std::pair<std::string, std::string> ends(const Answer& answer) {
  return printed_bounds(answer.value, 14);
}

const std::string kStep = "subsampled_gaussian(sigma=1,p=0.1)^20";

}  // namespace

TEST_CASE("session: an answer is that of the question alone", "[session]") {
  Session session;
  for (const Query& question :
       {asked("delta", kStep, {{"epsilon", "1"}}), asked("epsilon", kStep, {{"delta", "1e-5"}}),
        asked("delta", kStep, {{"epsilon", "1"}}), asked("tv", kStep, {})}) {
    CAPTURE(question.shown());
    const Answer kept = session.answer(question, Effort{}), alone = answer(question, Effort{});
    CHECK(kept.value.reached());
    CHECK_FALSE(kept.nothing_found);
    CHECK(overlaps(kept.value.value(), alone.value.value()));
    CHECK(kept.hypotheses != nullptr);
  }
}

TEST_CASE("session: the same questions in the same order have the same answers", "[session]") {
  Session one, other;
  for (const char* epsilon : {"1", "0.5", "1", "2"}) {
    const Query question = asked("delta", kStep, {{"epsilon", epsilon}});
    CHECK(ends(one.answer(question, Effort{})) == ends(other.answer(question, Effort{})));
  }
}

TEST_CASE("session: work stopped before anything is known gives what is certain", "[session]") {
  const Effort stopped{12, [] { throw Interrupted(); }};
  Session session;
  const Answer delta = session.answer(asked("delta", kStep, {{"epsilon", "1"}}), stopped);
  if (delta.nothing_found) CHECK_FALSE(delta.value.reached());
  REQUIRE(delta.value.most());
  CHECK(*delta.value.most() == Rational(1));
  // No mechanism has delta below 1 - e^epsilon at a negative epsilon.
  const Answer negative = session.answer(asked("delta", kStep, {{"epsilon", "-2"}}), stopped);
  const auto least = printed_numbers(negative.value, 8).first;
  REQUIRE(least);
  CHECK(*least > number("0.8646"));
  const Query gap{.quantity = "divergence", .mechanism = kStep, .other = "laplace(b=1)"};
  const Answer divergence = session.answer(gap, stopped);
  REQUIRE(divergence.value.most());
  CHECK(*divergence.value.most() == number("1/2"));
  CHECK(divergence.place);
}

TEST_CASE("session: what is certain holds of the answer", "[session]") {
  Session session;
  for (const Query& question :
       {asked("epsilon", kStep, {{"delta", "1e-3"}}), asked("delta", kStep, {{"epsilon", "-1/2"}}),
        asked("delta", kStep, {{"epsilon", "1"}}), asked("gdp", kStep, {{"floor", "1e-3"}}, 6),
        asked("renyi", kStep, {{"order", "2"}}), asked("tradeoff", kStep, {{"alpha", "0.1"}})}) {
    CAPTURE(question.shown());
    const Answer certain = session.certain(question), found = session.answer(question, Effort{});
    CHECK(overlaps(certain.value.value(), found.value.value()));
    if (certain.value.least()) {
      CHECK_FALSE(certainly_less(found.value.value(), Ball(*certain.value.least(), Bits{64})));
    }
  }
}

TEST_CASE("session: an infinite value is an answer that says why", "[session]") {
  Session session;
  const Answer found =
      session.answer(asked("epsilon", "blatantly_non_private()", {{"delta", "0.1"}}), Effort{});
  CHECK(is_infinite(found));
  CHECK_FALSE(why_infinite(found).empty());
}

TEST_CASE("session: a bound is decided by as few digits as that takes", "[session]") {
  Session session;
  const Query question = asked("epsilon", "gaussian(sigma=1)", {{"delta", "1e-5"}}, 15);
  const BoundDecision above = session.decide(question, Rational(5), Effort{});
  CHECK(above.word == Decided::proved);
  const BoundDecision below = session.decide(question, Rational(4), Effort{});
  CHECK(below.word == Decided::refuted);
  const Answer sharp = session.answer(question, Effort{});
  const auto [least, most] = printed_numbers(sharp.value, 15);
  REQUIRE(most);
  CHECK(session.decide(question, *most, Effort{}).word != Decided::refuted);
  const Query infinite = asked("epsilon", "blatantly_non_private()", {{"delta", "0.1"}});
  CHECK(session.decide(infinite, Rational(1000), Effort{}).word == Decided::refuted);
}

TEST_CASE("session: who listens is told nothing wider than what is certain", "[session]") {
  Session session;
  int told = 0;
  const Answer found = session.answer(asked("delta", kStep, {{"epsilon", "1"}}, 60), Effort{},
                                      [&](const Answer& best) {
                                        ++told;
                                        CHECK(best.hypotheses != nullptr);
                                      });
  CHECK(told >= 1);
  CHECK(found.value.reached());
}
