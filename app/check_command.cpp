#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/certificate_commands.hpp"
#include "app/common_options.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/certificates/check_text.hpp"

namespace plumbline {
namespace {

constexpr int kWrong = 1, kNotACertificate = 2, kNotReached = 3, kContradiction = 4;

struct Arguments {
  std::vector<std::string> files;
  CheckLimits limits;
  bool json = false;
};

int run_check(const Arguments& arguments) {
  std::vector<CheckResult> results;
  bool broken = false;
  for (const std::string& file : arguments.files) {
    std::vector<Certificate> certificates;
    try {
      certificates = certificates_in(file);
    } catch (const std::invalid_argument& e) {
      broken = true;
      fmt::print(stderr, "plumbline: {}\n", e.what());
      if (arguments.json) {
        const nlohmann::ordered_json record = {
            {"file", file}, {"verdict", "not_a_certificate"}, {"problem", e.what()}};
        fmt::print("{}\n", record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
      }
      continue;
    }
    for (size_t i = 0; i < certificates.size(); ++i) {
      const auto start = std::chrono::steady_clock::now();
      results.push_back(check_within(certificates[i], arguments.limits));
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      const CheckedPlace place{file, i + 1, certificates.size(), took.count()};
      if (arguments.json) {
        fmt::print("{}\n", check_json(place, certificates[i], results.back()).dump());
      } else {
        fmt::print("{}", check_text(place, certificates[i], results.back()));
      }
      std::fflush(stdout);
    }
  }
  if (!arguments.json && results.size() > 1) fmt::print("{}\n", check_summary(results));
  require_no_contradiction(results);
  const int code = exit_code_of(results);
  return code == kWrong ? kWrong : broken ? kNotACertificate : code;
}

}  // namespace

void add_check_limits(Command& command, CheckLimits& limits) {
  command
      .add_option("--digits", limits.digits,
                  "derive at least so many digits (default: some more than the certificate has)")
      ->check(in_range(1, 10000));
  command.add_option("--timeout", limits.timeout, "seconds for each certificate")
      ->check(positive_seconds());
}

CheckResult check_within(const Certificate& certificate, const CheckLimits& limits) {
  CheckOptions options;
  options.digits = limits.digits;
  options.poll = deadline_in(limits.timeout);
  return check(certificate, options);
}

int exit_code_of(const std::vector<CheckResult>& results) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(results.begin(), results.end(),
                       [&](const CheckResult& r) { return r.verdict == verdict; });
  };
  if (any(Verdict::contradiction)) return kContradiction;
  if (any(Verdict::refuted)) return kWrong;
  return any(Verdict::unconfirmed) ? kNotReached : 0;
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
      "check", "derives every number of a certificate again, the value on another path");
  command->add_option("files", arguments->files, "certificates or bundles; - is standard input")
      ->required();
  add_check_limits(*command, arguments->limits);
  command->add_flag("--json", arguments->json, "one JSON object per certificate");
  command->footer(
      "Example: plumbline check delta.json\n"
      "Exit codes: 0 all proved, 1 one does not hold, 2 not a certificate, 3 not decided "
      "(precision "
      "or time ran out),\n4 enclosures derived here contradict each other (a defect of the "
      "program).");
  command->callback([arguments, &exit_code] { exit_code = run_check(*arguments); });
}

}  // namespace plumbline
