#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/answers/answer_json.hpp"
#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "verify/advisories/installed.hpp"
#include "verify/base/exit_code.hpp"

namespace plumbline {
namespace {

struct AdvisoriesArguments {
  std::vector<std::string> ids, sites, packages;
  bool installed = false;
  FormatOptions format;
};

const TextLayout kAdvisoryText = {{"advisory",
                                   "{id}  {package} {versions}[, withdrawn{?withdrawn}]: "
                                   "{summary}[\n    installed: {installed}]\n"},
                                  {"whole", "{text}"},
                                  {"summary", "{text}"}};

AnswerRecord record_of(const Advisory& a, const std::string& kind) {
  AnswerRecord out{kind, fields_of(a.json)};
  if (kind == "advisory") {
    out.fields.push_back({"package", {a.package}, true});
    out.fields.push_back({"versions", {a.versions()}, true});
  }
  return out;
}

/// Returns the full text of one advisory, for people.
std::string whole_text(const Advisory& a) {
  const nlohmann::ordered_json& more = a.json.at("database_specific");
  std::string out =
      fmt::format("{}: {}\n\n{}\n\npackage: {} {}\npromised: {}\ntruth: {}\ngrade: {}\n", a.id,
                  a.summary, a.json.at("details").get<std::string>(), a.package, a.versions(),
                  more.at("promised").get<std::string>(), more.at("truth").get<std::string>(),
                  more.at("grade").get<std::string>());
  for (const nlohmann::ordered_json& command : more.at("reproduction")) {
    out += "reproduction: " + command.get<std::string>() + "\n";
  }
  for (const nlohmann::ordered_json& reference :
       a.json.value("references", nlohmann::ordered_json::array())) {
    out += "reference: " + reference.at("url").get<std::string>() + "\n";
  }
  out += "document: " + more.at("document").get<std::string>() + "\n";
  return a.withdrawn ? out + "withdrawn: " + a.json["withdrawn"].get<std::string>() + "\n" : out;
}

const Advisory& advisory_named(const std::string& id) {
  for (const Advisory& a : all_advisories()) {
    if (a.id == id) return a;
  }
  throw std::invalid_argument("there is no advisory '" + id + "'; plumbline advisories lists all");
}

int show(const std::vector<std::string>& ids, AnswerWriter& answers) {
  for (const std::string& id : ids) {
    const Advisory& a = advisory_named(id);
    AnswerRecord record = record_of(a, "whole");
    record.fields.push_back({"text", {whole_text(a)}, true});
    answers.give(record);
  }
  return answers.finish();
}

int list_all(AnswerWriter& answers) {
  for (const Advisory& a : all_advisories()) answers.give(record_of(a, "advisory"));
  return answers.finish();
}

/// Parses NAME==VERSION.
Distribution distribution_of(const std::string& text) {
  const size_t at = text.find("==");
  if (at == std::string::npos || at == 0 || at + 2 == text.size()) {
    throw std::invalid_argument("--package: '" + text +
                                "' is no NAME==VERSION, such as opendp==0.15.1");
  }
  return {text.substr(0, at), text.substr(at + 2)};
}

std::vector<Distribution> distributions_of(const AdvisoriesArguments& a) {
  std::vector<Distribution> out;
  for (const std::string& package : a.packages) out.push_back(distribution_of(package));
  std::vector<std::filesystem::path> sites{a.sites.begin(), a.sites.end()};
  if (sites.empty() && a.packages.empty()) {
    const std::filesystem::path environment = active_environment();
    if (environment.empty()) {
      throw std::invalid_argument(
          "--installed: no Python environment is active; activate one, or name its site-packages "
          "with --site FOLDER");
    }
    sites = site_packages_of(environment);
  }
  for (const std::filesystem::path& site : sites) {
    for (Distribution& d : installed_in(site)) out.push_back(std::move(d));
  }
  return out;
}

int judge_installed(const std::vector<Distribution>& installed, AnswerWriter& answers) {
  size_t applying = 0, others = 0;
  for (const Distribution& d : installed) {
    others += advisories_about_other_versions(d);
    for (const Advisory* a : advisories_about(d)) {
      AnswerRecord record = record_of(*a, "advisory");
      record.fields.push_back({"installed", {d.name + " " + d.version}});
      record.wrong = true;
      answers.give(record);
      ++applying;
    }
  }
  answers.give(
      AnswerBuilder("summary")
          .add("text", fmt::format("advisories that apply: {} of {}; packages: {}; about other "
                                   "versions of these: {}\n",
                                   applying, all_advisories().size(), installed.size(), others))
          .for_people());
  return answers.finish();
}

int run(const AdvisoriesArguments& a) {
  AnswerWriter answers(format_of(a.format), kAdvisoryText);
  const bool judges = a.installed || !a.sites.empty() || !a.packages.empty();
  if (judges && !a.ids.empty()) {
    throw std::invalid_argument("name advisories, or packages with --installed, not both");
  }
  if (judges) return judge_installed(distributions_of(a), answers);
  return a.ids.empty() ? list_all(answers) : show(a.ids, answers);
}

}  // namespace

void add_advisories_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<AdvisoriesArguments>();
  Command* command = app.add_subcommand(
      "advisories",
      "findings about released libraries, and which of them apply to installed packages");
  command->add_option("id", arguments->ids, "advisories to show in full, such as PLA-2026-011")
      ->expected(0, -1);
  command->add_flag("--installed", arguments->installed,
                    "those that apply to the packages of the active Python environment");
  command->add_option(
      "--site", arguments->sites,
      "the packages of this site-packages folder, in place of the active environment");
  command->add_option("--package", arguments->packages, "a release to look up, NAME==VERSION");
  add_format_options(*command, arguments->format, "advisory");
  command->footer(
      "Example: plumbline advisories --installed\n"
      "Exit codes: 0 nothing applies, 1 an advisory applies, 2 bad input.");
  command->callback([arguments, &exit_code] { exit_code = run(*arguments); });
}

}  // namespace plumbline
