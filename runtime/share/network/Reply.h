//===- Reply.h - the answer to one request --------------------------------===//
//
// Goes by the mailbox of the asked messenger.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_REPLY_H
#define FORESLICE_SHARE_NETWORK_REPLY_H

#include "share/network/Message.h"

namespace foreslice {

class Incoming;
class Mailbox;

/// Answers one request: once, from any thread, now or later, also after the
/// messenger is gone. Destroyed without an answer, refuses the request
/// (Failure::Refused). Never blocks.
class Reply {
public:
  /// The reply of a one-way message: nobody is waiting.
  Reply() = default;
  Reply(Reply &&) noexcept;
  Reply &operator=(Reply &&) noexcept;
  ~Reply();

  void send(Payload Answer);
  bool expected() const { return Box != nullptr; }

private:
  friend class Incoming;
  Reply(std::shared_ptr<Mailbox> Box, std::weak_ptr<Incoming> Link,
        uint64_t Id);
  std::shared_ptr<Mailbox> Box; ///< Null: nobody is waiting.
  std::weak_ptr<Incoming> Link;
  uint64_t Id = 0;
};

/// Called with each message on the messenger's thread, as a ResultCallback. The
/// bytes are valid during the call only.
using MessageHandler = std::function<void(
    int FromRank, uint8_t Type, std::span<const std::byte> Bytes, Reply)>;

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_REPLY_H
