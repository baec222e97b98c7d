# SPDX-License-Identifier: MIT
# examples/<name>.c -> example_<name>, on the public headers and the shared float library.
file(GLOB GRAZE_EXAMPLE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.c)
foreach(source ${GRAZE_EXAMPLE_SOURCES})
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  target_link_libraries(example_${name} PRIVATE graze)
  graze_warning_flags(example_${name})
endforeach()
