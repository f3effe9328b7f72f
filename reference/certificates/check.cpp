#include "reference/certificates/check.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "reference/certificates/calibration_check.hpp"
#include "reference/certificates/consistency.hpp"
#include "reference/certificates/findings.hpp"
#include "reference/certificates/interval.hpp"
#include "reference/certificates/question.hpp"
#include "reference/quantities/hyperprior.hpp"

namespace plumbline {
namespace {

constexpr long kComparable = 2;  // widths that count as equally sharp
constexpr double kLatticeDigits = 5.5;
constexpr double kPatience = 10;  // seconds for an engine that may not get there
constexpr int kMoreDigits[] = {3, 9, 24};

/// Poll that also abandons the work after some seconds.
Poll at_most(double seconds, const Poll& poll) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  return [end, poll] {
    poll();
    if (std::chrono::steady_clock::now() > end) throw Interrupted{};
  };
}

bool covers(const EngineEntry& entry, const std::string& mechanism) {
  const FiniteLosses losses = finite_losses(Composition::parse(mechanism));
  if (!losses.conditional) return entry.name == "closed_form";
  const Composition& composition = *losses.conditional;
  if (!entry.refusal(composition).empty()) return false;
  return entry.preferred == nullptr || entry.preferred(composition);
}

class Check {
 public:
  Check(const Certificate& certificate, const CheckOptions& options)
      : c_(certificate), options_(options) {}

  CheckResult run() {
    try {
      read();
      if (out_.objections.empty()) {
        asked_.quantity == "calibrate" ? judge_calibration() : derive_value();
      }
      if (out_.objections.empty() && asked_.quantity == "divergence") check_prior();
      if (out_.objections.empty()) run_again();
    } catch (const std::invalid_argument& e) {
      object("certificate", subject(), e.what());
    }
    if (!out_.objections.empty()) out_.verdict = Verdict::refuted;
    return out_;
  }

 private:
  std::string subject() const {
    return c_.quantity + (c_.argument.empty() ? "" : " at " + c_.argument + "=" + c_.at);
  }

  void object(const std::string& field, const std::string& stated, const std::string& found) {
    out_.objections.push_back({field, stated, found});
  }

  void read() {
    asked_ = asked_of(c_);
    interval_ = Interval::read(c_.lower, c_.upper);
    for (const Objection& o : inconsistencies(c_, interval_, &out_.notes))
      out_.objections.push_back(o);
  }

  // ---- the value, on another path --------------------------------------------------------------

  void derive_value() {
    if (without_engine(c_.quantity)) return attempt("auto", "", true, options_.poll);
    const double have = interval_.digits();
    const std::vector<std::string> first = other_engines(asked_.mechanism, have);
    if (asked_.other.empty()) {
      for (const std::string& engine : first) {
        attempt(engine, "", false, at_most(kPatience, options_.poll));
        if (settled_ || !out_.objections.empty()) return;
      }
    } else if (const auto second = other_engines(asked_.other, have);
               !first.empty() && !second.empty()) {
      attempt(first.front(), second.front(), false, at_most(kPatience, options_.poll));
      if (settled_ || !out_.objections.empty()) return;
    }
    // The same engine, elsewhere. A divergence may have two.
    const bool one = c_.engine.find('+') == std::string::npos;
    attempt(one ? c_.engine : "auto", "", true, options_.poll);
  }

  /// Both ends of a calibration's enclosure and its safe value, by other engines, then elsewhere.
  void judge_calibration() {
    const std::vector<std::string> ends = ends_of(c_, interval_);
    if (ends.empty()) return take_ends({}, "nothing is stated but the parameter's range");
    for (const std::string& engine : other_engines(ends.front(), interval_.digits())) {
      judge_with(engine, false, at_most(kPatience, options_.poll));
      if (settled_ || !out_.objections.empty()) return;
    }
    for (const std::string& engine : {c_.engine, std::string("auto")}) {
      judge_with(engine, true, options_.poll);
      if (settled_ || !out_.objections.empty()) return;
    }
  }

  void judge_with(const std::string& engine, bool vary, const Poll& poll) {
    Effort effort;
    effort.poll = poll;
    const double have = interval_.digits();
    const int own = std::isinf(have) ? asked_.digits : static_cast<int>(have) + 1;
    for (const int more : kMoreDigits) {
      std::optional<JudgedEnds> judged;
      try {
        judged = judge_ends(c_, asked_, interval_, engine, vary,
                            std::max(options_.digits, own) + more, effort);
      } catch (const std::invalid_argument&) {
        return;  // the engine does not reach there
      }
      for (Objection& o : judged->objections) out_.objections.push_back(std::move(o));
      const std::string how = !vary            ? "another engine"
                              : judged->varied ? "the same engine on another path"
                                               : "the same formulas at a higher precision";
      if (!out_.objections.empty()) return;
      if (judged->decided) return take_ends(*judged, how + ", at both ends; between them by order");
      if (effort.expired()) return;
    }
  }

  void take_ends(const JudgedEnds& judged, const std::string& path) {
    settled_ = true;
    out_.verdict = Verdict::confirmed;
    out_.lower = c_.lower;
    out_.upper = c_.upper;
    out_.digits = c_.digits;
    out_.engine = judged.engine;
    out_.path = path;
  }

  /// Engines for a mechanism that the certificate does not name, in the order of the registry.
  std::vector<std::string> other_engines(const std::string& mechanism, double digits) const {
    std::vector<std::string> out;
    for (const EngineEntry& entry : engine_registry()) {
      if (c_.engine.find(entry.name) != std::string::npos) continue;
      if (entry.name == "lattice" && !(digits < kLatticeDigits)) continue;
      if (covers(entry, mechanism)) out.push_back(entry.name);
    }
    return out;
  }

  void attempt(const std::string& engine, const std::string& other_engine, bool vary,
               const Poll& poll) {
    Effort effort;
    effort.poll = poll;
    for (const int more : kMoreDigits) {
      Asked asked = asked_;
      asked.engine = engine;
      asked.other_engine = other_engine;
      const double have = interval_.digits();
      int own = std::isinf(have) ? asked_.digits : static_cast<int>(have) + 1;
      if (!c_.values.empty()) own = std::max(own, asked_.digits);
      asked.digits = std::max(options_.digits, own) + more;
      bool varied = false;
      std::optional<Derived> derived;
      try {
        derived = derive(asked, effort, vary, &varied);
      } catch (const std::invalid_argument& e) {
        object("at", c_.at, e.what());
        return;
      }
      if (weigh(asked, *derived,
                !vary ? "another engine"
                : varied && !without_engine(c_.quantity)
                    ? "the same engine on another path"
                    : "the same formulas at a higher precision")) {
        return;
      }
      if (effort.expired()) return;
      // More digits help only where those asked are reached.
      if (!derived->value.reached) return;
    }
  }

  /// Takes the enclosure if it says more than what is there; true if more digits would not help.
  bool weigh(const Asked& asked, const Derived& derived, const std::string& path) {
    const Certificate found = certificate_of(asked, derived);
    const Interval again = Interval::read(found.lower, found.upper);
    const auto take = [&](Verdict verdict) {
      out_.verdict = verdict;
      out_.lower = found.lower;
      out_.upper = found.upper;
      out_.digits = found.digits;
      out_.engine = found.engine;
      out_.path = path;
    };
    if (disjoint(again, interval_)) {
      take(Verdict::refuted);
      settled_ = true;
      object("lower, upper", "[" + c_.lower + ", " + c_.upper + "]",
             "[" + found.lower + ", " + found.upper + "] by " + found.engine + ", " + path);
      return true;
    }
    Support support = support_of_interval(again, interval_, derived.value.reached);
    // An exact value cannot be enclosed by a ball of positive width: no digits decide more.
    bool points = support == Support::full || interval_.is_point();
    for (const NamedInterval& value : c_.values) {
      const Interval stated = Interval::read(value.lower, value.upper);
      const NamedInterval* here = find_value(found.values, value.name);
      if (here == nullptr) {
        support = Support::none;
        continue;
      }
      const Interval anew = Interval::read(here->lower, here->upper);
      if (disjoint(anew, stated)) {
        object("values." + value.name, "[" + value.lower + ", " + value.upper + "]",
               "[" + here->lower + ", " + here->upper + "] by " + found.engine + ", " + path);
      }
      const Support one = support_of_interval(anew, stated, derived.value.reached);
      points = points && (one == Support::full || stated.is_point());
      support = std::max(support, one);
    }
    const Support words = support_of(c_.findings, found.findings, &out_.objections);
    points = points && words == Support::full;
    support = std::max(support, words);
    if (!out_.objections.empty()) {
      take(Verdict::refuted);
      settled_ = true;
      return true;
    }
    if (support == Support::full) {
      take(Verdict::confirmed);
      settled_ = true;
      return true;
    }
    const bool first = out_.lower.empty();
    if (support == Support::as_sharp) {
      take(Verdict::consistent);
    } else if (first) {
      take(Verdict::unconfirmed);
    }
    if (support == Support::as_sharp && points) settled_ = true;
    return settled_;
  }

  static Support support_of_interval(const Interval& anew, const Interval& stated, bool reached) {
    if (inside(anew, stated)) return Support::full;
    const bool sharp = stated.is_point() ? reached : as_sharp(anew, stated, kComparable);
    return sharp ? Support::as_sharp : Support::none;
  }

  // ---- what else the certificate says ----------------------------------------------------------

  /// R - R~ at the prior stated comes close to the maximum stated.
  void check_prior() {
    const Rational prior = Rational::parse(c_.at);
    Effort effort;
    effort.poll = options_.poll;
    effort.digits = asked_.digits + 15;
    PrivacyProfile M(Composition::parse(asked_.mechanism), asked_.direction, "auto");
    PrivacyProfile other(Composition::parse(asked_.other), asked_.direction, "auto");
    Ball gap = bayes_error(M, prior, effort).value - bayes_error(other, prior, effort).value;
    if (const std::string hyperprior = text_of(asked_.options, "hyperprior"); !hyperprior.empty()) {
      if (prior.sign() <= 0 || prior >= Rational(1)) return;  // rounded to where both are 0
      gap = gap * Hyperprior::parse(hyperprior)->at(prior, gap.precision()).value;
    }
    const auto [low, high] = gap.decimal_bounds(asked_.digits + kCertificateSpareDigits);
    if (!interval_.is_finite() || !gap.is_finite()) return;
    // The prior is where the maximum is up to some of its width; printing moves it a little.
    const Rational tiny = Rational::parse("1e-30");
    Rational slack = interval_.width() * Rational(1000) + tiny;
    // Where a weight has a kink, a little beside it is much less.
    const Rational share =
        *interval_.upper * Rational::parse(asked_.options.empty() ? "1e-9" : "1e-6");
    if (slack < share) slack = share;
    const Interval found = Interval::read(low, high);
    if (*found.upper < *interval_.lower - slack) {
      object("at.prior", c_.at, "R - R~ is at most " + high + " there, not the maximum");
    }
    if (*found.lower > *interval_.upper) {
      object("upper", c_.upper, "R - R~ is at least " + low + " at the prior " + c_.at);
    }
  }

  /// The computation itself once more, as it was asked: what the certificate says about it must
  /// come out again, to the last digit where the program and its libraries are the same.
  void run_again() {
    Effort effort;
    effort.poll = options_.poll;
    std::optional<Derived> derived;
    try {
      derived = derive(asked_, effort);
    } catch (const std::invalid_argument& e) {
      object("asked.engine", c_.engine_asked, e.what());
      return;
    }
    const bool interrupted = effort.expired();
    const Certificate again = certificate_of(asked_, *derived);
    if (interrupted) {
      out_.notes.push_back(
          "the time ran out before the computation was run again as it was asked: "
          "engine, parameters and error budget are informative");
      return;
    }
    std::vector<Objection> different = differences(c_, again);
    if (different.empty()) return;
    const std::vector<std::string> others = other_versions(c_.versions);
    // A computation cut short differs in more than what it says of itself.
    const bool cut_short =
        !c_.reached && !(different.size() == 1 && different.front().field == "reached");
    if (!others.empty() || cut_short) {
      std::string fields;
      for (const Objection& o : different) fields += (fields.empty() ? "" : ", ") + o.field;
      std::string why;
      for (const std::string& other : others) why += (why.empty() ? "" : "; ") + other;
      if (others.empty()) why = "the certificate was made before its digits were reached";
      out_.notes.push_back("not reproduced, informative only: " + fields + " (" + why + ")");
      return;
    }
    for (Objection& o : different) out_.objections.push_back(std::move(o));
  }

  const Certificate& c_;
  const CheckOptions& options_;
  Asked asked_;
  Interval interval_;
  CheckResult out_;
  bool settled_ = false;
};

}  // namespace

CheckResult check(const Certificate& certificate, const CheckOptions& options) {
  return Check(certificate, options).run();
}

std::string verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::confirmed:
      return "confirmed";
    case Verdict::consistent:
      return "consistent";
    case Verdict::unconfirmed:
      return "unconfirmed";
    case Verdict::refuted:
      break;
  }
  return "refuted";
}

}  // namespace plumbline
