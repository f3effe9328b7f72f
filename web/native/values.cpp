/// Queries about mechanisms, which only use plumbline.h.
#include <cmath>
#include <map>
#include <memory>
#include <new>
#include <vector>

#include "web/native/calls.hpp"

namespace plumbline::web {
namespace {

/// Handles by number; a number is never reused.
template <class T, void (*free)(T*)>
class Table {
 public:
  ~Table() {
    for (const auto& [number, held] : all_) free(held);
  }
  int add(T* held) {
    all_.emplace(++last_, held);
    return last_;
  }
  T* at(const Json& call, const char* name) const {
    const auto found = all_.find(call.value(name, 0));
    if (found == all_.end()) {
      throw Refused{PLUMBLINE_BAD_INPUT, std::string("this ") + name + " is closed"};
    }
    return found->second;
  }
  void drop(const Json& call, const char* name) {
    const auto found = all_.find(call.value(name, 0));
    if (found == all_.end()) return;
    free(found->second);
    all_.erase(found);
  }

 private:
  std::map<int, T*> all_;
  int last_ = 0;
};

Table<plumbline_mechanism, plumbline_close>& mechanisms() {
  static Table<plumbline_mechanism, plumbline_close> all;
  return all;
}
Table<plumbline_answer, plumbline_free>& answers() {
  static Table<plumbline_answer, plumbline_free> all;
  return all;
}

/// Converts a double to JSON, which has no number for infinity.
Json number_of(double x) {
  if (std::isfinite(x)) return x;
  return x > 0 ? "inf" : "-inf";
}

Json values_of(const plumbline_answer* a) {
  Json out = Json::array();
  for (size_t i = 0; i < plumbline_value_count(a); ++i) {
    out.push_back({{"name", plumbline_value_name(a, i)},
                   {"lower", plumbline_value_lower(a, i)},
                   {"upper", plumbline_value_upper(a, i)}});
  }
  return out;
}

Json findings_of(const plumbline_answer* a) {
  Json out = Json::object();
  for (size_t i = 0; i < plumbline_finding_count(a); ++i) {
    const char* name = plumbline_finding_name(a, i);
    out[name] = plumbline_finding(a, name);
  }
  return out;
}

/// Returns the object of a JSON text; null where there is no text.
Json object_of(const char* text) { return text == nullptr ? Json() : Json::parse(text); }

/// Returns the record of an answer, with the number by which its certificate is requested.
Json kept(plumbline_answer* a) {
  Json out = {{"lower", plumbline_lower(a)},
              {"upper", plumbline_upper(a)},
              {"lower_fraction", plumbline_lower_fraction(a)},
              {"upper_fraction", plumbline_upper_fraction(a)},
              {"lower_double", number_of(plumbline_lower_double(a))},
              {"upper_double", number_of(plumbline_upper_double(a))},
              {"digits", plumbline_digits(a)},
              {"reached", plumbline_reached(a) != 0},
              {"engine", plumbline_engine_used(a)},
              {"values", values_of(a)},
              {"findings", findings_of(a)},
              {"hypotheses", object_of(plumbline_hypotheses(a))},
              {"other_hypotheses", object_of(plumbline_other_hypotheses(a))},
              {"warning", plumbline_warning(a)}};
  out["answer"] = answers().add(a);
  return out;
}

/// Names and texts, in the order of the caller.
struct Named {
  std::vector<std::pair<std::string, std::string>> texts;
  std::vector<plumbline_named> named;
  explicit Named(const Json& call, const char* field) {
    if (!call.contains(field)) return;
    for (const auto& [name, text] : call.at(field).items()) {
      texts.emplace_back(name, text.get<std::string>());
    }
    for (const auto& [name, text] : texts) named.push_back({name.c_str(), text.c_str()});
  }
};

}  // namespace

Json call_open(const Json& call) {
  plumbline_mechanism* out = nullptr;
  require_ok(plumbline_open(text_of(call, "expression").c_str(), &out));
  const std::string expression = plumbline_expression(out);
  return {{"mechanism", mechanisms().add(out)}, {"expression", expression}};
}

Json call_close(const Json& call) {
  mechanisms().drop(call, "mechanism");
  return Json::object();
}

Json call_ask(const Json& call) {
  const Options how(call);
  const std::string at = text_of(call, "at");
  plumbline_answer* out = nullptr;
  require_ok(plumbline_ask(mechanisms().at(call, "mechanism"), text_of(call, "quantity").c_str(),
                           at.empty() ? nullptr : at.c_str(), &how.options, &out));
  return kept(out);
}

Json call_derive(const Json& call) {
  const Options how(call);
  const std::string quantity = text_of(call, "quantity"), mechanism = text_of(call, "mechanism"),
                    other = text_of(call, "other"), at = text_of(call, "at");
  const Named numbers(call, "numbers"), words(call, "words");
  const plumbline_request request = {quantity.c_str(),
                                     mechanism.c_str(),
                                     other.empty() ? nullptr : other.c_str(),
                                     at.empty() ? nullptr : at.c_str(),
                                     numbers.named.data(),
                                     numbers.named.size(),
                                     words.named.data(),
                                     words.named.size()};
  plumbline_answer* out = nullptr;
  require_ok(plumbline_derive(&request, &how.options, &out));
  return kept(out);
}

Json call_certificate(const Json& call) {
  const char* text = nullptr;
  require_ok(plumbline_certificate(answers().at(call, "answer"), &text));
  return {{"certificate", text}};
}

Json call_json(const Json& call) {
  const Options how(call);
  char* text = nullptr;
  const plumbline_status status =
      plumbline_call_json(call.at("request").dump().c_str(), &how.options, &text);
  const std::unique_ptr<char, void (*)(char*)> owned(text, plumbline_free_text);
  if (text == nullptr) throw std::bad_alloc();
  return {{"reply", Json::parse(text)}, {"reply_status", static_cast<int>(status)}};
}

Json call_free(const Json& call) {
  answers().drop(call, "answer");
  return Json::object();
}

}  // namespace plumbline::web
