! Collective reads of a rank's part of an array, by a view of the file.
! RUN: %check-program --expect 'cache_reads>=2'
! RUN: %check-program --mpi mpich --ranks 2 --expect 'cache_reads>=2'
module fields
  use mpi
  implicit none
  integer, parameter :: n = 64, steps = 12
contains
  include 'program.inc'
  subroutine read_step(fh, part, ierr)
    integer, intent(in) :: fh
    integer(8), intent(out) :: part(:, :)
    integer, intent(out) :: ierr
    call MPI_FILE_READ_ALL(fh, part, size(part), MPI_INTEGER8, MPI_STATUS_IGNORE, ierr)
  end subroutine
end module

program views
  use fields
  implicit none
  integer :: fh, ierr, rank, ranks, step, filetype
  integer :: sizes(2), parts(2), starts(2)
  integer(kind=MPI_OFFSET_KIND) :: displacement
  integer(8), allocatable :: part(:, :)
  integer(8) :: d

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
  if (rank == 0) call make_file('data', n * n * steps)
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)

  sizes = [n, n]
  parts = [n, n / ranks]
  starts = [0, rank * (n / ranks)]
  call MPI_TYPE_CREATE_SUBARRAY(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INTEGER8, filetype, ierr)
  call MPI_TYPE_COMMIT(filetype, ierr)
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  displacement = 0
  call MPI_FILE_SET_VIEW(fh, displacement, MPI_INTEGER8, filetype, 'native', MPI_INFO_NULL, ierr)
  allocate (part(n, n / ranks))
  d = 0
  do step = 1, steps
    call read_step(fh, part, ierr)
    call digest(d, reshape(part, [size(part)]))
  end do
  call MPI_FILE_CLOSE(fh, ierr)
  call MPI_TYPE_FREE(filetype, ierr)
  print '(i0,1x,i0)', rank, d
  call MPI_FINALIZE(ierr)
end program
