//===- PacketCopyTest.cpp - copies through pointers that may be bad -------===//
//
// On the main thread: no fault, whatever the address.
//
//===----------------------------------------------------------------------===//

#include "foreslice/abi.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <vector>

namespace {

TEST(PacketCopyTest, CopiesWhatCanBeRead) {
  std::vector<char> From(100'000), To(From.size() + 2, 9);
  for (size_t I = 0; I < From.size(); ++I)
    From[I] = static_cast<char>(I * 31);
  for (size_t Size :
       {size_t(0), size_t(1), size_t(17), size_t(4097), From.size()}) {
    std::fill(To.begin(), To.end(), 9);
    EXPECT_EQ(foreslice_packet_copy(To.data() + 1, From.data(), Size), 1);
    EXPECT_EQ(std::memcmp(To.data() + 1, From.data(), Size), 0);
    EXPECT_EQ(To[0], 9);
    EXPECT_EQ(To[Size + 1], 9);
  }
}

TEST(PacketCopyTest, ZeroesForBadAddressesAndLeavesErrno) {
  auto *Map = static_cast<char *>(mmap(nullptr, 8192, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  std::memset(Map, 7, 4096);
  mprotect(Map + 4096, 4096, PROT_NONE);
  const std::array<const void *, 5> Bad = {
      nullptr, reinterpret_cast<void *>(8), Map + 4096, Map + 4094,
      reinterpret_cast<void *>(UINTPTR_MAX - 1)};
  for (const void *From : Bad) {
    std::array<char, 6> To;
    To.fill(9);
    errno = 4711;
    EXPECT_EQ(foreslice_packet_copy(To.data() + 1, From, 4), 0);
    EXPECT_EQ(errno, 4711);
    EXPECT_EQ(To, (std::array<char, 6>{9, 0, 0, 0, 0, 9}));
  }
  std::array<char, 4> To{};
  EXPECT_EQ(foreslice_packet_copy(To.data(), Map + 4092, 4), 1);
  EXPECT_EQ(To, (std::array<char, 4>{7, 7, 7, 7}));
  munmap(Map, 8192);
}

TEST(PacketCopyTest, WhereTheProgramBlocksFaultSignals) {
  sigset_t Set, Before;
  sigemptyset(&Set);
  sigaddset(&Set, SIGSEGV);
  pthread_sigmask(SIG_BLOCK, &Set, &Before);
  int To = 1;
  EXPECT_EQ(foreslice_packet_copy(&To, nullptr, sizeof To), 0);
  EXPECT_EQ(To, 0);
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
}

/// Forbids what copies of many bytes need.
void forbidCopiesByKernel() {
  std::array<sock_filter, 5> Filter = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pipe2, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  }};
  const sock_fprog Program{Filter.size(), Filter.data()};
  if (syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program) != 0)
    std::_Exit(77);
}

/// 1 for each copy that needs no system call of those forbidden: of few bytes,
/// across two pages, and from memory that is not there.
int copiesWithoutKernel() {
  auto *Map = static_cast<char *>(mmap(nullptr, 12288, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  std::memset(Map, 7, 8192);
  mprotect(Map + 8192, 4096, PROT_NONE);
  forbidCopiesByKernel();
  std::array<char, 4096> To{};
  int Copies = foreslice_packet_copy(To.data(), Map + 1, 18);
  Copies += foreslice_packet_copy(To.data(), Map + 4096 - 3, 18);
  Copies += foreslice_packet_copy(To.data(), Map + 8, 4096);
  Copies += foreslice_packet_copy(To.data(), Map + 8192 - 3, 18);
  return Copies;
}

TEST(PacketCopyTest, CopiesFewBytesWithoutTheKernel) {
  // A new process has one thread.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      std::_Exit(copiesWithoutKernel()),
      [](int Status) {
        const int Code = WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
        return Code == 3 || Code == 77;
      },
      "");
}

} // namespace
