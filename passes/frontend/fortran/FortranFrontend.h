//===- FortranFrontend.h - Fortran's statements as a front end ------------===//

#ifndef FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANFRONTEND_H
#define FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANFRONTEND_H

namespace foreslice {

class Frontend;

const Frontend &fortranFrontend();

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANFRONTEND_H
