! Reads at explicit offsets in a strided nest, with counts of what was read.
! RUN: %check-program --ranks 1,2 --expect 'cache_reads>=10'
! RUN: %check-program --mpi mpich --ranks 2 --expect 'cache_reads>=10'
program read_at
  use mpi
  implicit none
  integer, parameter :: block = 4096, blocks = 48
  integer :: fh, ierr, rank, ranks, i, j, got, total
  integer :: status(MPI_STATUS_SIZE)
  integer(kind=MPI_OFFSET_KIND) :: at
  real(8), allocatable :: field(:)
  real(8) :: s
  interface
    subroutine usleep(us) bind(C)
      integer, value :: us
    end subroutine
  end interface

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
  allocate (field(block))
  if (rank == 0) then
    call MPI_FILE_OPEN(MPI_COMM_SELF, 'data', ior(MPI_MODE_CREATE, MPI_MODE_WRONLY), &
                       MPI_INFO_NULL, fh, ierr)
    do i = 0, blocks - 1
      field = [(i + 0.25d0 * j, j=1, block)]
      at = int(i, MPI_OFFSET_KIND) * block * 8
      call MPI_FILE_WRITE_AT(fh, at, field, block, MPI_DOUBLE_PRECISION, status, ierr)
    end do
    call MPI_FILE_CLOSE(fh, ierr)
  end if
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)

  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  s = 0
  total = 0
  do j = 1, 2
    do i = rank, blocks - 1, ranks
      at = int(i, MPI_OFFSET_KIND) * block * 8
      call MPI_FILE_READ_AT(fh, at, field, block / j, MPI_DOUBLE_PRECISION, status, ierr)
      call MPI_GET_COUNT(status, MPI_DOUBLE_PRECISION, got, ierr)
      total = total + got
      call usleep(500)
      s = s + sum(sqrt(field(1:got)))
    end do
  end do
  call MPI_FILE_CLOSE(fh, ierr)
  print '(i0,1x,i0,1x,f20.6)', rank, total, s
  call MPI_FINALIZE(ierr)
end program
