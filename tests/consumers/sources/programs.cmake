# The programs that each of the projects builds from Milliamp's targets.
set(sources ${CMAKE_CURRENT_LIST_DIR})
add_executable(doubled ${sources}/doubled.cpp)
target_link_libraries(doubled PRIVATE milliamp::milliamp)
add_executable(race ${sources}/race.cpp)
target_link_libraries(race PRIVATE milliamp::checked)
add_executable(ported ${sources}/ported.cpp)
target_link_libraries(ported PRIVATE milliamp::compat milliamp::checked)
