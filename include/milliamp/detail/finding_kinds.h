/// @file
/// The table of the kinds of findings, one row each:
///
///     MILLIAMP_FINDING_KIND(enumerator, id, description, help)
///
/// An includer defines the macro first; the table undefines it.
///   - id: the name in reports, suppressions, JSON and SARIF
///   - description: one sentence without its full stop
///   - help: what the kind means and the usual repair
///
/// There is no include guard: the table is included once for each use.

/// Accesses that are concurrent and not compatible (spec 8.1.2).
MILLIAMP_FINDING_KIND(
    race, "race", "Two unordered accesses to the same memory, not both reads and not both atomic",
    "Two threads access the same memory, at least one of them writes, and no barrier, fence or end "
    "of a launch orders the accesses: put tile_barrier::wait() between accesses of one tile; "
    "across "
    "tiles, use atomic operations or split the kernel in two.")
/// Threads of a tile that did not meet at a barrier (spec 8.1.1).
MILLIAMP_FINDING_KIND(barrier_divergence, "barrier-divergence",
                      "Threads of a tile that do not all reach the same barrier",
                      "Every thread of a tile must reach every barrier by the same control flow: "
                      "move the barrier out "
                      "of conditions and loops whose outcome differs between threads.")
/// A thread that spins on what another thread would have to do (spec 8.1).
MILLIAMP_FINDING_KIND(
    no_progress, "no-progress", "A thread that spins until another thread of its tile acts",
    "While one thread runs, the other threads of its tile need not make progress, so a loop that "
    "waits for them may never end: wait at tile_barrier::wait() instead.")
/// A read of memory that no thread has written.
MILLIAMP_FINDING_KIND(uninitialized_read, "uninitialized-read", "A read of uninitialized memory",
                      "tile_static variables, and arrays and views without data, begin with "
                      "undefined contents: write "
                      "them before they are read.")
/// An index outside of its array.
MILLIAMP_FINDING_KIND(out_of_bounds, "out-of-bounds", "An index out of the bounds of its array",
                      "An index, a part of a view or a pointer leads outside of its array, view, "
                      "texture or variable: "
                      "compare the index with the extent, or make the extent of the launch fit.")
/// A view used after its data died.
MILLIAMP_FINDING_KIND(dangling_view, "dangling-view",
                      "A use of a view after the end of its data's lifetime",
                      "A view on host memory does not own that memory: let the data live longer "
                      "than all views of it, "
                      "or keep it in an array.")
/// Host memory read before a view on it was synchronised.
MILLIAMP_FINDING_KIND(
    stale_host_read, "stale-host-read",
    "A host access to memory before the view on it was synchronized",
    "Results of a kernel reach the host memory of a view when the view is synchronized: call "
    "synchronize() before the memory is accessed directly, or access it through the view.")
/// Two top-level views on one piece of host memory (spec 8.2).
MILLIAMP_FINDING_KIND(
    overlapping_views, "overlapping-views", "Two top-level views on the same host memory",
    "Each view made directly from host memory caches the memory on its own, so that changes made "
    "through one are not visible through another: make one view, and the others from it, as copies "
    "or sections.")
/// A kernel with too much tile_static memory.
MILLIAMP_FINDING_KIND(tile_static_limit, "tile-static-limit",
                      "A kernel that exceeds the limit of tile_static memory",
                      "A tile can have 32 KiB of tile_static memory (spec 2.4.3.5.1): use smaller "
                      "tiles, or keep part "
                      "of the data in an array.")

#undef MILLIAMP_FINDING_KIND
