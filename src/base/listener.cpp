#include "base/listener.h"

constinit std::atomic<int> __milliamp_listeners{0};
