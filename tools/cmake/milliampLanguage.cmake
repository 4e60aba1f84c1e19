# Whether a target is compiled as C++ AMP (with Clang; see src/language). The variable
# MILLIAMP_LANGUAGE sets the property of the targets that are defined after it.
define_property(TARGET PROPERTY MILLIAMP_LANGUAGE INITIALIZE_FROM_VARIABLE MILLIAMP_LANGUAGE)
