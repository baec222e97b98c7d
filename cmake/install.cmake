# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: libraries, headers, find_package(graze) and pkg-config files. All
# of it finds its prefix from where it lies, so an installed tree can be moved.
include(CMakePackageConfigHelpers)
set(GRAZE_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/graze)

install(TARGETS ${GRAZE_LIBRARIES} EXPORT graze-targets)
install(DIRECTORY include/graze DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(GRAZE_BUILD_SOLID3)
  install(DIRECTORY include/solid3 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
endif()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

install(EXPORT graze-targets NAMESPACE graze:: DESTINATION ${GRAZE_CONFIG_DIR})
configure_package_config_file(cmake/graze-config.cmake.in ${PROJECT_BINARY_DIR}/graze-config.cmake
  INSTALL_DESTINATION ${GRAZE_CONFIG_DIR})
# Like the soversion: before 1.0 another minor version is another interface.
set(compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file(${PROJECT_BINARY_DIR}/graze-config-version.cmake COMPATIBILITY ${compatibility})
install(FILES ${PROJECT_BINARY_DIR}/graze-config.cmake ${PROJECT_BINARY_DIR}/graze-config-version.cmake
  DESTINATION ${GRAZE_CONFIG_DIR})

# graze.pc and graze-double.pc from one template.
file(RELATIVE_PATH GRAZE_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" GRAZE_PC_PREFIX "${GRAZE_PC_PREFIX}")
file(RELATIVE_PATH GRAZE_PC_LIBDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH GRAZE_PC_INCLUDEDIR ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
function(graze_install_pc name precision definitions)
  set(GRAZE_PC_NAME ${name})
  set(GRAZE_PC_REQUIRES "${ARGN}")
  set(GRAZE_PC_PRIVATE "")
  if(ARGN)
    set(GRAZE_PC_PRIVATE "-pthread")
  endif()
  set(GRAZE_PC_PRECISION ${precision})
  set(GRAZE_PC_DEFINITIONS ${definitions})
  configure_file(cmake/graze.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
graze_install_pc(graze float "")
graze_install_pc(graze-double double " -DGRAZE_DOUBLE")
if(GRAZE_BUILD_SOLID3)
  graze_install_pc(graze-solid3 float " -I\${includedir}/solid3" graze)
  graze_install_pc(graze-solid3-double double " -I\${includedir}/solid3" graze-double)
endif()
