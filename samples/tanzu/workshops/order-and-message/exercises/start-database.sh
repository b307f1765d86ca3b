#!/bin/bash
# Starts PostgreSQL with empty tables. Run it again to begin anew.
set -e
cd ~/exercises
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
data=~/.database
if [ -f "$data/postmaster.pid" ]; then "$bin/pg_ctl" stop -D "$data" -m immediate > /dev/null || true; fi
rm -rf "$data" sent.jsonl
"$bin/initdb" -D "$data" -U learner -A trust -E UTF8 --locale=C.UTF-8 --wal-segsize=1 --no-sync > /dev/null
# A database for one person, in memory: it need not survive anything but this lab.
options="-k /tmp -c listen_addresses= -c shared_buffers=16MB -c max_connections=20 -c max_wal_size=16MB -c fsync=off"
"$bin/pg_ctl" start -D "$data" -w -l "$data/log" -o "$options" > /dev/null
"$bin/createdb" -h /tmp learner
"$bin/psql" -h /tmp -X -q -f tables.sql
echo "PostgreSQL is ready."
