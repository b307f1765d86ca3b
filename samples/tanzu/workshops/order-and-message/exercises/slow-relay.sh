#!/bin/bash
# A relay that needs eight seconds to send one message. Until it has sent it, its transaction is open.
cd ~/exercises || exit 1
psql -X -qAt <<'END'
begin;
\i take.sql
\echo sending it ...
select pg_sleep(8);
commit;
END
echo "sent"
