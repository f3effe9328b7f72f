#include "reference/arithmetic/functions/integral.hpp"

#include <algorithm>
#include <exception>

#include "reference/arithmetic/flint.hpp"

namespace plumbline {
namespace {

struct Request {
  const AnalyticFunction& f;
  std::exception_ptr thrown;
};

/// The callback for FLINT. An exception must not cross C code; therefore it is stored, and every later value is
/// indeterminate.
int evaluate(acb_ptr out, const acb_t in, void* parameter, slong order, slong prec) {
  Request& request = *static_cast<Request*>(parameter);
  acb_indeterminate(out);
  if (request.thrown) return 0;
  try {
    ComplexBall z(Bits{prec});
    acb_set(z.raw(), in);
    acb_set(out, request.f(z, order != 0).raw());
  } catch (...) {
    request.thrown = std::current_exception();
  }
  return 0;
}

}  // namespace

Ball integral(const AnalyticFunction& f, const Ball& a, const Ball& b, long tolerance, Bits p) {
  return complex_integral(f, a, b, tolerance, p).real();
}

ComplexBall complex_integral(const AnalyticFunction& f, const Ball& a, const Ball& b,
                             long tolerance, Bits p, long evaluations) {
  const ComplexBall from(a), to(b);
  ComplexBall sum(p);
  Request request{f, nullptr};
  mag_t absolute;
  mag_init(absolute);
  mag_set_ui_2exp_si(absolute, 1, -tolerance);
  acb_calc_integrate_opt_t options;
  acb_calc_integrate_opt_init(options);
  options->eval_limit = evaluations;
  acb_calc_integrate(sum.raw(), evaluate, &request, from.raw(), to.raw(), std::min(p.n, tolerance),
                     absolute, options, p.n);
  mag_clear(absolute);
  if (request.thrown) std::rethrow_exception(request.thrown);
  return sum;
}

}  // namespace plumbline
