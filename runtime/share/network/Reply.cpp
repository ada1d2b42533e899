//===- Reply.cpp - the answer to one request ------------------------------===//
//
// See Reply.h.
//
//===----------------------------------------------------------------------===//

#include "share/network/Reply.h"

#include "share/network/Mailbox.h"

using namespace foreslice;

Reply::Reply(std::shared_ptr<Mailbox> Box, std::weak_ptr<Incoming> Link,
             uint64_t Id)
    : Box(std::move(Box)), Link(std::move(Link)), Id(Id) {}
Reply::Reply(Reply &&) noexcept = default;

Reply &Reply::operator=(Reply &&Other) noexcept {
  std::swap(Box, Other.Box);
  std::swap(Link, Other.Link);
  std::swap(Id, Other.Id);
  return *this;
}

static Letter answerTo(std::weak_ptr<Incoming> Link, uint64_t Id) {
  Letter L;
  L.What = Letter::Kind::Answer;
  L.Link = std::move(Link);
  L.Id = Id;
  return L;
}

Reply::~Reply() {
  if (!Box)
    return;
  Letter L = answerTo(Link, Id);
  L.Refuses = true;
  Box->post(L);
}

void Reply::send(Payload Answer) {
  auto Once = std::move(Box);
  if (!Once)
    return;
  Letter L = answerTo(Link, Id);
  L.Bytes = std::move(Answer);
  Once->post(L);
}
