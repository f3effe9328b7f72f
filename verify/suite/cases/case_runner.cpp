#include "verify/suite/cases/case_runner.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/stopwatch.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/registry.hpp"
#include "reference/questions/session.hpp"
#include "reference/values/extended.hpp"
#include "verify/base/certified_json.hpp"
#include "verify/suite/cases/case_verdict.hpp"
#include "verify/suite/cases/judge.hpp"
#include "verify/suite/cases/request_runner.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

struct Computed {
  Certified value;
  std::optional<Ball> prior;  ///< the prior that attains a divergence
  double seconds = 0;
};

/// The profiles of a case. They are cached, so that all points of the case share the node values of the quadrature.
class Solver {
 public:
  explicit Solver(const Case& c)
      : quantity_(required_quantity(c.quantity)),
        query_{.quantity = quantity_.name,
               .mechanism = c.mechanism.expression(),
               .other = c.other ? c.other->expression() : "",
               .direction = c.direction} {}

  const Query& query() const { return query_; }
  /// Returns the work that all runs of approximations share.
  const std::shared_ptr<approximations::SharedWork>& shared() { return shared_; }

  Computed at(const Real& point, const Effort& effort) {
    const Stopwatch watch;
    Query query = query_;
    query.digits = effort.digits;
    const std::string argument = quantity_.argument();
    if (!argument.empty()) query.at = {{argument, point.text()}};
    const Answer found = session_.answer(query, effort);
    if (found.nothing_found) throw Interrupted();
    if (is_infinite(found)) throw std::invalid_argument(why_infinite(found));
    std::optional<Ball> prior;
    if (!query.other.empty()) prior = found.place->value();
    return {found.value, prior, watch.seconds()};
  }

 private:
  const Quantity& quantity_;
  Query query_;
  Session session_;
  std::shared_ptr<approximations::SharedWork> shared_ =
      std::make_shared<approximations::SharedWork>();
};

NamedTexts arguments_of(const Case& c, const Real& point) {
  if (c.argument.empty()) return {};
  return {{c.argument, point.text()}};
}

/// Computes the value and its verdict. While the verdict is undecided, the value is computed again with more digits.
Computed certify(Solver& solver, const Case& c, const Real& point, Effort effort,
                 AnswerVerdict* verdict) {
  const NamedTexts at = arguments_of(c, point);
  Computed computed = solver.at(point, effort);
  *verdict = verdict_of(c, {computed.value}, at, effort);
  for (int attempt = 0; attempt < 2 && computed.value.reached(); ++attempt) {
    if (verdict->overall() != Agreement::undecided) break;
    effort.digits *= 2;
    computed = solver.at(point, effort);
    *verdict = verdict_of(c, {computed.value}, at, effort);
  }
  return computed;
}

/// The errors for the previous member of a sequence, by approximation and point.
struct SequenceErrors {
  struct Last {
    Rational steps;
    Ball error;
  };
  std::map<std::pair<std::string, Rational>, Last> last{};

  /// Adds the exponent of the number of steps in the error, fitted to this member of the sequence and the previous one.
  void add(const Case& c, const Rational& point, const std::string& name, Judgement* judgement) {
    if (c.sequence.empty() || !judgement->error) return;
    const Rational steps = c.mechanism.steps();
    const auto before = last.find({name, point});
    if (before != last.end()) {
      const Ball order =
          fitted_order(before->second.steps, before->second.error, steps, *judgement->error);
      const auto [lower, upper] = order.decimal_bounds(5);
      Json record = {{"from_steps", before->second.steps.text()}, {"to_steps", steps.text()}};
      record["lower"] = order.is_finite() ? Json(lower) : Json(nullptr);
      record["upper"] = order.is_finite() ? Json(upper) : Json(nullptr);
      const auto claimed = c.order.find(name);
      record["claimed"] = claimed == c.order.end() ? Json(nullptr) : Json(claimed->second.text());
      judgement->record["order"] = record;
    }
    last.insert_or_assign({name, point}, Last{steps, *judgement->error});
  }
};

Json head_of(const Case& c) {
  Json record = {{"file", c.file},         {"case", c.id},
                 {"title", c.title},       {"source", c.source},
                 {"quantity", c.quantity}, {"mechanism", c.mechanism.expression()},
                 {"other", nullptr},       {"direction", direction_name(c.direction)}};
  if (c.other) record["other"] = c.other->expression();
  if (!c.sequence.empty()) record["steps"] = c.mechanism.steps().text();
  return record;
}

Json at_of(const Case& c, const Real& point) {
  Json at = Json::object();
  if (!c.argument.empty()) at[c.argument] = point.text();
  return at;
}

void add_value(const Computed& computed, int digits, Json* record) {
  if (computed.prior) {
    const auto [least, most] = computed.prior->decimal_bounds(digits);
    (*record)["at"]["prior"] = least == most ? least : "[" + least + ", " + most + "]";
  }
  (*record)["digits_asked"] = digits;
  add_certified(*record, computed.value, digits, computed.seconds);
}

void add_verdict(const Case& c, const AnswerVerdict& verdict, int digits, Json* record,
                 CaseOutcome* out) {
  add_verdict_fields(c, verdict, digits, record);
  const auto overall = verdict.overall();
  if (!overall) return;
  if (overall == Agreement::undecided) {
    out->unreached = true;
  } else if ((overall == Agreement::differs) != c.disputed.has_value()) {
    out->wrong = true;
  }
}

/// Adds the judgements of all approximations. judged(entry, request, tolerance) returns the judgement of one
/// approximation.
template <class Judged>
void add_judged(Solver& solver, const Case& c, const Real& at, const CaseLimits& limits,
                SequenceErrors& errors, const Judged& judged, Json* record, CaseOutcome* out) {
  (*record)["judged"] = Json::array();
  if (c.judge.empty()) return;
  const Rational& point = at.as_rational();  // rational in judged cases: checked by the reader
  const ApproximationRequest request{c.mechanism, c.other,   c.direction, c.quantity,
                                     point,       c.options, false,       solver.shared()};
  for (const std::string& name : c.judge) {
    if (limits.timed_out()) {
      (*record)["judged"].push_back({{"approximation", name},
                                     {"verdict", "not run"},
                                     {"reason", "the time limit has passed"}});
      out->unreached = true;
      continue;
    }
    limits.poll();
    const auto tolerance = c.tolerance.find(name);
    Judgement judgement =
        judged(find_approximation(name), request,
               tolerance == c.tolerance.end() ? std::nullopt : std::optional(tolerance->second));
    const auto printed = c.expect_judged.find(name);
    if (printed != c.expect_judged.end()) add_expectation(printed->second, &judgement);
    errors.add(c, point, name, &judgement);
    out->wrong = out->wrong || judgement.wrong;
    out->unreached = out->unreached || judgement.undecided;
    (*record)["judged"].push_back(judgement.record);
  }
}

/// Returns the row of a value that was not computed.
Json unknown(const Case& c, const Real& point, const std::string& why, CaseOutcome* out) {
  Json record = head_of(c);
  record["at"] = at_of(c, point);
  add_value({nothing_known(), {}, 0}, digits_for(c), &record);
  record["reason"] = why;
  AnswerVerdict nothing;
  if (c.expect || !c.expectations.list.empty()) nothing.printed = Agreement::undecided;
  add_verdict(c, nothing, digits_for(c), &record, out);
  record["judged"] = Json::array();
  out->unreached = true;
  return record;
}

/// Runs a case about whole curves. It has no single certified value, only the largest error of each approximation.
void run_curve(Solver& solver, const Case& c, const CaseLimits& limits, SequenceErrors& errors,
               CaseOutcome* out) {
  Effort effort;
  effort.poll = limits.poll;
  AskedTradeoff f(solver.query(), effort);
  Json record = head_of(c);
  record["at"] = {{c.argument, "all"}};
  record["digits_asked"] = c.digits;
  for (const char* none : {"lower", "upper", "digits"}) record[none] = nullptr;
  record["engine"] = f.engine_name();
  record["reached"] = true;
  record["expect"] = nullptr;
  record["verdict"] = nullptr;
  const Stopwatch watch;
  add_judged(
      solver, c, Real(Rational(0)), limits, errors,
      [&](const ApproximationEntry& entry, const ApproximationRequest& request,
          const std::optional<Rational>& tolerance) {
        const Judgement judgement = judge_curve(entry, request, f, c.digits, tolerance);
        if (judgement.undecided) record["reached"] = false;
        return judgement;
      },
      &record, out);
  record["seconds"] = watch.seconds();
  out->results.push_back(std::move(record));
}

/// Runs a case about whole distributions. It has no single certified value, only the largest shortfall of each
/// approximation.
void run_whole(Solver& solver, const Case& c, const CaseLimits& limits, SequenceErrors& errors,
               CaseOutcome* out) {
  Effort effort;
  effort.poll = limits.poll;
  effort.digits = c.digits;
  Json record = head_of(c);
  record["at"] = {{c.argument, "all"}};
  record["digits_asked"] = c.digits;
  for (const char* none : {"lower", "upper", "digits", "engine"}) record[none] = nullptr;
  record["reached"] = true;
  record["expect"] = nullptr;
  record["verdict"] = nullptr;
  const Stopwatch watch;
  add_judged(
      solver, c, Real(Rational(0)), limits, errors,
      [&](const ApproximationEntry& entry, const ApproximationRequest& request,
          const std::optional<Rational>& tolerance) {
        const Judgement judgement = judge_whole(entry, request, solver.query(), effort, tolerance);
        if (judgement.undecided) record["reached"] = false;
        return judgement;
      },
      &record, out);
  record["seconds"] = watch.seconds();
  out->results.push_back(std::move(record));
}

void run_point(Solver& solver, const Case& c, const Real& point, const CaseLimits& limits,
               SequenceErrors& errors, CaseOutcome* out) {
  Effort effort;
  effort.digits = digits_for(c);
  effort.poll = limits.poll;
  limits.poll();
  AnswerVerdict verdict;
  const Computed computed = certify(solver, c, point, effort, &verdict);
  if (!computed.value.reached()) out->unreached = true;
  Json record = head_of(c);
  record["at"] = at_of(c, point);
  add_value(computed, effort.digits, &record);
  add_verdict(c, verdict, effort.digits, &record, out);
  add_judged(
      solver, c, point, limits, errors,
      [&](const ApproximationEntry& entry, const ApproximationRequest& request,
          const std::optional<Rational>& tolerance) {
        return judge(entry, request, computed.value.value(), tolerance, limits.poll);
      },
      &record, out);
  out->results.push_back(std::move(record));
}

void run_points(Solver& solver, const Case& c, const CaseLimits& limits, SequenceErrors& errors,
                CaseOutcome* out) {
  for (const Real& point : c.at) {
    try {
      if (c.curve) {
        run_curve(solver, c, limits, errors, out);
      } else if (c.whole) {
        run_whole(solver, c, limits, errors, out);
      } else {
        run_point(solver, c, point, limits, errors, out);
      }
    } catch (const Interrupted&) {
      if (!limits.timed_out()) throw;
      out->results.push_back(unknown(c, point, "the time limit has passed", out));
    } catch (const std::invalid_argument& e) {
      const std::string key = c.argument.empty() ? "quantity" : "at." + c.argument;
      out->problems.push_back({c.file, c.at_line, c.id, key, e.what()});
    } catch (const Contradiction& e) {
      out->contradictions.push_back({c.file, c.line, c.id, "", e.what()});
      out->results.push_back(unknown(c, point, std::string("contradiction: ") + e.what(), out));
    } catch (const std::exception& e) {
      out->results.push_back(unknown(c, point, std::string("failed: ") + e.what(), out));
    }
  }
}

}  // namespace

CaseOutcome run_case(const Case& c, const CaseLimits& limits) {
  CaseOutcome out;
  if (!c.requests.empty()) {
    run_requests(c, limits, &out);
    return out;
  }
  SequenceErrors errors;
  Case member = c;
  const size_t members = std::max<size_t>(1, c.sequence.size());
  for (size_t k = 0; k < members; ++k) {
    if (!c.sequence.empty()) member.mechanism = c.sequence[k];
    std::optional<Solver> solver;
    try {
      solver.emplace(member);
    } catch (const std::invalid_argument& e) {
      out.problems.push_back({c.file, c.mechanism_line, c.id, "mechanism", e.what()});
      continue;
    }
    run_points(*solver, member, limits, errors, &out);
  }
  return out;
}

}  // namespace plumbline
