! The module mpi_f08: handles in structures, calls without error codes and with
! names of arguments, statuses, requests, operators, MPI_IN_PLACE.
! RUN: %check-program --expect 'missed<=1' --ranks 2 --expect 'cache_reads>=10'
! RUN: %check-program --expect 'missed<=1' --mpi mpich --ranks 2 --expect 'cache_reads>=10'
module readers
  use mpi_f08
  implicit none
  type :: reader
    type(MPI_Comm) :: comm
    type(MPI_File) :: file
    integer :: rank, ranks
    integer(MPI_OFFSET_KIND) :: at = 0
  contains
    procedure :: start, next
  end type
contains
  include 'program.inc'
  subroutine start(this, comm, name)
    class(reader), intent(inout) :: this
    type(MPI_Comm), intent(in) :: comm
    character(len=*), intent(in) :: name
    call MPI_Comm_dup(comm, this%comm)
    call MPI_Comm_rank(this%comm, this%rank)
    call MPI_Comm_size(this%comm, this%ranks)
    call MPI_File_open(this%comm, name, MPI_MODE_RDONLY, MPI_INFO_NULL, this%file)
    this%at = 8 * 64 * this%rank
  end subroutine
  subroutine next(this, data, got)
    class(reader), intent(inout) :: this
    integer(8), intent(out) :: data(:)
    integer, intent(out) :: got
    type(MPI_Status) :: status
    call MPI_File_read_at(this%file, this%at, data, size(data), MPI_INTEGER8, status)
    call MPI_Get_count(status, MPI_INTEGER8, count=got)
    this%at = this%at + 8 * size(data) * this%ranks
  end subroutine
end module

program f08
  use readers
  implicit none
  integer, parameter :: block = 4096, blocks = 24
  type(reader) :: from
  type(MPI_File) :: fh
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: statuses(2)
  integer :: i, got, ierr, rank
  integer(8) :: data(block), d(1)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) call make_file('data', block * blocks)
  call MPI_Barrier(MPI_COMM_WORLD, ierror=ierr)

  call from%start(MPI_COMM_WORLD, 'data')
  if (from%comm == MPI_COMM_NULL .or. from%file == MPI_FILE_NULL) call MPI_Abort(MPI_COMM_WORLD, 9)
  d = 0
  do i = 1, blocks
    call from%next(data, got)
    if (got == 0) exit
    call digest(d(1), data(1:got))
  end do
  call MPI_File_close(from%file)
  if (from%file /= MPI_FILE_NULL) d = d + 1
  call MPI_Allreduce(MPI_IN_PLACE, d, 1, MPI_INTEGER8, MPI_MAX, from%comm)
  call MPI_Comm_free(from%comm)
  print '(a,1x,i0,1x,i0)', 'read_at', rank, d
  call several(d(1))
  print '(a,1x,i0,1x,i0)', 'iread', rank, d
  call MPI_Finalize()
contains
  subroutine several(d)
    integer(8), intent(inout) :: d
    call MPI_File_open(MPI_COMM_SELF, trim('data  '), MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
    do i = 1, blocks / 2
      call MPI_File_iread(fh, data, block, MPI_INTEGER8, requests(1))
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
      call digest(d, data)
      call MPI_File_iread(fh, data(:block / 2), block / 2, MPI_INTEGER8, requests(1), ierr)
      call MPI_File_iread(fh, data(block / 2 + 1:), block / 2, MPI_INTEGER8, request=requests(2))
      call MPI_Waitall(2, requests, statuses)
      call MPI_Get_count(statuses(2), MPI_INTEGER8, got)
      call digest(d, data(:got))
    end do
    call MPI_File_close(fh)
  end subroutine
end program
