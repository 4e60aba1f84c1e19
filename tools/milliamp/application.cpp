#include "application.h"

#include "base/options.h"

#include <milliamp/version.h>

namespace milliamp::command {

application::application() {
  cli.set_version_flag("--version", "milliamp " MILLIAMP_VERSION_STRING,
                       "Print the version and exit");
  cli.set_help_flag();
  cli.set_help_all_flag("-h,--help", "Print this help and exit");
  cli.require_subcommand(1);
  cli.footer(
      "A checked program with findings exits with status 66. The environment variable\n"
      "MILLIAMP_OPTIONS sets the options of a run, as in\n"
      "MILLIAMP_OPTIONS=schedule=random:seed=7:report_format=json\n"
      "Quote a value that contains colons: report_path=\"a:b\". The options are:\n" +
      detail::base::options_help());
  subcommands = make_subcommands(cli);  // which inherit the above
}

}  // namespace milliamp::command
