/// @file
/// CMake precompiles headers for a source.
