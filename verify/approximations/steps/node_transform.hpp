/// The transform K(s) of a step as a sum over quadrature nodes that do not depend on s.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "verify/approximations/steps/step.hpp"

namespace plumbline::approximations {

template <class Real>
class NodeTransform final : public StepTransform<Real> {
 public:
  struct Node {
    Real loss, log_weight;
  };

  explicit NodeTransform(std::vector<Node> nodes) : nodes_(std::move(nodes)) {}

  TransformAt<Real> at(const Real& s) const override {
    using std::exp;
    using std::log;
    Real largest = -std::numeric_limits<Real>::infinity();
    for (const Node& node : nodes_) {
      largest = std::max(largest, Real(node.log_weight + s * node.loss));
    }
    Real sum(0), mean(0);
    std::vector<Real> tilted;
    tilted.reserve(nodes_.size());
    for (const Node& node : nodes_) {
      tilted.push_back(exp(node.log_weight + s * node.loss - largest));
      sum += tilted.back(), mean += tilted.back() * node.loss;
    }
    mean /= sum;
    Real m2(0), m3(0), m4(0);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      const Real d = nodes_[i].loss - mean, square = d * d, weight = tilted[i] / sum;
      m2 += weight * square, m3 += weight * square * d, m4 += weight * square * square;
    }
    return {Real(largest + log(sum)), mean, m2, m3, Real(m4 - 3 * m2 * m2)};
  }

 private:
  std::vector<Node> nodes_;
};

}  // namespace plumbline::approximations
