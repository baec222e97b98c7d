# SPDX-License-Identifier: MIT
# The comparison with other libraries: one program a library and precision, compare_<name>, from
# bench/compare/worker.c and its adapter; compare_judge makes the workloads and knows the right answers. A
# library that is not installed is left out. C++ is enabled only where one of them needs it.
include(CheckLanguage)
add_custom_target(graze-compare)
find_program(DPKG_QUERY dpkg-query)

function(graze_compare_program name)
  add_executable(compare_${name} ${ARGN})
  set_target_properties(compare_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/compare
    CXX_STANDARD 14)
  target_compile_definitions(compare_${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:${GRAZE_BENCH_DEFINITIONS}>)
  add_dependencies(graze-compare compare_${name})
  graze_numeric_flags(compare_${name})
endfunction()

# A library's worker. Warnings are ours to heed only in C: the C++ headers of others have many.
function(graze_compare_worker name adapter)
  graze_compare_program(${name} ${GRAZE_BENCH_COMPARE}/worker.c ${GRAZE_BENCH_COMPARE}/work_file.c
    ${GRAZE_BENCH_COMPARE}/${adapter})
endfunction()

# The version of a Debian package, or "unknown".
function(graze_peer_version target package)
  set(version "")
  if(DPKG_QUERY)
    execute_process(COMMAND ${DPKG_QUERY} -W -f "\${Version}" ${package} OUTPUT_VARIABLE version ERROR_QUIET)
    string(REGEX REPLACE "^[0-9]+:|-[^-]*$" "" version "${version}") # the upstream part
  endif()
  if(version STREQUAL "")
    set(version unknown)
  endif()
  target_compile_definitions(${target} PRIVATE PEER_VERSION="${version}")
endfunction()

graze_compare_program(judge ${GRAZE_BENCH_COMPARE}/judge.c)
target_link_libraries(compare_judge PRIVATE bench-work)
graze_warning_flags(compare_judge)
foreach(precision float double)
  set(suffix "")
  if(precision STREQUAL "double")
    set(suffix "-double")
  endif()
  graze_compare_worker(graze_${precision} peer_graze.c)
  target_link_libraries(compare_graze_${precision} PRIVATE graze${suffix}-static)
  graze_warning_flags(compare_graze_${precision})
endforeach()

# What the results were built with, for those who read them.
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
file(WRITE ${PROJECT_BINARY_DIR}/compare/built_with.txt
  "compiler=${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}\n"
  "flags=${CMAKE_C_FLAGS}${CMAKE_C_FLAGS_${build_type}} -ffp-contract=off -fno-math-errno\n")

if(NOT GRAZE_BENCH_PEERS)
  return()
endif()

find_path(CCD_INCLUDE ccd/ccd.h)
find_library(CCD_LIBRARY ccd)
if(CCD_INCLUDE AND CCD_LIBRARY)
  graze_compare_worker(libccd peer_libccd.c)
  target_include_directories(compare_libccd PRIVATE ${CCD_INCLUDE})
  target_link_libraries(compare_libccd PRIVATE ${CCD_LIBRARY} -lm)
  graze_peer_version(compare_libccd libccd-dev)
  graze_warning_flags(compare_libccd)
endif()

find_path(EMBREE_INCLUDE embree3/rtcore.h)
find_library(EMBREE_LIBRARY embree3)
if(EMBREE_INCLUDE AND EMBREE_LIBRARY)
  foreach(precision float double) # Embree's rays beside ours, in one program
    set(target bench_mesh_ray_${precision})
    target_sources(${target} PRIVATE ${GRAZE_BENCH_COMPARE}/mesh_embree.c)
    target_compile_definitions(${target} PRIVATE BENCH_EMBREE)
    target_include_directories(${target} SYSTEM PRIVATE ${EMBREE_INCLUDE})
    target_link_libraries(${target} PRIVATE ${EMBREE_LIBRARY} -lm)
  endforeach()
else()
  message(STATUS "bench_mesh_ray: Embree 3 is not installed, our rays alone")
endif()

find_path(ODE_INCLUDE ode/ode.h)
find_library(ODE_LIBRARY ode)
if(ODE_INCLUDE AND ODE_LIBRARY)
  graze_compare_worker(ode peer_ode.c)
  target_include_directories(compare_ode PRIVATE ${ODE_INCLUDE})
  target_link_libraries(compare_ode PRIVATE ${ODE_LIBRARY} -lm)
  graze_peer_version(compare_ode libode-dev)
endif()

check_language(CXX)
if(CMAKE_CXX_COMPILER)
  enable_language(CXX)
  find_path(FCL_INCLUDE fcl/fcl.h)
  find_path(EIGEN_INCLUDE Eigen/Dense PATH_SUFFIXES eigen3)
  find_library(FCL_LIBRARY fcl)
  if(FCL_INCLUDE AND EIGEN_INCLUDE AND FCL_LIBRARY AND CCD_LIBRARY)
    graze_compare_worker(fcl peer_fcl.cpp)
    target_include_directories(compare_fcl SYSTEM PRIVATE ${FCL_INCLUDE} ${EIGEN_INCLUDE})
    target_link_libraries(compare_fcl PRIVATE ${FCL_LIBRARY} ${CCD_LIBRARY})
  endif()
  find_path(BULLET_INCLUDE btBulletCollisionCommon.h PATH_SUFFIXES bullet)
  foreach(precision float double)
    set(suffix "")
    if(precision STREQUAL "double")
      set(suffix "-float64")
    endif()
    find_library(BULLET_COLLISION_${precision} BulletCollision${suffix})
    find_library(BULLET_MATH_${precision} LinearMath${suffix})
    if(BULLET_INCLUDE AND BULLET_COLLISION_${precision} AND BULLET_MATH_${precision})
      graze_compare_worker(bullet_${precision} peer_bullet.cpp)
      target_include_directories(compare_bullet_${precision} SYSTEM PRIVATE ${BULLET_INCLUDE})
      target_link_libraries(compare_bullet_${precision}
        PRIVATE ${BULLET_COLLISION_${precision}} ${BULLET_MATH_${precision}})
      if(precision STREQUAL "double")
        target_compile_definitions(compare_bullet_${precision} PRIVATE BT_USE_DOUBLE_PRECISION)
      endif()
    endif()
  endforeach()
endif()
