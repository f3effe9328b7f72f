#include "reference/mechanisms/matrix/strategy.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>

namespace plumbline {
namespace {

constexpr long kMostSteps = Strategy::kMostSteps;
const Rational kZero(0), kOne(1);

/// The text between the parentheses of a strategy: numbers, and lists of numbers.
struct Arguments {
  std::vector<std::vector<Rational>> lists;
  std::vector<Rational> numbers;
};

[[noreturn]] void fail(const std::string& text, const std::string& why) {
  throw std::invalid_argument("strategy " + text + ": " + why);
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> out{""};
  int open = 0;
  for (const char c : text) {
    if (c == ' ') continue;
    open += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    if (c == ',' && open == 0) {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

Arguments arguments_of(const std::string& inside) {
  Arguments out;
  if (inside.empty()) return out;
  for (const std::string& part : split(inside)) {
    if (part.size() < 2 || part.front() != '[' || part.back() != ']') {
      out.numbers.push_back(Rational::parse(part));
      continue;
    }
    out.lists.emplace_back();
    for (const std::string& x : split(part.substr(1, part.size() - 2))) {
      out.lists.back().push_back(Rational::parse(x));
    }
  }
  return out;
}

/// Returns the first `count` coefficients of 1/(a_0 + a_1 x + ...).
std::vector<Rational> inverse_series(const std::vector<Rational>& a, long count) {
  std::vector<Rational> out{kOne / a[0]};
  for (long j = 1; j < count; ++j) {
    Rational sum(0);
    for (size_t i = 1; i < a.size() && static_cast<long>(i) <= j; ++i) {
      sum = sum + a[i] * out[static_cast<size_t>(j) - i];
    }
    out.push_back(-sum / a[0]);
  }
  return out;
}

/// Returns the coefficients of (1-x)^(-1/2) if `inverse` is true, and otherwise of (1-x)^(1/2).
std::vector<Rational> root_series(long count, bool inverse) {
  std::vector<Rational> out{kOne};
  for (long j = 1; j < count; ++j) {
    const long top = inverse ? 2 * j - 1 : 2 * j - 3;
    out.push_back(out.back() * Rational(top, static_cast<unsigned long>(2 * j)));
  }
  return out;
}

long whole(const std::string& text, const Arguments& a, long most) {
  if (a.numbers.size() != 1 || !a.lists.empty() || !a.numbers[0].is_integer() ||
      a.numbers[0].sign() <= 0 || a.numbers[0] > Rational(most)) {
    fail(text, "one integer from 1 to " + std::to_string(most) + " is needed");
  }
  return static_cast<long>(a.numbers[0].approximate());
}

/// Returns the coefficients of blt with the weights w_i and the decays d_i: c_0 = 1, c_j = sum over i of w_i d_i^(j-1).
std::vector<Rational> buffered(const std::string& text, const Arguments& a, long steps) {
  if (a.lists.size() != 2 || a.lists[0].size() != a.lists[1].size() || !a.numbers.empty()) {
    fail(text, "write blt([WEIGHTS],[DECAYS]), two lists of the same length");
  }
  std::vector<Rational> out{kOne}, powers = a.lists[0];
  for (long j = 1; j < steps; ++j) {
    Rational sum(0);
    for (size_t i = 0; i < powers.size(); ++i) {
      sum = sum + powers[i];
      powers[i] = powers[i] * a.lists[1][i];
    }
    out.push_back(sum);
  }
  return out;
}

std::vector<Rational> geometric(const std::string& text, const Arguments& a, long steps) {
  if (a.numbers.size() != 1 || !a.lists.empty()) fail(text, "write lambda_cgd(0.9)");
  std::vector<Rational> out{kOne};
  for (long j = 1; j < steps; ++j) out.push_back(out.back() * a.numbers[0]);
  return out;
}

std::vector<Rational> given(const std::string& text, const Arguments& a) {
  if (a.lists.size() != 1 || !a.numbers.empty()) fail(text, "write toeplitz([1,1/2,3/8])");
  return a.lists[0];
}

std::vector<Rational> first_of(std::vector<Rational> values, long count) {
  values.resize(std::min(values.size(), static_cast<size_t>(count)));
  return values;
}

/// Returns the columns of the matrix of a binary tree that starts again every `restart` steps. The matrix has a row for
/// each interval [j 2^l, (j+1) 2^l) of the steps of one tree; the row is the sum of the steps in the interval.
std::vector<Strategy::Column> tree_columns(long steps, long restart) {
  std::vector<Strategy::Column> out(static_cast<size_t>(steps), Strategy::Column{0, {}});
  std::vector<std::vector<long>> rows_of(static_cast<size_t>(steps));
  long rows = 0;
  for (long start = 0; start < steps; start += restart) {
    const long length = std::min(restart, steps - start);
    for (long end = 1; end <= length; ++end) {
      for (long size = 1; size <= end && end % size == 0; size *= 2, ++rows) {
        for (long i = end - size; i < end; ++i)
          rows_of[static_cast<size_t>(start + i)].push_back(rows);
      }
    }
  }
  for (size_t i = 0; i < out.size(); ++i) {
    out[i].first = rows_of[i].front();
    out[i].entries.assign(static_cast<size_t>(rows_of[i].back() - out[i].first) + 1, kZero);
    for (const long row : rows_of[i])
      out[i].entries[static_cast<size_t>(row - out[i].first)] = kOne;
  }
  return out;
}

}  // namespace

Strategy Strategy::of_coefficients(std::string text, long steps,
                                   std::vector<Rational> coefficients) {
  if (static_cast<long>(coefficients.size()) > steps)
    coefficients.resize(static_cast<size_t>(steps));
  while (!coefficients.empty() && coefficients.back().is_zero()) coefficients.pop_back();
  if (coefficients.empty() || coefficients[0].is_zero()) {
    fail(text, "the first coefficient must not be 0");
  }
  Strategy out(std::move(text), steps);
  const auto& c = coefficients;
  out.nonnegative_ =
      std::all_of(c.begin(), c.end(), [](const Rational& x) { return x.sign() >= 0; });
  out.decreases_ = out.nonnegative_;
  for (size_t i = 1; i < c.size(); ++i) out.decreases_ = out.decreases_ && c[i] <= c[i - 1];
  out.bands_ = static_cast<long>(c.size());
  out.coefficients_ = std::move(coefficients);
  return out;
}

Strategy Strategy::of_columns(std::string text, std::vector<Column> columns) {
  Strategy out(std::move(text), static_cast<long>(columns.size()));
  out.nonnegative_ = true;
  for (const Column& column : columns) {
    for (const Rational& x : column.entries) out.nonnegative_ = out.nonnegative_ && x.sign() >= 0;
  }
  out.bands_ = out.steps_;
  out.columns_ = std::move(columns);
  return out;
}

Strategy Strategy::parse(const std::string& text, long steps, long most) {
  if (steps < 1 || steps > most) {
    throw std::invalid_argument("steps must be from 1 to " + std::to_string(most) + ", got " +
                                std::to_string(steps));
  }
  const size_t open = text.find('(');
  const std::string name = text.substr(0, open);
  Arguments a;
  if (open != std::string::npos) {
    if (text.back() != ')') fail(text, "expected ')' at the end");
    a = arguments_of(text.substr(open + 1, text.size() - open - 2));
  }
  const bool plain = a.numbers.empty() && a.lists.empty();
  const auto toeplitz = [&](std::vector<Rational> c) {
    return of_coefficients(text, steps, std::move(c));
  };
  if (name == "identity" && plain) return toeplitz({kOne});
  if (name == "prefix" && plain) {
    return toeplitz(std::vector<Rational>(static_cast<size_t>(steps), kOne));
  }
  if (name == "sqrt") {
    return toeplitz(root_series(plain ? steps : std::min(steps, whole(text, a, kMostSteps)), true));
  }
  if (name == "toeplitz") return toeplitz(given(text, a));
  if (name == "blt") return toeplitz(buffered(text, a, steps));
  if (name == "bisr") {
    return toeplitz(
        inverse_series(first_of(root_series(steps, false), whole(text, a, kMostSteps)), steps));
  }
  if (name == "lambda_cgd") return toeplitz(geometric(text, a, steps));
  if (name == "tree") {
    Strategy out =
        of_columns(text, tree_columns(steps, plain ? steps : whole(text, a, kMostSteps)));
    out.square_ = false;
    return out;
  }
  fail(text,
       "unknown; there are identity, prefix, sqrt, sqrt(BANDS), toeplitz([1,1/2]), "
       "blt([WEIGHTS],[DECAYS]), bisr(BANDS), lambda_cgd(0.9), tree, tree(RESTART)");
}

Strategy Strategy::matrix(std::vector<std::vector<Rational>> rows, std::string text) {
  const size_t n = rows.size();
  if (n == 0 || n > static_cast<size_t>(kMostSteps)) {
    fail(text, "a matrix of 1 to " + std::to_string(kMostSteps) + " rows is needed");
  }
  std::vector<Column> columns;
  for (size_t i = 0; i < n; ++i) columns.push_back({static_cast<long>(i), {}});
  for (size_t row = 0; row < n; ++row) {
    if (rows[row].size() != n) {
      fail(text, "row " + std::to_string(row + 1) + " has " + std::to_string(rows[row].size()) +
                     " entries, not " + std::to_string(n));
    }
    for (size_t i = 0; i < n; ++i) {
      if (i <= row) {
        columns[i].entries.push_back(rows[row][i]);
      } else if (!rows[row][i].is_zero()) {
        fail(text, "row " + std::to_string(row + 1) + ", column " + std::to_string(i + 1) +
                       " is above the diagonal and not 0; a release cannot depend on later steps");
      }
    }
  }
  Strategy out = of_columns(std::move(text), std::move(columns));
  long bands = 1;
  for (const Column& column : out.columns_) {
    for (size_t i = 0; i < column.entries.size(); ++i) {
      if (!column.entries[i].is_zero()) bands = std::max(bands, static_cast<long>(i) + 1);
    }
  }
  out.bands_ = bands;
  return out;
}

Strategy::Column Strategy::column(long step) const {
  if (coefficients_.empty()) return columns_[static_cast<size_t>(step)];
  const long count = std::min(static_cast<long>(coefficients_.size()), steps_ - step);
  return {step, {coefficients_.begin(), coefficients_.begin() + count}};
}

std::vector<Ball> Strategy::sum_variances(Bits p) const {
  const auto n = static_cast<size_t>(steps_);
  std::vector<Ball> out;
  if (!square_) return out;
  if (!coefficients_.empty()) {  // b: coefficients of 1/((1-x) c(x))
    std::vector<Ball> c, b;
    for (const Rational& x : coefficients_) c.emplace_back(x, p);
    Ball sum(p);
    for (size_t j = 0; j < n; ++j) {
      Ball next = Ball::integer(1, p);
      for (size_t i = 1; i < c.size() && i <= j; ++i) next = next - c[i] * b[j - i];
      b.push_back(next / c[0]);
      sum += square(b.back());
      out.push_back(sum);
    }
    return out;
  }
  constexpr size_t kMostDense = 256;
  if (n > kMostDense) return out;
  std::vector<std::vector<Ball>> rows;  // rows of A C^{-1}: b C = (1, .., 1, 0, ..)
  for (size_t t = 0; t < n; ++t) {
    std::vector<Ball> b(t + 1, Ball(p));
    Ball sum(p);
    for (size_t i = t + 1; i-- > 0;) {
      const std::vector<Rational>& column = columns_[i].entries;
      if (column[0].is_zero()) return {};
      Ball left = Ball::integer(1, p);
      for (size_t k = i + 1; k <= t; ++k) left = left - b[k] * Ball(column[k - i], p);
      b[i] = left / Ball(column[0], p);
      sum += square(b[i]);
    }
    out.push_back(sum);
  }
  return out;
}

}  // namespace plumbline
