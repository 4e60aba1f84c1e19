namespace fixture {

int high_answer();
int call_high_answer_in_folder() { return high_answer(); }

}  // namespace fixture
