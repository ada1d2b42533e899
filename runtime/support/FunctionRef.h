//===- FunctionRef.h - a callable by reference ----------------------------===//
//
// Lets one compiled path serve every MPI entry point: the entry's own PMPI
// call is handed down without a copy. Must not outlive the call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_FUNCTIONREF_H
#define FORESLICE_SUPPORT_FUNCTIONREF_H

#include <type_traits>
#include <utility>

namespace foreslice {

template <typename Signature> class FunctionRef;

template <typename Result, typename... Args>
class FunctionRef<Result(Args...)> {
public:
  template <typename Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>)
  FunctionRef(Callable &&C)
      : Object(const_cast<void *>(static_cast<const void *>(&C))),
        Call([](void *O, Args... A) -> Result {
          return (*static_cast<std::remove_reference_t<Callable> *>(O))(
              std::forward<Args>(A)...);
        }) {}
  Result operator()(Args... A) const {
    return Call(Object, std::forward<Args>(A)...);
  }

private:
  void *Object;
  Result (*Call)(void *, Args...);
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_FUNCTIONREF_H
