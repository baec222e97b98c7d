# SPDX-License-Identifier: MIT
# bench/<name>.c -> bench_<name>_float and bench_<name>_double, linked with the static library;
# cmake/compare.cmake adds the comparison with other libraries.
find_library(QHULL_LIBRARY qhull_r REQUIRED)
set(GRAZE_BENCH_DEFINITIONS _POSIX_C_SOURCE=200809L) # for the clock
file(GLOB GRAZE_BENCH_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.c)

# The geometry that is asked about, and what is right, by the tests' oracles. Always in double, whatever the
# precision of the program: private, so that only this part is compiled as double.
set(GRAZE_BENCH_COMPARE ${PROJECT_SOURCE_DIR}/bench/compare)
add_library(bench-work STATIC
  ${GRAZE_BENCH_COMPARE}/work_make.c ${GRAZE_BENCH_COMPARE}/work_file.c
  ${GRAZE_BENCH_COMPARE}/truth.c ${GRAZE_BENCH_COMPARE}/direction_search.c
  ${PROJECT_SOURCE_DIR}/tests/oracle/body.c ${PROJECT_SOURCE_DIR}/tests/oracle/solid.c
  ${PROJECT_SOURCE_DIR}/tests/oracle/solid_support.c ${PROJECT_SOURCE_DIR}/tests/oracle/random_shape.c
  ${PROJECT_SOURCE_DIR}/tests/oracle/min_norm.c ${PROJECT_SOURCE_DIR}/tests/oracle/ray_solid.c)
target_include_directories(bench-work PRIVATE ${PROJECT_SOURCE_DIR}/tests PUBLIC ${GRAZE_BENCH_COMPARE})
target_link_libraries(bench-work PRIVATE graze-double-static)
graze_numeric_flags(bench-work)
graze_warning_flags(bench-work)

foreach(precision float double)
  set(suffix "")
  if(precision STREQUAL "double")
    set(suffix "-double")
  endif()
  foreach(source ${GRAZE_BENCH_SOURCES})
    get_filename_component(name ${source} NAME_WE)
    set(target bench_${name}_${precision})
    add_executable(${target} ${source})
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/bench)
    target_compile_definitions(${target} PRIVATE ${GRAZE_BENCH_DEFINITIONS})
    target_link_libraries(${target} PRIVATE graze${suffix}-static bench-work ${QHULL_LIBRARY})
    graze_numeric_flags(${target})
    graze_warning_flags(${target})
  endforeach()
endforeach()
include(cmake/compare.cmake)
include(cmake/beside.cmake)
