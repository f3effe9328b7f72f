#include "app/options/claims_words.hpp"

namespace plumbline {
namespace {

/// Adds the options for known violations, shards and output.
void add_run_words(Command& command, ClaimsArguments& arguments) {
  command.add_option(
      "--baseline", arguments.known,
      "file of known violations, which count only if they are worse than in this file");
  command
      .add_option("--slack", arguments.slack,
                  "with --baseline: a known violation counts again if its number moves away from "
                  "the truth by more than this share of the known number")
      ->capture_default_str();
  command.add_option("--write-baseline", arguments.write_known,
                     "write the violations of this run to this file, as known ones");
  command
      .add_option(
          "--shard", arguments.shard,
          "i/n: judge only part i of n; all claims about one composition are in the same part; "
          "--merge joins the parts")
      ->capture_default_str();
  command.add_flag("--resume", arguments.resume,
                   "continue an interrupted run: keep the verdicts in --out");
  command.add_option("--merge", arguments.shards,
                     "join the --out folders of all shards on the same files, and judge nothing");
  command.add_option("--junit", arguments.junit,
                     "write every claim as a test case to this JUnit file");
  command.add_option("--badge", arguments.badge,
                     "write the result to this file as JSON of shields.io (an endpoint badge)");
  command
      .add_option("--threads", arguments.threads,
                  "compositions judged at a time (default: one for each core)")
      ->check(in_range(1, 1024));
  command.add_option("--timeout", arguments.timeout, "seconds for each claim")
      ->check(positive_seconds())
      ->capture_default_str();
}

}  // namespace

void add_claims_words(Command& command, ClaimsArguments& arguments) {
  command.add_option("files", arguments.files, "JSON Lines or CSV; - is standard input");
  command.add_flag("--example", arguments.example,
                   "print an example of a file of answers, and judge nothing");
  command.add_option("--line", arguments.lines,
                     "only these lines of each file, or ranges lo:hi:count of them");
  add_format_options(command, arguments.format, "claim");
  command.add_flag("--all", arguments.all,
                   "show every verdict, not only violated and undecided ones");
  command.add_option(
      "--out", arguments.out,
      "folder for the verdicts (claims.jsonl); `plumbline scoreboard` turns it into pages");
  command
      .add_option("--fail-on", arguments.fail_on,
                  "any (or last_digits), numerical, material, gross or broken: the mildest "
                  "violation of a documented promise that gives exit code 1; broken, the worst "
                  "one, is an answer that is not a number (nan)")
      ->capture_default_str();
  command.add_option("--tables", arguments.tables,
                     "folder of promises.toml (the promises against which answers are judged) and "
                     "installations.toml (environments of the tools) (default: the folder of each "
                     "file)");
  add_run_words(command, arguments);
  command.footer(
      "Example: echo "
      "'{\"mechanism\":\"laplace(b=1)\",\"quantity\":\"tv\",\"value\":\"0.4\",\"kind\":\"upper\"}' "
      "| plumbline claims -\n"
      "Exit codes: 0 none violated, 1 a claim is violated, or its answer is not a number (claims\n"
      "that rest on something other than a documented promise do not count); 2 a line cannot be "
      "read or nothing was judged, 3 undecided, 4 certified values contradict\n"
      "each other (a defect of the program). An `error` that the accountant reports is counted, "
      "but does not fail the run.");
}

const char* claims_example() {
  return R"~({"tool": "my_accountant", "version": "1.0", "method": "rdp", "mechanism": {"kind": "gaussian", "sigma": 2.0, "steps": 50}, "adjacency": "add_remove", "quantity": "epsilon", "at": {"delta": 1e-05}, "value": 24.0, "kind": "upper"}
{"tool": "my_accountant", "version": "1.0", "method": "pld", "mechanism": {"kind": "subsampled_gaussian", "sigma": 1.1, "sampling_rate": 0.01, "steps": 1000}, "adjacency": "remove", "quantity": "delta", "at": {"epsilon": 1.0}, "value": 0.001, "kind": "upper"}
{"tool": "my_accountant", "version": "1.0", "method": "clt", "mechanism": "laplace(b=20)^100", "quantity": "tv", "value": 0.19, "kind": "estimate"}
{"tool": "my_accountant", "version": "1.0", "method": "rdp", "mechanism": {"kind": "gaussian", "sigma": 0.01, "steps": 1}, "adjacency": "add_remove", "quantity": "epsilon", "at": {"delta": 1e-05}, "value": null, "kind": "upper", "error": "the noise is too small"}
)~";
}

}  // namespace plumbline
