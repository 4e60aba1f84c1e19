// What follows a specifier ends with the file.
int legal() restrict(amp) noexcept(true);
int unfinished() restrict(amp) noexcept(true;
//                                          ^ error: expected '\)'
