#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/answers/answer_json.hpp"
#include "app/answers/writer.hpp"
#include "app/certificates/certificate_commands.hpp"
#include "app/options/common_options.hpp"
#include "app/running/watch.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/certificates/check_text.hpp"

namespace plumbline {
namespace {

struct Arguments {
  std::vector<std::string> files;
  CheckLimits limits;
  FormatOptions format;
};

const TextLayout kCheckText = {{"checked", "{text}"}, {"summary", "{text}\n"}};

/// Reports a broken certificate. `index` is the number of the member of a bundle, from 1; it is 0 for a file without
/// certificates.
void give_broken(const std::string& file, size_t index, const std::string& problem,
                 AnswerWriter& answers) {
  answers.refuse(problem);
  AnswerBuilder out("broken");
  out.add("file", file);
  if (index == 0) {
    out.add("index", nullptr);
  } else {
    out.add("index", static_cast<long>(index));
  }
  answers.give(out.add("verdict", "not_a_certificate").add("problem", problem));
}

/// Returns the certificates of the file; reports the reason if it has none.
std::vector<ReadMember> read(const std::string& file, AnswerWriter& answers) {
  try {
    return members_in(file);
  } catch (const std::invalid_argument& e) {
    give_broken(file, 0, e.what(), answers);
  }
  return {};
}

AnswerRecord checked_answer(const CheckedPlace& place, const Certificate& certificate,
                            const CheckResult& result) {
  AnswerRecord out{"checked", fields_of(check_json(place, certificate, result))};
  out.fields.push_back({"text", {check_text(place, certificate, result)}, true});
  out.reached = result.verdict != Verdict::unconfirmed;
  out.wrong = result.verdict == Verdict::refuted || result.verdict == Verdict::withdrawn;
  return out;
}

/// Returns the result of the last certificate if the time runs out before its check is complete.
CheckResult out_of_time() {
  CheckResult out;
  out.notes = {"the time ran out in the middle of a computation: nothing is decided"};
  return out;
}

CheckResult checked(const CheckedPlace& place, const Certificate& certificate,
                    const CheckLimits& limits, bool last, AnswerWriter& answers) {
  const Stopwatch watch;
  const auto now = [&] {
    return CheckedPlace{place.file, place.index, place.count, watch.seconds()};
  };
  std::function<int()> otherwise;  // empty if another certificate must still be checked
  if (last) {
    otherwise = [&] {
      answers.give(checked_answer(now(), certificate, out_of_time()));
      return answers.finish();
    };
  }
  CheckResult result = check_within(certificate, limits, otherwise);
  answers.give(checked_answer(now(), certificate, result));
  return result;
}

int run_check(const Arguments& arguments) {
  AnswerWriter answers(format_of(arguments.format), kCheckText);
  std::vector<CheckResult> results;
  for (const std::string& file : arguments.files) {
    const std::vector<ReadMember> members = read(file, answers);
    for (size_t i = 0; i < members.size(); ++i) {
      if (!members[i].certificate) {
        give_broken(file, i + 1, members[i].problem, answers);
        continue;
      }
      const bool last = &file == &arguments.files.back() && i + 1 == members.size();
      results.push_back(checked({file, i + 1, members.size(), 0}, *members[i].certificate,
                                arguments.limits, last, answers));
    }
  }
  if (results.size() > 1) {
    answers.give(AnswerBuilder("summary").add("text", check_summary(results)).for_people());
  }
  require_no_contradiction(results);
  return answers.finish();
}

}  // namespace

void add_check_limits(Command& command, CheckLimits& limits) {
  command
      .add_option("--digits", limits.digits,
                  "derive at least so many digits (default: some more than the certificate has)")
      ->check(in_range(1, 10000));
  command
      .add_option(
          "--timeout", limits.timeout,
          "limit in seconds for each certificate; values that are undecided then stay undecided")
      ->check(positive_seconds())
      ->capture_default_str();
}

CheckResult check_within(const Certificate& certificate, const CheckLimits& limits,
                         const std::function<int()>& otherwise) {
  CheckOptions options;
  options.digits = limits.digits;
  options.poll = deadline_in(limits.timeout);
  CommonOptions common;
  if (otherwise) common.timeout = limits.timeout;
  Watch watch(common, false);
  const Watch::Work work(
      watch, "the check of " + certificate.quantity + " of " + certificate.mechanism, otherwise);
  return check(certificate, options);
}

int exit_code_of(const std::vector<CheckResult>& results) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(results.begin(), results.end(),
                       [&](const CheckResult& r) { return r.verdict == verdict; });
  };
  const bool wrong = any(Verdict::refuted) || any(Verdict::withdrawn);
  return any(Verdict::contradiction) ? kContradiction
         : wrong                     ? kWrong
         : any(Verdict::unconfirmed) ? kNotReached
                                     : kAllAsAsked;
}

void require_no_contradiction(const std::vector<CheckResult>& results) {
  for (const CheckResult& result : results) {
    if (result.verdict != Verdict::contradiction) continue;
    throw Contradiction(result.objections.empty() ? "" : result.objections.front().found);
  }
}

void add_check_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand(
      "check", "derive every number of a certificate again, each value by another computation");
  command->add_option("files", arguments->files, "certificates or bundles; - is standard input")
      ->required();
  add_check_limits(*command, arguments->limits);
  add_format_options(*command, arguments->format, "certificate");
  command->footer(
      "Example: plumbline check delta.json\n"
      "Exit codes: 0 all proved, 1 one does not hold or is withdrawn (no pair is proved for its "
      "mechanism),\n2 not a certificate, 3 not decided "
      "(precision "
      "or time ran out),\n4 enclosures derived here contradict each other (a defect of the "
      "program).");
  command->callback([arguments, &exit_code] { exit_code = run_check(*arguments); });
}

}  // namespace plumbline
