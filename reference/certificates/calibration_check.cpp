#include "reference/certificates/calibration_check.hpp"

#include <stdexcept>

#include "reference/certificates/question.hpp"
#include "reference/quantities/calibration_target.hpp"

namespace plumbline {
namespace {

struct End {
  std::string field;
  Rational value;
  bool met = false;
};

std::vector<End> ends(const Family& family, const Certificate& c, const Interval& interval) {
  const ParameterOrder& order = family.order();
  const bool up = order.larger_is_more_private;
  std::vector<End> out;
  if (const std::string safe = text_of(c.findings, "safe"); !safe.empty()) {
    out.push_back({"findings.safe", Rational::parse(safe), true});
  }
  if (order.integer && interval.is_point()) {
    const Rational N = *interval.lower, one(1);
    out.push_back({"lower, upper", N, true});
    out.push_back({"lower, upper", up ? N - one : N + one, false});
    return out;
  }
  const auto add = [&](const std::string& field, const std::optional<Rational>& x, bool met) {
    // At a limit of the parameter's range that is no value, or was not tried, nothing is stated.
    const auto outside = [&](const std::optional<Rational>& end, bool belongs, bool upper) {
      return order.exact_limits && end && (upper ? *x >= *end : *x <= *end) &&
             !(belongs && c.reached);
    };
    const bool limit = !x || outside(order.least, order.least_belongs, false) ||
                       outside(order.most, order.most_belongs, true);
    if (!limit) out.push_back({field, *x, met});
  };
  add("upper", interval.upper, up);
  add("lower", interval.lower, !up);
  return out;
}

}  // namespace

std::vector<std::string> ends_of(const Certificate& c, const Interval& interval) {
  const Family family(c.mechanism, "");
  std::vector<std::string> out;
  for (const End& end : ends(family, c, interval)) {
    try {
      out.push_back(family.at(end.value).expression());
    } catch (const std::invalid_argument&) {
      continue;  // judge_ends objects
    }
  }
  return out;
}

JudgedEnds judge_ends(const Certificate& c, const Asked& asked, const Interval& interval,
                      const std::string& engine, bool vary, int digits, const Effort& effort) {
  JudgedEnds out;
  const Family family(c.mechanism, "");
  const std::string side = text_of(c.findings, "private_side");
  if (!side.empty() && (side == "above") != family.order().larger_is_more_private) {
    out.objections.push_back(
        {"findings.private_side", side, "along " + family.parameter() + " it is the other one"});
    return out;
  }
  TargetJudge judge(target_of(asked.target), asked.direction, engine, vary);
  for (const End& end : ends(family, c, interval)) {
    const std::string at = family.parameter() + " = " + end.value.text();
    std::optional<Composition> composition;
    try {
      composition = family.at(end.value);
    } catch (const std::invalid_argument& e) {
      out.objections.push_back({end.field, end.value.text(), e.what()});
      return out;
    }
    const Ball height = judge.height(*composition, digits, effort);
    if (!out.engine.empty() && out.engine != judge.engine_used()) {
      out.engine += "+" + judge.engine_used();
    } else {
      out.engine = judge.engine_used();
    }
    const bool meets = certainly_at_most(height, Ball(height.precision()));
    if (end.met ? certainly_positive(height) : certainly_negative(height)) {
      out.objections.push_back({end.field, end.value.text(),
                                std::string("the target is ") + (end.met ? "missed" : "met") +
                                    " at " + at + " by " + judge.engine_used()});
    }
    if (!meets && !certainly_positive(height)) out.decided = false;
    if (meets && !end.met && !certainly_negative(height)) out.decided = false;
  }
  out.varied = judge.varied();
  return out;
}

}  // namespace plumbline
