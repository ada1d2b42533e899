! The module mpi of an MPI library, from the library's mpif.h: the constants, and
! the functions that return a value. Subroutines have implicit interfaces.
module mpi
  include 'mpif.h'
end module mpi
