//===- Incoming.cpp - a connection from a rank that asks this rank --------===//

#include "share/network/Incoming.h"

using namespace foreslice;

bool Incoming::take(const wire::Header &H, std::span<const std::byte> Bytes) {
  if (H.What == wire::Kind::OneWay) {
    O.handle(*this, H.Type, Bytes, Reply());
    return true;
  }
  if (H.What != wire::Kind::Request)
    return false;
  ++Unanswered;
  Reply To(Box, std::static_pointer_cast<Incoming>(shared_from_this()), H.Id);
  O.handle(*this, H.Type, Bytes, std::move(To));
  return true;
}

void Incoming::answer(uint64_t Id, std::optional<Payload> Bytes) {
  if (closed())
    return;
  --Unanswered;
  if (Bytes && Bytes->size() <= wire::MaxPayload)
    write({wire::Kind::Reply, 0, 0, Id}, std::move(*Bytes), {});
  else
    write({wire::Kind::Failure, 0, 0, Id}, {}, {});
  readOn();
}

void Incoming::end() {
  auto Self = shared_from_this(); // the owner drops the connection
  close();
  O.lost(*this);
}
