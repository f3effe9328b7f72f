#include "verify/report/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "verify/report/notation.hpp"

namespace plumbline {
namespace {

/// Distances between whole curves are no errors of single values.
std::string judged_quantity(const Json& value) {
  const auto at = value.find("at");
  const bool curve = at != value.end() && at->is_object() && text_of(*at, "alpha") == "all";
  return text_of(value, "quantity") + (curve ? ", whole curve" : "");
}

/// A summary under construction, with the lists its medians are taken from.
struct Collected {
  ApproximationSummary summary;
  std::vector<double> errors, method_shares;
};

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void add_flags(const Json& judged, ApproximationSummary* s) {
  const std::string verdict = text_of(judged, "verdict"),
                    within = text_of(judged, "within_tolerance");
  s->refused += verdict == "refused" ? 1 : 0;
  s->no_number += verdict != "refused" && verdict != "measured" ? 1 : 0;
  s->with_tolerance += within.empty() ? 0 : 1;
  s->exceeded += within == "false" ? 1 : 0;
  s->unsettled += text_of(judged, "unsettled").empty() ? 0 : 1;
  s->dangerous += text_of(judged, "side") == "dangerous" ? 1 : 0;
  s->safe += text_of(judged, "side") == "safe" ? 1 : 0;
  const auto band = judged.find("band");
  if (band == judged.end()) return;
  ++s->bands;
  s->bands_missed += text_of(*band, "contains_truth") == "false" ? 1 : 0;
}

void add_errors(const Json& value, const Json& judged, Collected* c) {
  const double error = error_of(judged, "absolute_error");
  if (text_of(judged, "verdict") != "measured" || std::isnan(error)) return;
  ApproximationSummary& s = c->summary;
  ++s.measured;
  c->errors.push_back(error);
  if (s.worst == nullptr || error > s.max_error) {
    s.max_error = error;
    s.worst = &value;
    s.worst_judged = &judged;
  }
  const double relative = error_of(judged, "relative_error");
  if (std::isfinite(relative)) {
    if (s.worst_relative == nullptr || relative > s.max_relative_error) {
      s.worst_relative = &value;
      s.worst_relative_judged = &judged;
    }
    s.any_relative_error = true;
    s.max_relative_error = std::fmax(s.max_relative_error, relative);
  }
  const double method = magnitude_of(judged, "method_error");
  const double rounding = magnitude_of(judged, "rounding_error");
  if (!(method + rounding > 0)) return;  // not split, or no error at all
  c->method_shares.push_back(method / (method + rounding));
  s.rounding_dominates += rounding > method ? 1 : 0;
}

ApproximationSummary finished(const Collected& c) {
  ApproximationSummary s = c.summary;
  const double count = static_cast<double>(c.errors.size());
  s.mean_error = std::accumulate(c.errors.begin(), c.errors.end(), 0.0) / count;
  s.median_error = median(c.errors);
  s.median_method_share = median(c.method_shares);
  return s;
}

}  // namespace

std::string worst_words(const ApproximationSummary& summary) {
  const Json &judged = *summary.worst_judged, &value = *summary.worst;
  const Json& error = judged.at("absolute_error");
  const std::string off = "off by " + interval(text_of(error, "lower"), text_of(error, "upper"), 4);
  const auto place = judged.find("largest_at");
  if (place != judged.end() && place->is_object()) {
    return "the curve is " + off + ", most at alpha = " + text_of(*place, "alpha") +
           ", where it is " + text_of(*place, "side") + " the true one";
  }
  return "said " + text_of(judged, "value") + ", truth " +
         interval(text_of(value, "lower"), text_of(value, "upper")) + ", " + off;
}

std::vector<ApproximationSummary> summarise(const RunResults& results) {
  std::map<std::pair<std::string, std::string>, Collected> groups;
  for (const Json& value : results.values) {
    const auto list = value.find("judged");
    if (list == value.end()) continue;
    for (const Json& judged : *list) {
      const std::string name = text_of(judged, "approximation"), quantity = judged_quantity(value);
      Collected& c = groups[{name, quantity}];
      c.summary.approximation = name;
      c.summary.quantity = quantity;
      add_flags(judged, &c.summary);
      add_errors(value, judged, &c);
    }
  }
  std::vector<ApproximationSummary> out;
  for (const auto& [key, c] : groups) out.push_back(finished(c));
  return out;
}

std::vector<MethodErrors> errors_by_method(const RunResults& results) {
  std::map<std::string, std::vector<double>> errors;
  std::map<std::string, size_t> dangerous;
  for (const Json& value : results.values) {
    const auto list = value.find("judged");
    if (list == value.end()) continue;
    for (const Json& judged : *list) {
      const double relative = error_of(judged, "relative_error");
      if (text_of(judged, "verdict") != "measured" || !std::isfinite(relative)) continue;
      const std::string name = text_of(judged, "approximation");
      if (relative > 0) errors[name].push_back(relative);
      dangerous[name] += text_of(judged, "side") == "dangerous" ? 1 : 0;
    }
  }
  std::vector<MethodErrors> out;
  for (const auto& [name, all] : errors) {
    out.push_back({name, median(all), *std::max_element(all.begin(), all.end()), dangerous[name]});
  }
  return out;
}

VerdictCounts count_verdicts(const RunResults& results) {
  VerdictCounts counts;
  for (const Json& value : results.values) {
    const std::string verdict = text_of(value, "verdict");
    counts.agrees += verdict == "agrees" ? 1 : 0;
    counts.differs += verdict == "differs" ? 1 : 0;
    counts.disputed += verdict == "disputed" ? 1 : 0;
    counts.stale += verdict == "stale_dispute" ? 1 : 0;
    counts.undecided += verdict == "undecided" ? 1 : 0;
  }
  return counts;
}

RunCounts count_run(const RunResults& results) {
  RunCounts counts;
  for (const Json& value : results.values) {
    counts.unreached += text_of(value, "reached") == "true" ? 0 : 1;
    const auto list = value.find("judged");
    if (list == value.end()) continue;
    counts.judged += list->size();
    for (const Json& judged : *list) {
      counts.exceeded += text_of(judged, "within_tolerance") == "false" ? 1 : 0;
    }
  }
  return counts;
}

std::string exit_code_meaning(const std::string& exit_code) {
  if (exit_code == "0") return "all as asked";
  if (exit_code == "1") return "a judged value is wrong, or worse than the baseline";
  if (exit_code == "2") return "bad input, listed below; everything else was run";
  if (exit_code == "3") return "a precision or a verdict was not reached";
  if (exit_code == "130") return "interrupted; what was done until then is here";
  return "unknown: the run did not end";
}

}  // namespace plumbline
