//===- Socket.h - TCP sockets in someone else's process -------------------===//
//
// The program around us forks and executes when it likes. The network library
// opens sockets without close-on-exec, and relies on close() to end a
// connection, which it does not while a child has the descriptor too.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_SOCKET_H
#define FORESLICE_SHARE_NETWORK_SOCKET_H

#include "share/network/Address.h"

#include <asio/ip/tcp.hpp>

namespace foreslice {

using asio::ip::tcp;

tcp::endpoint toAsio(const Endpoint &E);

/// Opens a socket for To's family; false, with Error set, if that fails.
template <class SocketT>
bool openSocket(SocketT &Socket, const tcp::endpoint &To,
                asio::error_code &Error);

/// Takes a connection that is waiting; Error is try_again if there is none.
tcp::socket acceptFrom(tcp::acceptor &From, asio::error_code &Error);

/// Sends small messages at once.
void setNoDelay(tcp::socket &Socket);

/// Ends the connection whoever else has the descriptor. What is pending on the
/// socket completes with operation_aborted.
template <class SocketT> void endSocket(SocketT &Socket);

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_SOCKET_H
