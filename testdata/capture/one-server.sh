# Sourced, after reference.sh, by the scripts that need a single throw-away server.

# start_one UUID [OPTIONS...] : a new server with that server_uuid; stopped and removed when the script ends.
start_one() {
  local uuid=$1; shift
  trap stop_one EXIT
  inroot mysqld --no-defaults --initialize-insecure --user=mysql --datadir="$DATA" 2>/dev/null || die "mysqld --initialize-insecure failed"
  # A fixed uuid: the one a server invents holds the clock and the hardware address of the machine.
  inroot sh -c "printf '[auto]\nserver-uuid=%s\n' $uuid >$DATA/auto.cnf; chown mysql $DATA/auto.cnf"
  TZ=UTC "$MYSQL_REFERENCE/bin/start-server" "$CAPTURE_SERVER" "$@" >/dev/null || die "the server did not start"
}

stop_one() {
  inroot mysqladmin --no-defaults -S "/tmp/$CAPTURE_SERVER.sock" -uroot shutdown 2>/dev/null || true
  local i
  for i in {1..60}; do
    inroot test -e "/tmp/$CAPTURE_SERVER.pid" || break
    sleep 0.5
  done
  inroot rm -rf "$DATA" "$DATA.log"
}

# sql [OPTIONS...] : the mysql client, statements on stdin. Comments of our files are not sent to the server.
sql() { inroot mysql --no-defaults -S "/tmp/$CAPTURE_SERVER.sock" -uroot --default-character-set=utf8mb4 --skip-comments "$@"; }
