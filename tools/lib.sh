# shellcheck shell=bash
# Functions for the scripts of this directory. They run in the root of the repository, announce each
# step, and stop at the first one that fails.
#
#   source "$(dirname "$0")/lib.sh"
#   step "Configure" cmake --preset gcc
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n== %s\n' "$*"; }

fail() {
  printf '\n%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# step WHAT COMMAND…: announces a step and runs it.
step() {
  local what=$1
  shift
  say "$what: $*"
  "$@" || fail "\"$what\" failed with exit status $?; see the output above"
}

# build PRESET [-DOPTION=VALUE…] [TARGET…]: configures and builds. Both are quick if nothing has changed.
build() {
  local preset=$1 options=()
  shift
  while [[ ${1-} == -D* ]]; do
    options+=("$1")
    shift
  done
  step "Configure $preset" cmake --preset "$preset" "${options[@]}"
  step "Build $preset" cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
}
