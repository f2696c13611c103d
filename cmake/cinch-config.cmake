# SPDX-License-Identifier: MIT
include(${CMAKE_CURRENT_LIST_DIR}/cinch-targets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/cinch-generate.cmake)
