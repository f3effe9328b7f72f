#include "verify/report/findings.hpp"

#include <algorithm>
#include <map>

#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

using Trouble = Finding::Trouble;

/// The cases of a run, with the findings of each.
class Collector {
 public:
  explicit Collector(const RunResults& results) : results_(results) {
    for (const Json& c : results.cases) {
      lines_[place(c)] = c.value("line", 0);
      order_.emplace(place(c), order_.size());
    }
  }

  std::vector<Finding> run() {
    for (const Json& value : results_.values) of_value(value);
    for (const Json& other : results_.others) of_verdict(other);
    regressions();
    for (const Json& c : results_.cases) of_case(c);
    sort_by_case();
    return std::move(found_);
  }

 private:
  static std::string place(const Json& r) { return text_of(r, "file") + "\n" + text_of(r, "case"); }

  void add(Trouble kind, const Json& r, const std::string& what, const std::string& message) {
    found_.push_back(
        {kind, text_of(r, "file"), lines_[place(r)], text_of(r, "case"), what, message});
  }

  void of_value(const Json& value) {
    of_verdict(value);
    const auto list = value.find("judged");
    if (list == value.end() || !list->is_array()) return;
    for (const Json& judged : *list) of_judged(value, judged);
  }

  void of_verdict(const Json& value) {
    const std::string verdict = text_of(value, "verdict"), what = request_text(value);
    const std::string certified = interval(text_of(value, "lower"), text_of(value, "upper"));
    if (verdict == "differs") {
      add(Trouble::wrong, value, what,
          "printed " + text_of(value, "expect") + ", certified " + certified);
    } else if (verdict == "stale_dispute") {
      add(Trouble::wrong, value, what,
          "printed " + text_of(value, "expect") + " agrees with " + certified +
              ", though the case disputes it");
    } else if (text_of(value, "reached") == "false") {
      const std::string reason = text_of(value, "reason");
      add(Trouble::not_reached, value, what,
          text_of(value, "digits_asked") + " digits were asked, certified " + certified +
              (reason.empty() ? "" : ": " + reason));
    } else if (verdict == "undecided") {
      add(Trouble::not_reached, value, what,
          "whether " + text_of(value, "expect") + " is right is undecided: certified " + certified);
    }
  }

  void of_judged(const Json& value, const Json& judged) {
    if (text_of(judged, "expect_verdict") == "differs") {
      const std::string said = text_of(judged, "value");
      add(Trouble::wrong, value, text_of(judged, "approximation"),
          "printed " + text_of(judged, "expect") + ", said " + (said.empty() ? "nothing" : said) +
              ", at " + request_text(value));
    }
    const std::string within = text_of(judged, "within_tolerance");
    if (within.empty() || within == "true") return;
    const auto error = judged.find("absolute_error");
    std::string message = "absolute error ";
    if (error != judged.end() && error->is_object()) {
      message += text_of(*error, "lower") + ", tolerance ";
    } else {
      message = text_of(judged, "verdict") + " where a number is due, tolerance ";
    }
    message += text_of(judged, "tolerance") + ", at " + request_text(value);
    add(within == "false" ? Trouble::wrong : Trouble::not_reached, value,
        text_of(judged, "approximation"), message);
  }

  void regressions() {
    const auto baseline = results_.run.find("baseline");
    if (baseline == results_.run.end() || !baseline->is_object()) return;
    for (const Json& r : baseline->value("regressions", Json::array())) {
      add(Trouble::regression, r, text_of(r, "key"), text_of(r, "message"));
      found_.back().line = r.value("line", 0);
    }
  }

  /// Adds findings from the record of a case: its contradictions and problems. If the case is wrong or incomplete and
  /// no result states the reason, adds a general finding.
  void of_case(const Json& c) {
    const auto has = [&](Trouble kind) {
      return std::any_of(found_.begin(), found_.end(), [&](const Finding& f) {
        return f.kind == kind && f.file == text_of(c, "file") && f.case_id == text_of(c, "case");
      });
    };
    const bool wrong = c.value("wrong", false), unreached = c.value("unreached", false);
    if (wrong && !has(Trouble::wrong)) {
      add(Trouble::wrong, c, "", "judged wrong; its lines of results.jsonl say why");
    }
    if (unreached && !has(Trouble::not_reached)) {
      add(Trouble::not_reached, c, "", "not all was reached; its lines of results.jsonl say what");
    }
    for (const Json& one : c.value("contradictions", Json::array())) {
      const std::string line = one.is_string() ? one.get<std::string>() : "";
      add(Trouble::contradiction, c, "", line + ": a bound is false, please report it");
    }
    for (const Json& problem : c.value("problems", Json::array())) {
      add(Trouble::bad_input, c, "", problem.is_string() ? problem.get<std::string>() : "");
    }
  }

  /// Sorts by case, and within a case in order of discovery.
  void sort_by_case() {
    const auto rank = [&](const Finding& f) {
      const auto it = order_.find(f.file + "\n" + f.case_id);
      return it == order_.end() ? order_.size() : it->second;
    };
    std::stable_sort(found_.begin(), found_.end(),
                     [&](const Finding& a, const Finding& b) { return rank(a) < rank(b); });
    std::vector<Finding> input;
    for (const Json& problem : results_.run.value("input_problems", Json::array())) {
      if (problem.is_string()) {
        input.push_back({Trouble::bad_input, "", 0, "", "", problem.get<std::string>()});
      }
    }
    found_.insert(found_.begin(), input.begin(), input.end());
  }

  const RunResults& results_;
  std::map<std::string, int> lines_;
  std::map<std::string, size_t> order_;
  std::vector<Finding> found_;
};

}  // namespace

const char* kind_name(Finding::Trouble kind) {
  if (kind == Trouble::contradiction) return "contradiction";
  if (kind == Trouble::wrong) return "wrong";
  if (kind == Trouble::regression) return "regression";
  return kind == Trouble::bad_input ? "bad input" : "not reached";
}

std::string Finding::text() const {
  // The messages of these kinds contain their place.
  if (file.empty() || kind == Trouble::bad_input || kind == Trouble::contradiction) return message;
  std::string out = file + (line > 0 ? ":" + std::to_string(line) : "") + ": [" + case_id + "] ";
  return out + (what.empty() ? "" : what + ": ") + message;
}

Json findings_json(const std::vector<Finding>& found) {
  Json out = Json::array();
  for (const Finding& f : found) {
    out.push_back({{"kind", kind_name(f.kind)},
                   {"file", f.file},
                   {"line", f.line},
                   {"case", f.case_id},
                   {"what", f.what},
                   {"message", f.message}});
  }
  return out;
}

std::vector<Finding> findings(const RunResults& results) { return Collector(results).run(); }

}  // namespace plumbline
