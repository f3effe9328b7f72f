#include <memory>

#include "app/commands/commands.hpp"
#include "app/running/baseline_options.hpp"
#include "verify/suite/run/merge.hpp"

namespace plumbline {

void add_merge_command(Command& app, int& exit_code) {
  struct Arguments {
    std::vector<std::string> shards;
    std::string out = "reports/out";
    BaselineOptions baseline;
  };
  const auto arguments = std::make_shared<Arguments>();
  Command* command =
      app.add_subcommand("merge", "join the shards of one `verify` run and write one report");
  command->add_option("shards", arguments->shards, "the --out folders of all shards")->required();
  command->add_option("--out", arguments->out, "folder of the report")->capture_default_str();
  add_baseline_options(*command, arguments->baseline);
  command->footer(
      "Example: plumbline verify --shard 1/2 --out reports/out/1; plumbline verify --shard 2/2 "
      "--out reports/out/2; plumbline merge reports/out/1 reports/out/2 --out reports/out/all");
  command->callback([arguments, &exit_code] {
    MergeOptions options;
    options.shards.assign(arguments->shards.begin(), arguments->shards.end());
    options.out = arguments->out;
    options.baseline = settings_of(arguments->baseline);
    exit_code = merge_shards(options);
  });
}

}  // namespace plumbline
