/// The only header that includes FLINT. FLINT 2.9 ships Arb separately (<arb.h>), FLINT 3 merged it (<flint/arb.h>).
/// Only sources in reference/arithmetic and their tests may include this header. It includes the header of each family
/// of functions that a source uses, for either release (tools/includes checks this).
#pragma once

// FLINT 3 declares arf_get_mpfr only if MPFR is already included.
// clang-format off
#include <cstdint>  // before mpfr.h, because MPFR_USE_INTMAX_T needs its types
#include <mpfr.h>
#include <flint/flint.h>
// clang-format on

#if defined(__FLINT_RELEASE) && __FLINT_RELEASE >= 30000
#include <flint/acb.h>
#include <flint/acb_calc.h>
#include <flint/acb_hypgeom.h>
#include <flint/acb_mat.h>
#include <flint/acb_poly.h>
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#include <flint/arb_poly.h>
#include <flint/arf.h>
#include <flint/mag.h>
#else
#include <acb.h>
#include <acb_calc.h>
#include <acb_hypgeom.h>
#include <acb_mat.h>
#include <acb_poly.h>
#include <arb.h>
#include <arb_hypgeom.h>
#include <arb_poly.h>
#include <arf.h>
#include <mag.h>
#endif
#include <flint/fmpq.h>
#include <flint/fmpz.h>
#include <flint/fmpz_poly.h>
#include <flint/fmpz_vec.h>
