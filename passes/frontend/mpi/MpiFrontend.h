//===- MpiFrontend.h - MPI-IO as a front end ------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_MPI_MPIFRONTEND_H
#define FORESLICE_PASSES_FRONTEND_MPI_MPIFRONTEND_H

namespace foreslice {

class Frontend;

const Frontend &mpiFrontend();

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_MPI_MPIFRONTEND_H
