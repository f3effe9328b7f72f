/// The command `bundle`: joins certificates in one file.
#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/certificates/certificate_commands.hpp"
#include "app/certificates/certify_items.hpp"
#include "app/running/watch.hpp"
#include "verify/certificates/certificate_file.hpp"
#include "verify/certificates/certificate_json.hpp"

namespace plumbline {
namespace {

struct BundleArguments {
  std::vector<std::string> files;
  std::string out;
};

/// Throws std::invalid_argument if two names denote the same file.
void require_different(const std::vector<std::string>& files) {
  for (size_t i = 0; i < files.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      std::error_code ignored;
      if (files[i] != files[j] && !std::filesystem::equivalent(files[i], files[j], ignored)) {
        continue;
      }
      throw std::invalid_argument("'" + files[i] + "' and '" + files[j] +
                                  "' are one file; name each file once");
    }
  }
}

int run_bundle(const BundleArguments& arguments) {
  require_different(arguments.files);
  check_writable(arguments.out);
  std::vector<Certificate> all;
  for (const std::string& file : arguments.files) {
    for (Certificate& c : certificates_in(file)) all.push_back(std::move(c));
  }
  write_certificates(all, arguments.out, true);
  return 0;
}

}  // namespace

void add_bundle_command(Command& app, int& exit_code) {
  const auto arguments = std::make_shared<BundleArguments>();
  Command* command = app.add_subcommand(
      "bundle", "join certificates and bundles in one file, without checking them");
  command->add_option("files", arguments->files, "certificates or bundles")->required();
  command->add_option("-o,--output", arguments->out, "bundle; - is standard output")->required();
  command->footer("Example: plumbline bundle delta.json epsilon.json -o all.json");
  command->callback([arguments, &exit_code] { exit_code = run_bundle(*arguments); });
}

}  // namespace plumbline
