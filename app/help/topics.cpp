#include "app/help/topics.hpp"

#include <fmt/format.h>

#include "app/help/guide.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/mechanisms/registry.hpp"

namespace plumbline {
namespace {

std::string numbers() {
  return "A number means exactly what is written; it never passes through a double.\n"
         "\n"
         "  0.1  .5  1e-5             decimals: exactly 1/10, 1/2, 1/100000\n"
         "  1/3  512/60000            quotients\n"
         "  2^-40  10^6               powers with an integer exponent\n"
         "  log(3)  exp(1/2)  sqrt(2) logarithm, exponential, square root\n"
         "  2*log(3)  log(3)/2        products and quotients of these\n"
         "  0x1.8p-3                  a C hex float: the double that it is\n"
         "\n"
         "The decimal mark is a point. Commas separate the numbers of a list; there are no "
         "percentages:\n"
         "write 0.01. An epsilon may be irrational; most other numbers must be rational. Times may "
         "have a\n"
         "unit: --timeout 90s, 10m, 2h.\n"
         "\n"
         "Printed enclosures [lower, upper] are rounded outward: the exact value lies between "
         "them.\n"
         "Several numbers at once: plumbline help ranges. All details: docs/numbers.md.\n";
}

std::string ranges() {
  return "Options that take several numbers (--epsilon, --delta, --alpha, --fpr, ...) accept\n"
         "\n"
         "  0.5 1 2                   numbers one after the other\n"
         "  0.5,1,2                   a list with commas\n"
         "  0:1:5                     lo:hi:count, at equal distances: 0, 1/4, 1/2, 3/4, 1\n"
         "  1e-8:1e-2:7:log           lo:hi:count:log, with equal quotients: 1e-8, 1e-7, ..., "
         "1e-2\n"
         "\n"
         "Both ends belong to a range. Points between the ends of a log range are decimals of six "
         "digits.\n"
         "Example: plumbline delta 'gaussian(sigma=1)' --epsilon 0.1:10:20:log --format csv\n";
}

std::string parameters(const MechanismEntry& entry) {
  std::string out = entry.inner == InnerKind::one        ? "MECH"
                    : entry.inner == InnerKind::weighted ? "W1: MECH1, W2: MECH2, ..."
                                                         : "";
  for (const std::string& key : entry.required) out += (out.empty() ? "" : ", ") + key + "=";
  for (const std::string& key : entry.optional) out += ", [" + key + "=]";
  return entry.name + "(" + out + ")";
}

std::string mechanisms() {
  std::string out =
      "  gaussian(sigma=1.5)                        a mechanism with its parameters\n"
      "  subsampled_gaussian(sigma=1,p=0.01)^10000  composed with itself N times (also **)\n"
      "  gaussian(sigma=4)^10 * laplace(b=20)^3     composed with others\n"
      "  (gaussian(sigma=4) * laplace(b=20))^3      parentheses\n"
      "  gaussian(sigma=?)                          the parameter that calibrate finds\n"
      "  @phases.txt                                an expression, a log of sigma,p,steps, a "
      "history or\n"
      "                                             an event from a file\n"
      "\n"
      "Quote expressions: the shell interprets parentheses. Parameters in brackets are optional.\n"
      "\n";
  for (const MechanismEntry& entry : mechanism_registry()) {
    out += fmt::format("  {}\n      {}\n", parameters(entry), entry.summary);
  }
  return out + "\nAll details: docs/mechanisms.md.\n";
}

std::string directions() {
  std::string out =
      "Neighbouring data sets differ in one record. P is the output without it, Q the output with "
      "it.\n"
      "--direction (and direction or relation in claims and records) accepts any word of a row:\n"
      "\n";
  for (const Neighbours& row : neighbours_table()) {
    std::string words = row.relation + (row.direction.empty() ? "" : ", " + row.direction);
    for (const std::string& also : row.also) words += ", " + also;
    out += "  " + words + "\n      " + row.change + "\n";
    if (!row.of_pair.empty()) {
      out += "      written in the mechanism: gaussian(sigma=1,relation=" + row.of_pair + ")\n";
    }
  }
  return out +
         "\nUse worst (add_remove), the default, for a guarantee; the others answer for one "
         "direction.\n";
}

std::string exit_codes() {
  return "  0   success\n"
         "  1   a judged value is wrong: a violated claim, a refuted certificate, a regression\n"
         "  2   bad input: one line on standard error says what and where\n"
         "  3   not reached: time or precision ran out; the best enclosure is printed and marked\n"
         "  4   two enclosures of one number contradict each other: a defect of the program\n"
         "  130 interrupted\n"
         "\n"
         "An enclosure that is printed is correct, for every exit code except 4.\n";
}

std::string environment() {
  return "  PLUMBLINE_REPORTS   the folder `reports` of Plumbline's sources, with which statement, "
         "scoreboard,\n"
         "                      report, site, history and figures write their pages; needed if the "
         "program\n"
         "                      was copied away from its build folder or installation, as in\n"
         "                      PLUMBLINE_REPORTS=~/plumbline/reports plumbline statement run.json "
         "-o run.html\n"
         "  PLUMBLINE_PYTHON    the Python that writes them (python3 unless set); it needs "
         "Jinja2\n";
}

std::string commands() {
  std::string out, group;
  for (const Guide& guide : guides()) {
    if (guide.group != group) out += (out.empty() ? "" : "\n") + guide.group + "\n";
    group = guide.group;
    for (const Example& example : guide.examples) {
      out += "  plumbline " + example.command + "\n      " + example.use + "\n";
    }
    if (guide.examples.empty()) out += "  plumbline " + guide.command + " --help\n";
  }
  return out;
}

}  // namespace

const std::vector<HelpTopic>& help_topics() {
  static const std::vector<HelpTopic> all = {
      {"numbers", "how numbers are written and printed", numbers},
      {"ranges", "several values at once: lo:hi:count, lo:hi:count:log", ranges},
      {"mechanisms", "expressions, and all mechanisms with their parameters", mechanisms},
      {"directions", "neighbouring data sets: add, remove, worst, replace", directions},
      {"exit-codes", "meaning of the exit codes", exit_codes},
      {"environment", "variables: PLUMBLINE_REPORTS and others", environment},
      {"commands", "all commands by groups, with examples", commands}};
  return all;
}

}  // namespace plumbline
