/// @file
/// The command line of `milliamp`: what --help, the manual page and the completions describe.
#ifndef MILLIAMP_COMMAND_APPLICATION_H
#define MILLIAMP_COMMAND_APPLICATION_H

#include "subcommand.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <vector>

namespace milliamp::command {

struct application {
  CLI::App cli{
      "Compiles C++ AMP programs, runs them on the CPU, and detects data races, barrier "
      "divergence\n"
      "and invalid memory accesses in their kernels.",
      "milliamp"};
  std::vector<std::unique_ptr<subcommand>> subcommands;

  application();
};

}  // namespace milliamp::command

#endif
