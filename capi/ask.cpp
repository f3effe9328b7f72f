#include "reference/questions/ask.hpp"

#include <memory>
#include <stdexcept>
#include <string>

#include "capi/handles.hpp"
#include "reference/arithmetic/numbers/number.hpp"
#include "reference/arithmetic/running/floating_point.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/values/extended.hpp"

namespace plumbline::capi {
namespace {

constexpr int kUsualDigits = 15, kMostDigits = 10000;

/// Returns the profile in this direction. The profiles of one mechanism and one engine share cached data.
PrivacyProfile profile_of(plumbline_mechanism* mechanism, const std::string& engine,
                          Direction direction) {
  auto known = mechanism->profiles.find(engine);
  if (known == mechanism->profiles.end()) {
    PrivacyProfile fresh(mechanism->composition, Direction::forward, engine);
    known = mechanism->profiles.emplace(engine, std::move(fresh)).first;
  }
  return known->second.in(direction);
}

Real argument_of(const Quantity& entry, const char* at) {
  const std::string text = at == nullptr ? "" : at;
  const std::string argument = entry.argument();
  if (argument.empty() != text.empty()) {
    throw std::invalid_argument(argument.empty() ? entry.name + " has no argument, got " + text
                                                 : entry.name + " needs a number, its " + argument);
  }
  return text.empty() ? Real(Rational(0)) : read_number(text);
}

std::unique_ptr<plumbline_answer> ask(plumbline_mechanism* mechanism, const Quantity& entry,
                                      const char* at, const Asked& how) {
  const Direction direction = entry.forward_only() ? Direction::forward : how.direction;
  PrivacyProfile profile = profile_of(mechanism, how.engine, direction);
  const Real where = argument_of(entry, at);
  const Extended value = refined(entry, profile, where, how.effort);
  auto out = std::make_unique<plumbline_answer>(answer_of(value, how.effort.digits));
  out->hypotheses = mechanism->hypotheses;
  out->warning = mechanism->warning;
  out->request.quantity = entry.name;
  out->request.mechanism = mechanism->expression;
  out->request.direction = direction;
  out->request.digits = how.effort.digits;
  out->request.engine = how.engine;
  if (at != nullptr) {
    if (where.rational()) out->request.at = {{entry.argument(), where.rational()->text()}};
    out->written_at = at;
  }
  out->effort = how.effort;
  return out;
}

}  // namespace

Asked asked(const plumbline_options* options) {
  Asked out;
  out.effort.digits = kUsualDigits;
  if (options == nullptr) return out;
  if (options->direction != nullptr) out.direction = direction_of(options->direction);
  if (options->engine != nullptr) out.engine = options->engine;
  if (options->digits != 0) out.effort.digits = options->digits;
  if (out.effort.digits < 1 || out.effort.digits > kMostDigits) {
    throw std::invalid_argument("digits must be 1 to " + std::to_string(kMostDigits) + ", got " +
                                std::to_string(out.effort.digits));
  }
  if (options->stop != nullptr) {
    // Once the callback has returned nonzero, `stopped` stays true: after one engine is stopped, the next engine polls
    // again and must stop, too.
    const auto stopped = std::make_shared<bool>(false);
    out.effort.poll = [stop = options->stop, context = options->context, stopped] {
      if (!*stopped) {
        const CallbackScope callers;
        *stopped = stop(context) != 0;
      }
      if (*stopped) throw Interrupted{};
    };
  }
  return out;
}

}  // namespace plumbline::capi

using namespace plumbline;
using namespace plumbline::capi;

plumbline_status plumbline_open(const char* expression, plumbline_mechanism** out) {
  return guarded([&] {
    *given(out, "out") = nullptr;
    const Composition composition = Composition::parse(given(expression, "expression"));
    const Hypotheses& stated = composition.hypotheses();
    *out = new plumbline_mechanism{.composition = composition,
                                   .expression = composition.expression(),
                                   .hypotheses = hypotheses_text_of(&stated),
                                   .warning = mixed_warning(stated)};
  });
}

void plumbline_close(plumbline_mechanism* mechanism) { delete mechanism; }

const char* plumbline_expression(const plumbline_mechanism* mechanism) {
  return mechanism->expression.c_str();
}

plumbline_status plumbline_ask(plumbline_mechanism* mechanism, const char* quantity, const char* at,
                               const plumbline_options* options, plumbline_answer** out) {
  return guarded([&] {
    *given(out, "out") = nullptr;
    const std::string name = given(quantity, "quantity");
    const Quantity& entry = required_profile_quantity(name);
    *out = ask(given(mechanism, "mechanism"), entry, at, asked(options)).release();
  });
}

plumbline_status plumbline_ask_all(plumbline_mechanism* mechanism, const char* quantity,
                                   const char* const* at, size_t count,
                                   const plumbline_options* options, plumbline_answer** out,
                                   size_t* failed) {
  size_t done = 0;
  const plumbline_status status = guarded([&] {
    if (count == 0) return;
    given(out, "out");
    for (size_t i = 0; i < count; ++i) out[i] = nullptr;
    const std::string name = given(quantity, "quantity");
    const Quantity& entry = required_profile_quantity(name);
    const Asked how = asked(options);
    given(mechanism, "mechanism");
    for (; done < count; ++done) {
      out[done] = ask(mechanism, entry, given(at, "at")[done], how).release();
    }
  });
  if (failed != nullptr) *failed = done;
  return status;
}
