// Initializers of static variables access views out of bounds, each in a line of its own.
#include <amp.h>

#include <vector>

using namespace concurrency;

static std::vector<int> data(16);
static const array_view<int> view(8, data);

static int first = view[9];
static int second = view[10];

int main() { return first * 0 + second * 0; }
