//===- Address.cpp - IP addresses -----------------------------------------===//

#include "share/network/Address.h"

#include <arpa/inet.h>

using namespace foreslice;

IpAddress IpAddress::masked(unsigned Prefix) const {
  IpAddress Out = *this;
  for (unsigned Bit = Prefix; Bit < bits(); ++Bit)
    Out.Bytes[Bit / 8] &= ~(std::byte(0x80) >> (Bit % 8));
  return Out;
}

std::string IpAddress::text() const {
  char Text[INET6_ADDRSTRLEN];
  return inet_ntop(V6 ? AF_INET6 : AF_INET, Bytes.data(), Text, sizeof(Text))
             ? Text
             : "?";
}

std::optional<IpAddress> IpAddress::parse(const std::string &Text) {
  IpAddress Out;
  Out.V6 = Text.find(':') != std::string::npos;
  if (inet_pton(Out.V6 ? AF_INET6 : AF_INET, Text.c_str(), Out.Bytes.data()) !=
      1)
    return std::nullopt;
  return Out;
}
