//===- ForkTest.cpp - ranks in other processes, and children of a rank ----===//
//
// Children that run a messenger are forked while this process has no threads.
//
//===----------------------------------------------------------------------===//

#include "RemoteFixture.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

/// Rank 1 of two, in a child, until it is killed.
class ChildRank {
public:
  explicit ChildRank(const Messenger::Config &Base) {
    int ToParent[2], ToChild[2];
    EXPECT_EQ(::pipe(ToParent) | ::pipe(ToChild), 0);
    Pid = ::fork();
    if (Pid == 0)
      serve(Base, ToParent[1], ToChild[0]);
    ::close(ToParent[1]);
    ::close(ToChild[0]);
    FromChild = ToParent[0];
    ToChildFd = ToChild[1];
    EXPECT_EQ(::read(FromChild, &Port, sizeof(Port)), ssize_t(sizeof(Port)));
  }
  ~ChildRank() {
    kill(SIGKILL);
    ::waitpid(Pid, nullptr, 0);
    ::close(FromChild);
    ::close(ToChildFd);
  }
  void tellPort(uint16_t Mine) {
    EXPECT_EQ(::write(ToChildFd, &Mine, sizeof(Mine)), ssize_t(sizeof(Mine)));
  }
  void kill(int Signal) { ::kill(Pid, Signal); }
  /// Its threads stand still when this returns.
  void stop() {
    kill(SIGSTOP);
    EXPECT_EQ(::waitpid(Pid, nullptr, WUNTRACED), Pid);
  }
  uint16_t Port = 0;

private:
  [[noreturn]] static void serve(Messenger::Config C, int ToParent,
                                 int FromParent) {
    C.Rank = 1;
    Service S;
    auto M = makeMessenger(C, [&](int From, uint8_t Type, auto B, Reply To) {
      S.handle(From, Type, B, std::move(To));
    });
    uint16_t Port = M->port(), Theirs = 0;
    if (::write(ToParent, &Port, sizeof(Port)) < 0 ||
        ::read(FromParent, &Theirs, sizeof(Theirs)) <= 0 ||
        !M->setPeers({{loopback(), Theirs}, {loopback(), Port}}))
      _exit(1);
    for (;;)
      ::pause();
  }
  pid_t Pid = -1;
  int FromChild = -1, ToChildFd = -1;
};

struct ForkTest : testing::Test {
  static Messenger::Config config() {
    Messenger::Config C;
    C.Key = Secret::random();
    C.Address = loopback();
    C.Deadline = std::chrono::milliseconds(500);
    return C;
  }
  void SetUp() override {
    M = makeMessenger(C, {});
    Child.tellPort(M->port());
    ASSERT_TRUE(
        M->setPeers({{loopback(), M->port()}, {loopback(), Child.Port}}));
    // A loaded machine may let several deadlines pass before the child runs.
    ASSERT_TRUE(
        eventually([&] { return ask(*M, 1, Echo).Why == Failure::None; }));
  }

  Messenger::Config C = config();
  ChildRank Child{C};
  std::unique_ptr<Messenger> M;
};

TEST_F(ForkTest, ARankThatIsKilledFailsItsRequestsAtOnce) {
  auto A = start(*M, 1, Hold);
  Child.kill(SIGKILL);
  EXPECT_NE(A.get().Why, Failure::None);
  EXPECT_TRUE(eventually([&] {
    EXPECT_NE(ask(*M, 1, Echo).Why, Failure::None);
    return !M->reachable(1);
  }));
}

TEST_F(ForkTest, ARankThatStandsStillIsGivenUp) {
  Child.stop();
  EXPECT_TRUE(eventually([&] {
    EXPECT_NE(ask(*M, 1, Echo, {Bytes(1 << 20), {}, {}}).Why, Failure::None);
    return !M->reachable(1);
  }));
}

TEST_F(ForkTest, AChildLetsGoOfTheMessenger) {
  pid_t Pid = ::fork();
  if (Pid == 0) {
    M->abandon();
    bool Fails = ask(*M, 1, Echo).Why == Failure::Closed && !M->reachable(1);
    M->send(1, Note, {});
    M.reset();
    _exit(Fails ? 0 : 1);
  }
  int Status = -1;
  ::waitpid(Pid, &Status, 0);
  EXPECT_EQ(Status, 0);
  EXPECT_EQ(ask(*M, 1, Echo).Why, Failure::None);
}

TEST(ForkedHolderTest, AChildDoesNotKeepConnectionsOpen) {
  Job J(2);
  auto A = start(J[0], 1, Hold);
  ASSERT_TRUE(eventually([&] { return J.service(1).held() == 1; }));
  pid_t Pid = ::fork();
  if (Pid == 0)
    for (;;)
      ::pause();
  J.destroy(1);
  EXPECT_EQ(A.get().Why, Failure::Closed);
  EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::Unreachable);
  ::kill(Pid, SIGKILL);
  ::waitpid(Pid, nullptr, 0);
}

} // namespace
