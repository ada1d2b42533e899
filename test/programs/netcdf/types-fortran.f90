! Ranks read as datatypes of MPI lie in the file, by Fortran 77's function of
! PnetCDF and by that of the module, in one loop. The module is built apart.
! REQUIRES: pnetcdf, flang
! RUN: mkdir -p %t.module && cd %t.module && %foreslice-mpifort -fno-prefetch-slice -O1 -c %S/Inputs/pnetcdf-module.f90 -o pnetcdf.o
! RUN: %check-parallel --flag=-I%S/Inputs --flag=-I%t.module --flag=%t.module/pnetcdf.o --ranks 1,2 --expect 'reads_posted>=40' --expect 'hits>=30' --expect 'missed<=18'
program types_fortran
  use mpi
  use pnetcdf
  implicit none
  integer, parameter :: columns = 16384, rows = 48
  integer, external :: nfmpi_get_vard_all
  integer :: error, rank, file, dims(2), variable, r, types(rows)
  real(8) :: total = 0

  call MPI_INIT(error)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, error)
  call make_file()
  do r = 1, rows
    call MPI_TYPE_CREATE_SUBARRAY(2, [columns, rows], [columns / 4, 1], [rank * 100, rows - r], &
                                  MPI_ORDER_FORTRAN, MPI_REAL, types(r), error)
    call MPI_TYPE_COMMIT(types(r), error)
  end do
  call check(nf90mpi_open(MPI_COMM_WORLD, 'rows', nf90_nowrite, MPI_INFO_NULL, file))
  call check(nf90mpi_inq_varid(file, 'all', variable))
  call read_types(file, variable, types)
  call check(nf90mpi_close(file))
  print '(A,I0,A,F20.1)', 'rank ', rank, ': ', total
  call MPI_FINALIZE(error)
contains
  include 'parallel-rows.f90'

  ! From the last row on, and the other way round.
  subroutine read_types(file, variable, types)
    integer, intent(in) :: file, variable, types(:)
    integer :: r
    integer(kind=MPI_OFFSET_KIND) :: length
    real :: row(columns / 4), other(columns / 4)
    length = columns / 4
    do r = 1, rows / 2
      call check(nf90mpi_get_vard_all(file, variable, types(r), row, length, MPI_REAL))
      if (nfmpi_get_vard_all(file, variable, types(rows + 1 - r), other, length, MPI_REAL) /= 0) stop 92
      total = total + sum(real(row, 8)) * r + sum(real(other, 8))
    end do
  end subroutine
end program
