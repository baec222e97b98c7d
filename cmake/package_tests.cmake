# SPDX-License-Identifier: MIT
# tests/package/<name>.sh -> package_<name>: the package as a whole, its sources and its scripts.
# tests/hash/*.sh: the same bits from every compiler and option.
file(GLOB GRAZE_PACKAGE_SCRIPTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/package/*.sh)
list(FILTER GRAZE_PACKAGE_SCRIPTS EXCLUDE REGEX "/common\\.sh$")
file(GLOB GRAZE_HASH_SCRIPTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/hash/*.sh)

foreach(script ${GRAZE_PACKAGE_SCRIPTS} ${GRAZE_HASH_SCRIPTS})
  get_filename_component(name ${script} NAME_WE)
  get_filename_component(folder ${script} DIRECTORY)
  get_filename_component(folder ${folder} NAME)
  add_test(NAME ${folder}_${name} COMMAND bash ${script} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  # The cost makes ctest start these first: some build whole projects.
  set_tests_properties(${folder}_${name} PROPERTIES LABELS ${folder} SKIP_RETURN_CODE 77 COST 60
    ENVIRONMENT "GRAZE_SOURCE=${PROJECT_SOURCE_DIR};GRAZE_BUILD=${PROJECT_BINARY_DIR}")
endforeach()
if(GRAZE_HASH_SCRIPTS) # this uses two processors itself
  set_tests_properties(hash_compare PROPERTIES PROCESSORS 2)
endif()
