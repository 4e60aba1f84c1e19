# shellcheck shell=bash
# What the scripts of this directory have in common: they start in the repository's root, say each
# step before they take it, and stop at the first one that fails, with the reason.
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

# step WHAT COMMAND…: says what it does and how, and does it.
step() {
  local what=$1
  shift
  say "$what: $*"
  "$@" || fail "\"$what\" failed with exit status $?; the reason stands above"
}

# build PRESET [TARGET…]: configures and builds; both are quick when nothing has changed.
build() {
  local preset=$1
  shift
  step "Configure $preset" cmake --preset "$preset"
  step "Build $preset" cmake --build --preset "$preset" --parallel "$(nproc)" ${1:+--target "$@"}
}
