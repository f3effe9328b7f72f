/// `site`: what the runs found as static pages.
#include <fmt/core.h>

#include <memory>

#include "app/commands.hpp"
#include "reference/mechanisms/loss_measure.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/interrupt.hpp"
#include "verify/site/site.hpp"

namespace plumbline {

void add_site_command(Command& app, int& exit_code) {
  struct Arguments {
    std::string out, root = ".", results = "reports/out", history;
    int certificates = SiteOptions{}.certificates;
    double seconds = SiteOptions{}.seconds;
  };
  const auto arguments = std::make_shared<Arguments>();
  Command* command = app.add_subcommand(
      "site", "static pages of what was judged: accountants, mechanisms, nights, documents");
  command->add_option("--out", arguments->out, "folder of the pages")->required();
  command->add_option("--results", arguments->results, "the --out folder of `verify` and `claims`")
      ->capture_default_str();
  command->add_option("--history", arguments->history, "the folder of `history add`");
  command
      ->add_option("--root", arguments->root,
                   "a checkout, whose documents, vectors and certificates are taken along")
      ->capture_default_str();
  command
      ->add_option("--certificates", arguments->certificates,
                   "how many violations of each accountant get a certificate of the truth")
      ->check(in_range(0, 1000))
      ->capture_default_str();
  command->add_option("--certificate-timeout", arguments->seconds, "seconds for each certificate")
      ->check(positive_seconds())
      ->capture_default_str();
  command->footer("Example: plumbline site --out site --history reports/history");
  command->callback([arguments, &exit_code] {
    SiteOptions options;
    options.out = arguments->out;
    options.root = arguments->root;
    options.results = arguments->results;
    options.history = arguments->history;
    options.certificates = arguments->certificates;
    options.seconds = arguments->seconds;
    const InterruptGuard guard;
    options.poll = [] {
      if (InterruptGuard::interrupted()) throw Interrupted{};
    };
    options.say = [](const std::string& what) { fmt::print(stderr, "site: {}\n", what); };
    try {
      const SiteSummary made = write_site(options);
      fmt::print("{} pages, {} certificates of violations: {}/index.html\n", made.pages,
                 made.certificates, arguments->out);
      exit_code = kAllAsAsked;
    } catch (const Interrupted&) {
      fmt::print(stderr, "interrupted: the site is not whole; run the command again\n");
      exit_code = kInterrupted;
    }
  });
}

}  // namespace plumbline
