/// Shared options of `certify` for quantities that have their own commands.
#pragma once

#include <list>
#include <string>
#include <utility>
#include <vector>

#include "app/certificates/certify_items.hpp"
#include "app/running/values.hpp"

namespace plumbline {

using Texts = std::vector<std::string>;

void add_list(Command& command, const std::string& name, Texts& into, const std::string& help);

/// Options of the quantity's own command that do not apply to certificates. Each is rejected with a message that
/// states what can be certified instead.
class RefusedOptions {
 public:
  void flag(Command& command, const std::string& name, const std::string& instead);
  void values(Command& command, const std::string& name, const std::string& instead);
  /// Throws std::invalid_argument if one of the options is present.
  void check() const;

 private:
  struct Flag {
    std::string name, instead;
    bool given;
  };
  struct Values {
    std::string name, instead;
    Texts given;
  };
  static std::string help(const std::string& instead) { return "cannot be certified; " + instead; }
  [[noreturn]] static void refuse(const std::string& name, const std::string& instead);

  std::list<Flag> flags_;  // a list, because the parser stores the addresses of its elements
  std::list<Values> values_;
};

/// Returns one item for each number of each list. Each list has the name of the query argument that is set to its
/// numbers. `before` are further arguments, which are equal for all items.
std::vector<CertifyItem> items_at(const Query& request,
                                  const std::vector<std::pair<std::string, Texts>>& lists,
                                  const NamedRationals& before = {});

/// Throws std::invalid_argument if the list is empty.
void need_items(const std::vector<CertifyItem>& items, const std::string& what);

}  // namespace plumbline
