#include <memory>
#include <stdexcept>

#include "capi/handles.hpp"
#include "reference/certificates/request.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/hyperprior.hpp"

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

/// The request as a certificate has it, and what was written.
struct Request {
  CertificateRequest asked;
  std::string mechanism, at;
  NamedTexts more;
};

/// With one parameter open; a value written for it is no more than a place to start from.
void open_parameter(Request* out, const NamedTexts& words) {
  for (const auto& [name, text] : words) {
    if (name != "vary") throw std::invalid_argument("calibrate takes no " + name);
  }
  const Family family(out->mechanism, text_of(words, "vary"));
  out->asked.mechanism = family.expression();
  out->asked.options = {{"vary", family.parameter()}};
  if (target_of(out->asked.target).kind == PrivacyTarget::Kind::reconstruction) {
    out->asked.direction = Direction::forward;
  }
}

/// Words in canonical form.
void canonical_words(Request* out, const NamedTexts& words) {
  if (out->asked.quantity == "calibrate") return open_parameter(out, words);
  for (const auto& [name, text] : words) {
    if (name != "hyperprior")
      throw std::invalid_argument(out->asked.quantity + " takes no " + name);
    const auto weight = Hyperprior::parse(text);
    if (weight) out->asked.options = {{"hyperprior", weight->text()}};
  }
}

Request request_of(const plumbline_request& from, const Asked& how) {
  Request out;
  out.asked.quantity = given(from.quantity, "quantity");
  out.mechanism = out.asked.mechanism = given(from.mechanism, "mechanism");
  out.asked.other = text_or_nothing(from.other);
  if (has_other(out.asked.quantity) != (from.other != nullptr)) {
    throw std::invalid_argument(out.asked.quantity + (from.other == nullptr
                                                          ? " is about two mechanisms"
                                                          : " is about one mechanism"));
  }
  out.asked.direction = how.direction;
  out.asked.digits = how.effort.digits;
  out.asked.engine = how.engine;
  const std::string argument =
      out.asked.quantity == "divergence" ? "" : argument_of(out.asked.quantity);
  out.at = text_or_nothing(from.at);
  if (argument.empty() != out.at.empty()) {
    throw std::invalid_argument(argument.empty()
                                    ? out.asked.quantity + " has no argument"
                                    : out.asked.quantity + " needs a number, its " + argument);
  }
  if (!out.at.empty()) out.asked.at = Rational::parse(out.at);
  const NamedTexts numbers = texts_of(from.numbers, from.number_count, "numbers"),
                   words = texts_of(from.words, from.word_count, "words");
  for (const auto& [name, text] : numbers) {
    out.asked.target.emplace_back(name, Rational::parse(text));
  }
  out.more = numbers;
  out.more.insert(out.more.end(), words.begin(), words.end());
  canonical_words(&out, words);
  return out;
}

/// A request that plumbline_ask answered; its certificate, made anew.
void certify(plumbline_answer* answer) {
  const CertificateRequest& request = answer->request;
  if (!answer->written_at.empty() && !request.at) {
    throw std::invalid_argument("a certificate is about a rational " +
                                argument_of(request.quantity) + ", got " + answer->written_at);
  }
  if (answer->lower.text == "inf") {
    throw std::invalid_argument("there is no certificate of an infinite value");
  }
  const Derived derived = derive(request, answer->effort);
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
    const Derived derived = derive(r.asked, how.effort);
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
