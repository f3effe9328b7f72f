#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "capi/handles.hpp"
#include "reference/certificates/request.hpp"
#include "reference/questions/answer.hpp"

namespace plumbline::capi {
namespace {

NamedTexts texts_of(const plumbline_named* named, size_t count, const char* what) {
  NamedTexts out;
  for (size_t i = 0; i < count; ++i) {
    const plumbline_named& one = given(named, what)[i];
    out.emplace_back(given(one.name, "a name"), given(one.text, "a text"));
  }
  return out;
}

std::string text_or_nothing(const char* text) { return text == nullptr ? "" : text; }

/// A query in the form that certificates contain, and the texts that the user wrote.
struct Request {
  Query asked;
  std::string mechanism, at;
  NamedTexts more;
};

void require_other(const Quantity& entry, bool given) {
  if (entry.has_other() == given) return;
  throw std::invalid_argument(entry.name +
                              (given ? " is about one mechanism" : " is about two mechanisms"));
}

/// Returns the canonical form of a number. Throws std::invalid_argument; the message names the invalid number.
std::string number(const std::string& name, const std::string& text) {
  try {
    return Rational::parse(text).text();
  } catch (const std::invalid_argument& e) {
    throw std::invalid_argument(name + ": " + e.what());
  }
}

/// Stores the further numbers and the argument, if there is one, in canonical form. The argument may be given among the
/// numbers, by its name.
void take_numbers(const Quantity& entry, NamedTexts numbers, Request* out) {
  const std::string argument = entry.argument();
  const auto named = std::find_if(numbers.begin(), numbers.end(),
                                  [&](const auto& one) { return one.first == argument; });
  if (named != numbers.end() && out->at.empty()) {
    out->at = named->second;
    numbers.erase(named);
  }
  if (argument.empty() != out->at.empty()) {
    throw std::invalid_argument(argument.empty() ? entry.name + " has no argument"
                                                 : entry.name + " needs a number, its " + argument);
  }
  if (!argument.empty()) out->asked.at = {{argument, number(argument, out->at)}};
  for (const auto& [name, text] : numbers) {
    out->asked.at.emplace_back(name, number(name, text));
  }
}

/// Returns the numbers, and the options whose texts a certificate records (all except scores).
NamedTexts written_of(const Query& asked, const NamedTexts& numbers, const NamedTexts& words) {
  NamedTexts out = numbers;
  for (const OptionEntry& one : certified_quantity(asked.quantity).options) {
    const auto found = std::find_if(words.begin(), words.end(),
                                    [&](const auto& word) { return word.first == one.name; });
    if (one.written && found != words.end() && !text_of(asked.options, one.name).empty()) {
      out.push_back(*found);
    }
  }
  return out;
}

Request request_of(const plumbline_request& from, const Asked& how) {
  Request out;
  const std::string name = given(from.quantity, "quantity");
  const Quantity& entry = certified_quantity(name);
  out.mechanism = given(from.mechanism, "mechanism");
  out.at = text_or_nothing(from.at);
  require_other(entry, from.other != nullptr);
  const NamedTexts numbers = texts_of(from.numbers, from.number_count, "numbers"),
                   words = texts_of(from.words, from.word_count, "words");
  out.asked = {.quantity = entry.name,
               .mechanism = out.mechanism,
               .other = text_or_nothing(from.other),
               .direction = how.direction,
               .options = words,
               .digits = how.effort.digits,
               .engine = how.engine};
  take_numbers(entry, numbers, &out);
  out.asked = canonical(out.asked);
  out.more = written_of(out.asked, numbers, words);
  return out;
}

/// Creates the certificate of a request that plumbline_ask answered.
void certify(plumbline_answer* answer) {
  const Query& request = answer->request;
  if (!answer->written_at.empty() && request.at.empty()) {
    throw std::invalid_argument("a certificate is about a rational " +
                                required_quantity(request.quantity).argument() + ", got " +
                                answer->written_at);
  }
  if (answer->lower.text == "inf") {
    throw std::invalid_argument("there is no certificate of an infinite value");
  }
  const Answer derived = plumbline::answer(request, answer->effort);
  answer->certificate =
      answer_of(request, derived, answer->effort, request.mechanism, answer->written_at, {})
          .certificate;
}

}  // namespace
}  // namespace plumbline::capi

using namespace plumbline;
using namespace plumbline::capi;

plumbline_status plumbline_derive(const plumbline_request* request,
                                  const plumbline_options* options, plumbline_answer** out) {
  return guarded([&] {
    *given(out, "out") = nullptr;
    const Asked how = asked(options);
    const Request r = request_of(*given(request, "request"), how);
    const Answer derived = answer(r.asked, how.effort);
    *out = new plumbline_answer(answer_of(r.asked, derived, how.effort, r.mechanism, r.at, r.more));
  });
}

plumbline_status plumbline_certificate(plumbline_answer* answer, const char** out) {
  return guarded([&] {
    *given(out, "out") = nullptr;
    if (given(answer, "answer")->certificate.empty()) certify(answer);
    *out = answer->certificate.c_str();
  });
}
