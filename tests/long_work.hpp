/// A long question for each engine; a short one for engines without long questions.
#pragma once

#include <string>
#include <vector>

namespace plumbline::testing {

struct LongWork {
  std::string engine, mechanism, quantity, at;
  int digits;
};

inline const std::vector<LongWork>& long_work() {
  static const std::vector<LongWork> all = {
      {"closed_form", "discrete_gaussian(sigma2=1000000000000)", "delta", "1", 15},
      {"laplace_sums", "laplace(b=1)^20*laplace(b=2.1)^20*laplace(b=3.3)^20*laplace(b=1.7)^20",
       "delta", "3", 15},
      {"finite", "randomized_response(epsilon=1,k=3)^30000", "delta", "1", 6000},
      {"edge", "subsampled_gaussian(sigma=0.1,p=0.001)^30", "delta", "1", 100},
      // One value of this transform, to thousands of bits, took half a minute.
      {"disclosed",
       "gaussian_mixture(sigma=3.54365407509955,shifts=[0,1,2],weights=[0.9,0.07,0.03])^7"
       "*subsampled_gaussian(sigma=0.0641688,p=0.9)^2415",
       "bayes", "0.97", 9},
      {"disclosed",
       "subsampled_gaussian(sigma=0.02,p=0.1)^2*without_replacement(sigma=2,n=1000,batch=10)^10",
       "delta", "1", 300},
      {"integer_gaussians",
       "discrete_gaussian(sigma2=3)*discrete_gaussian(sigma2=4.1)*discrete_gaussian(sigma2=5.3)"
       "*discrete_gaussian(sigma2=7.7)*discrete_gaussian(sigma2=9.1)*discrete_gaussian(sigma2=12)",
       "delta", "2", 300},
      {"direct", "laplace(b=1)*gaussian(sigma=1)", "delta", "1", 6000},
      {"knots", "subsampled_laplace(b=1,p=0.3)^30", "delta", "1", 1000},
      {"conditioned", "skellam(mu=3)^80", "delta", "1", 15},
      {"shown_step", "random_allocation(sigma=0.3,t=1000)*subsampled_gaussian(sigma=1,p=0.01)^100",
       "delta", "2", 60},
      {"fourier", "subsampled_gaussian(sigma=1,p=0.01)^10", "delta", "1", 3000},
      {"stated", "zcdp(rho=1/2)", "delta", "3", 3000},
      {"fourier", "without_replacement(sigma=2,n=1000,batch=10)^100", "delta", "1", 60},
      {"bent", "without_replacement(sigma=1,n=1000,batch=10)", "delta", "1", 60},
      {"returns", "skellam(mu=3)^8", "delta", "1", 15},
      {"always_known", "subsampled_gaussian(sigma=1,p=0.01)^1000", "delta", "1", 15},
      {"lattice", "subsampled_gaussian(sigma=1,p=0.01)^1000", "delta", "1", 15}};
  return all;
}

}  // namespace plumbline::testing
