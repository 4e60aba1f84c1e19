namespace fixture {

int high_answer();
int call_high_answer() { return high_answer(); }

}  // namespace fixture
