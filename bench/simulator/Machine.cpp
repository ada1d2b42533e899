//===- Machine.cpp - nodes, network and storage of the simulation ---------===//
//
// See Machine.h.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "support/Clock.h"

namespace sg4 = simgrid::s4u;

namespace foreslice::simulator {

/// Of a request to storage, and of an answer beside the data: headers of
/// TCP/IP, and what names file, offset and length.
static constexpr uint64_t EnvelopeBytes = 128;

static Machine *TheMachine;

Machine &Machine::get() { return *TheMachine; }

Machine::Machine(const Options &O) : O(O), Zone(sg4::create_star_zone("net")) {
  TheMachine = this;
  for (int I = 0; I < O.Nodes; ++I) {
    Nodes.push_back(std::make_unique<Node>(I));
    place(*Nodes.back(), "node" + std::to_string(I), O.LatencyUs * 1e-6);
  }
  for (int I = 0; I < O.Servers; ++I) {
    double Slow = I == O.SlowServer ? O.SlowTimes : 1;
    slowfs::ServiceParameters P;
    P.Disks = static_cast<unsigned>(O.Disks);
    P.ServiceNs = static_cast<uint64_t>(O.ServiceUs * 1e3 * Slow);
    P.StripeBytes = O.StripeBytes;
    Servers.push_back(std::make_unique<Server>(P));
    place(Servers.back()->At, "server" + std::to_string(I),
          O.StorageLatencyUs * 1e-6);
  }
  Zone->seal();
  for (const auto &N : Nodes)
    startTask(*N, "receive", [this, &N = *N] { receive(N); });
  for (const auto &S : Servers) {
    startTask(S->At, "receive", [this, &S = *S] { receive(S.At); });
    startTask(S->At, "answer", [this, &S = *S] { answer(S); });
  }
}

void Machine::place(Node &N, const std::string &Name, double Latency) {
  N.Host = Zone->create_host(Name, 1e9)->set_core_count(O.Cores);
  N.Cores = O.OneMachine ? Nodes.front()->Host : N.Host;
  // A message goes over two links: half of the way is each.
  const auto *Link =
      Zone->create_split_duplex_link(Name, O.Bandwidth)->set_latency(Latency);
  Zone->add_route(N.Host->get_netpoint(), nullptr, nullptr, nullptr,
                  {{Link, sg4::LinkInRoute::Direction::UP}}, true);
  N.Box = sg4::Mailbox::by_name(Name);
}

//===----------------------------------------------------------------------===//
// Network
//===----------------------------------------------------------------------===//

namespace {
struct Packet {
  std::function<void()> Arrive;
};
} // namespace

void Machine::receive(Node &At) {
  waitIn([&] { At.Box->set_receiver(sg4::Actor::self()); });
  for (;;) {
    std::unique_ptr<Packet> P;
    waitIn([&] { P = At.Box->get_unique<Packet>(); });
    P->Arrive();
  }
}

void Machine::send(Node &To, uint64_t Bytes, std::function<void()> Arrive) {
  if (To.Dead || thisNode().Dead)
    return;
  whenWaiting([&To, Bytes, Arrive = std::move(Arrive)]() mutable {
    To.Box->put_init(new Packet{std::move(Arrive)}, Bytes)->detach();
  });
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

void Machine::count(uint64_t Offset, uint64_t Bytes) {
  for (uint64_t Page = Offset / O.PageSize; Page * O.PageSize < Offset + Bytes;
       ++Page) {
    ++PageReads;
    ++ReadPages[Page];
  }
}

uint64_t Machine::mostReadsOfAPage() const {
  uint64_t Most = 0;
  for (auto [Page, Reads] : ReadPages)
    Most = std::max<uint64_t>(Most, Reads);
  return Most;
}

/// Stripes lie on the servers in turns, and those of a server on its disks.
void Machine::read(uint64_t Offset, uint64_t Bytes,
                   std::function<void()> Done) {
  std::vector<std::vector<Piece>> ByServer(Servers.size());
  count(Offset, Bytes);
  for (uint64_t At = Offset; At < Offset + Bytes;) {
    uint64_t Stripe = At / O.StripeBytes;
    uint64_t Next = std::min(Offset + Bytes, (Stripe + 1) * O.StripeBytes);
    uint64_t There =
        Stripe / Servers.size() * O.StripeBytes + At % O.StripeBytes;
    ByServer[Stripe % Servers.size()].push_back({There, Next - At});
    At = Next;
  }
  auto Left =
      std::make_shared<size_t>(static_cast<size_t>(std::ranges::count_if(
          ByServer, [](const auto &Pieces) { return !Pieces.empty(); })));
  auto Came = [Left, Done = std::move(Done)] {
    if (--*Left == 0)
      Done();
  };
  Node &For = thisNode();
  for (size_t I = 0; I < Servers.size(); ++I)
    if (!ByServer[I].empty())
      send(Servers[I]->At, EnvelopeBytes,
           [this, &S = *Servers[I], &For, Came,
            Pieces = std::move(ByServer[I])] { serve(S, Pieces, For, Came); });
}

/// A request has come to the server.
void Machine::serve(Server &S, const std::vector<Piece> &Pieces, Node &For,
                    std::function<void()> Arrive) {
  Answer A{0, ++Requests, &For, EnvelopeBytes, std::move(Arrive)};
  const uint64_t Now = nowNs();
  for (const Piece &P : Pieces) {
    A.At = std::max(A.At, S.Model.deadline(Now, 0, P.Offset, P.Bytes));
    A.Bytes += P.Bytes;
  }
  S.Answers.push(std::move(A));
  S.Idle.wakeAll();
}

void Machine::answer(Server &S) {
  for (;;) {
    while (!S.Answers.empty() && S.Answers.top().At <= nowNs()) {
      Answer A = S.Answers.top();
      S.Answers.pop();
      work(O.RequestUs);
      send(*A.To, A.Bytes, A.Arrive);
    }
    if (S.Answers.empty() || S.Answers.top().At > nowNs())
      S.Idle.wait(S.Answers.empty() ? Forever : S.Answers.top().At - nowNs());
  }
}

} // namespace foreslice::simulator
