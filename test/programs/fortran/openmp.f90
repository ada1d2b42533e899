! Threads of OpenMP read their shares, and a parallel loop computes.
! REQUIRES: openmp
! RUN: %check-program --flag=-fopenmp --ranks 2 --slices 2 --expect 'cache_reads>=8'
! RUN: %check-program --mpi mpich --flag=-fopenmp --ranks 1 --slices 2 --expect 'cache_reads>=8'
program threads
  use mpi_f08
  implicit none
  integer, parameter :: n = 4096, blocks = 12
  type(MPI_File) :: fh
  integer(8) :: data(n), d, part, sums(0:1)
  integer :: provided, rank, i, j, t
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) call make_file('data', blocks * n)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_File_open(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh)
  d = 0
  do i = 0, blocks - 1
    call MPI_File_read_at(fh, 8_MPI_OFFSET_KIND * n * i, data, n, MPI_INTEGER8, MPI_STATUS_IGNORE)
    part = 0
    !$omp parallel do reduction(+:part)
    do j = 1, n
      part = part + mod(data(j), 1009_8)
    end do
    call digest(d, [part])
  end do
  sums = 0
  !$omp parallel do private(data, i) num_threads(2) schedule(static, 1)
  do t = 0, 1
    do i = t, blocks - 1, 2
      call MPI_File_read_at(fh, 8_MPI_OFFSET_KIND * n * i, data, n, MPI_INTEGER8, MPI_STATUS_IGNORE)
      call digest(sums(t), data)
    end do
  end do
  call MPI_File_close(fh)
  print '(i0,3(1x,i0))', rank, d, sums
  call MPI_Finalize()
contains
  include 'program.inc'
end program
