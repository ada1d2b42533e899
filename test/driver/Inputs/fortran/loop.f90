! The loop around the reads of another source.
program loop
  use reader
  implicit none
  include 'shared.inc'
  integer :: fh, ierr, i
  real(8) :: data(block), s
  call MPI_INIT(ierr)
  call MPI_FILE_OPEN(MPI_COMM_WORLD, 'data', MPI_MODE_RDONLY, MPI_INFO_NULL, fh, ierr)
  s = 0
  do i = 0, blocks - 1
    call read_block(fh, i, data)
    s = s + sum(data)
  end do
  call MPI_FILE_CLOSE(fh, ierr)
  print '(f20.3)', s
  call MPI_FINALIZE(ierr)
end program
