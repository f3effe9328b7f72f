#include "reference/engines/conditioned/atom_keys.hpp"

#include <algorithm>
#include <cstdlib>

#include "reference/arithmetic/functions/log_basis.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline::conditioned {

AtomKeys::AtomKeys(const std::vector<std::vector<LossAtom>>& atoms) {
  if (by_coordinates(atoms)) {
    width_ = keys_.front().front().size();
    return;
  }
  keys_.clear();
  long place = 0;
  for (const auto& of_factor : atoms) {
    keys_.emplace_back();
    for (size_t i = 0; i < of_factor.size(); ++i) keys_.back().push_back({place++});
  }
}

bool AtomKeys::by_coordinates(const std::vector<std::vector<LossAtom>>& atoms) {
  std::vector<LogLinear> forms;
  for (const auto& of_factor : atoms) {
    for (const LossAtom& x : of_factor) {
      const auto form = x.loss.log_linear();
      if (!form) return false;
      forms.push_back(*form);
    }
  }
  const LogBasis basis(forms, [] { poll_here(); });
  size_t next = 0;
  for (const auto& of_factor : atoms) {
    keys_.emplace_back();
    for (size_t i = 0; i < of_factor.size(); ++i) {
      const auto at = basis.coordinates(forms[next++]);
      // Sums of 2^22 such numbers fit a long.
      constexpr long kMost = 1L << 40;
      if (!at || std::any_of(at->begin(), at->end(), [](long n) { return std::labs(n) > kMost; })) {
        return false;
      }
      keys_.back().push_back(*at);
    }
  }
  return !keys_.front().front().empty();
}

Key AtomKeys::sum(const Key& some, const Key& atom) const {
  Key out = some;
  if (width_ == 0) {
    out.insert(std::upper_bound(out.begin(), out.end(), atom.front()), atom.front());
    return out;
  }
  for (size_t i = 0; i < out.size(); ++i) out[i] += atom[i];
  return out;
}

}  // namespace plumbline::conditioned
