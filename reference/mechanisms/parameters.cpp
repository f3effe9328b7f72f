#include "reference/mechanisms/parameters.hpp"

#include <algorithm>
#include <stdexcept>

namespace plumbline {

Rational positive(const Parameters& parameters, const std::string& name) {
  const Rational& value = parameters.at(name);
  if (value.sign() <= 0) {
    throw std::invalid_argument(name + " must be greater than 0, got " + value.text());
  }
  return value;
}

NoiseScale scale_of_sigma(const Rational& sigma) {
  return {sigma * sigma, "sigma=" + sigma.text()};
}

NoiseScale noise_scale(const Parameters& parameters) {
  const bool squared = parameters.count("sigma2") > 0;
  if (squared == (parameters.count("sigma") > 0)) {
    throw std::invalid_argument("write exactly one of sigma= and its square sigma2=");
  }
  if (!squared) return scale_of_sigma(positive(parameters, "sigma"));
  const Rational variance = positive(parameters, "sigma2");
  return {variance, "sigma2=" + variance.text()};
}

Rational sensitivity(const Parameters& parameters) {
  return parameters.count("sensitivity") > 0 ? positive(parameters, "sensitivity") : Rational(1);
}

Rational sampling_rate(const Parameters& parameters) {
  const Rational& p = parameters.at("p");
  if (p.sign() <= 0 || p > Rational(1)) {
    throw std::invalid_argument("p must be in (0, 1], got " + p.text());
  }
  static const Rational least = power_of_ten(-100);  // searches in doubles compute p^2 and p^3
  if (p < least)
    throw std::invalid_argument("p is too small; write a sampling rate of at least 1e-100");
  return p;
}

bool is_whole(const Parameters& parameters) {
  const auto p = parameters.find("p");
  return p != parameters.end() && p->second == Rational(1);
}

std::string relation(const Parameters& parameters, const std::vector<std::string>& known) {
  const auto given = parameters.words.find("relation");
  if (given == parameters.words.end()) return known.front();
  // Other names of the relations (in accountants' records, in their events, or as directions), each with the name here.
  static const std::vector<std::pair<std::string, std::string>> others = {
      {"add_remove", "add_or_remove"},
      {"add_or_remove_one", "add_or_remove"},
      {"replace_one", "replace"}};
  std::string all;
  for (const std::string& word : known) {
    const auto same = [&](const auto& pair) {
      return pair.first == given->second && pair.second == word;
    };
    if (word == given->second || std::any_of(others.begin(), others.end(), same)) return word;
    all += (all.empty() ? "" : ", ") + word;
  }
  throw std::invalid_argument("relation must be one of " + all + ", got '" + given->second + "'");
}

const std::vector<std::string>& noise_relations() {
  static const std::vector<std::string> known = {"add_or_remove", "replace", "replace_special",
                                                 "zero_out"};
  return known;
}

std::string relation_text(const std::string& relation, const std::vector<std::string>& known) {
  return relation == known.front() ? std::string() : ",relation=" + relation;
}

std::string written_relation_text(const Parameters& parameters,
                                  const std::vector<std::string>& known) {
  if (parameters.words.count("relation") == 0) return "";
  return ",relation=" + relation(parameters, known);
}

std::string sensitivity_text(const Rational& sensitivity) {
  return sensitivity == Rational(1) ? std::string() : ",sensitivity=" + sensitivity.text();
}

}  // namespace plumbline
