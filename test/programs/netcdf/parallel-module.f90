! Ranks read by the procedures of the module pnetcdf: rows alone, planes together,
! started rows, and several parts in a call. The module is built apart.
! REQUIRES: pnetcdf, flang
! RUN: mkdir -p %t.module && cd %t.module && %foreslice-mpifort -fno-prefetch-slice -O1 -c %S/Inputs/pnetcdf-module.f90 -o pnetcdf.o
! RUN: %check-parallel --flag=-I%S/Inputs --flag=-I%t.module --flag=%t.module/pnetcdf.o --ranks 1,2 --expect 'reads_posted>=60' --expect 'hits>=60' --expect 'missed<=30'
program parallel_module
  use mpi
  use pnetcdf
  implicit none
  integer, parameter :: columns = 8192, rows = 96
  integer :: error, rank, ranks, file, dims(2), variable
  real(8) :: total = 0

  call MPI_INIT(error)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, error)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, error)
  call make_file()
  call check(nf90mpi_open(MPI_COMM_WORLD, 'rows', nf90_nowrite, MPI_INFO_NULL, file))
  call check(nf90mpi_inq_varid(file, 'all', variable))
  call read_alone(file, variable)
  call read_together(file, variable)
  call start_reads(file, variable)
  call read_parts(file, variable)
  call check(nf90mpi_close(file))
  print '(A,I0,A,I0,A,F20.1)', 'rank ', rank, ' of ', ranks, ': ', total
  call MPI_FINALIZE(error)
contains
  include 'parallel-rows.f90'

  ! Rows of its own, of the first quarter.
  subroutine read_alone(file, variable)
    integer, intent(in) :: file, variable
    integer :: r, dimensions(2)
    integer(kind=MPI_OFFSET_KIND) :: width, height
    real, allocatable :: row(:)
    real :: last
    call check(nf90mpi_inquire_variable(file, variable, dimids=dimensions))
    call check(nf90mpi_inquire_dimension(file, dimensions(1), len=width))
    call check(nf90mpi_inquire_dimension(file, dimensions(2), len=height))
    allocate (row(width))
    call check(nf90mpi_begin_indep_data(file))
    do r = rank + 1, int(height / 4), ranks
      call check(nf90mpi_get_var(file, variable, row, [1_MPI_OFFSET_KIND, int(r, MPI_OFFSET_KIND)]))
      call check(nf90mpi_get_var(file, variable, last, [width, int(r, MPI_OFFSET_KIND)]))
      total = total + sum(real(row, 8)) * r + last
    end do
    call check(nf90mpi_end_indep_data(file))
  end subroutine

  ! Two rows, every second column, of the second quarter.
  subroutine read_together(file, variable)
    integer, intent(in) :: file, variable
    integer :: r
    integer(kind=MPI_OFFSET_KIND) :: start(2), count(2), stride(2)
    real :: plane(columns / 2, 2)
    count = [columns / 2, 2]
    stride = [2, 1]
    do r = rows / 2 - 1, rows / 4 + 1, -2
      start = [1, r]
      call check(nf90mpi_get_var_all(file, variable, plane, start, count, stride))
      total = total + sum(real(plane, 8)) * r
    end do
  end subroutine

  subroutine start_reads(file, variable)
    integer, intent(in) :: file, variable
    integer :: r, requests(2), errors(2)
    real :: pair(columns, 2)
    do r = rows / 2 + 1, rows * 3 / 4, 2
      call check(nf90mpi_iget_var(file, variable, pair(:, 1), requests(1), [1_MPI_OFFSET_KIND, int(r, MPI_OFFSET_KIND)]))
      call check(nf90mpi_iget_var(file, variable, pair(:, 2), requests(2), [1_MPI_OFFSET_KIND, int(r + 1, MPI_OFFSET_KIND)]))
      call check(nf90mpi_wait_all(file, 2, requests, errors))
      total = total + sum(real(pair, 8)) * r
    end do
  end subroutine

  ! Halves of two rows in one call.
  subroutine read_parts(file, variable)
    integer, intent(in) :: file, variable
    integer :: r
    integer(kind=MPI_OFFSET_KIND) :: start(2, 2), count(2, 2)
    real :: row(columns)
    count(1, :) = columns / 2
    count(2, :) = 1
    do r = rows * 3 / 4 + 1, rows, 2
      start(:, 1) = [1, r]
      start(:, 2) = [columns / 2 + 1, r + 1]
      call check(nf90mpi_get_varn_all(file, variable, row, 2, start, count))
      total = total + sum(real(row, 8)) * r
    end do
  end subroutine
end program
