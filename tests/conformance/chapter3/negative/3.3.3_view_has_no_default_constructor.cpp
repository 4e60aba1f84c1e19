// error: (no matching (function|constructor)|no default constructor)
#include <amp.h>

concurrency::accelerator_view view;
