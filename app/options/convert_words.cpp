#include "app/options/convert_words.hpp"

#include "app/options/word_checks.hpp"

namespace plumbline {

Command* add_convert_words(Command& app, ConvertArguments& a, const std::string& before,
                           const std::string& after) {
  constexpr int kConvertDigits = 6;
  a.mechanism.common.digits = kConvertDigits;
  Command* command = app.add_subcommand(
      "convert",
      "convert a mechanism or a stated guarantee to the smallest guarantee of another kind");
  add_mechanism_words(*command, a.mechanism);
  command
      ->add_option(
          "--to", a.to,
          "zcdp (the least rho), rdp (a curve, with --order), gdp (the least mu), dp (with "
          "--delta or --epsilon) or pure_dp (the largest loss)")
      ->check(one_of({"zcdp", "rdp", "gdp", "dp", "pure_dp"}))
      ->required();
  const auto add = [&](const char* name, std::vector<std::string>& values, const char* help) {
    command->add_option(name, values, help)->expected(1, -1)->delimiter(',');
  };
  add("--delta", a.deltas, "with --to dp: epsilon at these deltas");
  add("--epsilon", a.epsilons, "with --to dp: delta at these epsilons");
  add("--order", a.orders, "with --to rdp: orders of the curve");
  command->add_option("--up-to", a.up_to, "with --to zcdp: use only orders up to this one");
  command->add_option("--floor", a.floor,
                      "with --to gdp, if no mu holds for all levels: the smallest mu with f >= "
                      "G_mu on [A, 1-A] (1e-6 unless given)");
  add_common_options(*command, a.mechanism.common, true);
  command->footer("Example: plumbline " + before + "convert 'zcdp(rho=0.5)' --to dp --delta 1e-6" +
                  after);
  return command;
}

}  // namespace plumbline
