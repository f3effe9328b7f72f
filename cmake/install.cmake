# `cmake --install` and find_package(plumbline).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS plumbline RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS plumbline_reference plumbline_verify EXPORT plumblineTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/reference ${PROJECT_SOURCE_DIR}/verify
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/plumbline FILES_MATCHING PATTERN "*.hpp")
set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/plumbline)
install(EXPORT plumblineTargets NAMESPACE plumbline:: DESTINATION ${_package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/plumblineConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/plumblineConfig.cmake
                              INSTALL_DESTINATION ${_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/plumblineConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/plumblineConfig.cmake
              ${PROJECT_BINARY_DIR}/plumblineConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/FindFLINT.cmake
        DESTINATION ${_package})
