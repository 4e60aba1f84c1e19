# Included after the command project(), which has asked the compiler.
set(CMAKE_CXX_BYTE_ORDER BIG_ENDIAN)
