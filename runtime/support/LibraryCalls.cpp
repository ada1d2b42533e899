//===- LibraryCalls.cpp - calls of libc by names that programs may use ----===//
//
// A program may have functions of its own with names that ISO C leaves to
// programs: open, read, link, pause. The loader would bind the run time's calls
// to these functions. So the linker has the run time, and the libraries linked
// into the run time, call the functions of this file (--wrap), which are bound
// behind the program: to libraries loaded before libc, the run time's own
// functions, libc. At the first call of each function, as there are about 200
// of them, and a short program needs few; where this file has no code for the
// processor, by the loader.
//
//===----------------------------------------------------------------------===//

#include "support/NextSymbol.h"

#include <atomic>

using namespace foreslice;

#ifdef __x86_64__

extern "C" {
/// The function of a name, which is kept in Known. Any thread, signal handlers
/// and forked children included.
[[gnu::visibility("hidden"), gnu::used]] void *
own_findCall(const char *Name, std::atomic<void *> *Known) {
  void *Function = findBehindProgram(Name);
  Known->store(Function, std::memory_order_relaxed);
  return Function;
}
}

/// Goes on in the function whose name and place are on the stack, with all that
/// the caller has handed over in registers: rax tells functions of variable
/// parameters how many of them are in xmm registers.
__asm__(R"(
  .section .text.own_bindCall,"ax",@progbits
  .hidden own_bindCall
  .type own_bindCall,@function
own_bindCall:
  .cfi_startproc
  .cfi_adjust_cfa_offset 16
  pushq %rax
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %r10
  .cfi_adjust_cfa_offset 64
  subq $136, %rsp
  .cfi_adjust_cfa_offset 136
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  movq 208(%rsp), %rdi
  movq 200(%rsp), %rsi
  call own_findCall
  movq %rax, %r11
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $136, %rsp
  .cfi_adjust_cfa_offset -136
  popq %r10
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rax
  .cfi_adjust_cfa_offset -64
  addq $16, %rsp
  .cfi_adjust_cfa_offset -16
  jmpq *%r11
  .cfi_endproc
  .size own_bindCall, .-own_bindCall
  .text
)");

#define FORESLICE_CALL(NAME)                                                   \
  __asm__(".section .bss.own_call_" #NAME ",\"aw\",@nobits\n"                  \
          "  .balign 8\n"                                                      \
          "own_call_" #NAME ": .zero 8\n"                                      \
          "  .section .rodata.own_name_" #NAME ",\"a\",@progbits\n"            \
          "own_name_" #NAME ": .asciz \"" #NAME "\"\n"                         \
          "  .section .text.own_call." #NAME ",\"ax\",@progbits\n"             \
          "  .globl __wrap_" #NAME "\n"                                        \
          "  .hidden __wrap_" #NAME "\n"                                       \
          "  .type __wrap_" #NAME ",@function\n"                               \
          "__wrap_" #NAME ":\n"                                                \
          "  .cfi_startproc\n"                                                 \
          "  movq own_call_" #NAME "(%rip), %r11\n"                            \
          "  testq %r11, %r11\n"                                               \
          "  je 1f\n"                                                          \
          "  jmpq *%r11\n"                                                     \
          "1: leaq own_name_" #NAME "(%rip), %r11\n"                           \
          "  pushq %r11\n"                                                     \
          "  .cfi_adjust_cfa_offset 8\n"                                       \
          "  leaq own_call_" #NAME "(%rip), %r11\n"                            \
          "  pushq %r11\n"                                                     \
          "  .cfi_adjust_cfa_offset 8\n"                                       \
          "  jmp own_bindCall\n"                                               \
          "  .cfi_endproc\n"                                                   \
          "  .size __wrap_" #NAME ", .-__wrap_" #NAME "\n"                     \
          "  .text\n");
#include "support/library_calls.def"

#else

extern "C" {
#define FORESLICE_CALL(NAME)                                                   \
  void *find_##NAME() { return findBehindProgram(#NAME); }                     \
  [[gnu::ifunc("find_" #NAME)]] void __wrap_##NAME();
#include "support/library_calls.def"
}

#endif
