# SPDX-License-Identifier: MIT
# Whole scenes beside the worlds of other libraries: one program a library and precision, scene_<name>, from
# bench/scenes/worker.c and its adapter. Which libraries there are, compare.cmake has found out.
add_custom_target(graze-scenes)
set(GRAZE_BENCH_SCENES ${PROJECT_SOURCE_DIR}/bench/scenes)

# The judge asks the double library, in programs of either precision.
add_library(bench-scenes STATIC EXCLUDE_FROM_ALL ${GRAZE_BENCH_SCENES}/stage.c ${GRAZE_BENCH_SCENES}/truth.c)
target_compile_definitions(bench-scenes PRIVATE ${GRAZE_BENCH_DEFINITIONS})
target_link_libraries(bench-scenes PRIVATE graze-double-static -lm)
graze_numeric_flags(bench-scenes)
graze_warning_flags(bench-scenes)

function(graze_scene_worker name adapter)
  add_executable(scene_${name} ${GRAZE_BENCH_SCENES}/worker.c ${GRAZE_BENCH_SCENES}/${adapter})
  set_target_properties(scene_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/scenes
    CXX_STANDARD 14)
  target_compile_definitions(scene_${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:${GRAZE_BENCH_DEFINITIONS}>)
  target_link_libraries(scene_${name} PRIVATE bench-scenes -lm)
  add_dependencies(graze-scenes scene_${name})
  graze_numeric_flags(scene_${name})
endfunction()

foreach(precision float double)
  set(suffix "")
  if(precision STREQUAL "double")
    set(suffix "-double")
  endif()
  graze_scene_worker(graze_${precision} peer_graze.c)
  target_link_libraries(scene_graze_${precision} PRIVATE graze${suffix}-static)
  graze_warning_flags(scene_graze_${precision})
endforeach()

if(NOT GRAZE_BENCH_PEERS)
  return()
endif()
if(CMAKE_CXX_COMPILER AND FCL_INCLUDE AND EIGEN_INCLUDE AND FCL_LIBRARY AND CCD_LIBRARY)
  graze_scene_worker(fcl peer_fcl.cpp)
  target_include_directories(scene_fcl SYSTEM PRIVATE ${FCL_INCLUDE} ${EIGEN_INCLUDE})
  target_link_libraries(scene_fcl PRIVATE ${FCL_LIBRARY} ${CCD_LIBRARY})
endif()
foreach(precision float double)
  if(CMAKE_CXX_COMPILER AND BULLET_INCLUDE AND BULLET_COLLISION_${precision} AND BULLET_MATH_${precision})
    graze_scene_worker(bullet_${precision} peer_bullet.cpp)
    target_include_directories(scene_bullet_${precision} SYSTEM PRIVATE ${BULLET_INCLUDE})
    target_link_libraries(scene_bullet_${precision}
      PRIVATE ${BULLET_COLLISION_${precision}} ${BULLET_MATH_${precision}})
    if(precision STREQUAL "double")
      target_compile_definitions(scene_bullet_${precision} PRIVATE BT_USE_DOUBLE_PRECISION)
    endif()
  endif()
endforeach()
