# `cmake --install`, find_package(plumbline) and pkg-config: the program, libplumbline.so, and the reference
# library, which needs FLINT, MPFR and GMP alone, with the headers that others include.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Installed files carry no symbols, however they are installed.
install(CODE [[
if(CMAKE_INSTALL_CONFIG_NAME STREQUAL "Release")
  set(CMAKE_INSTALL_DO_STRIP ON)
endif()
]] ALL_COMPONENTS)

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/plumbline)
if(PLUMBLINE_BUILD_APP)
  install(TARGETS plumbline RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  # The program runs this for pages (app/running/reports.cpp looks here).
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/reports/plumbline_reports
          DESTINATION ${CMAKE_INSTALL_DATADIR}/plumbline/reports COMPONENT program
          PATTERN __pycache__ EXCLUDE)
  # The second checker, which needs Python alone.
  install(FILES ${PROJECT_SOURCE_DIR}/checker/plumbline_check.py
          DESTINATION ${CMAKE_INSTALL_DATADIR}/plumbline COMPONENT program)
endif()
install(TARGETS plumbline_reference EXPORT plumbline_reference
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(EXPORT plumbline_reference FILE plumbline-reference.cmake NAMESPACE plumbline::
        DESTINATION ${_package} COMPONENT library)
if(PLUMBLINE_BUILD_SHARED)
  install(TARGETS plumbline_c EXPORT plumbline_c
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT shared NAMELINK_COMPONENT library)
  install(EXPORT plumbline_c FILE plumbline-c.cmake NAMESPACE plumbline::
          DESTINATION ${_package} COMPONENT library)
  install(FILES ${PROJECT_SOURCE_DIR}/capi/plumbline.h
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
endif()
if(PLUMBLINE_PYTHON)  # what the wheel carries besides Python
  if(PLUMBLINE_JUDGED_METHODS)
    message(FATAL_ERROR "A wheel is free of MPFR C++ (GPL-3): -DPLUMBLINE_JUDGED_METHODS=OFF")
  endif()
  install(TARGETS plumbline_c plumbline
          LIBRARY DESTINATION plumbline/native NAMELINK_SKIP COMPONENT python
          RUNTIME DESTINATION plumbline/native COMPONENT python)
  # The installed program looks for the package here (app/running/reports.cpp).
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/reports/plumbline_reports
          DESTINATION plumbline/share/plumbline/reports COMPONENT python
          PATTERN __pycache__ EXCLUDE)
  # The second checker is a module of its own (python3 -m plumbline_check), which imports nothing of the package.
  install(FILES ${PROJECT_SOURCE_DIR}/checker/plumbline_check.py DESTINATION . COMPONENT python)
  foreach(_text LGPL-3 GPL-3 LGPL-2.1 GPL-2)  # of MPFR and GMP, which refers to the next; of FLINT; of gf2x
    install(FILES /usr/share/common-licenses/${_text} DESTINATION plumbline/native/licenses
            COMPONENT python OPTIONAL)
  endforeach()
  # Debian's notices of each carried library: who holds the rights, and under which licence.
  file(GLOB _notices /usr/share/doc/lib*/copyright)
  list(FILTER _notices INCLUDE REGEX "/lib(flint|flint-arb|mpfr|gmp|ntl|gf2x|fmt|tomlplusplus)[0-9]+(t64)?/")
  foreach(_notice ${_notices})
    get_filename_component(_of ${_notice} DIRECTORY)
    get_filename_component(_of ${_of} NAME)
    install(FILES ${_notice} DESTINATION plumbline/native/licenses RENAME ${_of}.copyright
            COMPONENT python)
  endforeach()
endif()
install(FILES ${PLUMBLINE_PUBLIC_HEADERS}
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/plumbline COMPONENT library)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/plumblineConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/plumblineConfig.cmake
                              INSTALL_DESTINATION ${_package})
# From 1.0 on, a program that needs 1.0 works with every 1.x (docs/stability.md).
set(_compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(_compatibility SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/plumblineConfigVersion.cmake
                                 COMPATIBILITY ${_compatibility})
install(FILES ${PROJECT_BINARY_DIR}/plumblineConfig.cmake
              ${PROJECT_BINARY_DIR}/plumblineConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindFLINT.cmake
        DESTINATION ${_package} COMPONENT library)

# pkg-config finds the prefix from where the file lies: the installation can be moved.
file(RELATIVE_PATH PLUMBLINE_PC_TO_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
set(PLUMBLINE_PC_LIBRARIES -lplumbline_reference)
foreach(_library ${FLINT_ARB_LIBRARY} ${FLINT_LIBRARY} ${MPFR_LIBRARY} ${GMP_LIBRARY})
  get_filename_component(_name ${_library} NAME_WE)
  if(_library STREQUAL "${FLINT_ARB_LIBRARY}" AND FLINT_VERSION VERSION_GREATER_EQUAL 3)
    continue()
  endif()
  string(REGEX REPLACE "^lib" "" _name ${_name})
  string(APPEND PLUMBLINE_PC_LIBRARIES " -l${_name}")
endforeach()
configure_file(${PROJECT_SOURCE_DIR}/cmake/plumbline.pc.in ${PROJECT_BINARY_DIR}/plumbline.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/plumbline.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)
