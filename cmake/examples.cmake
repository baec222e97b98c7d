# SPDX-License-Identifier: MIT
# examples/<name>.c -> examples/<name> in the build folder, on the public headers and the shared float
# library alone. With the tests on, running each is a test.
file(GLOB GRAZE_EXAMPLE_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.c)
foreach(source ${GRAZE_EXAMPLE_SOURCES})
  get_filename_component(name ${source} NAME_WE)
  add_executable(example_${name} ${source})
  set_target_properties(example_${name} PROPERTIES OUTPUT_NAME ${name}
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
  target_link_libraries(example_${name} PRIVATE graze)
  graze_warning_flags(example_${name})
  if(GRAZE_BUILD_TESTS)
    add_test(NAME example_${name} COMMAND example_${name})
    set_tests_properties(example_${name} PROPERTIES LABELS example)
  endif()
endforeach()
