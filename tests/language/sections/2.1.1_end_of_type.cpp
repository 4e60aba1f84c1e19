// The same of a trailing return type.
auto legal() restrict(amp) -> decltype(1);
auto unfinished() restrict(amp) -> decltype(1;
//                                           ^ error: expected '\)'
