# Sourced by the scripts of this folder: finds a real MySQL 9.7 to run and talks to it.
#
# MYSQL_REFERENCE names a folder with bin/mysql-shell (runs a command, as root, in the root folder of an installation
# that has mysqld, mysql and mysqladmin) and bin/start-server NAME [OPTIONS...] (starts mysqld there with the data folder
# /data/NAME, made anew if missing, and the socket /tmp/NAME.sock). Without the variable both are looked for in PATH.
# CAPTURE_SERVER is the name of the server to make and remove again; default binlogdump-capture.

CAPTURE_SERVER=${CAPTURE_SERVER:-binlogdump-capture}

say() { echo "${0##*/}: $*" >&2; }
die() { say "$@"; exit 1; }

find_reference() {
  if [[ -z ${MYSQL_REFERENCE:-} ]]; then
    local shell
    shell=$(command -v mysql-shell) || die "no real MySQL found: set MYSQL_REFERENCE to a folder with bin/mysql-shell and bin/start-server, or add that bin to PATH"
    MYSQL_REFERENCE=$(dirname "$(dirname "$shell")")
  fi
  local tool
  for tool in mysql-shell start-server; do
    [[ -x $MYSQL_REFERENCE/bin/$tool ]] || die "missing: $MYSQL_REFERENCE/bin/$tool (from MYSQL_REFERENCE or PATH)"
  done
  # The name becomes a folder that is removed at the end: nothing but one plain component may pass.
  [[ $CAPTURE_SERVER =~ ^[A-Za-z0-9][A-Za-z0-9_-]*$ ]] || die "CAPTURE_SERVER is no plain name: $CAPTURE_SERVER"
  DATA=/data/$CAPTURE_SERVER
  inroot test ! -e "$DATA" || die "the reference has a server $CAPTURE_SERVER already: choose another name with CAPTURE_SERVER"
}

# inroot COMMAND... : run it inside the installation.
inroot() { "$MYSQL_REFERENCE/bin/mysql-shell" "$@"; }
