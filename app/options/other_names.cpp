#include "app/options/other_names.hpp"

#include <map>

#include "reference/mechanisms/expression_words.hpp"

namespace plumbline {
std::string question_about(const std::string& word) {
  const std::string name = word.substr(0, word.find('('));
  const std::string ask = "`plumbline epsilon 'MECHANISM' --delta 1e-5` answers for any mechanism";
  if (const MechanismEntry* entry = entry_called(name)) {
    return "'" + name + "' is a mechanism: " + ask + how_to_write(*entry);
  }
  const std::string instead = instead_of_mechanism(name);
  return instead.empty() ? "" : instead + "; " + ask;
}

std::string instead_of_word(const std::string& word) {
  static const std::string composition =
      "a composition is an expression: `plumbline epsilon 'gaussian(sigma=4)^10 * laplace(b=20)' "
      "--delta 1e-5`";
  static const std::string stated =
      "state the guarantee as a mechanism: `plumbline epsilon 'zcdp(rho=0.1)' --delta 1e-5`, "
      "likewise "
      "rdp(orders=[...],bounds=[...]), gdp(mu=...), profile(...)";
  static const std::string training =
      "for DP-SGD: `plumbline dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 30 --delta "
      "1e-5`";
  static const std::string judging =
      "answers of an accountant: `plumbline claims FILE`; certificates: `plumbline check FILE`";
  static const std::map<std::string, std::string> known = {
      {"noise",
       "for DP-SGD: `plumbline dpsgd --epsilon 2 --batch 512 --dataset 60000 --epochs 30 --delta "
       "1e-5`; for any "
       "mechanism: `plumbline calibrate 'gaussian(sigma=?)' --epsilon 1 --delta 1e-5`"},
      {"zcdp", stated},
      {"compose", composition},
      {"composition", composition},
      {"accountant", training},
      {"accounting", training},
      {"train", training},
      {"validate", judging},
      {"test", judging}};
  const auto at = known.find(word);
  return at == known.end() ? "" : at->second;
}

}  // namespace plumbline
