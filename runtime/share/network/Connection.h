//===- Connection.h - frames over a socket --------------------------------===//
//
// The common part of both directions: cuts frames from received bytes; frames
// written while a write is under way go out together in the next write.
// Everything runs on the messenger's thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_CONNECTION_H
#define FORESLICE_SHARE_NETWORK_CONNECTION_H

#include "share/network/Mailbox.h"
#include "share/network/MessengerConfig.h"
#include "share/network/ReadBuffer.h"
#include "share/network/Socket.h"
#include "share/network/Wire.h"

#include <asio/buffer.hpp>
#include <deque>

namespace foreslice {

class Connection : public std::enable_shared_from_this<Connection> {
public:
  Connection(tcp::socket Socket, int Rank, MessengerStatistics &Stats)
      : Rank(Rank), Stats(Stats), Socket(std::move(Socket)) {}
  virtual ~Connection() { close(); }

  const int Rank; ///< At the other end.
  /// For finding the connection that was idle for longest.
  uint64_t LastUse = 0;

  /// No frame is lost if the connection is closed now.
  virtual bool idle() const { return Out.empty(); }
  /// The other side has taken none of the written bytes since Before.
  bool stalledSince(uint64_t BeforeNs) const {
    return Writing && WritingSinceNs < BeforeNs;
  }
  bool writing() const { return Writing; }

  /// Sends the frame after all earlier frames, from open() on. Does nothing on
  /// a closed connection.
  void write(wire::Header H, Payload Bytes, Charge Queued);
  /// Ends the connection and drops unwritten frames; end() is not called.
  void close();

protected:
  /// From now on frames flow.
  void open();
  bool closed() const { return Closed; }
  size_t queuedBytes() const { return QueuedBytes; }
  /// Reads on after wantsMore() was false.
  void readOn();

  /// A frame has come. False if it must not come over this connection.
  virtual bool take(const wire::Header &H,
                    std::span<const std::byte> Bytes) = 0;
  virtual bool wantsMore() const { return true; }
  /// Queued bytes were written.
  virtual void wrote() {}
  /// The other side ended the connection, or sent bytes that end the
  /// connection.
  virtual void end() = 0;

  MessengerStatistics &Stats;
  tcp::socket Socket;

private:
  struct Frame {
    wire::HeaderBytes Header;
    Payload Bytes;
    Charge Queued;
    size_t size() const { return Header.size() + Bytes.size(); }
  };

  void deliver();
  void flush();
  void gather();
  void finishWrite(size_t Bytes);

  ReadBuffer Buffer;
  size_t NextFrame = wire::HeaderSize; ///< At least; more once known.
  std::deque<Frame> Out;
  size_t FirstWritten = 0; ///< Written bytes of the first frame.
  size_t QueuedBytes = 0;  ///< Bytes of Out, counted as in a Charge.
  std::vector<asio::const_buffer> Gathered;
  uint64_t WritingSinceNs = 0;
  bool Opened = false;
  bool Closed = false;
  bool Reading = false;
  bool Writing = false;
};

/// Bytes that a message counts for beside its size where queues are limited.
inline constexpr size_t MessageOverhead = 256;

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_CONNECTION_H
