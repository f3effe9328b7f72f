/// Calibration: computes the parameter value at which a mechanism meets a privacy target with equality.
#include <stdexcept>

#include "reference/quantities/calibration/refined_calibration.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"

namespace plumbline {
namespace {

std::vector<std::vector<std::string>> targets() {
  std::vector<std::vector<std::string>> out;
  for (const TargetWords& words : target_words()) {
    if (words.at.empty()) {
      out.push_back({words.bound});
    } else {
      out.push_back({words.at, words.bound});
    }
  }
  return out;
}

/// Returns the target of a question. Its numbers are sorted into the order of names that the registry lists, because a
/// question may state them in any order.
PrivacyTarget target_in(const Query& question) {
  std::vector<std::string> given;
  for (const auto& [name, text] : question.at) given.push_back(name);
  NamedReals numbers;
  for (const std::string& name : chosen_arguments(required_quantity(question.quantity), given)) {
    numbers.emplace_back(name, question.real(name));
  }
  return target_of(numbers);
}

Answer answered(const Family& family, const Calibration& found) {
  Answer out{.value = found.value, .explanation = "engine: " + found.value.engine()};
  out.safe = found.safe;
  out.safe_double = found.safe_double;
  out.undecided = found.undecided;
  if (found.safe) {
    out.findings = {{"safe", found.safe->text()},
                    {"private_side", family.order().larger_is_more_private ? "above" : "below"}};
    if (found.safe_double) {
      out.findings.emplace_back("safe_double", safe_text(*found.safe_double, family.order()));
    }
  }
  return out;
}

Answer answer_calibration(const Query& question, const Effort& effort, OtherPath& path) {
  const Family family(question.mechanism, "");
  return answered(
      family, refined_calibration(family, target_in(question), question.direction, question.engine,
                                  effort, [&](const Calibration& best) {
                                    if (path.so_far) path.so_far(answered(family, best));
                                  }));
}

/// Answers a question of a case file, which writes the unknown parameter as ? and does not name it.
Answer number_calibrated(const Query& question, const Effort& effort) {
  const Family family(question.mechanism, "");
  return answered(family,
                  calibrate(family, target_in(question), question.direction, "auto", effort));
}

bool is_reconstruction(const Query& question) {
  return target_in(question).kind == PrivacyTarget::Measure::reconstruction;
}

void make_canonical(Query& question) {
  question.options = {{"vary", Family(question.mechanism, "").parameter()}};
  if (is_reconstruction(question)) question.direction = Direction::forward;
}

void check_calibration(const Query& question) {
  target_in(question).check();
  if (is_reconstruction(question) && question.direction != Direction::forward) {
    throw std::invalid_argument("a reconstruction target is about the forward pair");
  }
  const std::string parameter = Family(question.mechanism, "").parameter();
  if (question.option("vary") != parameter || question.options.size() != 1) {
    throw std::invalid_argument("the parameter that is open is " + parameter);
  }
}

/// Returns the target as a statement in prose.
std::string words_of_target(const Query& query) {
  const PrivacyTarget target = target_in(query);
  const std::string bound = query.at.back().second, at = query.at.front().second;
  switch (target.kind) {
    case PrivacyTarget::Measure::delta:
      return std::string("the mechanism is (") + at + ", " + bound + ")-differentially private";
    case PrivacyTarget::Measure::advantage:
      return "no attacker's advantage over guessing (total variation) exceeds " + bound;
    case PrivacyTarget::Measure::reconstruction:
      return std::string(
                 "no attacker reconstructs a record, which blind guessing hits with probability ") +
             at + ", with a probability above " + bound;
    case PrivacyTarget::Measure::bayes:
      return std::string(
                 "every attacker who tells two neighbouring data sets apart, thinking the first "
                 "one "
                 "(without the record, where one is added or removed) likely with probability ") +
             at + ", errs with probability " + bound + " or more";
    case PrivacyTarget::Measure::type_two:
      return std::string("every attacker with type I error (false alarms) ") + at +
             " has type II error (misses) " + bound + " or more";
    case PrivacyTarget::Measure::gaussian:
      return std::string("attackers do no better than against Gaussian noise with mu = ") + at +
             ", up to " + bound + " in either error";
  }
  return "";
}

std::string calibration_meaning(const ProvedAnswer& proved) {
  const Query& query = proved.query;
  const std::string parameter = query.option("vary");
  const ParameterOrder order = Family(query.mechanism, "").order();
  const bool above = order.larger_is_more_private;
  const std::string name = parameter == "N" ? "number of runs N" : parameter;
  std::string out = std::string("The ") + (above ? "smallest" : "largest") + " " + name +
                    " with which " + words_of_target(query);
  if (query.direction != Direction::worst && !is_reconstruction(query)) {
    out += ", in this direction alone";
  }
  if (parameter != "N" && order.least && order.most) {
    out += std::string(" (of ") + parameter + " from " + order.least->text() + " to " +
           order.most->text() + ", where it has an order)";
  }
  out += ".";
  if (!proved.checked) return out;
  const std::string safe = proved.finding("safe");
  if (safe.empty())
    return out + " The certificate states no value that certainly meets the target.";
  out += std::string(" With ") + parameter + " = " + safe +
         " this certainly holds, and with every value " + (above ? "above" : "below") + " it";
  const std::string as_double = proved.finding("safe_double");
  if (!as_double.empty() && as_double != safe) {
    out += std::string("; as a double (binary64), write ") + as_double +
           ", which was computed separately";
  }
  if (order.integer && proved.lower == proved.upper && proved.proved) {
    out += std::string("; with ") +
           (Rational::parse(proved.upper) + Rational(above ? -1 : 1)).text() +
           " it certainly does not hold";
  }
  return out +
         ". (Privacy is monotone in this parameter: this is proved in the sources as "
         "PARAMETER-ORDER; the check judges the ends.)";
}

AllMembers members_of_calibration(const Query&, bool found) {
  if (!found) return {};
  return {.findings = {.needed = {"safe", "private_side"}, .allowed = {"safe_double"}}};
}

}  // namespace

QuantityFamily calibration_entries() {
  const std::vector<std::pair<std::string, std::string>> asked{
      {"epsilon", "epsilon"}, {"delta", "delta"}, {"advantage", "advantage"}};
  return {{.name = "calibrate",
           .summary = "value of the parameter ? that just meets a target",
           .also = {"calibrated"},
           .subject = Subject::open_mechanism,
           .arguments = {{.name = "epsilon", .any_real = true},
                         {.name = "delta", .domain = Domain::inner},
                         {.name = "advantage", .domain = Domain::inner}},
           .choices = targets(),
           .options = {{.name = "vary", .written = true}},
           .answer = answer_calibration,
           .number = number_calibrated,
           .canonical = make_canonical,
           .check = check_calibration,
           .certificate =
               CertificateEntry{.proof = Proof::calibration, .members = members_of_calibration},
           .words = {.proved = calibration_meaning},
           .claims = ClaimEntry{.names = {{"sigma", asked}}, .shown = "sigma"}}};
}

}  // namespace plumbline
