#include "reference/questions/answered_ends.hpp"

#include "reference/questions/answer.hpp"
#include "reference/values/certified.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {

bool is_whole_number(const Query& query, const Answer& answer) {
  return query.option("vary") == "N" && answer.safe && answer.value.value().is_exact();
}

std::pair<std::string, std::string> answered_ends(const Query& query, const Answer& answer) {
  if (is_whole_number(query, answer)) return {answer.safe->text(), answer.safe->text()};
  return printed_bounds(answer.value, query.digits + kCertificateSpareDigits);
}

std::string place_text(const Answer& answer, int digits) {
  const Ball& place = answer.place->value();
  const Ball middle = place.is_finite() ? place.midpoint() : Ball(Rational(1, 2), Bits{64});
  const Certified named = within(Mint::value(middle, "", {}, true), Rational(0), Rational(1));
  return printed_bounds(named, digits).first;
}

}  // namespace plumbline
