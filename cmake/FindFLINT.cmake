# Finds FLINT with ball arithmetic: FLINT 3, or FLINT 2.9 with the separate library Arb 2.23
# (called flint-arb in Debian). Defines the target FLINT::FLINT.
find_path(FLINT_INCLUDE_DIR flint/flint.h)
find_library(FLINT_LIBRARY flint)
find_library(FLINT_ARB_LIBRARY NAMES flint-arb arb)
find_path(FLINT_ARB_INCLUDE_DIR NAMES arb.h flint/arb.h)
find_library(MPFR_LIBRARY mpfr)
find_library(GMP_LIBRARY gmp)

if(FLINT_INCLUDE_DIR)
  file(STRINGS ${FLINT_INCLUDE_DIR}/flint/flint.h _flint_version
       REGEX "^#define __FLINT_VERSION(_MINOR)? +[0-9]+")
  string(REGEX REPLACE ".*__FLINT_VERSION +([0-9]+).*" "\\1" _flint_major "${_flint_version}")
  string(REGEX REPLACE ".*__FLINT_VERSION_MINOR +([0-9]+).*" "\\1" _flint_minor
         "${_flint_version}")
  set(FLINT_VERSION ${_flint_major}.${_flint_minor})
endif()

set(_flint_required FLINT_LIBRARY FLINT_INCLUDE_DIR MPFR_LIBRARY GMP_LIBRARY)
if(FLINT_VERSION VERSION_LESS 3)
  list(APPEND _flint_required FLINT_ARB_LIBRARY FLINT_ARB_INCLUDE_DIR)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FLINT REQUIRED_VARS ${_flint_required}
                                  VERSION_VAR FLINT_VERSION)

if(FLINT_FOUND AND NOT TARGET FLINT::FLINT)
  add_library(FLINT::FLINT INTERFACE IMPORTED)
  set(_flint_libraries ${FLINT_LIBRARY} ${MPFR_LIBRARY} ${GMP_LIBRARY})
  if(FLINT_VERSION VERSION_LESS 3)
    list(PREPEND _flint_libraries ${FLINT_ARB_LIBRARY})
  endif()
  target_include_directories(FLINT::FLINT SYSTEM INTERFACE ${FLINT_INCLUDE_DIR})
  target_link_libraries(FLINT::FLINT INTERFACE ${_flint_libraries})
endif()
mark_as_advanced(FLINT_INCLUDE_DIR FLINT_LIBRARY FLINT_ARB_LIBRARY FLINT_ARB_INCLUDE_DIR
                 MPFR_LIBRARY GMP_LIBRARY)
