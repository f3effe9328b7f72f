/// `certify convert`.
#pragma once

#include "app/certificates/certify_items.hpp"

namespace plumbline {

void add_certify_convert(Command& certify, const FinishCertify& finish);

}  // namespace plumbline
