namespace fixture {

int no_layer() { return 0; }

}  // namespace fixture
