// Spec 2.3.2.1, 2.4.3.4: operators new and delete are called as other functions are.
#include <cstddef>

void* operator new(std::size_t size, int* place) restrict(amp);
void operator delete(void* memory) restrict(amp) noexcept;
void operator delete(void* memory, std::size_t size) restrict(amp) noexcept;
void operator delete(void* memory) restrict(amp) noexcept {}

struct overloaded {
  int value;
  void* operator new(std::size_t, overloaded* place) restrict(cpu) { return place; }
  void* operator new(std::size_t, overloaded* place) restrict(amp) { return place; }
  void operator delete(void*) restrict(cpu) {}
  void operator delete(void*) restrict(amp) {}
};
void legal_new(overloaded* place) restrict(cpu, amp) { new (place) overloaded; }
void legal_delete(overloaded* object) restrict(cpu, amp) { delete object; }

struct for_cpu {
  int value;
  void* operator new(std::size_t, for_cpu* place) restrict(cpu) { return place; }
  void operator delete(void*) restrict(cpu) {}
};
void new_for_cpu(for_cpu* place) restrict(cpu, amp) { new (place) for_cpu; }
//                                                    ^ error: 'operator new' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
void delete_for_cpu(for_cpu* object) restrict(cpu, amp) { delete object; }
//                                                        ^ error: 'operator delete' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]

void only_in_kernel(for_cpu* object) restrict(amp) { delete object; }
//                                                   ^ error: no suitable member 'operator delete' in 'for_cpu': 'operator delete' is restrict\(cpu\) and cannot be called from restrict\(amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
struct derived_from_cpu : for_cpu {};
void of_base(derived_from_cpu* object) restrict(amp) { delete object; }
//                                                     ^ error: no suitable member 'operator delete' in 'derived_from_cpu': 'operator delete' is restrict\(cpu\)

struct for_amp {
  int value;
  void operator delete(void*) restrict(amp) {}
};
void delete_for_amp(for_amp* object) restrict(cpu, amp) { delete object; }
//                                                        ^ error: use of restrict\(amp\) function 'operator delete' in restrict\(cpu, amp\) function \[spec 2\.3\.2\.1, --allow=calls\]

class hidden {
  int value;
  void operator delete(void*) restrict(amp) {}

 public:
  void operator delete(void*) restrict(cpu) {}
};
void delete_hidden(hidden* object) restrict(cpu, amp) { delete object; }
//                                                      ^ error: 'operator delete' is a private member of 'hidden'

void legal_in_kernel(int* number) restrict(amp) { delete number; }
void legal_global(int* number) restrict(cpu, amp) { delete number; }
void* legal_placement(int* place) restrict(amp) { return new (place) int; }
void global_for_cpu(int* numbers) restrict(cpu, amp) { delete[] numbers; }
//                                                     ^ error: 'operator delete\[\]' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]

// One that takes the size, and one that does not
struct other_parameters {
  int value;
  void operator delete(void*, std::size_t) restrict(cpu) {}
  void operator delete(void*) restrict(amp) {}
  void operator delete[](void*, std::size_t) restrict(cpu) {}
  void operator delete[](void*) restrict(amp) {}
};
void legal_other_parameters(other_parameters* object) restrict(cpu, amp) { delete object; }
void array_of_other_parameters(other_parameters* objects) restrict(cpu, amp) { delete[] objects; }
//                                                                             ^ error: 'operator delete\[\]' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code \[spec 2\.3\.2\.1, --allow=calls\]
class hidden_other_parameters {
  int value;
  void operator delete(void*) restrict(amp) {}

 public:
  void operator delete(void*, std::size_t) restrict(cpu) {}
};
void delete_hidden_other(hidden_other_parameters* object) restrict(cpu, amp) { delete object; }
//                                                                             ^ error: 'operator delete' is restrict\(cpu\) and cannot be called from restrict\(cpu, amp\) code
