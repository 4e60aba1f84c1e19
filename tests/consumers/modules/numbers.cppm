// The module that main.cpp imports.
export module numbers;
export int three() { return 3; }
