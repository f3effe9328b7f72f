/// The policy for calls of Boost.Math: functions do not promote their arguments to a wider type and do not throw
/// exceptions. Only the few sources that call Boost.Math include this header.
#pragma once

#include <boost/math/policies/policy.hpp>

namespace plumbline::approximations {

namespace policies = boost::math::policies;
using Quiet = policies::policy<policies::domain_error<policies::ignore_error>,
                               policies::pole_error<policies::ignore_error>,
                               policies::overflow_error<policies::ignore_error>,
                               policies::evaluation_error<policies::ignore_error>,
                               policies::promote_float<false>, policies::promote_double<false>>;

}  // namespace plumbline::approximations
