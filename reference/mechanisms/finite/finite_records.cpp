#include "reference/mechanisms/finite/finite_records.hpp"

#include <stdexcept>

#include "reference/mechanisms/recorded_fields.hpp"

namespace plumbline {
namespace {

const Rational kWhole(1);

/// Returns the expression of the discrete Laplace mechanism whose sensitivity is `times` the recorded one.
std::string discrete_laplace_of(RecordedFields& record, const Rational& times) {
  const RecordedNumber a = record.number("parameter");
  if (a.value.sign() <= 0) {
    throw std::invalid_argument("mechanism: parameter must be greater than 0, got " + a.text);
  }
  const Rational own = record.has("sensitivity") ? record.number("sensitivity").value : kWhole;
  const Rational D = own * times;
  return "discrete_laplace(b=" + (kWhole / a.value).text() +
         (D == kWhole ? "" : ",sensitivity=" + D.text()) + ")";
}

struct Response {
  Rational l, k;  ///< l in [0, 1], k >= 2 an integer
};

Response response_of(RecordedFields& record) {
  const Response out{record.number("noise_parameter").value, record.number("num_buckets").value};
  if (out.l.sign() < 0 || out.l > kWhole || !out.k.is_integer() || out.k < Rational(2)) {
    throw std::invalid_argument(
        "mechanism: randomized_response needs noise_parameter in [0, 1] and an integer num_buckets "
        "of at least 2");
  }
  return out;
}

}  // namespace

std::string recorded_discrete_laplace(RecordedFields& record) {
  return discrete_laplace_of(record, kWhole);
}

std::string discrete_laplace_of_exchanged(RecordedFields& record) {
  return discrete_laplace_of(record, Rational(2));
}

std::string recorded_pure_dp(RecordedFields& record) {
  return "approximate_dp(epsilon=" + record.text("epsilon") + ",delta=0)";
}

// The pair compares two inputs. All answers other than these two inputs have the loss 0. So the pair has three outcomes
// with rational probabilities, although epsilon may be irrational.
std::string recorded_response(RecordedFields& record) {
  const auto [l, k] = response_of(record);
  const Rational other = l / k, own = kWhole - l + other, rest = kWhole - own - other;
  const std::string a = own.text(), b = other.text();
  if (rest.is_zero()) return "finite(P=[" + a + "," + b + "],Q=[" + b + "," + a + "])";
  const std::string r = rest.text();
  return "finite(P=[" + a + "," + b + "," + r + "],Q=[" + b + "," + a + "," + r + "])";
}

std::string recorded_special_response(RecordedFields& record) {
  const auto [l, k] = response_of(record);
  const Rational own = kWhole - l + l / k, uniform = kWhole / k;
  return "finite(P=[" + uniform.text() + "," + (kWhole - uniform).text() + "],Q=[" + own.text() +
         "," + (kWhole - own).text() + "])";
}

}  // namespace plumbline
