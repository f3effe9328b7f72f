#include "reference/arithmetic/double_text.hpp"

#include <locale.h>

#include <cstdio>
#include <cstdlib>
#ifdef __APPLE__
#include <xlocale.h>
#endif

namespace plumbline {
namespace {

/// Returns the C locale, which is never freed.
locale_t plain_locale() {
  static const locale_t plain = newlocale(LC_ALL_MASK, "C", static_cast<locale_t>(nullptr));
  return plain;
}

/// Sets the C locale for this thread during its lifetime, for functions that have no parameter for a locale.
class PlainLocale {
 public:
  PlainLocale() : before_(uselocale(plain_locale())) {}
  ~PlainLocale() { uselocale(before_); }
  PlainLocale(const PlainLocale&) = delete;
  PlainLocale& operator=(const PlainLocale&) = delete;

 private:
  locale_t before_;
};

enum class Form { scientific, fixed, shortest, hex };

int print(Form form, double x, int digits, char* out, size_t size) {
  switch (form) {
    case Form::scientific:
      return std::snprintf(out, size, "%.*e", digits, x);
    case Form::fixed:
      return std::snprintf(out, size, "%.*f", digits, x);
    case Form::shortest:
      return std::snprintf(out, size, "%.*g", digits, x);
    case Form::hex:
      break;
  }
  return std::snprintf(out, size, "%a", x);
}

std::string printed(Form form, double x, int digits) {
  const PlainLocale here;
  std::string out(static_cast<size_t>(print(form, x, digits, nullptr, 0)), '\0');
  print(form, x, digits, out.data(), out.size() + 1);
  return out;
}

}  // namespace

double parse_double(const std::string& text, size_t* rest) {
  char* end = nullptr;
  const double out = strtod_l(text.c_str(), &end, plain_locale());
  if (rest != nullptr) *rest = static_cast<size_t>(end - text.c_str());
  return out;
}

std::string scientific_text(double x, int after) { return printed(Form::scientific, x, after); }
std::string fixed_text(double x, int after) { return printed(Form::fixed, x, after); }
std::string significant_text(double x, int digits) { return printed(Form::shortest, x, digits); }
std::string hex_text(double x) { return printed(Form::hex, x, 0); }

}  // namespace plumbline
