// Generators that read and yield what they have read: one that is read to its
// end, one that opens its file and is left in between, and both in turns.
// RUN: %check-program --expect 'found>=60' --flag=-std=c++20 --slices 2 --expect "launches>=2" --expect "cache_reads>=20"
#include "program.h"

#include <coroutine>

class Digests {
public:
  struct promise_type {
    uint64_t Value = 0;
    Digests get_return_object() {
      return Digests(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(uint64_t V) {
      Value = V;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { MPI_Abort(MPI_COMM_WORLD, 93); }
  };

  explicit Digests(std::coroutine_handle<promise_type> H) : Handle(H) {}
  Digests(const Digests &) = delete;
  ~Digests() { Handle.destroy(); }
  bool next() {
    Handle.resume();
    return !Handle.done();
  }
  uint64_t value() const { return Handle.promise().Value; }

private:
  std::coroutine_handle<promise_type> Handle;
};

static Digests blocks(MPI_File fh, int n, int step) {
  char b[4000];
  for (int i = 0; i < n; i++) {
    MPI_File_read_at(fh, i * step, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    co_yield digest(DIGEST_START + (i > 0), b, sizeof b);
  }
}

static Digests ofFile(const char *name, int n) {
  MPI_File own;
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &own);
  char b[3000];
  for (int i = n; i > 0; i--) {
    MPI_File_read_at(own, i * 3100, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    co_yield digest(DIGEST_START + 1, b, sizeof b);
  }
  MPI_File_close(&own);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 18, 47);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START + 1;
  auto add = [&](uint64_t x) { d = digest(d, &x, sizeof x); };
  {
    Digests all = blocks(fh, 60, 4100);
    while (all.next())
      add(all.value());
  }
  Digests some = ofFile("data", 50), left = blocks(fh, 40, 1000);
  for (int i = 0; i < 20 && some.next() && left.next(); i++)
    add(some.value() ^ left.value());
  while (some.next())
    add(some.value());
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
