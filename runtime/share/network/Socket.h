//===- Socket.h - TCP sockets in someone else's process -------------------===//
//
// The program may fork and execute at any time. The network library opens
// sockets without close-on-exec, and relies on close() to end a connection,
// which fails while a child has the descriptor, too.
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

/// Takes a waiting connection; Error is try_again if there is none.
tcp::socket acceptFrom(tcp::acceptor &From, asio::error_code &Error);

/// Sends small messages at once.
void setNoDelay(tcp::socket &Socket);

/// Ends the connection, whoever else has the descriptor. Pending operations
/// complete with operation_aborted.
template <class SocketT> void endSocket(SocketT &Socket);

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_SOCKET_H
