#include <stdexcept>

#include "fuzz/targets.hpp"
#include "reference/values/hyperprior.hpp"

namespace plumbline::fuzz {

void hyperpriors(const std::string& text) {
  try {
    const auto prior = Hyperprior::parse(text);
    if (prior == nullptr) return;
    const auto again = Hyperprior::parse(prior->text());
    require(again != nullptr && again->text() == prior->text(),
            "text() does not read back: " + prior->text());
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace plumbline::fuzz
