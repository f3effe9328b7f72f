#include "verify/claims/results/scoreboard_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "verify/base/build_identity.hpp"

namespace plumbline {
namespace {

/// Formats a ratio as a percentage if it is small, as a factor otherwise.
std::string error_text(double x) {
  if (std::isinf(x)) return "no known factor";
  if (x == 0) return "0";
  if (x < 1e-4) return fmt::format("{:.1e}", x);
  if (x < 0.1) return fmt::format("{:.2g} %", 100 * x);
  if (x < 10) return fmt::format("{:.0f} %", 100 * x);
  if (x < 1000) return fmt::format("{:.0f} times", x);
  return fmt::format("{:.1e} times", x);
}

std::string short_seconds(double x) {
  if (x < 1e-3) return fmt::format("{:.2g} ms", 1e3 * x);
  if (x < 1) return fmt::format("{:.0f} ms", 1e3 * x);
  return fmt::format("{:.2f} s", x);
}

std::string what_is_promised(ClaimKind kind) {
  return kind == ClaimKind::upper   ? "upper bound"
         : kind == ClaimKind::lower ? "lower bound"
                                    : "estimate";
}

std::string promises_text(const MethodRow& row) {
  if (row.promises == 0) return "";
  if (row.promises_violated == 0) return fmt::format("{} kept", row.promises);
  return fmt::format("{} of {} broken", row.promises_violated, row.promises);
}

std::string violations_text(const Counts& counts) {
  std::string out;
  for (const ViolationGrade grade : {ViolationGrade::gross, ViolationGrade::material,
                                     ViolationGrade::numerical, ViolationGrade::last_digits}) {
    if (counts.of(grade) == 0) continue;
    const bool last = grade == ViolationGrade::last_digits;
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", counts.of(grade),
                       last ? "at rounding level" : grade_name(grade));
  }
  return out;
}

std::string who_shown(const MethodRow& row) {
  const std::string who = row.method.empty() ? row.tool : row.tool + " " + row.method;
  if (row.standing == ClaimStanding::documented) return who;
  return who + ", " + claim_standing_words(row.standing);
}

std::string claims_text(long count) {
  return count == 1 ? "1 claim" : fmt::format("{} claims", count);
}

std::string counts_text(const Counts& c) {
  std::string out;
  const auto add = [&](VerdictKind kind, const char* what) {
    if (c.of(kind) == 0) return;
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", c.of(kind), what);
    if (kind == VerdictKind::violated) out += " (" + violations_text(c) + ")";
  };
  add(VerdictKind::sound, "sound");
  add(VerdictKind::violated, "violated");
  add(VerdictKind::estimate, "estimates");
  add(VerdictKind::undecided, "undecided");
  add(VerdictKind::unsupported, "unsupported");
  add(VerdictKind::broken, "without a number");
  return out;
}

/// Returns the release of a row in brackets, such as " [1.6.0, 2026-05]", if the run has several releases of the tool;
/// otherwise an empty text.
std::string release_beside(const ClaimsRun& run, const MethodRow& row) {
  for (const MethodRow* other : run.summary.rows()) {
    if (other->tool == row.tool && other->version != row.version) return " [" + row.version + "]";
  }
  return "";
}

/// Returns the number of judged claims, and the total if the run was interrupted.
std::string claims_counted(const ClaimsRun& run) {
  const long judged = run.summary.counts().all();
  if (!run.interrupted) return claims_text(judged);
  return run.lines == 0 ? "INTERRUPTED: the first " + claims_text(judged)
                        : fmt::format("INTERRUPTED: {} of {} claims", judged, run.lines);
}

std::string counts_line(const ClaimsRun& run) {
  const Counts& c = run.summary.counts(ClaimStanding::documented);
  std::string out = fmt::format(
      "{} in {:.0f} s: {} sound, {} violated ({} gross, {} material, {} numerical, {} at "
      "rounding level), {} estimate{}, {} undecided, {} unsupported, {} without a number or "
      "unreadable",
      claims_counted(run), run.elapsed, c.of(VerdictKind::sound), c.of(VerdictKind::violated),
      c.of(ViolationGrade::gross), c.of(ViolationGrade::material), c.of(ViolationGrade::numerical),
      c.of(ViolationGrade::last_digits), c.of(VerdictKind::estimate),
      c.of(VerdictKind::estimate) == 1 ? "" : "s", c.of(VerdictKind::undecided),
      c.of(VerdictKind::unsupported), c.of(VerdictKind::broken));
  for (const ClaimStanding standing : kApart) {
    const Counts& apart = run.summary.counts(standing);
    if (apart.all() == 0) continue;
    out += fmt::format("; apart, {}: {}", claim_standing_words(standing), counts_text(apart));
  }
  return out;
}

/// Returns the mechanism, options, claim and certified value in one line.
std::string in_a_line(const ShownClaim& shown) {
  std::string out = shown.mechanism;
  if (!shown.options.empty()) out += ", " + shown.options;
  out += ": " + shown.claim;
  if (!shown.truth.empty()) out += "; truth " + shown.truth;
  return out;
}

/// Returns the times that the tools report, and the times for certifying their answers; empty if no tool reports any.
std::string times_line(const ClaimsRun& run) {
  double tools = 0, here = 0;
  long claims = 0;
  for (const MethodRow* row : run.summary.rows()) {
    claims += row->seconds.count();
    tools += row->tool_seconds.sum();
    here += row->seconds.sum();
  }
  if (claims == 0) return "";
  const double each = 1000.0 / static_cast<double>(claims);
  std::string out = fmt::format(
      "Times of {}: the tools {} in all, {:.3g} ms each, by their records; judged in {} of "
      "processor time, {:.3g} ms each",
      claims_text(claims), short_seconds(tools), tools * each, short_seconds(here), here * each);
  if (run.processor > 0) {
    out += fmt::format("; {} with second paths, reading and the claims that state no time",
                       short_seconds(run.processor));
  }
  return out + "\n";
}

}  // namespace

std::string scoreboard_text(const ClaimsRun& run) {
  std::string out;
  for (const MethodRow* row : run.summary.rows()) {
    const Counts& c = row->counts;
    out += fmt::format("{}{} ({}): {}", who_shown(*row), release_beside(run, *row),
                       what_is_promised(row->kind), claims_text(c.all()));
    const auto add = [&out](long n, const char* what) {
      if (n > 0) out += fmt::format(", {} {}", n, what);
    };
    add(c.of(VerdictKind::sound), "sound");
    add(row->says_nothing,
        row->says_nothing == 1 ? "of these says nothing" : "of these say nothing");
    if (c.of(VerdictKind::violated) > 0) {
      out += fmt::format(", {} violated ({})", c.of(VerdictKind::violated), violations_text(c));
    }
    add(row->at_doubles, "of these sound at the doubles nearest to their decimals");
    add(c.of(VerdictKind::undecided), "undecided");
    add(c.of(VerdictKind::unsupported), "unsupported");
    add(c.of(VerdictKind::broken), "without a number");
    if (row->errors.count() > 0) {
      out += fmt::format("; {}off by {} in the median, {} at most",
                         row->kind == ClaimKind::estimate ? "" : "those not violated ",
                         error_text(row->errors.median()), error_text(row->errors.largest()));
    }
    if (row->by_tolerance > 0) {
      out += fmt::format("; {} hold only by their tolerance", row->by_tolerance);
    }
    if (row->promises > 0) out += "; stated errors: " + promises_text(*row);
    out += "\n";
    const auto add_worst = [&out](const std::optional<WorstLine>& line, const char* what) {
      if (!line) return;
      out += fmt::format("  worst {} (off by {}): {}: {}\n  {}\n", what, error_text(line->size),
                         line->shown.place, in_a_line(line->shown), line->shown.replay);
    };
    add_worst(row->violated, "violation");
    add_worst(row->broken_promises, "stated error");
  }
  return out + counts_line(run) + "\n" + times_line(run);
}

nlohmann::ordered_json claims_run_record(const ClaimsRun& run) {
  return {{"build", build_identity()}, {"claims", run.summary.counts().all()},
          {"lines", run.lines},        {"interrupted", run.interrupted},
          {"seconds", run.elapsed},    {"processor_seconds", run.processor}};
}

}  // namespace plumbline
