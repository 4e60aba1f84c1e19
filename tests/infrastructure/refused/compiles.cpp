// error: no such thing
int main() {}
