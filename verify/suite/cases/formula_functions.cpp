#include "verify/suite/cases/formula_functions.hpp"

namespace plumbline {

const std::vector<FormulaFunction>& formula_functions() {
  constexpr size_t kMany = 100;
  static const std::vector<FormulaFunction> list = {
      {"exp", 1, 1, [](const std::vector<Ball>& x) { return exp(x[0]); }},
      {"log", 1, 1, [](const std::vector<Ball>& x) { return log(x[0]); }},
      {"sqrt", 1, 1, [](const std::vector<Ball>& x) { return sqrt(x[0]); }},
      {"abs", 1, 1, [](const std::vector<Ball>& x) { return abs(x[0]); }},
      {"Phi", 1, 1, [](const std::vector<Ball>& x) { return normal_cdf(x[0]); }},
      {"Phi_inv", 1, 1, [](const std::vector<Ball>& x) { return normal_quantile(x[0]); }},
      {"min", 2, kMany,
       [](const std::vector<Ball>& x) {
         Ball out = x[0];
         for (const Ball& y : x) out = min(out, y);
         return out;
       }},
      {"max", 2, kMany,
       [](const std::vector<Ball>& x) {
         Ball out = x[0];
         for (const Ball& y : x) out = max(out, y);
         return out;
       }},
  };
  return list;
}

}  // namespace plumbline
