//===- Sockets.cpp - what the run time uses of Asio, in the simulation ----===//
//
// See Sockets.h.
//
//===----------------------------------------------------------------------===//

#include "Sockets.h"

#include "Machine.h"
#include "share/network/Socket.h"
#include "support/Clock.h"

#include <algorithm>
#include <cstring>

using namespace foreslice;
using asio::ip::tcp;
using simulator::Machine;

/// Of TCP/IP and Ethernet, for each packet of so many bytes.
static constexpr uint64_t HeaderBytes = 78, PacketBytes = 1448;
/// Bytes under way on a connection, beyond which its writer waits.
static constexpr uint64_t WindowBytes = 4 << 20;

static uint64_t onWire(uint64_t Bytes) {
  return Bytes + HeaderBytes * (1 + Bytes / PacketBytes);
}

//===----------------------------------------------------------------------===//
// Work of a task
//===----------------------------------------------------------------------===//

void asio::io_context::post(std::function<void()> What) {
  Functions.push_back(std::move(What));
  Idle.wakeAll();
}

void asio::io_context::stop() { Stopped = true; }

void asio::io_context::run() {
  while (!Stopped) {
    uint64_t Now = nowNs();
    while (!Waiting.empty() && Waiting.begin()->first <= Now) {
      Handler H = std::move(Waiting.begin()->second);
      Waiting.erase(Waiting.begin());
      H({});
    }
    while (!Functions.empty() && !Stopped) {
      auto What = std::move(Functions.front());
      Functions.pop_front();
      What();
    }
    // What was just done may have left something to SimGrid only.
    if (!Stopped)
      Idle.wait(Waiting.empty() ? simulator::Forever
                                : Waiting.begin()->first - nowNs());
  }
}

void asio::steady_timer::expires_after(std::chrono::nanoseconds T) {
  cancel();
  At = nowNs() + static_cast<uint64_t>(std::max<int64_t>(T.count(), 0));
}

void asio::steady_timer::async_wait(Handler H) {
  Entry = std::make_shared<std::optional<io_context::Timers::iterator>>();
  *Entry =
      Io.Waiting.emplace(At, [Own = Entry, H = std::move(H)](error_code E) {
        Own->reset();
        H(E);
      });
  Io.Idle.wakeAll();
}

void asio::steady_timer::cancel() {
  if (!Entry || !*Entry)
    return;
  auto Waiting = **Entry;
  Handler H = std::move(Waiting->second);
  Io.Waiting.erase(Waiting);
  Entry->reset();
  Io.post([H = std::move(H)] { H(error::aborted); });
}

//===----------------------------------------------------------------------===//
// Connections
//===----------------------------------------------------------------------===//

struct tcp::Stream : std::enable_shared_from_this<Stream> {
  explicit Stream(asio::io_context &Io) : Io(Io), At(simulator::thisNode()) {}

  void send(std::vector<std::byte> Bytes);
  void came(uint64_t Number, std::vector<std::byte> Bytes, bool Last);
  void serveReader();
  void serveWriter();
  void close();

  asio::io_context &Io;
  simulator::Node &At;
  std::shared_ptr<Stream> Peer;
  bool Open = true, PeerIsGone = false;
  // What comes: SimGrid lets small messages overtake large ones.
  uint64_t NextNumber = 0;
  std::map<uint64_t, std::vector<std::byte>> Early;
  uint64_t LastNumber = UINT64_MAX;
  std::vector<std::byte> Here;
  asio::mutable_buffer To{};
  size_t Least = 0;
  asio::SizeHandler Reader;
  // What goes:
  uint64_t Sent = 0, UnderWay = 0;
  size_t Written = 0;
  asio::SizeHandler Writer;
};

void tcp::Stream::send(std::vector<std::byte> Bytes) {
  UnderWay += Bytes.size();
  uint64_t Size = onWire(Bytes.size()), Number = Sent++;
  Machine::get().send(Peer->At, Size,
                      [Own = shared_from_this(), Other = Peer, Number,
                       Bytes = std::move(Bytes)]() mutable {
                        Own->UnderWay -= Bytes.size();
                        Own->serveWriter();
                        Other->came(Number, std::move(Bytes), false);
                      });
}

void tcp::Stream::came(uint64_t Number, std::vector<std::byte> Bytes,
                       bool Last) {
  Early.emplace(Number, std::move(Bytes));
  if (Last)
    LastNumber = Number;
  for (auto Next = Early.begin();
       Next != Early.end() && Next->first == NextNumber;
       Next = Early.erase(Next), ++NextNumber)
    if (Here.empty())
      Here = std::move(Next->second);
    else
      Here.insert(Here.end(), Next->second.begin(), Next->second.end());
  PeerIsGone = NextNumber > LastNumber;
  serveReader();
}

void tcp::Stream::serveReader() {
  if (!Reader)
    return;
  auto Done = [this](asio::error E, size_t N) {
    Io.post([H = std::exchange(Reader, nullptr), E, N] { H(E, N); });
  };
  if (!Open)
    return Done(asio::error::aborted, 0);
  if (Here.size() < Least)
    return PeerIsGone ? Done(asio::error::eof, 0) : void();
  size_t N = std::min(Here.size(), To.Size);
  // The messenger's work for it is done on its task.
  Io.post([] { simulator::work(Machine::get().O.MessageUs); });
  memcpy(To.Data, Here.data(), N);
  Here.erase(Here.begin(), Here.begin() + static_cast<std::ptrdiff_t>(N));
  Done(asio::error::none, N);
}

void tcp::Stream::serveWriter() {
  if (!Writer || (Open && UnderWay > WindowBytes))
    return;
  asio::error E = Open ? asio::error::none : asio::error::aborted;
  Io.post([H = std::exchange(Writer, nullptr), E, N = Written] { H(E, N); });
}

void tcp::Stream::close() {
  if (!std::exchange(Open, false))
    return;
  if (Peer)
    Machine::get().send(Peer->At, onWire(0),
                        [Other = std::exchange(Peer, nullptr),
                         Number = Sent++] { Other->came(Number, {}, true); });
  serveReader();
  serveWriter();
}

tcp::socket::socket(io_context &Io) : S(std::make_shared<Stream>(Io)) {}

asio::io_context &tcp::socket::get_executor() const { return S->Io; }

bool tcp::socket::is_open() const { return S && S->Open; }

void tcp::socket::release() {
  if (S)
    S->close();
}

void tcp::socket::write(std::vector<std::byte> Bytes, SizeHandler H) {
  if (!S->Peer)
    return S->Io.post([H = std::move(H)] { H(error::aborted, 0); });
  S->Written = Bytes.size();
  S->Writer = std::move(H);
  S->send(std::move(Bytes));
  S->serveWriter();
}

void tcp::socket::read(mutable_buffer To, size_t Least, SizeHandler H) {
  S->To = To;
  S->Least = Least;
  S->Reader = std::move(H);
  S->serveReader();
}

//===----------------------------------------------------------------------===//
// Connecting
//===----------------------------------------------------------------------===//

static std::map<std::pair<uint32_t, uint16_t>, tcp::acceptor *> Listening;

void tcp::acceptor::bind(const endpoint &To, error_code &) {
  At = To;
  while (Listening.contains({At.Node, ++At.Port}))
    ;
  Listening[{At.Node, At.Port}] = this;
  Open = true;
}

void tcp::acceptor::release() {
  if (std::exchange(Open, false))
    Listening.erase({At.Node, At.Port});
}

void tcp::acceptor::came(std::shared_ptr<Stream> S) {
  Came.push_back(std::move(S));
  if (Waiting)
    Io.post([H = std::exchange(Waiting, nullptr)] { H({}); });
}

void tcp::acceptor::async_wait(int, Handler H) {
  Waiting = std::move(H);
  if (!Came.empty())
    Io.post([H = std::exchange(Waiting, nullptr)] { H({}); });
}

std::shared_ptr<tcp::Stream> tcp::acceptor::accept() {
  if (Came.empty())
    return nullptr;
  auto S = std::move(Came.front());
  Came.pop_front();
  return S;
}

/// There and back, as TCP does.
void tcp::socket::async_connect(const endpoint &To, Handler H) {
  Machine &M = Machine::get();
  M.send(*M.Nodes[To.Node], onWire(0), [To, Own = S, H = std::move(H)] {
    auto At = Listening.find({To.Node, To.Port});
    bool Takes = At != Listening.end();
    if (Takes) {
      auto Other = std::make_shared<Stream>(At->second->Io);
      Other->Peer = Own;
      Own->Peer = Other;
      At->second->came(Other);
    }
    Machine::get().send(Own->At, onWire(0), [Own, H, Takes] {
      error E = !Own->Open ? error::aborted
                : Takes    ? error::none
                           : error::refused;
      Own->Io.post([H, E] { H(E); });
    });
  });
}

//===----------------------------------------------------------------------===//
// The run time's own functions for sockets
//===----------------------------------------------------------------------===//

namespace foreslice {

tcp::endpoint toAsio(const Endpoint &E) {
  uint32_t Node;
  memcpy(&Node, E.Address.Bytes.data(), sizeof Node);
  return {Node, E.Port};
}

template <class SocketT>
bool openSocket(SocketT &, const tcp::endpoint &, asio::error_code &) {
  return true;
}
template bool openSocket(tcp::socket &, const tcp::endpoint &,
                         asio::error_code &);
template bool openSocket(tcp::acceptor &, const tcp::endpoint &,
                         asio::error_code &);

tcp::socket acceptFrom(tcp::acceptor &From, asio::error_code &Error) {
  auto S = From.accept();
  if (!S)
    Error = asio::error::try_again;
  return tcp::socket(std::move(S));
}

void setNoDelay(tcp::socket &) {}

template <class SocketT> void endSocket(SocketT &Socket) { Socket.release(); }
template void endSocket(tcp::socket &);
template void endSocket(tcp::acceptor &);

} // namespace foreslice
