/// `convert`: the smallest guarantee of another kind that a mechanism, or a stated guarantee, satisfies.
#include <map>
#include <memory>
#include <stdexcept>

#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/convert_words.hpp"
#include "app/options/mechanism_heading.hpp"
#include "app/running/value_answer.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/quantities/conversion/least_mu.hpp"
#include "reference/quantities/conversion/least_rho.hpp"
#include "reference/quantities/moments.hpp"
#include "reference/quantities/promised_divergence.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/registry.hpp"

namespace plumbline {
namespace {

const TextLayout kConvertText = {{"heading", "{mechanism}, {direction}\n"},
                                 {"value", kValueLine},
                                 {"infinite", "{name} = {value}[: {why}]\n"},
                                 {"guarantee", "  {basis}: {guarantee}\n"}};

/// A requested quantity of the mechanism, with the name and the value of its argument.
struct ConvertQuestion {
  std::string quantity, argument, at;
  std::function<Extended(const Effort&)> compute;
};

class Conversion {
 public:
  explicit Conversion(const ConvertArguments& a)
      : a_(a),
        expression_(mechanism_asked(a.mechanism)),
        composition_(Composition::parse(expression_)),
        direction_(direction_asked(a.mechanism)),
        answers_(format_of(a.mechanism.common.format), kConvertText),
        watch_(a.mechanism.common, true) {
    require_same_neighbours();
  }

  int run() {
    answers_.give(AnswerBuilder("heading")
                      .add("mechanism", mechanism_heading(expression_, composition_.expression()))
                      .add("direction", direction_name(direction_))
                      .for_people());
    static const std::map<std::string, void (Conversion::*)()> targets = {
        {"zcdp", &Conversion::to_zcdp},
        {"gdp", &Conversion::to_gdp},
        {"rdp", &Conversion::to_rdp},
        {"dp", &Conversion::to_dp},
        {"pure_dp", &Conversion::to_pure}};
    (this->*targets.at(a_.to))();
    return answers_.finish();
  }

 private:
  void require_same_neighbours() const {
    const std::string warning = mixed_warning(composition_.hypotheses());
    if (warning.empty()) return;
    throw std::invalid_argument(warning + "; no guarantee of a mechanism follows");
  }

  /// Returns the upper end as printed, rounded up; empty if it is infinite.
  std::string upper_text(const Extended& value) const {
    if (value.is_infinite()) return "";
    const std::string text = printed_bounds(*value, a_.mechanism.common.digits).second;
    return text == "inf" ? "" : Rational::parse(text).text();
  }

  Extended give(const ConvertQuestion& asked) {
    const Stopwatch clock;
    const std::string name =
        asked.quantity + (asked.at.empty() ? "" : "(" + asked.argument + "=" + asked.at + ")");
    Extended value = certain_renyi();
    const ValueRequest request{asked.quantity,
                               asked.argument,
                               asked.at,
                               composition_.expression(),
                               "",
                               direction_name(direction_)};
    const auto otherwise = [&](const Extended& best) {
      return [this, best, &request, &name] {
        answers_.give(value_answer(request, {best, a_.mechanism.common.digits}, name));
        return answers_.finish();
      };
    };
    try {
      Watch::Work work(watch_, name, otherwise(value));
      value = refined(asked.compute, watch_.effort(),
                      [&](const Extended& best) { work.otherwise(otherwise(best)); });
    } catch (const Interrupted&) {
    }
    if (value.is_infinite()) {
      AnswerRecord out = value_answer(request, {value, a_.mechanism.common.digits}, name);
      out.kind = "infinite";
      out.fields.back().for_people = true;
      out.fields.push_back({"upper", {std::string("inf")}});
      out.fields.push_back({"why", {value.why()}, true});
      answers_.give(out);
    } else {
      answers_.give(
          value_answer(request, {value, a_.mechanism.common.digits, clock.seconds()}, name));
    }
    return value;
  }

  void give_guarantee(const std::string& guarantee, const std::string& basis) {
    if (guarantee.empty()) return;
    if (!is_dominating(composition_.hypotheses())) {
      answers_.give(
          AnswerBuilder("guarantee")
              .add("basis", "no guarantee of the mechanism")
              .add("guarantee", "some neighbours lose as much, and others may lose more"));
      return;
    }
    if (direction_ != Direction::worst) {
      answers_.give(AnswerBuilder("guarantee")
                        .add("basis", "no guarantee of the mechanism")
                        .add("guarantee", "the other direction may lose more"));
      return;
    }
    answers_.give(AnswerBuilder("guarantee").add("basis", basis).add("guarantee", guarantee));
  }

  void to_zcdp() {
    RhoOrders orders;
    if (!a_.up_to.empty()) orders.up_to = read_value("up-to", a_.up_to);
    const Extended rho = give({"rho", orders.up_to ? "up-to" : "", a_.up_to, [&](const Effort& e) {
                                 return least_rho(composition_, orders, direction_, e);
                               }});
    const std::string text = upper_text(rho);
    if (text.empty()) return;
    if (Rational::parse(text).is_zero()) return give_guarantee("perfectly_private()", "no loss");
    if (orders.up_to) {
      give_guarantee("D_a <= " + text + " a for 1 <= a <= " + orders.up_to->text(),
                     "truncated concentrated differential privacy");
    } else {
      give_guarantee("zcdp(rho=" + text + ")", "as a guarantee, rounded up");
    }
  }

  void to_gdp() {
    if (const auto none = no_loss()) {
      give({"mu", "", "", [none](const Effort&) { return *none; }});
      return give_guarantee("perfectly_private()", "no loss");
    }
    if (least_mu(composition_, Effort{})) {
      const Extended mu = give(
          {"mu", "", "", [&](const Effort& e) { return Extended(*least_mu(composition_, e)); }});
      return give_guarantee("gdp(mu=" + upper_text(mu) + ")", "as a guarantee, rounded up");
    }
    const Rational floor = a_.floor.empty() ? Rational(1, 1000000) : read_value("floor", a_.floor);
    PrivacyProfile profile(composition_, direction_, a_.mechanism.common.engine);
    const Extended mu = give({"mu", "floor", floor.text(), [&](const Effort& e) {
                                return refined_fit(profile, {floor, {}, {}}, e).mu;
                              }});
    const std::string text = upper_text(mu);
    if (text.empty()) return;
    give_guarantee(
        "f >= G_mu for mu = " + text + " on [" + floor.text() + ", 1 - " + floor.text() + "]",
        "on a range of type I errors, and no guarantee outside of it");
  }

  /// Returns the largest loss if it is exactly 0, otherwise nothing.
  std::optional<Extended> no_loss() const {
    try {
      const Extended loss = max_divergence(composition_, Direction::worst, Effort{});
      if (!loss.is_infinite() && loss->value().is_exactly_zero()) return loss;
    } catch (const std::invalid_argument&) {
      // It is unknown if the losses are bounded.
    }
    return std::nullopt;
  }

  void to_rdp() {
    if (a_.orders.empty()) {
      throw std::invalid_argument("--to rdp needs orders, such as --order 1.5,2,4,8,16,32,64");
    }
    std::string orders, bounds;
    const std::optional<RenyiPromise> promise = whole_promise(composition_);
    for (const std::string& text : a_.orders) {
      if (text == "inf") {  // the expression rdp(...) cannot contain the order "inf"
        give({"renyi", "order", "inf",
              [&](const Effort& e) { return max_divergence(composition_, direction_, e); }});
        continue;
      }
      const Rational order = read_value("order", text);
      if (const auto most = promise ? divergence_at_most(*promise, order) : std::nullopt) {
        append(order, most->text(), &orders, &bounds);
        continue;
      }
      const Extended value = give({"renyi", "order", order.text(), [&](const Effort& e) {
                                     return renyi(composition_, order, direction_, e);
                                   }});
      const std::string upper = upper_text(value);
      if (!upper.empty()) append(order, upper, &orders, &bounds);
    }
    if (orders.empty()) return;
    give_guarantee("rdp(orders=[" + orders + "],bounds=[" + bounds + "])",
                   "as a guarantee, rounded up");
  }

  static void append(const Rational& order, const std::string& bound, std::string* orders,
                     std::string* bounds) {
    *orders += (orders->empty() ? "" : ",") + order.text();
    *bounds += (bounds->empty() ? "" : ",") + bound;
  }

  Extended profile_value(const std::string& quantity, const Rational& at) {
    const Quantity& entry = required_quantity(quantity);
    PrivacyProfile profile(composition_, direction_, a_.mechanism.common.engine);
    return give({quantity, entry.argument(), at.text(),
                 [&](const Effort& e) { return refined(entry, profile, Real(at), e); }});
  }

  void to_dp() {
    if (a_.deltas.empty() == a_.epsilons.empty()) {
      throw std::invalid_argument(
          "--to dp needs either --delta or --epsilon, such as --delta 1e-6");
    }
    for (const Rational& delta : read_values("delta", a_.deltas)) {
      const std::string epsilon = upper_text(profile_value("epsilon", delta));
      if (epsilon.empty()) continue;
      const bool none = Rational::parse(epsilon).sign() < 0;
      give_guarantee("dp(epsilon=" + (none ? "0" : epsilon) + ",delta=" + delta.text() + ")",
                     "as a guarantee, rounded up");
    }
    std::string epsilons, deltas;
    for (const Rational& epsilon : read_values("epsilon", a_.epsilons)) {
      append(epsilon, upper_text(profile_value("delta", epsilon)), &epsilons, &deltas);
    }
    if (epsilons.empty()) return;
    give_guarantee("profile(epsilons=[" + epsilons + "],deltas=[" + deltas + "])",
                   "as a guarantee, rounded up");
  }

  void to_pure() {
    const std::string epsilon = upper_text(profile_value("epsilon", Rational(0)));
    if (!epsilon.empty()) {
      give_guarantee("pure_dp(epsilon=" + epsilon + ")", "as a guarantee, rounded up");
    }
  }

  const ConvertArguments& a_;
  std::string expression_;
  Composition composition_;
  Direction direction_;
  AnswerWriter answers_;
  Watch watch_;
};

}  // namespace

void add_convert_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<ConvertArguments>();
  add_convert_words(app, *a)->callback([a, &exit_code] { exit_code = Conversion(*a).run(); });
}

}  // namespace plumbline
