! Heads of records tell how long the records are, and the program reads at its
! individual pointer, in part by nonblocking reads.
! RUN: %check-program --ranks 2 --expect 'hits>=1'
! RUN: %check-program --mpi mpich --ranks 1 --expect 'hits>=1'
program dependent
  use mpi
  implicit none
  integer, parameter :: records = 30, most = 40000
  integer :: fh, ierr, rank, i, head, request, got
  integer(kind=MPI_OFFSET_KIND) :: move
  integer :: status(MPI_STATUS_SIZE)
  integer, allocatable :: record(:)
  integer(8) :: s

  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  allocate (record(most))
  if (rank == 0) then
    call MPI_FILE_OPEN(MPI_COMM_SELF, 'data', MPI_MODE_CREATE + MPI_MODE_WRONLY, MPI_INFO_NULL, fh, ierr)
    do i = 1, records
      head = 20000 + 600 * i
      record = [(i * 7 + got, got=1, most)]
      call MPI_FILE_WRITE(fh, head, 1, MPI_INTEGER, status, ierr)
      call MPI_FILE_WRITE(fh, record, head, MPI_INTEGER, status, ierr)
    end do
    call MPI_FILE_CLOSE(fh, ierr)
  end if
  call MPI_BARRIER(MPI_COMM_WORLD, ierr)

  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  s = rank
  do i = 1, records
    call MPI_FILE_READ(fh, head, 1, MPI_INTEGER, status, ierr)
    if (mod(i, 2) == 0) then
      call MPI_FILE_READ(fh, record, head / 2, MPI_INTEGER, status, ierr)
    else
      call MPI_FILE_IREAD(fh, record, head / 2, MPI_INTEGER, request, ierr)
      call MPI_WAIT(request, status, ierr)
    end if
    move = 4_MPI_OFFSET_KIND * (head - head / 2)
    call MPI_FILE_SEEK(fh, move, MPI_SEEK_CUR, ierr)
    s = s + sum(int(record(1:head / 2), 8)) * i
  end do
  call MPI_FILE_CLOSE(fh, ierr)
  print '(i0,1x,i0)', rank, s
  call MPI_FINALIZE(ierr)
end program
