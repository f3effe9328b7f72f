#include "reference/certificates/value_check.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/certificates/comparison_check.hpp"
#include "reference/certificates/consistency.hpp"
#include "reference/certificates/prior_check.hpp"
#include "reference/certificates/request.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/bound_digits.hpp"

namespace plumbline {
namespace {

/// Judges a finding (a number of steps, for example) by the text `here` that the check found. A stated "undecided" is
/// proved, because it states nothing. The finding remains open if the check itself finds no text, "undecided" or
/// "none".
void weigh(const CheckedFinding& stated, const std::string& here, CheckedFinding* out) {
  *out = stated;
  if (stated.settled()) return;
  if (stated.text == here || stated.text == "undecided") {
    out->standing = Standing::proved;
    out->found = here;
  } else if (!here.empty() && here != "undecided" && here != "none") {
    out->standing = Standing::refuted;
    out->found = "found again: " + here;
  }
}

class ValueCheck {
 public:
  ValueCheck(const CheckTask& task, CheckResult* out)
      : task_(task), c_(task.certificate), form_(*task.entry.certificate), out_(out) {
    numbers_.emplace_back("lower, upper", c_.lower, c_.upper);
    for (const NamedInterval& value : c_.values) {
      numbers_.emplace_back("values." + value.name, value.lower, value.upper);
    }
    for (const auto& [name, text] : c_.findings) findings_.push_back({"findings." + name, text});
    if (form_.proof == Proof::comparison) comparison_.emplace(task, &numbers_, &findings_);
  }

  void run() {
    std::vector<Interval> stated;
    for (const NumberProof& number : numbers_) stated.push_back(number.stated());
    std::vector<CheckPath> paths = paths_of(task_);
    for (const int digits : digits_to_try(stated, least_digits())) {
      for (CheckPath& path : paths) {
        if (!path.spent) attempt(digits, &path);
        if (finished()) return report();
        Effort effort;
        effort.poll = task_.options.poll;
        if (effort.expired()) return report();
      }
    }
    report();
  }

 private:
  /// Returns the minimum number of digits to compute. If `lower` and `upper` are bounds of two different numbers, their
  /// distance does not determine how many digits are needed.
  int least_digits() const {
    constexpr int kBeyond = 4;
    return std::max(task_.options.digits, form_.bounds ? kBoundDigits + kBeyond : 0);
  }

  bool finished() const {
    bool all = true;
    const auto refuted = [](const auto& one) { return one.standing == Standing::refuted; };
    for (const NumberProof& number : numbers_) {
      if (number.result().refuted()) return true;
      all = all && number.result().proved();
    }
    if (std::any_of(findings_.begin(), findings_.end(), refuted)) return true;
    return all && !best_.lower.empty() &&
           std::all_of(findings_.begin(), findings_.end(),
                       [](const auto& f) { return f.settled(); });
  }

  void attempt(int digits, CheckPath* path) {
    Effort effort;
    effort.poll = at_most(path->patience, task_.options.poll);
    Query request = task_.request;
    request.engine = path->engine;
    request.other_engine = path->other_engine;
    request.digits = digits;
    OtherPath other{.wanted = path->vary};
    std::optional<Answer> derived;
    try {
      derived = answer(request, effort, other);
    } catch (const std::invalid_argument& e) {
      // The engine does not compute the number; with `auto`, the question has no answer.
      path->spent = true;
      if (path->engine == "auto") no_answer(e.what());
      return;
    }
    const Certificate found = certificate_of(request, *derived);
    take(found, *derived, label_of(*path, found.engine, other.taken));
    // The path is exhausted if the requested digits were not reached, or if an alternative method was requested and the
    // engine has none.
    path->spent = !derived->value.reached() || effort.expired() ||
                  (path->vary && !other.taken && form_.computed != Computed::by_transform);
  }

  /// Adds the objection that the question has no answer.
  void no_answer(const std::string& what) {
    out_->objections.push_back({"question", task_.request.shown(), what});
  }

  std::string label_of(const CheckPath& path, const std::string& engine, bool varied) const {
    const bool formulas = form_.computed != Computed::by_engine;
    if (formulas || !path.other_engine.empty()) return path.label;
    const bool named =
        c_.engine.find(engine) != std::string::npos || engine.find(c_.engine) != std::string::npos;
    if (!named) return "another engine";
    return path.vary && !varied ? "the same formulas at a higher precision" : path.label;
  }

  void take(const Certificate& found, const Answer& derived, const std::string& label) {
    const bool infinite = !text_of(found.findings, "infinite").empty();
    if (infinite) {
      numbers_.front().take_infinite(found.engine, label);
    } else {
      numbers_.front().take(found.lower, found.upper, found.engine, label);
    }
    if (best_.lower.empty() || !numbers_.front().result().settled() || derived.value.reached()) {
      best_ = found;
      path_ = label;
    }
    for (NumberProof& number : numbers_) {
      for (const NamedInterval& value : found.values) {
        // Crossings are identified by their location, not by their index. ComparisonCheck compares them.
        if (number.result().name != "values." + value.name || crosses(value.name)) continue;
        number.take(value.lower, value.upper, found.engine, label);
      }
    }
    if (comparison_) {
      comparison_->take(*derived.comparison, found.engine, label);
      return;
    }
    compare_names(found);
    for (CheckedFinding& finding : findings_) {
      if (finding.name == "findings.infinite") {
        take_infinite(infinite, &finding);
      } else {
        weigh(finding, text_of(found.findings, finding.name.substr(9)), &finding);
      }
    }
  }

  /// Compares the names of values. The set of values is part of the statement: a missing value means that none exists
  /// (epsilon of a channel, eta of the moments). The names depend on the request alone, not on digits or engines.
  void compare_names(const Certificate& found) {
    const auto in_brackets = [](const NamedInterval& value) {
      return "[" + value.lower + ", " + value.upper + "]";
    };
    const auto object = [&](const std::string& name, const std::string& stated,
                            const std::string& why) {
      const std::string field = "values." + name;
      for (const Objection& known : out_->objections) {
        if (known.field == field) return;
      }
      out_->objections.push_back({field, stated, why});
    };
    for (const NamedInterval& value : found.values) {
      if (find_value(c_.values, value.name) != nullptr) continue;
      object(value.name, "nothing", "found again: " + in_brackets(value));
    }
    for (const NamedInterval& value : c_.values) {
      if (find_value(found.values, value.name) != nullptr) continue;
      object(value.name, in_brackets(value), "there is no such value");
    }
  }

  static bool crosses(const std::string& name) { return name.rfind("crossing_", 0) == 0; }

  void take_infinite(bool infinite, CheckedFinding* finding) const {
    const CheckedNumber& number = numbers_.front().result();
    if (infinite) {
      finding->standing = Standing::proved;
    } else if (number.found_upper != "inf") {
      finding->standing = Standing::refuted;
      finding->found = "it is at most " + number.found_upper + " by " + number.engine;
    }
  }

  void note_long_points() {
    for (const NumberProof& number : numbers_) {
      if (number.result().settled() || !is_long_point(number.stated(), task_.options.digits)) {
        continue;
      }
      out_->notes.push_back(number.result().name +
                            ": a single number of so many digits is compared "
                            "on " +
                            std::to_string(kStatedPointDigits) +
                            " of them; --digits compares more");
    }
  }

  void report() {
    note_long_points();
    out_->lower = best_.lower;
    out_->upper = best_.upper;
    out_->digits = best_.digits;
    out_->engine = best_.engine;
    out_->path = path_;
    for (const NumberProof& number : numbers_) out_->numbers.push_back(number.result());
    out_->findings = findings_;
    if (form_.proof == Proof::two_values) out_->findings.push_back(check_prior(task_));
  }

  const CheckTask& task_;
  const Certificate& c_;
  const CertificateEntry& form_;
  CheckResult* out_;
  std::vector<NumberProof> numbers_;
  std::vector<CheckedFinding> findings_;
  std::optional<ComparisonCheck> comparison_;
  Certificate best_;
  std::string path_;
};

}  // namespace

void check_values(const CheckTask& task, CheckResult* out) { ValueCheck(task, out).run(); }

}  // namespace plumbline
