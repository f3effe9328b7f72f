# Finds MPFR C++ (mpreal.h alone, no library; libmpfrc++-dev in Debian) and MPFR under it. Defines the
# target Mpreal::Mpreal.
find_path(MPREAL_INCLUDE_DIR mpreal.h)
find_path(MPREAL_MPFR_INCLUDE_DIR mpfr.h)
find_library(MPFR_LIBRARY mpfr)
find_library(GMP_LIBRARY gmp)

if(MPREAL_INCLUDE_DIR)
  file(STRINGS ${MPREAL_INCLUDE_DIR}/mpreal.h _mpreal_version REGEX "MPREAL_VERSION_STRING +\"")
  string(REGEX REPLACE ".*\"([0-9.]+)\".*" "\\1" MPREAL_VERSION "${_mpreal_version}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Mpreal
  REQUIRED_VARS MPREAL_INCLUDE_DIR MPREAL_MPFR_INCLUDE_DIR MPFR_LIBRARY GMP_LIBRARY
  VERSION_VAR MPREAL_VERSION
  REASON_FAILURE_MESSAGE "install libmpfrc++-dev (Debian), or put mpreal.h of \
https://github.com/advanpix/mpreal in a folder and say -DMPREAL_INCLUDE_DIR=FOLDER")

if(Mpreal_FOUND AND NOT TARGET Mpreal::Mpreal)
  add_library(Mpreal::Mpreal INTERFACE IMPORTED)
  target_include_directories(Mpreal::Mpreal SYSTEM INTERFACE ${MPREAL_INCLUDE_DIR}
                                                             ${MPREAL_MPFR_INCLUDE_DIR})
  target_link_libraries(Mpreal::Mpreal INTERFACE ${MPFR_LIBRARY} ${GMP_LIBRARY})
endif()
mark_as_advanced(MPREAL_INCLUDE_DIR MPREAL_MPFR_INCLUDE_DIR MPFR_LIBRARY GMP_LIBRARY)
