//===- SlowLookingStorage.cpp - storage that claims to be slow ------------===//
//
// The cache gives up on storage as fast as memory, which is what these tests
// run on. This backend reads as the real one does and reports a millisecond.
// The linker puts it in the place of makeUringStorage (--wrap).
//
//===----------------------------------------------------------------------===//

#include "cache/Storage.h"

using namespace foreslice;

namespace {

class SlowLookingStorage final : public Storage {
public:
  bool start(unsigned Depth) override { return Real->start(Depth); }
  void submit(StorageRead &Read) override { Real->submit(Read); }
  void wait(std::vector<StorageRead *> &Done) override {
    size_t Before = Done.size();
    Real->wait(Done);
    for (size_t I = Before; I < Done.size(); ++I)
      Done[I]->ServiceNs = 1'000'000;
  }
  void wake() override { Real->wake(); }

private:
  std::unique_ptr<Storage> Real = makeThreadStorage();
};

} // namespace

// The function's mangled name with the linker's prefix.
std::unique_ptr<Storage>
wrappedStorage() __asm__("__wrap__ZN9foreslice16makeUringStorageEv");
std::unique_ptr<Storage> wrappedStorage() {
  return std::make_unique<SlowLookingStorage>();
}
