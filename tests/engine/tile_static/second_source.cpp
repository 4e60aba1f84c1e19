#include "engine/tile_static/inline_function.h"

namespace milliamp::tests {

int* place_in_second_source() { return inline_values(); }
void set_in_second_source(int at, int value) { inline_values()[at] = value; }
int get_in_second_source(int at) { return inline_values()[at]; }

}  // namespace milliamp::tests
