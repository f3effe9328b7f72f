/// The command `certify convert`: certificates of the numbers from which a guarantee of another kind follows.
#pragma once

#include "app/certificates/certify_items.hpp"

namespace plumbline {

void add_certify_convert(Command& certify, const FinishCertify& finish);

}  // namespace plumbline
