#include "app/certificates/certify_words.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "app/certificates/certify_items.hpp"
#include "app/running/values.hpp"

namespace plumbline {

void add_list(Command& command, const std::string& name, Texts& into, const std::string& help) {
  command.add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
}

void RefusedOptions::flag(Command& command, const std::string& name, const std::string& instead) {
  flags_.push_back({name, instead, false});
  command.add_flag("--" + name, flags_.back().given, help(instead))->hidden();
}

void RefusedOptions::values(Command& command, const std::string& name, const std::string& instead) {
  values_.push_back({name, instead, {}});
  command.add_option("--" + name, values_.back().given, help(instead))->expected(1, -1)->hidden();
}

void RefusedOptions::check() const {
  for (const Flag& one : flags_) {
    if (one.given) refuse(one.name, one.instead);
  }
  for (const Values& one : values_) {
    if (!one.given.empty()) refuse(one.name, one.instead);
  }
}

void RefusedOptions::refuse(const std::string& name, const std::string& instead) {
  throw std::invalid_argument("--" + name + " cannot be certified; " + instead);
}

namespace {

CertifyItem item_with(Query request, const NamedRationals& target) {
  request.at = exact_texts(target);
  CertifyItem out{std::move(request)};
  out.written_more = exact_texts(target);
  return out;
}

}  // namespace

std::vector<CertifyItem> items_at(const Query& request,
                                  const std::vector<std::pair<std::string, Texts>>& lists,
                                  const NamedRationals& before) {
  std::vector<CertifyItem> out;
  for (const auto& [name, texts] : lists) {
    for (const Rational& x : read_values(name, texts)) {
      NamedRationals target = before;
      target.emplace_back(name, x);
      out.push_back(item_with(request, target));
      out.back().label = request.quantity + "(" + name + "=" + x.text() + ")";
    }
  }
  return out;
}

void need_items(const std::vector<CertifyItem>& items, const std::string& what) {
  if (items.empty()) throw std::invalid_argument(what);
}

}  // namespace plumbline
