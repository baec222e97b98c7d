# SPDX-License-Identifier: MIT
# The libraries: graze (float) and graze-double, static and shared, from the same sources.
include(GNUInstallDirs)
file(GLOB_RECURSE GRAZE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)
list(FILTER GRAZE_SOURCES EXCLUDE REGEX "/src/solid3/") # libraries of their own: solid3.cmake

# gcc packs numbers of these, which are scalar by design, and unpacks them at the next comparison: 4 % slower.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(GRAZE_SCALAR_SOURCES ${GRAZE_SOURCES})
  list(FILTER GRAZE_SCALAR_SOURCES INCLUDE REGEX "/src/convex/(certificate|few|glance|intersect|portal|recall)\\.c$")
  set_source_files_properties(${GRAZE_SCALAR_SOURCES} PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)
endif()

# Before 1.0 every minor version may change the binary interface, so it is part of the soversion.
set(GRAZE_SOVERSION ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(GRAZE_SOVERSION 0.${PROJECT_VERSION_MINOR})
endif()

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
  add_library(graze::${target} ALIAS ${target})
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  graze_numeric_flags(${target})
  graze_warning_flags(${target})
  set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden
    VERSION ${PROJECT_VERSION} SOVERSION ${GRAZE_SOVERSION})
  target_compile_definitions(${target} PRIVATE GRAZE_BUILDING)
  if(precision STREQUAL "double")
    target_compile_definitions(${target} PUBLIC GRAZE_DOUBLE)
  endif()
  if(linkage STREQUAL "STATIC")
    target_compile_definitions(${target} PUBLIC GRAZE_STATIC)
    # libgraze.a beside libgraze.so; on Windows graze.lib already belongs to the DLL.
    if(NOT WIN32)
      string(REPLACE "-static" "" output ${target})
      set_target_properties(${target} PROPERTIES OUTPUT_NAME ${output})
    endif()
  endif()
  if(linkage STREQUAL "SHARED" AND NOT MSVC)
    # Nobody replaces our functions at load time, so calls among them can be direct and inlined.
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
  if(NOT GRAZE_SIMD)
    target_compile_definitions(${target} PRIVATE GRAZE_NO_SIMD)
  endif()
  if(GRAZE_DEBUG_CHECKS)
    target_compile_definitions(${target} PRIVATE GRAZE_DEBUG)
    target_compile_options(${target} PRIVATE $<IF:$<BOOL:${MSVC}>,/UNDEBUG,-UNDEBUG>)
  endif()
  # Public: the inline functions of math.h call sqrt, so a program may need libm itself. As a flag, since
  # a project that includes this one may have a target called m.
  if(UNIX)
    target_link_libraries(${target} PUBLIC -lm)
  endif()
endfunction()

graze_add_library(graze float SHARED)
graze_add_library(graze-static float STATIC)
graze_add_library(graze-double double SHARED)
graze_add_library(graze-double-static double STATIC)
set(GRAZE_LIBRARIES graze graze-static graze-double graze-double-static)
