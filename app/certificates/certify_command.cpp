/// `certify`: creates files of certificates.
#include <fmt/core.h>

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/certificates/certificate_commands.hpp"
#include "app/certificates/certify_answers.hpp"
#include "app/certificates/certify_items.hpp"
#include "app/options/calibrate_words.hpp"
#include "app/options/compare_words.hpp"
#include "app/options/moments_words.hpp"
#include "app/options/quantity_arguments.hpp"
#include "app/running/values.hpp"
#include "app/running/watch.hpp"
#include "reference/certificates/witness.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/answer.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/certificates/certificate_json.hpp"

namespace plumbline {
namespace {

/// The output file of certificates, and the version of the format.
struct Output {
  std::string path;
  int version = kStatesHypotheses;

  Certificate form(const Certificate& certificate) const {
    return version < kStatesHypotheses ? in_version_2(certificate) : certificate;
  }
};

std::shared_ptr<Output> add_output_words(Command& words) {
  const auto out = std::make_shared<Output>();
  words.add_option("-o,--output", out->path, "certificate file; - is standard output")->required();
  words
      .add_option(
          "--certificate-version", out->version,
          "2: the form without hypotheses, for older programs; version 1.1.0 removes this option")
      ->check(in_range(kStatesHypotheses - 1, kStatesHypotheses))
      ->capture_default_str();
  return out;
}

using Item = CertifyItem;

std::vector<Item> items_of_quantity(const Quantity& entry, const QuantityArguments& arguments) {
  Query request = certify_request(entry.name, arguments.common);
  request.mechanism = mechanism_asked(arguments);
  request.direction = entry.forward_only() ? Direction::forward : direction_asked(arguments);
  const std::string argument = entry.argument();
  if (argument.empty()) return {{request, "", ""}};
  std::vector<Item> out;
  for (const std::string& text : arguments.at) {
    for (const Rational& at : read_values(argument, {text})) {
      request.at = {{argument, at.text()}};
      const size_t start = text.find_first_not_of(' ');
      out.push_back({request, text.substr(start == std::string::npos ? 0 : start), ""});
    }
  }
  return out;
}

std::vector<Item> items_of_divergence(const QuantityArguments& arguments) {
  Query request = certify_request("divergence", arguments.common);
  request.mechanism = arguments.mechanism;
  request.other = arguments.other;
  request.direction = direction_asked(arguments);
  request.options = {{"hyperprior", arguments.hyperprior}};
  request.options = canonical(request).options;
  const NamedTexts written =
      request.options.empty() ? NamedTexts{} : NamedTexts{{"hyperprior", arguments.hyperprior}};
  std::vector<Item> out{{request, "", "Delta(M1 || M2)", "", written}};
  std::swap(request.mechanism, request.other);
  out.push_back({request, "", "Delta(M2 || M1)", "", written});
  return out;
}

std::vector<Item> items_of(const CalibrateArguments& arguments) {
  Item item{certify_request("calibrate", arguments.common)};
  const Family family(arguments.mechanism, arguments.vary);
  item.written_mechanism = arguments.mechanism;
  item.written_more = written_target(arguments);
  // The written value is only a starting point of the search, so the certificate does not contain it.
  item.request.mechanism = family.expression();
  for (const auto& [name, text] : item.written_more) {
    item.request.at.emplace_back(name, read_value(name, text).text());
  }
  item.request = canonical(item.request);
  if (!arguments.vary.empty()) item.written_more.emplace_back("vary", arguments.vary);
  return {item};
}

std::vector<Item> items_of(const CompareArguments& arguments) {
  Item item{certify_request("comparison", arguments.common)};
  item.request.mechanism = arguments.first;
  item.request.other = arguments.second;
  return {item};
}

std::vector<Item> items_of(const RenyiArguments& arguments) {
  Item item{certify_request("renyi", arguments.common)};
  item.request.mechanism = arguments.mechanism;
  std::vector<Item> out;
  for (const std::string& text : arguments.orders) {
    for (const Rational& order : read_values("order", {text})) {
      item.request.at = {{"order", order.text()}};
      item.written_at = text.substr(text.find_first_not_of(' '));
      out.push_back(item);
    }
  }
  return out;
}

std::vector<Item> items_of(const BerryEsseenArguments& arguments) {
  Item item{certify_request("theorem3", arguments.common)};
  item.request.mechanism = arguments.first;
  item.request.other = arguments.second;
  if (!arguments.target.empty()) {
    item.request.at = {{"target", read_value("target", arguments.target).text()}};
    item.written_more = {{"target", arguments.target}};
  }
  return {item};
}

/// Returns the items of the moments, for both directions if none is chosen.
std::vector<Item> items_of(const MomentsArguments& arguments) {
  Item item{certify_request("moments", arguments.common)};
  item.request.mechanism = arguments.mechanism;
  if (item.request.direction != Direction::worst) return {item};
  std::vector<Item> out{item, item};
  out[0].request.direction = Direction::forward;
  out[1].request.direction = Direction::reverse;
  return out;
}

/// The remaining time, the number of `certificates` that share it, and the action `otherwise` if one of them is not
/// finished in time.
struct TimeOf {
  Watch& limit;
  size_t certificates;
  std::function<int()> otherwise;
};

Certificate certify(const Item& item, const CommonOptions& common, const TimeOf& time,
                    AnswerWriter& answers, bool* reached) {
  const Stopwatch watch;
  Watch& limit = time.limit;
  const Effort effort = limit.effort(time.certificates);
  const Answer derived = [&] {
    const Watch::Work work(limit, item.request.quantity + " of " + item.request.mechanism,
                           time.otherwise);
    return answer(item.request, effort);
  }();
  Certificate out = certificate_of(item.request, derived);
  out.written_mechanism =
      item.written_mechanism.empty() ? item.request.mechanism : item.written_mechanism;
  out.written_other = item.request.other;
  out.written_at = item.written_at;
  out.written_more = item.written_more;
  add_witness(item.request, effort, &out);
  *reached = derived.value.reached();
  give_derived({item.request, derived, out, item.label, common.digits, watch.seconds()}, answers);
  if (common.explain) fmt::print(stderr, "{}\n", derived.explanation);
  return out;
}

int run_certify(const std::vector<Item>& items, const CommonOptions& common, const Output& output) {
  const std::string& path = output.path;
  const Query& first = items.front().request;
  AnswerWriter answers(format_of(common.format), derived_text(first.quantity),
                       path == "-" ? stderr : stdout);
  check_writable(path);
  const Stopwatch reading;
  give_derived_heading(first, answers);
  const double seconds_to_read = reading.seconds();
  const InterruptGuard guard;
  std::vector<Certificate> certificates;
  bool all_reached = true;
  Watch limit(common, items.size() == 1, leave_if_interrupted);
  // Writing a certificate parses the expression again, which is slow for thousands of factors. So the limit is longer
  // by a multiple of the time of the first parsing.
  constexpr double kReadings = 4;
  limit.allow(kReadings * seconds_to_read);
  // If the next certificate is not finished in time, this action writes the finished ones.
  const auto without_more = [&] {
    answers.finish();
    if (!certificates.empty()) write_certificates(certificates, path, true);
    return kNotReached;
  };
  Direction shown = first.direction;
  for (const Item& item : items) {
    if (item.request.direction != shown) give_derived_heading(item.request, answers);
    shown = item.request.direction;
    if (InterruptGuard::interrupted()) {
      fmt::print(stderr, "interrupted: {} of {} values are certified\n", certificates.size(),
                 items.size());
      all_reached = false;
      break;
    }
    bool reached = true;
    const TimeOf time{limit, items.size() - certificates.size(), without_more};
    certificates.push_back(output.form(certify(item, common, time, answers, &reached)));
    all_reached = all_reached && reached;
  }
  // The exit code of finish() is not used: it depends on all values. The exit code of `certify` depends only on the
  // first value of each certificate.
  answers.finish();
  if (certificates.empty()) return kNotReached;
  // Writes a bundle if several items were requested, so that the form of the file does not depend on an interruption.
  write_certificates(certificates, path, items.size() > 1);
  return all_reached ? kAllAsAsked : kNotReached;
}

}  // namespace

int certify_items(const std::vector<CertifyItem>& items, const CommonOptions& common,
                  const std::string& path) {
  return run_certify(items, common, Output{path});
}

Query certify_request(const std::string& quantity, const CommonOptions& common) {
  Query out;
  out.quantity = quantity;
  out.direction = direction_of(common.direction);
  out.digits = common.digits;
  out.engine = common.engine;
  return out;
}

void add_certify_command(Command& app, int& exit_code) {
  Command* command = app.add_subcommand("certify", "compute a value and write a certificate of it");
  command->require_subcommand(1);
  command->footer(
      "Example: plumbline certify delta 'gaussian(sigma=2)^50' --epsilon 1 -o delta.json");
  const std::string before = "certify ", after = " -o certificate.json";
  const auto finish = [&exit_code](Command* words, const CommonOptions* common,
                                   const std::function<std::vector<Item>()>& items) {
    const std::shared_ptr<Output> out = add_output_words(*words);
    words->callback(
        [out, common, items, &exit_code] { exit_code = run_certify(items(), *common, *out); });
  };
  for (const Quantity* quantity : profile_quantities()) {
    if (!quantity->certificate) continue;
    const auto a = std::make_shared<QuantityArguments>();
    finish(add_quantity_words(*command, *quantity, *a, before, after), &a->common,
           [a, quantity] { return items_of_quantity(*quantity, *a); });
  }
  const auto divergence = std::make_shared<QuantityArguments>();
  finish(add_divergence_words(*command, *divergence, before, after), &divergence->common,
         [divergence] { return items_of_divergence(*divergence); });
  const auto add_other = [&](auto arguments, auto add) {
    const auto a = std::make_shared<decltype(arguments)>();
    finish(add(*command, *a, before, after), &a->common, [a] { return items_of(*a); });
  };
  add_other(CalibrateArguments{}, add_calibrate_words);
  add_other(CompareArguments{}, add_compare_words);
  add_other(RenyiArguments{}, add_renyi_words);
  add_other(BerryEsseenArguments{}, add_berry_esseen_words);
  add_other(MomentsArguments{}, add_moments_words);
  add_further_certify_words(
      *command, [finish](Command* words, const CommonOptions& common, const CertifyItems& items) {
        finish(words, &common, items);
      });
}

void add_certificate_commands(Command& app, int& exit_code) {
  add_certify_command(app, exit_code);
  add_check_command(app, exit_code);
  add_bundle_command(app, exit_code);
  add_dossier_command(app, exit_code);
  add_audit_command(app, exit_code);
}

}  // namespace plumbline
