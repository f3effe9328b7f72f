/// `certify` and `bundle`: making files of certificates.
#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <stdexcept>

#include "verify/certificates/certificate_file.hpp"
#include "verify/certificates/certificate_json.hpp"
#include "verify/cli/certificate_commands.hpp"
#include "verify/cli/output.hpp"
#include "verify/cli/quantity_arguments.hpp"
#include "verify/cli/values.hpp"
#include "verify/suite/interrupt.hpp"

namespace plumbline {
namespace {

constexpr int kNotReached = 3;

struct Arguments {
  QuantityArguments quantity;
  std::string out;
};

/// Something to certify, and how the user put it.
struct Item {
  Asked asked;
  std::string written_at;
  std::string label;  ///< for text output, where it is not the quantity's name
};

std::vector<Item> items_of(const std::string& quantity, const QuantityArguments& arguments) {
  const CommonOptions& common = arguments.common;
  Asked asked;
  asked.quantity = quantity;
  asked.mechanism = arguments.mechanism;
  asked.direction = parse_direction(common.direction);
  asked.digits = common.digits;
  asked.engine = common.engine;
  std::vector<Item> out;
  if (quantity == "divergence") {
    if (arguments.hyperprior != "none") {
      throw std::invalid_argument("--hyperprior: weighted divergences have no certificates yet");
    }
    asked.other = arguments.other;
    out.push_back({asked, "", "Delta(M1 || M2)"});
    std::swap(asked.mechanism, asked.other);
    out.push_back({asked, "", "Delta(M2 || M1)"});
    return out;
  }
  const QuantityEntry& entry = find_quantity(quantity);
  if (entry.forward_only) asked.direction = Direction::forward;
  if (entry.argument.empty()) return {{asked, "", ""}};
  for (const std::string& text : arguments.at) {
    for (const Rational& at : read_values(entry.argument, {text})) {
      asked.at = at;
      const size_t start = text.find_first_not_of(' ');
      out.push_back({asked, text.substr(start == std::string::npos ? 0 : start), ""});
    }
  }
  return out;
}

Certificate certify(const Item& item, const CommonOptions& common, std::FILE* to, bool* reached) {
  const auto start = std::chrono::steady_clock::now();
  Effort effort = effort_of(common);
  effort.poll = [limit = effort.poll] {
    limit();
    if (InterruptGuard::interrupted()) throw Interrupted{};
  };
  const Derived derived = derive(item.asked, effort);
  Certificate out = certificate_of(item.asked, derived);
  out.written_mechanism = item.asked.mechanism;
  out.written_other = item.asked.other;
  out.written_at = item.written_at;
  *reached = derived.value.reached;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  PrintedValue printed{out.quantity, out.argument,  out.at,        out.mechanism,
                       out.other,    out.direction, common.digits, took.count()};
  if (common.json) {
    print_json(printed, derived.value, to);
  } else {
    if (!item.label.empty()) {
      printed.quantity = item.label;
      printed.argument.clear();
    }
    print_text(printed, derived.value, to);
  }
  if (common.explain) fmt::print(stderr, "{}\n", derived.explanation);
  return out;
}

int run_certify(const std::string& quantity, const Arguments& arguments) {
  const CommonOptions& common = arguments.quantity.common;
  std::FILE* to = arguments.out == "-" ? stderr : stdout;
  const std::vector<Item> items = items_of(quantity, arguments.quantity);
  check_writable(arguments.out);
  if (!common.json) {
    const auto canonical = [](const std::string& text) {
      return Composition::parse(text).expression();
    };
    const Asked& first = items.front().asked;
    fmt::print(to, "{}, {}\n",
               first.other.empty()
                   ? canonical(first.mechanism)
                   : "M1 = " + canonical(first.mechanism) + ", M2 = " + canonical(first.other),
               direction_name(first.direction));
  }
  const InterruptGuard guard;
  std::vector<Certificate> certificates;
  bool all_reached = true;
  for (const Item& item : items) {
    if (InterruptGuard::interrupted()) {
      fmt::print(stderr, "interrupted: {} of {} values are certified\n", certificates.size(),
                 items.size());
      all_reached = false;
      break;
    }
    bool reached = true;
    certificates.push_back(certify(item, common, to, &reached));
    all_reached = all_reached && reached;
  }
  if (certificates.empty()) return kNotReached;
  // A bundle wherever several were asked for, so that its form does not hang on an interruption.
  write_certificates(certificates, arguments.out, items.size() > 1);
  return all_reached ? 0 : kNotReached;
}

struct BundleArguments {
  std::vector<std::string> files;
  std::string out;
};

int run_bundle(const BundleArguments& arguments) {
  std::vector<Certificate> all;
  for (const std::string& file : arguments.files) {
    for (Certificate& c : certificates_in(file)) all.push_back(std::move(c));
  }
  write_certificates(all, arguments.out, true);
  return 0;
}

}  // namespace

std::vector<Certificate> certificates_in(const std::string& file) {
  const std::string text = read_text(file);
  try {
    return read_certificates(text);
  } catch (const NotACertificate& e) {
    throw NotACertificate(file == "-" ? "standard input" : file,
                          std::string("not a certificate: ") + e.what());
  }
}

void write_certificates(const std::vector<Certificate>& certificates, const std::string& path,
                        bool bundle) {
  const std::string text =
      (bundle ? bundle_json(certificates) : to_json(certificates.front())).dump(2) + "\n";
  try {
    write_text(path, text);
  } catch (const std::invalid_argument& e) {
    // Nothing computed is lost: what was meant for the file goes to standard output.
    if (path != "-") fmt::print("{}", text);
    throw std::invalid_argument(std::string(e.what()) + "; the certificate is on standard output");
  }
}

void add_certify_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand(
      "certify", "a quantity as its own command gives it, and a certificate file");
  command->require_subcommand(1);
  command->footer(
      "Example: plumbline certify delta 'gaussian(sigma=2)^50' --epsilon 1 -o /dev/null");
  const std::string before = "certify ", after = " -o /dev/null";
  const auto finish = [&exit_code](CLI::App* words, const std::string& quantity,
                                   const std::shared_ptr<Arguments>& arguments) {
    words->add_option("-o,--output", arguments->out, "certificate file; - is standard output")
        ->required();
    words->callback(
        [quantity, arguments, &exit_code] { exit_code = run_certify(quantity, *arguments); });
  };
  for (const QuantityEntry& quantity : quantity_registry()) {
    const auto arguments = std::make_shared<Arguments>();
    finish(add_quantity_words(*command, quantity, arguments->quantity, before, after),
           quantity.name, arguments);
  }
  const auto arguments = std::make_shared<Arguments>();
  finish(add_divergence_words(*command, arguments->quantity, before, after), "divergence",
         arguments);
}

void add_bundle_command(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<BundleArguments>();
  CLI::App* command =
      app.add_subcommand("bundle", "joins certificates and bundles in one file (checks nothing)");
  command->add_option("files", arguments->files, "certificates or bundles")->required();
  command->add_option("-o,--output", arguments->out, "bundle; - is standard output")->required();
  command->footer("Example: plumbline bundle delta.json epsilon.json -o all.json");
  command->callback([arguments, &exit_code] { exit_code = run_bundle(*arguments); });
}

void add_certificate_commands(CLI::App& app, int& exit_code) {
  add_certify_command(app, exit_code);
  add_check_command(app, exit_code);
  add_bundle_command(app, exit_code);
  add_audit_command(app, exit_code);
}

}  // namespace plumbline
