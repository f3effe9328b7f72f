#include "verify/suite/cases/judged_reader.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

#include "verify/approximations/approximation.hpp"

namespace plumbline {
namespace {

bool reads_option(const std::vector<std::string>& judge, const std::string& option) {
  return std::any_of(judge.begin(), judge.end(), [&](const std::string& name) {
    const auto& options = find_approximation(name).options;
    return std::find(options.begin(), options.end(), option) != options.end();
  });
}

void check_tolerance(TableReader& table, const Case& c) {
  for (const auto& [name, value] : c.tolerance) {
    if (std::find(c.judge.begin(), c.judge.end(), name) == c.judge.end()) {
      table.complain("tolerance", "'" + name + "' is not judged here; add it to judge");
    } else if (value.sign() <= 0) {
      table.complain("tolerance", name + " must be greater than 0, got " + value.text());
    }
  }
}

void check_order(TableReader& table, const Case& c) {
  for (const auto& [name, value] : c.order) {
    if (std::find(c.judge.begin(), c.judge.end(), name) == c.judge.end()) {
      table.complain("order", "'" + name + "' is not judged here; add it to judge");
    }
  }
  if (!c.order.empty() && c.sequence.empty()) {
    table.complain("order", "needs a sequence: add steps, or several mechanisms");
  }
}

void check_options(TableReader& table, const Case& c) {
  for (const auto& [name, value] : c.options) {
    if (!reads_option(c.judge, name)) {
      table.complain("options", "no judged approximation reads '" + name + "'; remove it");
    }
  }
}

}  // namespace

std::vector<std::string> read_judge(TableReader& table) {
  std::vector<std::string> names;
  for (const std::string& name : table.texts("judge")) {
    try {
      find_approximation(name);
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      } else {
        table.complain("judge", "names '" + name + "' twice");
      }
    } catch (const std::invalid_argument& e) {
      table.complain("judge", e.what());
    }
  }
  return names;
}

std::map<std::string, PrintedNumber> read_expect_judged(TableReader& table, bool one_point,
                                                        const std::vector<std::string>& judge,
                                                        Complaints& complaints) {
  std::map<std::string, PrintedNumber> out;
  const toml::node* node = table.find("expect_judged");
  if (node == nullptr) return out;
  if (!node->is_table()) {
    table.complain("expect_judged", "must be a table: expect_judged = { clt = \"0.83\" }");
    return out;
  }
  if (!one_point) {
    table.complain("expect_judged",
                   "belongs to a single point; write one case for each printed value");
    return out;
  }
  TableReader inner(*node->as_table(), complaints, "expect_judged.");
  for (auto&& [key, value] : *node->as_table()) {
    const std::string name(key.str());
    const auto text = inner.text(name);
    if (std::find(judge.begin(), judge.end(), name) == judge.end()) {
      table.complain("expect_judged", "'" + name + "' is not judged here; add it to judge");
    } else if (text) {
      try {
        out.emplace(name, PrintedNumber::parse(*text));
      } catch (const std::invalid_argument& e) {
        inner.complain(name, e.what());
      }
    }
  }
  return out;
}

void check_rational(TableReader& table, const std::vector<Real>& points,
                    const std::vector<std::string>& judge) {
  if (judge.empty()) return;
  for (const Real& x : points) {
    if (x.rational()) continue;
    table.complain("judge", "no approximation takes " + x.text() +
                                ", which is irrational; judge it at a rational number, or leave "
                                "judge out");
    return;
  }
}

void check_judged(TableReader& table, const Case& c) {
  check_tolerance(table, c);
  check_options(table, c);
  check_order(table, c);
}

}  // namespace plumbline
