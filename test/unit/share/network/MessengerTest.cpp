//===- MessengerTest.cpp - messages that arrive ---------------------------===//

#include "RemoteFixture.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

TEST(MessengerTest, AnswersARequest) {
  Job J(2);
  Answer A = ask(J[0], 1, Echo, {bytesOf("ping"), {}, {}});
  EXPECT_EQ(A.Why, Failure::None);
  EXPECT_EQ(A.Payload, bytesOf("ping"));
  EXPECT_EQ(ask(J[0], 1, Echo).Payload, Bytes());
  const MessengerStatistics &Zero = J[0].statistics();
  // What is sent may arrive before it is counted.
  EXPECT_TRUE(eventually([&] { return Zero.BytesSent == 44u; }));
  EXPECT_TRUE(eventually([&] { return Zero.MessagesSent == 2u; }));
  EXPECT_EQ(Zero.BytesReceived, 44u);
  EXPECT_TRUE(eventually([&] { return Zero.MessagesReceived == 2u; }));
  EXPECT_EQ(J[1].statistics().BytesReceived, 44u);
  EXPECT_EQ(Zero.RequestsFailed, 0u);
}

TEST(MessengerTest, ListensOnIpv6) {
  Job J(2, [](auto &C) { C.Address = *IpAddress::parse("::1"); }, false);
  std::vector<Endpoint> Peers = {{J.Base.Address, J[0].port()},
                                 {J.Base.Address, J[1].port()}};
  ASSERT_TRUE(J[0].setPeers(Peers));
  ASSERT_TRUE(J[1].setPeers(Peers));
  EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::None);
}

TEST(MessengerTest, SaysWhyItCannotListen) {
  Messenger::Config C;
  C.Address = *IpAddress::parse("192.0.2.1"); // nobody's (RFC 5737)
  std::string Why;
  EXPECT_FALSE(Messenger::listen(C, {}, Why));
  EXPECT_NE(Why.find("192.0.2.1"), std::string::npos) << Why;
}

TEST(MessengerTest, ARankMayAskItself) {
  Job J(1);
  EXPECT_EQ(ask(J[0], 0, Echo, {bytesOf("me"), {}, {}}).Payload, bytesOf("me"));
}

TEST(MessengerTest, TheHandlerKnowsWhoAsks) {
  Messenger::Config C;
  C.Key = Secret::random();
  C.Address = loopback();
  auto Zero = makeMessenger(C, [](int From, uint8_t Type, auto, Reply To) {
    To.send({{std::byte(From), std::byte(Type)}, {}, {}});
  });
  C.Rank = 3;
  auto Three = makeMessenger(C, {});
  std::vector<Endpoint> Peers(4, Endpoint{loopback(), 1});
  Peers[0].Port = Zero->port();
  ASSERT_TRUE(Zero->setPeers(Peers));
  ASSERT_TRUE(Three->setPeers(Peers));
  EXPECT_EQ(ask(*Three, 0, 77).Payload, (Bytes{std::byte(3), std::byte(77)}));
}

TEST(MessengerTest, PayloadsOfAllSizesArriveWhole) {
  Job J(2);
  for (size_t Size : {size_t(1), size_t(4076), size_t(4077), size_t(65536),
                      size_t(1) << 20, size_t(8) << 20, size_t(3)}) {
    Bytes Sent = pattern(Size, unsigned(Size));
    EXPECT_EQ(ask(J[0], 1, Echo, {Sent, {}, {}}).Payload, Sent) << Size;
  }
}

TEST(MessengerTest, GathersPartsAndLetsGoOfThem) {
  Job J(2);
  auto Pages = std::make_shared<Bytes>(pattern(1 << 20));
  Payload P{bytesOf("head"), {}, Pages};
  Bytes Whole = bytesOf("head");
  for (size_t I = 0; I < 100; ++I) {
    P.Parts.push_back(std::span(*Pages).subspan(I * 7919, 5 * I));
    Whole.insert(Whole.end(), P.Parts.back().begin(), P.Parts.back().end());
  }
  EXPECT_EQ(ask(J[0], 1, Echo, std::move(P)).Payload, Whole);
  EXPECT_TRUE(eventually([&] { return Pages.use_count() == 1; }));
}

TEST(MessengerTest, RepliesMayComeLaterFromAnyThreadInAnyOrder) {
  Job J(2);
  std::vector<std::future<Answer>> Answers;
  for (int I = 0; I < 100; ++I)
    Answers.push_back(start(J[0], 1, Hold));
  ASSERT_TRUE(eventually([&] { return J.service(1).held() == 100; }));
  std::vector<Reply> Held = J.service(1).takeHeld();
  std::thread([&] {
    for (size_t I = 100; I-- > 0;)
      Held[I].send({{std::byte(I)}, {}, {}});
  }).join();
  for (size_t I = 0; I < 100; ++I)
    EXPECT_EQ(Answers[I].get().Payload, Bytes{std::byte(I)});
}

TEST(MessengerTest, OneWayMessagesAndRequestsKeepTheirOrder) {
  Job J(2);
  for (int I = 0; I < 2000; ++I)
    J[0].send(1, Note, {pattern(size_t(I), unsigned(I)), {}, {}});
  // Behind them, so they have all been handled.
  EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::None);
  auto Notes = J.service(1).notes();
  ASSERT_EQ(Notes.size(), 2000u);
  for (size_t I = 0; I < Notes.size(); ++I)
    EXPECT_EQ(Notes[I], pattern(I, unsigned(I)));
}

TEST(MessengerTest, BothSidesMayConnectAtOnce) {
  for (int Round = 0; Round < 50; ++Round) {
    Job J(3);
    std::vector<std::future<Answer>> Answers;
    for (int From = 0; From < 3; ++From)
      for (int To = 0; To < 3; ++To)
        Answers.push_back(start(J[From], To, Echo, {bytesOf("x"), {}, {}}));
    for (auto &A : Answers)
      EXPECT_EQ(A.get().Payload, bytesOf("x"));
  }
}

TEST(MessengerTest, ManyThreadsMayAskAtOnce) {
  Job J(3);
  std::atomic<int> Right{0};
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([&, T] {
      std::vector<std::pair<unsigned, std::future<Answer>>> Answers;
      for (int I = 0; I < 300; ++I) {
        unsigned Seed = unsigned(T * 1000 + I);
        Answers.emplace_back(Seed,
                             start(J[T % 3], (T + I) % 3, Echo,
                                   {pattern(Seed * 7 % 9000, Seed), {}, {}}));
      }
      for (auto &[Seed, A] : Answers)
        Right += A.get().Payload == pattern(Seed * 7 % 9000, Seed);
    });
  for (auto &T : Threads)
    T.join();
  EXPECT_EQ(Right, 1200);
}

TEST(MessengerTest, CallbacksMayAskAgain) {
  Job J(2);
  std::promise<void> Done;
  int Left = 100;
  Messenger::Callback Again = [&](const Result &R) {
    EXPECT_TRUE(R.ok());
    if (Left-- == 0)
      return Done.set_value();
    EXPECT_EQ(J[0].request(1, Echo, {}, Again), Failure::None);
  };
  EXPECT_EQ(J[0].request(1, Echo, {}, Again), Failure::None);
  Done.get_future().get();
}

/// The scheduler's count of how often the threads of this name have run.
size_t timesRun(const std::string &Name) {
  size_t Sum = 0;
  for (const auto &Task :
       std::filesystem::directory_iterator("/proc/self/task")) {
    std::string Line;
    std::getline(std::ifstream(Task.path() / "comm"), Line);
    if (Line != Name)
      continue;
    size_t RunNs = 0, WaitNs = 0, Times = 0;
    std::ifstream(Task.path() / "schedstat") >> RunNs >> WaitNs >> Times;
    Sum += Times;
  }
  return Sum;
}

TEST(MessengerTest, SleepsWhileThereIsNothingToDo) {
  Job J(2, [](auto &C) { C.Deadline = std::chrono::seconds(1); });
  EXPECT_TRUE(
      eventually([&] { return ask(J[0], 1, Echo).Why == Failure::None; }));
  EXPECT_GT(timesRun("foreslice-net"), 0u);
  // The timer of the deadline runs out once.
  EXPECT_TRUE(eventually([] {
    size_t Before = timesRun("foreslice-net");
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return timesRun("foreslice-net") == Before;
  }));
}

TEST(MessengerTest, LeavesNoDescriptorBehind) {
  size_t Before = openDescriptors();
  for (int Round = 0; Round < 3; ++Round) {
    Job J(4);
    for (int From = 0; From < 4; ++From)
      for (int To = 0; To < 4; ++To)
        EXPECT_EQ(ask(J[From], To, Echo).Why, Failure::None);
  }
  EXPECT_EQ(openDescriptors(), Before);
}

TEST(MessengerTest, NoDescriptorOutlivesAnExec) {
  std::set<std::filesystem::path> Before;
  for (const auto &Fd : std::filesystem::directory_iterator("/proc/self/fd"))
    Before.insert(Fd.path());
  Job J(2);
  EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::None);
  size_t New = 0;
  for (const auto &Fd : std::filesystem::directory_iterator("/proc/self/fd")) {
    int Flags = ::fcntl(std::stoi(Fd.path().filename()), F_GETFD);
    if (Before.contains(Fd.path()))
      continue;
    ++New;
    EXPECT_TRUE(Flags & FD_CLOEXEC) << std::filesystem::read_symlink(Fd.path());
  }
  EXPECT_GE(New, 8u); // two listeners, a connection, what threads wait on
}

} // namespace
