#!/bin/bash
# A standby of the database: copies it once, then follows it. "pg_ctl promote" makes it the database.
set -euo pipefail
umask 077
PGPASSFILE=$(mktemp)
export PGPASSFILE
printf '*:*:*:replication:%s\n' "$(cat "${REPLICATION_PASSWORD_FILE:-/run/secrets/replication-password}")" >"$PGPASSFILE"
primary="host=$PRIMARY port=${PRIMARY_PORT:-5432} user=replication application_name=standby"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was interrupted is begun anew.
  rm -rf "$PGDATA"
  pg_basebackup --pgdata "$PGDATA" --dbname "$primary" --slot standby --checkpoint fast --wal-method stream --no-password
  touch "$PGDATA/standby.signal"
fi
# At every start: the file with the password is a new one.
exec postgres "$@" -c hot_standby=on -c "primary_conninfo=$primary passfile=$PGPASSFILE" -c primary_slot_name=standby
