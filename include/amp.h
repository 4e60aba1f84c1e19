/// @file
/// C++ AMP on the CPU: all of namespace concurrency except math and graphics.
#ifndef MILLIAMP_AMP_H
#define MILLIAMP_AMP_H

#include <milliamp/detail/requirements.h>
#if MILLIAMP_REQUIREMENTS_MET

#include <milliamp/prelude.h>

#include <milliamp/detail/hide_macros.h>

#include <milliamp/accelerator.h>
#include <milliamp/accelerator_view.h>
#include <milliamp/access_type.h>
#include <milliamp/array.h>
#include <milliamp/array_view.h>
#include <milliamp/atomics.h>
#include <milliamp/completion_future.h>
#include <milliamp/copy.h>
#include <milliamp/device_errors.h>
#include <milliamp/direct3d.h>
#include <milliamp/direct3d_interop.h>
#include <milliamp/exceptions.h>
#include <milliamp/extent.h>
#include <milliamp/index.h>
#include <milliamp/parallel_for_each.h>
#include <milliamp/tile_barrier.h>
#include <milliamp/tiled_extent.h>
#include <milliamp/tiled_index.h>
#include <milliamp/version.h>

// Visual C++'s <amp.h> includes these, and programs rely on it.
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <string.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <future>
#include <iterator>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <milliamp/language.h>

#include <milliamp/detail/restore_macros.h>

#endif  // MILLIAMP_REQUIREMENTS_MET

#endif
