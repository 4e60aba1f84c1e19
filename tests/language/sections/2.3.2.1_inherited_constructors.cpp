// Spec 2.3.2.1: an inherited constructor can be called where that of the base can be.
struct base {
  int value;
  base(int x) restrict(cpu) : value(x) {}
  base(int x) restrict(amp) : value(x) {}
  base(int x, int y) restrict(cpu) : value(x + y) {}
  base(float*) restrict(amp) : value(0) {}
  ~base() restrict(cpu, amp) {}
};
struct derived : base {
  using base::base;
};
void for_cpu_alone() restrict(cpu, amp) {
  derived made(1, 2);
  //      ^ error: 'base' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
}
void for_amp_alone(float* x) restrict(cpu, amp) {
  derived made(x);
  //           ^ error: use of restrict\(amp\) function 'base' in restrict\(cpu, amp\) function \[spec 2\.3\.2\.1, --allow=calls\]
}

struct host_member {
  int value;
  host_member() restrict(cpu) : value(0) {}
};
struct with_host_member : base {
  using base::base;
  //          ^ error: 'host_member' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
  host_member member;
};
int legal_on_host(int x) restrict(cpu) { return with_host_member(x).value; }
int of_host_member(int x) restrict(amp) { return with_host_member(x).value; }
//                                               ^ note: in a function that the compiler generates for this

struct device_member {
  int value;
  device_member() restrict(amp) : value(0) {}
};
struct with_device_member : base {
  using base::base;
  //          ^ error: 'device_member' is restrict\(amp\) and cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1, --allow=calls\]
  device_member member;
};
int legal_on_device(int x) restrict(amp) { return with_device_member(x).value; }
int of_device_member(int x) restrict(cpu) { return with_device_member(x).value; }
//                                                 ^ note: in a function that the compiler generates for this

struct base_for_both {
  int value;
  base_for_both(int x) restrict(cpu, amp) : value(x) {}
};
struct for_both_with_device_member : base_for_both {
  using base_for_both::base_for_both;
  //                   ^ error: 'device_member' is restrict\(amp\) and cannot be called from restrict\(cpu\) code \[spec 2\.3\.2\.1, --allow=calls\]
  device_member member;
};
int legal_before(int x) restrict(amp) { return for_both_with_device_member(x).value; }
int of_both(int x) restrict(cpu) { return for_both_with_device_member(x).value; }
//                                        ^ note: in a function that the compiler generates for this

// Last, as Clang itself reports some calls when a source ends.
int legal(int x) restrict(cpu, amp) {
  derived made(x);
  return made.value;
}
