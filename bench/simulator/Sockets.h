//===- Sockets.h - what the run time uses of Asio, in the simulation ------===//
//
// Streams of bytes between ranks, whose pieces are messages of SimGrid. A rank
// is found by the number of its node, as an address, and a port.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIMULATOR_SOCKETS_H
#define FORESLICE_SIMULATOR_SOCKETS_H

#include "Task.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace asio {

enum class error {
  none,
  try_again,
  connection_aborted,
  interrupted,
  refused,
  eof,
  aborted
};

class error_code {
public:
  error_code(error Is = error::none) : Is(Is) {}
  explicit operator bool() const { return Is != error::none; }
  bool operator==(error Other) const { return Is == Other; }
  std::string message() const { return "refused"; }

private:
  error Is;
};

using Handler = std::function<void(error_code)>;
using SizeHandler = std::function<void(error_code, size_t)>;

struct const_buffer {
  const std::byte *Data;
  size_t Size;
};
struct mutable_buffer {
  std::byte *Data;
  size_t Size;
};
inline mutable_buffer buffer(std::byte *Data, size_t Size) {
  return {Data, Size};
}
template <size_t N> mutable_buffer buffer(std::array<std::byte, N> &Of) {
  return {Of.data(), N};
}

/// What a task has to do: functions, and timers.
class io_context {
public:
  explicit io_context(int) {}
  void run();
  void stop();
  void post(std::function<void()> What);

private:
  friend class steady_timer;
  using Timers = std::multimap<uint64_t, Handler>;
  std::deque<std::function<void()>> Functions;
  Timers Waiting;
  bool Stopped = false;
  foreslice::simulator::Waiters Idle;
};

inline void post(io_context &Io, std::function<void()> What) {
  Io.post(std::move(What));
}
/// A simulated one runs until it is stopped.
struct work_guard {
  ~work_guard() {}
};
inline work_guard make_work_guard(io_context &) { return {}; }

class steady_timer {
public:
  explicit steady_timer(io_context &Io) : Io(Io) {}
  ~steady_timer() { cancel(); }
  steady_timer(const steady_timer &) = delete;
  steady_timer &operator=(const steady_timer &) = delete;
  void expires_after(std::chrono::nanoseconds T);
  void async_wait(Handler H);
  void cancel();

private:
  io_context &Io;
  uint64_t At = 0;
  /// Of the handler that waits; nothing once it has fired.
  std::shared_ptr<std::optional<io_context::Timers::iterator>> Entry;
};

namespace ip {

class tcp {
public:
  struct endpoint {
    uint32_t Node = 0;
    uint16_t Port = 0;
    uint16_t port() const { return Port; }
  };

  /// One end of a connection.
  struct Stream;

  class socket {
  public:
    explicit socket(io_context &Io);
    explicit socket(std::shared_ptr<Stream> S) : S(std::move(S)) {}
    socket(socket &&) noexcept = default;
    ~socket() { release(); }
    io_context &get_executor() const;
    bool is_open() const;
    void async_connect(const endpoint &To, Handler H);
    template <class BuffersT>
    void async_write_some(const BuffersT &Buffers, SizeHandler H) {
      std::vector<std::byte> Bytes;
      for (const const_buffer &B : Buffers)
        Bytes.insert(Bytes.end(), B.Data, B.Data + B.Size);
      write(std::move(Bytes), std::move(H));
    }
    void async_read_some(mutable_buffer To, SizeHandler H) {
      read(To, 1, std::move(H));
    }
    void write(std::vector<std::byte> Bytes, SizeHandler H);
    /// At least so many bytes.
    void read(mutable_buffer To, size_t Least, SizeHandler H);
    void release();

  private:
    std::shared_ptr<Stream> S;
  };

  class acceptor {
  public:
    static constexpr int max_listen_connections = 0, wait_read = 0;

    explicit acceptor(io_context &Io) : Io(Io) {}
    ~acceptor() { release(); }
    void bind(const endpoint &To, error_code &);
    void listen(int, error_code &) {}
    endpoint local_endpoint(error_code &) const { return At; }
    bool is_open() const { return Open; }
    void async_wait(int, Handler H);
    /// Null if nobody has connected.
    std::shared_ptr<Stream> accept();
    void release();

  private:
    friend class socket;
    void came(std::shared_ptr<Stream> S);

    io_context &Io;
    endpoint At;
    bool Open = false;
    std::deque<std::shared_ptr<Stream>> Came;
    Handler Waiting;
  };
};

} // namespace ip

inline void async_read(ip::tcp::socket &From, mutable_buffer To,
                       SizeHandler H) {
  From.read(To, To.Size, std::move(H));
}
inline void async_write(ip::tcp::socket &To, mutable_buffer From,
                        SizeHandler H) {
  To.write({From.Data, From.Data + From.Size}, std::move(H));
}

} // namespace asio

#endif // FORESLICE_SIMULATOR_SOCKETS_H
