//===- Connection.cpp - frames over a socket ------------------------------===//

#include "share/network/Connection.h"
#include "support/Clock.h"

using namespace foreslice;

/// The library passes on at most MostBuffers buffers in one system call.
static constexpr size_t MostBuffers = 64;

namespace {
/// The library copies its argument: the place of the list, not the list.
struct BufferView {
  using value_type = asio::const_buffer;
  using const_iterator = const asio::const_buffer *;
  const_iterator First, Last;
  const_iterator begin() const { return First; }
  const_iterator end() const { return Last; }
};
} // namespace

void Connection::write(wire::Header H, Payload Bytes, Charge Queued) {
  if (Closed)
    return;
  H.Length = uint32_t(Bytes.size());
  QueuedBytes += Bytes.size() + MessageOverhead;
  Out.push_back({wire::encode(H), std::move(Bytes), std::move(Queued)});
  flush();
}

void Connection::close() {
  if (Closed)
    return;
  Closed = true;
  endSocket(Socket);
  Out.clear();
  QueuedBytes = 0;
}

void Connection::open() {
  Opened = true;
  setNoDelay(Socket);
  flush();
  readOn();
}

void Connection::readOn() {
  if (!Opened || Reading)
    return;
  deliver();
  if (Closed || !wantsMore())
    return;
  Reading = true;
  std::span<std::byte> Space = Buffer.space(NextFrame);
  Socket.async_read_some(
      asio::buffer(Space.data(), Space.size()),
      [this, Self = shared_from_this()](asio::error_code Error, size_t Bytes) {
        Reading = false;
        if (Closed)
          return;
        if (Error)
          return end();
        Stats.BytesReceived.fetch_add(Bytes, std::memory_order_relaxed);
        Buffer.commit(Bytes);
        readOn();
      });
}

void Connection::deliver() {
  while (!Closed && wantsMore() && Buffer.filled().size() >= wire::HeaderSize) {
    auto Filled = Buffer.filled();
    auto H = wire::decode(Filled.first<wire::HeaderSize>());
    NextFrame = wire::HeaderSize + (H ? H->Length : 0);
    if (Filled.size() < NextFrame)
      return;
    if (!H || !take(*H, Filled.subspan(wire::HeaderSize, H->Length))) {
      Stats.MalformedFrames.fetch_add(1, std::memory_order_relaxed);
      return end();
    }
    Stats.MessagesReceived.fetch_add(1, std::memory_order_relaxed);
    Buffer.consume(std::exchange(NextFrame, wire::HeaderSize));
  }
}

void Connection::gather() {
  Gathered.clear();
  size_t Skip = FirstWritten;
  auto Add = [&](std::span<const std::byte> Bytes) {
    size_t Skipped = std::min(Skip, Bytes.size());
    Skip -= Skipped;
    if (Bytes.size() != Skipped && Gathered.size() < MostBuffers)
      Gathered.push_back({Bytes.data() + Skipped, Bytes.size() - Skipped});
  };
  for (const Frame &F : Out) {
    if (Gathered.size() == MostBuffers)
      return;
    Add(F.Header);
    Add(F.Bytes.OwnBytes);
    for (std::span<const std::byte> Part : F.Bytes.Parts)
      Add(Part);
  }
}

void Connection::flush() {
  if (!Opened || Writing || Closed || Out.empty())
    return;
  gather();
  Writing = true;
  WritingSinceNs = nowNs();
  Socket.async_write_some(
      BufferView{Gathered.data(), Gathered.data() + Gathered.size()},
      [this, Self = shared_from_this()](asio::error_code Error, size_t Bytes) {
        Writing = false;
        if (Closed)
          return;
        if (Error)
          return end();
        finishWrite(Bytes);
        flush();
        wrote();
      });
}

void Connection::finishWrite(size_t Bytes) {
  Stats.BytesSent.fetch_add(Bytes, std::memory_order_relaxed);
  FirstWritten += Bytes;
  while (!Out.empty() && FirstWritten >= Out.front().size()) {
    const Frame &F = Out.front();
    FirstWritten -= F.size();
    QueuedBytes -= F.Bytes.size() + MessageOverhead;
    Out.pop_front();
    Stats.MessagesSent.fetch_add(1, std::memory_order_relaxed);
  }
}
