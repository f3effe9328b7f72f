#include "verify/claims/results/verdict_record.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/ball_dump.hpp"

namespace plumbline {
namespace {

using RecordJson = nlohmann::ordered_json;

RecordJson bounds_record(const PrintedBounds& bounds) {
  return RecordJson::array({bounds.lower, bounds.upper});
}

PrintedBounds read_bounds(const RecordJson& record) {
  return {record.at(0).get<std::string>(), record.at(1).get<std::string>()};
}

RecordJson ball_record(const std::optional<Ball>& x) {
  return x ? RecordJson(dump_ball(*x)) : RecordJson(nullptr);
}

std::optional<Ball> read_ball_record(const RecordJson& record) {
  if (record.is_null()) return std::nullopt;
  std::optional<Ball> out = read_ball(record.get<std::string>());
  if (!out) throw std::invalid_argument("no ball");
  return out;
}

VerdictKind read_kind(const RecordJson& record) {
  if (const auto kind = find_verdict(record.get<std::string>())) return *kind;
  throw std::invalid_argument("no verdict");
}

ViolationGrade read_grade(const RecordJson& record) {
  return find_grade(record.get<std::string>()).value_or(ViolationGrade::none);
}

RecordJson elsewhere_record(const std::vector<VerdictElsewhere>& all) {
  RecordJson out = RecordJson::array();
  for (const VerdictElsewhere& one : all) {
    out.push_back({one.installation, verdict_name(one.verdict), grade_name(one.grade)});
  }
  return out;
}

std::vector<VerdictElsewhere> read_elsewhere(const RecordJson& record) {
  std::vector<VerdictElsewhere> out;
  for (const RecordJson& one : record) {
    out.push_back({one.at(0).get<std::string>(), read_kind(one.at(1)), read_grade(one.at(2))});
  }
  return out;
}

RecordJson promise_record(const PromiseVerdict& promise) {
  return {{"verdict", verdict_name(promise.verdict)},
          {"text", promise.text},
          {"against", promise.against},
          {"certified", bounds_record(promise.certified)},
          {"confirmed_by", promise.confirmed_by}};
}

PromiseVerdict read_promise(const RecordJson& record) {
  PromiseVerdict out;
  out.verdict = read_kind(record.at("verdict"));
  record.at("text").get_to(out.text);
  record.at("against").get_to(out.against);
  out.certified = read_bounds(record.at("certified"));
  record.at("confirmed_by").get_to(out.confirmed_by);
  return out;
}

}  // namespace

RecordJson verdict_record(const ClaimVerdict& v) {
  return {
      {"verdict", verdict_name(v.verdict)},
      {"grade", grade_name(v.grade)},
      {"reason", v.reason},
      {"against", v.against},
      {"certified", bounds_record(v.certified)},
      {"truth", bounds_record(v.truth)},
      {"error", ball_record(v.error)},
      {"relative", ball_record(v.relative)},
      {"looseness", ball_record(v.looseness)},
      {"by_tolerance", v.by_tolerance},
      {"says_nothing", v.says_nothing},
      {"no_number", v.no_number},
      {"at_doubles", v.at_doubles ? RecordJson(verdict_name(*v.at_doubles)) : RecordJson(nullptr)},
      {"confirmed_by", v.confirmed_by},
      {"promise", v.promise ? promise_record(*v.promise) : RecordJson(nullptr)},
      {"elsewhere", elsewhere_record(v.elsewhere)},
      {"seconds", v.seconds},
      {"engine", v.engine},
      {"steps", v.steps},
      {"delta_scale", v.delta_scale},
      {"replay", v.replay},
      {"contradiction", v.contradiction}};
}

ClaimVerdict read_verdict_record(const RecordJson& record) {
  ClaimVerdict out;
  out.verdict = read_kind(record.at("verdict"));
  out.grade = read_grade(record.at("grade"));
  record.at("reason").get_to(out.reason);
  record.at("against").get_to(out.against);
  out.certified = read_bounds(record.at("certified"));
  out.truth = read_bounds(record.at("truth"));
  out.error = read_ball_record(record.at("error"));
  out.relative = read_ball_record(record.at("relative"));
  out.looseness = read_ball_record(record.at("looseness"));
  record.at("by_tolerance").get_to(out.by_tolerance);
  record.at("says_nothing").get_to(out.says_nothing);
  record.at("no_number").get_to(out.no_number);
  if (!record.at("at_doubles").is_null()) out.at_doubles = read_kind(record.at("at_doubles"));
  record.at("confirmed_by").get_to(out.confirmed_by);
  if (!record.at("promise").is_null()) out.promise = read_promise(record.at("promise"));
  out.elsewhere = read_elsewhere(record.at("elsewhere"));
  record.at("seconds").get_to(out.seconds);
  record.at("engine").get_to(out.engine);
  record.at("steps").get_to(out.steps);
  record.at("delta_scale").get_to(out.delta_scale);
  record.at("replay").get_to(out.replay);
  record.at("contradiction").get_to(out.contradiction);
  return out;
}

}  // namespace plumbline
