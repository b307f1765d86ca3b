#!/bin/bash
# Starts PostgreSQL of this environment for labs that expect it in a container: port 5432, user and password as the lab
# platform's usual service has them. Its files lie in a hidden folder of the home folder; nothing needs to be written safely.

programs=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
data=$HOME/.local/share/postgresql
user=${POSTGRES_USER:-postgres}
if [ ! -d "$data" ]; then
  "$programs/initdb" --pgdata "$data" --username "$user" --auth trust --encoding UTF8 --no-sync > /dev/null || exit 1
fi
if ! "$programs/pg_ctl" status --pgdata "$data" > /dev/null; then
  "$programs/pg_ctl" start --wait --silent --pgdata "$data" --log "$data/log" \
    --options "-k /tmp -c fsync=off -c full_page_writes=off -c shared_buffers=16MB -c max_connections=60" || exit 1
fi
printf '%s\n' "PGHOST=localhost" "PGUSER=$user" >> "$WORKSHOP_ENV"
