# cmake -DPROGRAM=binlogdump "-DLOGS=FILE;..." -P record_profile.cmake: runs the program in the ways it is used, for the profile.

set(runs 8) # Of each way with each log, which are small.
set(ways
  # One thread counts the same each time.
  "--threads=1 --verify=quick" "--threads=1 --verify" "--threads=1 --table=no.match"
  "--threads=1" "--threads=1 --format=json" "--threads=1 --format=hex" "--threads=1 --format=events"
  "--mysqlbinlog" "--mysqlbinlog -v --base64-output=decode-rows" "--mysqlbinlog -vv --base64-output=decode-rows"
  "--mysqlbinlog -vv -H --base64-output=decode-rows")
foreach(way IN LISTS ways)
  separate_arguments(options UNIX_COMMAND "${way}")
  foreach(log IN LISTS LOGS)
    foreach(run RANGE 1 ${runs})
      execute_process(COMMAND ${PROGRAM} --no-defaults ${options} ${log} OUTPUT_FILE /dev/null COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
  endforeach()
endforeach()
