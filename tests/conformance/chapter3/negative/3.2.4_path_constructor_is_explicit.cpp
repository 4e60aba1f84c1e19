// error: (conversion from|no viable conversion)
#include <amp.h>

concurrency::accelerator a = std::wstring(L"cpu");
