#include "reference/certificates/calibration_check.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/constants.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/double_text.hpp"
#include "reference/certificates/request.hpp"
#include "reference/certificates/stated_digits.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/quantities/calibration/calibration_target.hpp"
#include "reference/questions/answer.hpp"

namespace plumbline {
namespace {

Rational ceiling(const Rational& x) { return -floor(-x); }

class CalibrationCheck {
 public:
  CalibrationCheck(const CheckTask& task, CheckResult* out)
      : task_(task),
        c_(task.certificate),
        out_(out),
        family_(c_.mechanism, ""),
        up_(family_.order().larger_is_more_private),
        number_{"lower, upper", c_.lower, c_.upper} {}

  void run() {
    for (const auto& [name, text] : c_.findings) findings_.push_back({"findings." + name, text});
    check_side();
    require_safe();
    take_limits();
    std::vector<CheckPath> paths = paths_of(task_);
    for (const int digits : digits_to_try({task_.interval}, task_.options.digits)) {
      for (CheckPath& path : paths) {
        if (!settled() && !path.spent) judge_with(digits, &path);
        if (settled() || expired()) return report();
      }
    }
    calibrate_again();
    report();
  }

 private:
  enum class At { met, missed, open, nowhere };

  bool expired() const {
    Effort effort;
    effort.poll = task_.options.poll;
    return effort.expired();
  }

  /// Returns true if all values are decided or one is wrong.
  bool settled() const {
    bool all = number_.settled();
    for (const CheckedFinding& finding : findings_) {
      if (finding.standing == Standing::refuted) return true;
      all = all && finding.settled();
    }
    return all || number_.refuted();
  }

  void check_side() {
    for (CheckedFinding& finding : findings_) {
      if (finding.name != "findings.private_side") continue;
      const bool right = finding.text == (up_ ? "above" : "below");
      finding.standing = right ? Standing::proved : Standing::refuted;
      if (!right)
        finding.found = "for " + family_.parameter() + " the private side is the other one";
    }
  }

  /// A certificate must state a safe value if the end on the private side is finite and not a limit of the range. Adds
  /// a refuted finding if this value is missing.
  void require_safe() {
    const ParameterOrder& order = family_.order();
    const auto& [lower, upper] = task_.interval;
    const auto least = order.integer ? std::optional(Rational(0)) : order.least;
    const bool none = up_ ? !upper || (order.most && *upper >= *order.most)
                          : !lower || (least && *lower <= *least);
    if (none || !findings_.empty()) return;
    CheckedFinding missing{"findings.safe", ""};
    missing.standing = Standing::refuted;
    missing.found = "is missing: the end on the private side is a value that meets the target";
    findings_.push_back(missing);
  }

  /// Marks an end as proved if it is infinite, or if the parameter has no value beyond it. For an integer parameter, 0
  /// is such an end: the certificate states 0 if no integer meets the target.
  void take_limits() {
    const ParameterOrder& order = family_.order();
    const auto& [lower, upper] = task_.interval;
    const bool exact = order.exact_limits;
    const auto least = order.integer ? std::optional(Rational(0)) : order.least;
    if (!lower || (exact && least && *lower <= *least)) number_.below = Standing::proved;
    if (!upper || (exact && order.most && *upper >= *order.most)) number_.above = Standing::proved;
  }

  // ---- single values ---------------------------------------------------------------------------

  void judge_with(int digits, CheckPath* path) {
    Effort effort;
    effort.poll = at_most(path->patience, task_.options.poll);
    try {
      TargetJudge judge(target_of(task_.request.numbers()), task_.request.direction, path->engine,
                        path->vary);
      judge_all(&judge, digits, effort);
      used_ = judge.engine_used();
      how_ =
          path->vary && !judge.varied() ? "the same formulas at a higher precision" : path->label;
    } catch (const std::invalid_argument&) {
      path->spent = true;  // the engine does not cover this value
    }
    path->spent = path->spent || effort.expired();
  }

  void judge_all(TargetJudge* judge, int digits, const Effort& effort) {
    for (CheckedFinding& finding : findings_) {
      const bool as_double = finding.name == "findings.safe_double";
      if ((finding.name != "findings.safe" && !as_double) || finding.settled()) continue;
      const auto value = as_double ? as_double_too(finding.text) : Rational::parse(finding.text);
      const At at = value ? judge_at(judge, *value, digits, effort) : At::nowhere;
      if (at == At::met) finding.standing = Standing::proved;
      if (at == At::missed || at == At::nowhere) {
        finding.standing = Standing::refuted;
        finding.found =
            at == At::missed ? "the target is missed there" : "no value of the parameter";
      }
    }
    const auto& [lower, upper] = task_.interval;
    const bool integer = family_.order().integer;
    if (lower && number_.below == Standing::open) {
      const Rational at = !integer ? *lower : up_ ? ceiling(*lower) - kOne : ceiling(*lower);
      judge_end(judge_at(judge, at, digits, effort), at, !up_, &number_.below);
    }
    if (upper && number_.above == Standing::open) {
      const Rational at = !integer ? *upper : up_ ? floor(*upper) : floor(*upper) + kOne;
      judge_end(judge_at(judge, at, digits, effort), at, up_, &number_.above);
    }
  }

  /// A text denotes a decimal, and the double nearest to this decimal. Returns the one of these two values whose
  /// judgement holds for both. If both lie in the range of the order, it is the less private one; otherwise it is one
  /// outside of the range, where the target is never judged as met. Returns nothing if the text has no nearest double.
  std::optional<Rational> as_double_too(const std::string& text) const {
    const Rational decimal = Rational::parse(text);
    const double x = parse_double(text);
    const bool plain = text.find_first_not_of("0123456789.e+-") == std::string::npos;
    if (!plain || !std::isfinite(x)) return std::nullopt;
    const Rational exact = Rational::from_binary64(x);
    for (const Rational& value : {decimal, exact}) {
      if (outside(value)) return value;
    }
    return (decimal < exact) == up_ ? decimal : exact;
  }

  /// Judges an end of the interval by `at`, the result for the target at `value`. A met target proves the end if `met`
  /// is true, and a missed target proves it if `met` is false. The opposite result refutes the end of an integer
  /// parameter. It leaves the end of another parameter open, because the threshold may be the end itself.
  void judge_end(At at, const Rational& value, bool met, Standing* end) {
    if (at == At::open || at == At::nowhere) return;
    if ((at == At::met) == met) {
      *end = Standing::proved;
    } else if (family_.order().integer) {
      *end = Standing::refuted;
      number_.why = std::string("the target is ") + (met ? "missed" : "met") + " at " +
                    family_.parameter() + " = " + value.text();
    }
  }

  /// Returns the mechanism of the family at a value of the parameter; nothing if there is no such mechanism.
  std::optional<Composition> member_at(const Rational& value) const {
    try {
      return family_.member(value);
    } catch (const std::invalid_argument&) {  // the value is out of range
      return std::nullopt;
    }
  }

  /// Returns `nowhere` or `open` for a value that is invalid, or outside the range on which the mechanisms are
  /// ordered: a result there implies nothing about neighbouring values. Returns nothing for a valid value.
  std::optional<At> outside(const Rational& value) const {
    const ParameterOrder& order = family_.order();
    if ((order.least && value < *order.least) || (order.most && value > *order.most)) {
      return order.exact_limits ? At::nowhere : At::open;
    }
    if (!member_at(value)) return At::nowhere;
    return std::nullopt;
  }

  At judge_at(TargetJudge* judge, const Rational& value, int digits, const Effort& effort) {
    if (const auto known = outside(value)) return *known;
    const std::optional<Composition> member = member_at(value);
    TargetStanding standing = standing_of(judge->height(*member, digits, effort));
    if (standing == TargetStanding::undecided) standing = judge->exactly(*member);
    return standing == TargetStanding::met      ? At::met
           : standing == TargetStanding::missed ? At::missed
                                                : At::open;
  }

  // ---- remaining findings ----------------------------------------------------------------------

  void calibrate_again() {
    const std::vector<int> digits = digits_to_try({task_.interval}, task_.options.digits);
    NumberProof proof(number_.name, number_.lower, number_.upper);
    for (const int some : {digits.front(), digits.back()}) {
      if (settled() || expired()) return;
      Query request = task_.request;
      request.engine = "auto";
      request.digits = some;
      Effort effort;
      effort.poll = task_.options.poll;
      try {
        const Certificate found = certificate_of(request, answer(request, effort));
        proof.take(found.lower, found.upper, found.engine, "a calibration of its own");
      } catch (const std::invalid_argument& e) {
        out_->notes.push_back(std::string("no calibration of its own: ") + e.what());
        return;
      }
      take_own(proof.result());
    }
  }

  void take_own(const CheckedNumber& own) {
    const auto clash = [](Standing a, Standing b) {
      return a == Standing::proved && b == Standing::refuted;
    };
    if (clash(number_.below, own.below) || clash(number_.above, own.above)) {
      throw Contradiction("a calibration gives [" + own.found_lower + ", " + own.found_upper +
                          "], which contradicts the judgements at " + number_.lower + " and " +
                          number_.upper);
    }
    used_ = own.engine;
    how_ = own.path;
    if (number_.below == Standing::open) number_.below = own.below;
    if (number_.above == Standing::open) number_.above = own.above;
    number_.found_lower = own.found_lower;
    number_.found_upper = own.found_upper;
  }

  void report() {
    const bool limits = used_.empty() && number_.proved() && findings_.empty();
    number_.engine = used_;
    number_.path = limits ? "the certificate states the range of the parameter alone"
                          : how_ + ", at both ends; between them by order";
    if (number_.proved() && number_.found_lower.empty()) {
      number_.found_lower = number_.lower;
      number_.found_upper = number_.upper;
    }
    out_->lower = number_.found_lower;
    out_->upper = number_.found_upper;
    if (!out_->lower.empty()) {
      out_->digits = stated_digits(out_->lower, out_->upper);
    }
    out_->engine = used_;
    out_->path = number_.path;
    out_->numbers = {number_};
    out_->findings = findings_;
  }

  const CheckTask& task_;
  const Certificate& c_;
  CheckResult* out_;
  Family family_;
  bool up_;
  CheckedNumber number_;
  std::vector<CheckedFinding> findings_;
  std::string used_, how_;
};

}  // namespace

void check_calibration(const CheckTask& task, CheckResult* out) {
  CalibrationCheck(task, out).run();
}

}  // namespace plumbline
