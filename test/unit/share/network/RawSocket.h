//===- RawSocket.h - the other end of a connection, by hand ---------------===//
//
// Blocking sockets that say whatever a test wants. Reads end after 30 s.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_RAWSOCKET_H
#define FORESLICE_TEST_RAWSOCKET_H

#include "RemoteFixture.h"
#include "share/network/Handshake.h"
#include "share/network/Wire.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace foreslice::test {

class RawSocket {
public:
  explicit RawSocket(int Fd) : Fd(Fd) {
    timeval Limit{30, 0};
    int On = 1;
    ::setsockopt(Fd, SOL_SOCKET, SO_RCVTIMEO, &Limit, sizeof(Limit));
    ::setsockopt(Fd, IPPROTO_TCP, TCP_NODELAY, &On, sizeof(On));
  }
  RawSocket(RawSocket &&S) noexcept : Fd(std::exchange(S.Fd, -1)) {}
  ~RawSocket() { close(); }

  static RawSocket connect(uint16_t Port) {
    int Fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in To = address(Port);
    EXPECT_EQ(::connect(Fd, reinterpret_cast<sockaddr *>(&To), sizeof(To)), 0);
    return RawSocket(Fd);
  }
  static sockaddr_in address(uint16_t Port) {
    sockaddr_in To{};
    To.sin_family = AF_INET;
    To.sin_port = htons(Port);
    To.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return To;
  }

  /// False if the other side does not take it.
  bool write(std::span<const std::byte> Bytes) {
    return ::send(Fd, Bytes.data(), Bytes.size(), MSG_NOSIGNAL) ==
           ssize_t(Bytes.size());
  }
  /// False at the end.
  bool read(std::span<std::byte> Bytes) {
    return ::recv(Fd, Bytes.data(), Bytes.size(), MSG_WAITALL) ==
           ssize_t(Bytes.size());
  }
  /// Whether the other side ends the connection without saying more.
  bool isEnded() {
    std::byte One;
    return ::recv(Fd, &One, 1, 0) == 0 || errno == ECONNRESET;
  }
  void close() {
    if (Fd >= 0)
      ::close(std::exchange(Fd, -1));
  }

  /// As the connecting side. What was said is in Said.
  bool proveMyself(const Secret &Key, handshake::Ranks R) {
    Said.Hello = handshake::makeHello(R);
    handshake::Answer A;
    if (!write(Said.Hello) || !read(A) ||
        !handshake::proves(Key, Said.Hello, A))
      return false;
    Said.Proof = handshake::makeProof(Key, Said.Hello, A);
    return write(Said.Proof);
  }
  /// As the accepting side; false if the other does not prove itself.
  bool acceptHandshake(const Secret &Key) {
    handshake::Hello H;
    handshake::Proof P;
    if (!read(H))
      return false;
    auto A = handshake::makeAnswer(Key, H);
    return write(A) && read(P) && handshake::proves(Key, H, A, P);
  }
  bool writeFrame(wire::Header H, std::span<const std::byte> Payload = {}) {
    H.Length = uint32_t(Payload.size());
    return write(wire::encode(H)) && write(Payload);
  }

  struct {
    handshake::Hello Hello;
    handshake::Proof Proof;
  } Said;

private:
  int Fd;
};

/// Listens on 127.0.0.1.
class RawListener {
public:
  RawListener() : Fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in At = RawSocket::address(0);
    EXPECT_EQ(::bind(Fd, reinterpret_cast<sockaddr *>(&At), sizeof(At)), 0);
    EXPECT_EQ(::listen(Fd, 16), 0);
  }
  RawListener(const RawListener &) = delete;
  ~RawListener() { ::close(Fd); }
  uint16_t port() const {
    sockaddr_in At;
    socklen_t Length = sizeof(At);
    ::getsockname(Fd, reinterpret_cast<sockaddr *>(&At), &Length);
    return ntohs(At.sin_port);
  }
  RawSocket accept() { return RawSocket(::accept(Fd, nullptr, nullptr)); }

private:
  int Fd;
};

} // namespace foreslice::test

#endif // FORESLICE_TEST_RAWSOCKET_H
