//===- Socket.cpp - TCP sockets in someone else's process -----------------===//

#include "share/network/Socket.h"

#include "support/DescriptorRoom.h"

#include <cstring>
#include <sys/socket.h>
#include <unistd.h>

using namespace foreslice;

tcp::endpoint foreslice::toAsio(const Endpoint &E) {
  auto Copy = [&](auto Bytes) {
    std::memcpy(Bytes.data(), E.Address.Bytes.data(), Bytes.size());
    return Bytes;
  };
  if (E.Address.V6)
    return {asio::ip::address_v6(Copy(asio::ip::address_v6::bytes_type())),
            E.Port};
  return {asio::ip::address_v4(Copy(asio::ip::address_v4::bytes_type())),
          E.Port};
}

static asio::error_code lastError() {
  return {errno, asio::error::get_system_category()};
}

template <class SocketT>
bool foreslice::openSocket(SocketT &Socket, const tcp::endpoint &To,
                           asio::error_code &Error) {
  int Fd = descriptor_room::moveUp(
      ::socket(To.protocol().family(),
               SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, IPPROTO_TCP));
  if (Fd < 0) {
    Error = lastError();
    return false;
  }
  Socket.assign(To.protocol(), Fd, Error);
  if (Error)
    ::close(Fd);
  return !Error;
}

template bool foreslice::openSocket(tcp::socket &, const tcp::endpoint &,
                                    asio::error_code &);
template bool foreslice::openSocket(tcp::acceptor &, const tcp::endpoint &,
                                    asio::error_code &);

tcp::socket foreslice::acceptFrom(tcp::acceptor &From,
                                  asio::error_code &Error) {
  tcp::socket Out(From.get_executor());
  sockaddr_storage Peer;
  socklen_t Length = sizeof(Peer);
  int Fd = descriptor_room::moveUp(
      ::accept4(From.native_handle(), reinterpret_cast<sockaddr *>(&Peer),
                &Length, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (Fd < 0) {
    Error = lastError();
    return Out;
  }
  Out.assign(Peer.ss_family == AF_INET6 ? tcp::v6() : tcp::v4(), Fd, Error);
  if (Error)
    ::close(Fd);
  return Out;
}

void foreslice::setNoDelay(tcp::socket &Socket) {
  asio::error_code Ignored;
  Socket.set_option(tcp::no_delay(true), Ignored);
}

template <class SocketT> void foreslice::endSocket(SocketT &Socket) {
  // Closing through the library would leave the descriptor in the event queue
  // as long as a child has the descriptor.
  asio::error_code Error;
  int Fd = Socket.release(Error);
  if (Error)
    return;
  ::shutdown(Fd, SHUT_RDWR);
  ::close(Fd);
}

template void foreslice::endSocket(tcp::socket &);
template void foreslice::endSocket(tcp::acceptor &);
