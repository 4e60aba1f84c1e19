// error: assigning to a constant
int main() { return undeclared; }
