! What the main program reads is fetched while MPI starts: each rank has its own file in the
! kernel's memory before MPI_Init returns. The name is an argument of the program.
! RUN: head -c 1048576 /dev/urandom > %t.data.0 && head -c 1048576 /dev/urandom > %t.data.1
! RUN: %real-clang -O1 -I %S/../../run/Inputs -c %S/../Inputs/await_memory.c -o %t.await.o
! RUN: %foreslice-mpicc -O1 -c %S/../Inputs/slow_start.c -o %t.start.o
! RUN: %foreslice-mpifort -O1 -cpp -fprefetch-slice %s %t.start.o %t.await.o -o %t
! RUN: %mpirun -n 2 %t 16 %t.data | FileCheck %s
! RUN: %foreslice-mpifort -O1 -cpp -DOLD -fprefetch-slice %s %t.start.o %t.await.o -o %t.old
! RUN: %mpirun -n 2 %t.old 16 %t.data | FileCheck %s
! RUN: env AWAIT_SECONDS=0 FORESLICE_DISABLE=1 %mpirun -n 2 %t 16 %t.data | grep sum > %t.expected
! RUN: env AWAIT_SECONDS=0 %mpirun -n 2 %t 16 %t.data | grep sum | cmp - %t.expected
! A function that starts MPI makes no difference.
! RUN: %foreslice-mpifort -O1 -cpp -DOLD -DWITHIN -fprefetch-slice %s %t.start.o %t.await.o -o %t.within
! RUN: %mpirun -n 2 %t.within 16 %t.data | FileCheck %s
! CHECK-COUNT-2: read ahead: yes{{.*}}, threads left: 0
module start
#ifdef OLD
  use mpi
#else
  use mpi_f08
#endif
  implicit none
  integer :: rank
contains
  subroutine begin
    integer :: error
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  end subroutine
end module

program early_start
  use start
  implicit none
  integer, parameter :: words = 16384
  integer :: block(words), blocks, i, error
  integer(8) :: s, all
  integer(MPI_OFFSET_KIND) :: at
  character(len=500) :: name, own, number
#ifdef OLD
  integer :: f
#else
  type(MPI_File) :: f
#endif
#ifdef WITHIN
  call begin
#else
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
#endif
  call get_command_argument(1, number)
  read (number, *) blocks
  if (command_argument_count() >= 2) call get_command_argument(2, name)
  write (own, '(A,A,I0)') trim(name), '.', rank
  call MPI_File_open(MPI_COMM_SELF, trim(own), MPI_MODE_RDONLY, MPI_INFO_NULL, f, error)
  s = 0
  do i = 0, blocks - 1
    at = int(i, MPI_OFFSET_KIND) * words * 4
    call MPI_File_read_at(f, at, block, words, MPI_INTEGER, MPI_STATUS_IGNORE, error)
    s = mod(s * 31 + iand(sum(block), 65535), 1000000007_8)
  end do
  call MPI_File_close(f, error)
  call MPI_Reduce(s, all, 1, MPI_INTEGER8, MPI_SUM, 0, MPI_COMM_WORLD, error)
  if (rank == 0) print '(A,I0)', 'sum ', all
  call MPI_Finalize(error)
end program
