/// The fuzz targets of `./dev fuzz`: one function for each reader. None may
/// crash, hang, exhaust memory or throw anything but std::invalid_argument, which it catches; what
/// was read must read back the same. The tests run the committed corpus through the same functions.
#pragma once

#include <string>
#include <vector>

namespace plumbline::fuzz {

void numbers(const std::string& text);       ///< numbers, printed numbers, ranges
void expressions(const std::string& text);   ///< mechanism expressions, with and without `?`
void formulas(const std::string& text);      ///< formulas of case files
void hyperpriors(const std::string& text);   ///< --hyperprior
void cases(const std::string& text);         ///< case files (TOML)
void claims(const std::string& text);        ///< claims, JSON Lines and CSV
void certificates(const std::string& text);  ///< certificates and bundles (JSON)
void channels(const std::string& text);      ///< channels, CSV and TOML
void calls(const std::string& text);         ///< requests of plumbline_call_json

struct Target {
  std::string name;
  void (*read)(const std::string& text);
};
/// All of them, by the names of their corpora.
const std::vector<Target>& targets();

/// Aborts with a message: something was read that does not read back the same.
void require(bool fine, const std::string& what);

}  // namespace plumbline::fuzz
