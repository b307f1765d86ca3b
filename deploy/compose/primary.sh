#!/bin/bash
# Runs once, when the database is made: lets the standby follow. The password comes from a file and is never an argument.
set -euo pipefail
export REPLICATION_PASSWORD_FILE="${REPLICATION_PASSWORD_FILE:-/run/secrets/replication-password}"
psql --set ON_ERROR_STOP=1 --quiet --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\set password `cat "$REPLICATION_PASSWORD_FILE"`
create extension if not exists pg_trgm;
create role replication with replication login password :'password';
select pg_create_physical_replication_slot('standby') \g /dev/null
SQL
echo 'host replication replication samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
