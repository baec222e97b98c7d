# SPDX-License-Identifier: MIT
# Every tests/<folder>/test_<name>.c becomes two programs, <folder>_<name>_float and _double, linked
# with the static library so that they can reach the internals. tests/oracle/*.c is shared by all.
find_library(CMOCKA_LIBRARY cmocka REQUIRED)
find_library(GMP_LIBRARY gmp REQUIRED)
find_library(MPFR_LIBRARY mpfr REQUIRED)
find_library(QHULL_LIBRARY qhull_r REQUIRED)
find_package(Threads REQUIRED)

file(GLOB GRAZE_ORACLE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/oracle/*.c)
file(GLOB GRAZE_TEST_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/test_*.c)
list(FILTER GRAZE_TEST_SOURCES EXCLUDE REGEX "/tests/(tools|solid3)/") # tools.cmake, solid3.cmake
add_custom_target(graze-tests)

foreach(precision float double)
  set(suffix "")
  if(precision STREQUAL "double")
    set(suffix "-double")
  endif()
  add_library(graze-oracle${suffix} STATIC ${GRAZE_ORACLE_SOURCES} ${PROJECT_SOURCE_DIR}/tests/harness.c)
  target_link_libraries(graze-oracle${suffix} PUBLIC graze${suffix}-static
    ${CMOCKA_LIBRARY} ${QHULL_LIBRARY} ${MPFR_LIBRARY} ${GMP_LIBRARY} Threads::Threads)
  target_include_directories(graze-oracle${suffix} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests)
  graze_numeric_flags(graze-oracle${suffix})
  graze_warning_flags(graze-oracle${suffix})
  foreach(source ${GRAZE_TEST_SOURCES})
    get_filename_component(name ${source} NAME_WE)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    string(REGEX REPLACE "^test_" "${folder}_" target ${name}_${precision})
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE graze-oracle${suffix})
    graze_numeric_flags(${target})
    graze_warning_flags(${target})
    add_dependencies(graze-tests ${target})
    add_test(NAME ${target} COMMAND ${target})
    set_tests_properties(${target} PROPERTIES LABELS "unit;${folder};${precision}"
      ENVIRONMENT "GRAZE_TEST_DATA=${PROJECT_SOURCE_DIR}/tests/data")
  endforeach()
endforeach()
