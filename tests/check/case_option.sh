# case_option CASE: prints the option that the case runs with: a source whose second line is
# `// KEY=VALUE` runs with that one.
case_option() {
  if [[ -e $1.cpp ]]; then sed -En '2s|^// (\w+=.*)|\1|p' "$1.cpp"; fi
}
