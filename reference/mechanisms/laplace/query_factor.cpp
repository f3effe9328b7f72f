#include "reference/mechanisms/laplace/query_factor.hpp"

#include <algorithm>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::sparse {

std::optional<Factor> QueryFactor::on(const Piece& piece) const {
  if (run_.b_queries.is_zero()) return without_noise(piece);
  if (seen_.what == 0) return distribution(piece);
  if (const auto high = upper(); high && piece.is_beyond(*high)) return std::nullopt;
  const Ball top = upper() ? below(*upper()) : Ball::integer(1, p_);
  if (const auto low = lower(); low && !piece.is_beyond(*low)) {
    return Factor{top - below(*low), Ball(p_), 1};
  }
  const Factor rest = distribution(piece);
  return Factor{top - rest.fixed, -rest.moving, rest.sign};
}

std::vector<Rational> QueryFactor::breaks() const {
  std::vector<Rational> out{seen_.answer};
  if (seen_.what > 0) {
    for (const auto& edge : {lower(), upper()}) {
      if (edge) out.push_back(*edge);
    }
  }
  return out;
}

std::optional<Rational> QueryFactor::lower() const {
  const auto i = static_cast<size_t>(seen_.what);
  return run_.edges.empty() || i < 2 ? std::nullopt : std::optional(run_.edges[i - 2]);
}

std::optional<Rational> QueryFactor::upper() const {
  const auto i = static_cast<size_t>(seen_.what);
  return i > run_.edges.size() || run_.edges.empty() ? std::nullopt
                                                     : std::optional(run_.edges[i - 1]);
}

std::optional<Factor> QueryFactor::without_noise(const Piece& piece) const {
  const bool is_below = piece.is_beyond(seen_.answer);
  bool fits = is_below == (seen_.what == 0);
  if (seen_.what > 0) {
    fits = fits && !(lower() && seen_.answer < *lower()) && !(upper() && *upper() <= seen_.answer);
  }
  return fits ? std::optional(Factor{Ball::integer(1, p_), Ball(p_), 1}) : std::nullopt;
}

Ball QueryFactor::below(const Rational& x) const {
  const Rational far = (x - seen_.answer) / run_.b_queries;
  if (far.sign() < 0) return exp(Ball(far, p_)) / 2;
  return Ball::integer(1, p_) - exp(Ball(-far, p_)) / 2;
}

Factor QueryFactor::distribution(const Piece& piece) const {
  const Rational far = (piece.base() - seen_.answer) / run_.b_queries;
  if (piece.is_beyond(seen_.answer)) {
    return {Ball::integer(1, p_), -(exp(Ball(-far, p_)) / 2), -1};
  }
  return {Ball(p_), exp(Ball(far, p_)) / 2, 1};
}

std::vector<Piece> pieces_between(std::vector<Rational> breaks) {
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  std::vector<Piece> out{{std::nullopt, breaks.front()}};
  for (size_t i = 0; i + 1 < breaks.size(); ++i) out.push_back({breaks[i], breaks[i + 1]});
  out.push_back({breaks.back(), std::nullopt});
  return out;
}

}  // namespace plumbline::sparse
