# SPDX-License-Identifier: MIT
# The libraries: graze (float) and graze-double, static and shared, from the same sources.
file(GLOB_RECURSE GRAZE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)

# Same bits everywhere: no fused multiply-add, no reordering, no errno detour for sqrt.
function(graze_numeric_flags target)
  if(MSVC)
    target_compile_options(${target} PRIVATE /fp:precise)
  else()
    target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno)
  endif()
endfunction()

function(graze_warning_flags target)
  if(GRAZE_WARNINGS AND NOT MSVC)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Werror)
  endif()
endfunction()

function(graze_add_library target precision linkage)
  add_library(${target} ${linkage} ${GRAZE_SOURCES})
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  graze_numeric_flags(${target})
  graze_warning_flags(${target})
  set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden)
  target_compile_definitions(${target} PRIVATE GRAZE_BUILDING)
  if(precision STREQUAL "double")
    target_compile_definitions(${target} PUBLIC GRAZE_DOUBLE)
  endif()
  if(linkage STREQUAL "STATIC")
    target_compile_definitions(${target} PUBLIC GRAZE_STATIC)
  endif()
  if(NOT GRAZE_SIMD)
    target_compile_definitions(${target} PRIVATE GRAZE_NO_SIMD)
  endif()
  if(GRAZE_DEBUG_CHECKS)
    target_compile_definitions(${target} PRIVATE GRAZE_DEBUG)
  endif()
  if(UNIX)
    target_link_libraries(${target} PUBLIC m)
  endif()
endfunction()

graze_add_library(graze float SHARED)
graze_add_library(graze-static float STATIC)
graze_add_library(graze-double double SHARED)
graze_add_library(graze-double-static double STATIC)
