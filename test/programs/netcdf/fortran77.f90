! Ranks read rows and sections by PnetCDF's interface for Fortran 77, together
! and alone: dimensions are the other way round, and count from 1.
! REQUIRES: pnetcdf, flang
! RUN: %check-parallel --ranks 1,2 --expect 'reads_posted>=60' --expect 'hits>=30' --expect 'missed<=30'
program fortran77
  use mpi
  implicit none
  integer, parameter :: columns = 16384, rows = 48, nowrite = 0, clobber = 0, float = 5
  integer, external :: nfmpi_create, nfmpi_open, nfmpi_close, nfmpi_enddef, nfmpi_def_dim, nfmpi_def_var
  integer, external :: nfmpi_inq_varid, nfmpi_inq_dimid, nfmpi_inq_dimlen, nfmpi_begin_indep_data
  integer, external :: nfmpi_end_indep_data, nfmpi_put_vara_real, nfmpi_get_vara_real, nfmpi_get_vara_real_all
  integer :: error, rank, ranks, file, dims(2), all, other, r, column
  integer(kind=MPI_OFFSET_KIND) :: start(2), count(2), length
  real :: row(columns)
  real(8) :: s

  call MPI_INIT(error)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, error)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, error)
  call check(nfmpi_create(MPI_COMM_WORLD, 'rows', clobber, MPI_INFO_NULL, file))
  length = columns
  call check(nfmpi_def_dim(file, 'column', length, dims(1)))
  length = rows
  call check(nfmpi_def_dim(file, 'row', length, dims(2)))
  call check(nfmpi_def_var(file, 'other', float, 2, dims, other))
  call check(nfmpi_def_var(file, 'all', float, 2, dims, all))
  call check(nfmpi_enddef(file))
  call check(nfmpi_begin_indep_data(file))
  count = [columns, 1]
  if (rank == 0) then
    do r = 1, rows
      start = [1, r]
      row = [(real(r + mod(column, 7)), column=1, columns)]
      call check(nfmpi_put_vara_real(file, all, start, count, row))
      row = row * 2
      call check(nfmpi_put_vara_real(file, other, start, count, row))
    end do
  end if
  call check(nfmpi_end_indep_data(file))
  call check(nfmpi_close(file))

  s = 0
  call check(nfmpi_open(MPI_COMM_WORLD, 'rows', nowrite, MPI_INFO_NULL, file))
  call read_alone(file, s)
  call read_together(file, s)
  call check(nfmpi_close(file))
  print '(A,I0,A,I0,A,F20.1)', 'rank ', rank, ' of ', ranks, ': ', s
  call MPI_FINALIZE(error)
contains
  subroutine check(error)
    integer, intent(in) :: error
    integer :: code
    if (error /= 0) then
      print *, 'error', error
      call MPI_ABORT(MPI_COMM_WORLD, 91, code)
    end if
  end subroutine

  ! Rows of its own.
  subroutine read_alone(file, s)
    integer, intent(in) :: file
    real(8), intent(inout) :: s
    integer :: set, dimension, r
    integer(kind=MPI_OFFSET_KIND) :: start(2), count(2), length
    call check(nfmpi_inq_varid(file, 'all', set))
    call check(nfmpi_inq_dimid(file, 'row', dimension))
    call check(nfmpi_inq_dimlen(file, dimension, length))
    call check(nfmpi_begin_indep_data(file))
    do r = rank + 1, int(length), ranks
      start = [1, r]
      count = [columns, 1]
      if (nfmpi_get_vara_real(file, set, start, count, row) /= 0) stop 92
      s = s + sum(real(row, 8)) * r
    end do
    call check(nfmpi_end_indep_data(file))
  end subroutine

  ! Half rows, from the last one on.
  subroutine read_together(file, s)
    integer, intent(in) :: file
    real(8), intent(inout) :: s
    integer :: set, r
    integer(kind=MPI_OFFSET_KIND) :: start(2), count(2)
    call check(nfmpi_inq_varid(file, 'other', set))
    do r = rows, 1, -1
      start = [columns / 2 + 1, r]
      count = [columns / 2, 1]
      if (nfmpi_get_vara_real_all(file, set, start, count, row) /= 0) stop 92
      s = s + sum(real(row(:columns / 2), 8)) * r
    end do
  end subroutine
end program
