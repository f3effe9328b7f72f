#include "reference/certificates/check.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/floating_point.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/certificates/calibration_check.hpp"
#include "reference/certificates/certificate_hypotheses.hpp"
#include "reference/certificates/consistency.hpp"
#include "reference/certificates/members.hpp"
#include "reference/certificates/request.hpp"
#include "reference/certificates/value_check.hpp"
#include "reference/certificates/witness.hpp"
#include "reference/mechanisms/hypotheses/refused_pair.hpp"
#include "reference/questions/answer.hpp"

namespace plumbline {
namespace {

class Check {
 public:
  Check(const Certificate& certificate, const CheckOptions& options)
      : c_(certificate), options_(options) {}

  CheckResult run() {
    try {
      check_members(c_);
      const CheckTask task{c_, options_, certified_quantity(c_.quantity), request_of(c_),
                           Interval::read(c_.lower, c_.upper)};
      inconsistencies(c_, task.interval, &out_);
      if (out_.objections.empty()) compare_hypotheses(c_, &out_);
      if (out_.objections.empty()) prove(task);
      if (out_.objections.empty()) run_again(task);
      out_.verdict = verdict();
    } catch (const RefusedPair& e) {
      out_.objections.clear();  // a rule rejects the mechanism; other objections do not matter
      object("mechanism", "", e.what());
      out_.verdict = Verdict::withdrawn;
    } catch (const MemberError& e) {
      object(e.field(), "", e.what());
      out_.verdict = Verdict::refuted;
    } catch (const std::invalid_argument& e) {
      object("certificate", c_.quantity, e.what());
      out_.verdict = Verdict::refuted;
    } catch (const Contradiction& e) {
      object("contradiction", "", e.what());
      out_.verdict = Verdict::contradiction;
    }
    return out_;
  }

 private:
  void object(const std::string& field, const std::string& stated, const std::string& found) {
    out_.objections.push_back({field, stated, found});
  }

  void prove(const CheckTask& task) {
    const Stopwatch watch;
    const bool ends = task.entry.certificate->proof == Proof::calibration;
    ends ? check_calibration(task, &out_) : check_values(task, &out_);
    seconds_ = watch.seconds();
    for (const CheckedNumber& number : out_.numbers) {
      if (!number.refuted()) continue;
      const std::string one = number.below == Standing::refuted ? "lower" : "upper";
      const std::string stated = "[" + number.lower + ", " + number.upper + "]";
      const std::string found =
          number.why.empty()
              ? "[" + number.found_lower + ", " + number.found_upper + "] by " + number.engine
              : number.why;
      object(ends ? one : number.name, stated, found + ", " + number.path);
    }
    for (const CheckedFinding& finding : out_.findings) {
      if (finding.standing == Standing::refuted) object(finding.name, finding.text, finding.found);
    }
  }

  /// Returns the verdict; `confirmed` only if every number and finding is proved. The certificate's record has no
  /// influence.
  Verdict verdict() const {
    if (!out_.objections.empty()) return Verdict::refuted;
    const bool all =
        !out_.numbers.empty() &&
        std::all_of(out_.numbers.begin(), out_.numbers.end(),
                    [](const CheckedNumber& number) { return number.proved(); }) &&
        std::all_of(out_.findings.begin(), out_.findings.end(), [](const CheckedFinding& finding) {
          return finding.standing == Standing::proved;
        });
    return all ? Verdict::confirmed : Verdict::unconfirmed;
  }

  /// Repeats the computation with the recorded request. With the same versions of the program and its libraries, the
  /// result equals the record to the last digit; otherwise this program did not produce the record. The proof does not
  /// depend on this repeated run. Therefore the run has a time limit, a multiple of the time of the proof.
  void run_again(const CheckTask& task) {
    constexpr double kLeast = 10, kTimes = 4;
    constexpr int kMoreDigits = 60;
    const std::string record = ": engine, parameters and error budget are informative";
    // The numbers of digits that a check of the first number may try.
    const std::vector<int> tried = digits_to_try({task.interval}, 0);
    if (task.request.digits > *std::max_element(tried.begin(), tried.end()) + kMoreDigits) {
      out_.notes.push_back("the request has far more digits than the certificate; not run again" +
                           record);
      return;
    }
    Effort effort;
    effort.poll = at_most(std::max(kLeast, kTimes * seconds_), options_.poll);
    std::optional<Answer> derived;
    try {
      derived = answer(task.request, effort);
    } catch (const std::invalid_argument& e) {
      out_.record.push_back({"asked.engine", c_.engine_asked, e.what()});
      return;
    }
    if (effort.expired()) {
      out_.notes.push_back("the time ran out before the recorded computation was repeated" +
                           record);
      return;
    }
    Certificate again = certificate_of(task.request, *derived);
    if (!c_.witness.empty()) add_witness(task.request, effort, &again);
    compare_with(again);
  }

  void compare_with(const Certificate& again) {
    const std::vector<Objection> different = differences(c_, again);
    if (different.empty()) return;
    const std::vector<std::string> others = other_versions(c_.versions);
    // True if the recorded computation did not reach its digits, and the repeated one differs in other members than
    // `reached`. Such differences are expected, because the recorded computation was interrupted.
    const bool cut_short =
        !c_.reached && !(different.size() == 1 && different.front().field == "reached");
    if (others.empty() && !cut_short) {
      out_.record.insert(out_.record.end(), different.begin(), different.end());
      return;
    }
    std::string fields;
    for (const Objection& o : different) fields += (fields.empty() ? "" : ", ") + o.field;
    std::string why;
    for (const std::string& other : others) why += (why.empty() ? "" : "; ") + other;
    if (others.empty()) why = "the certificate was made before its digits were reached";
    out_.notes.push_back("not reproduced, informative only: " + fields + " (" + why + ")");
  }

  const Certificate& c_;
  const CheckOptions& options_;
  CheckResult out_;
  double seconds_ = 0;
};

}  // namespace

CheckResult check(const Certificate& certificate, const CheckOptions& options) {
  const FloatingPointScope standard;
  return Check(certificate, options).run();
}

std::string verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::confirmed:
      return "confirmed";
    case Verdict::unconfirmed:
      return "unconfirmed";
    case Verdict::contradiction:
      return "contradiction";
    case Verdict::withdrawn:
      return "withdrawn";
    case Verdict::refuted:
      break;
  }
  return "refuted";
}

}  // namespace plumbline
