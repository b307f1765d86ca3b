#!/bin/bash
# Places an order, and then tells the warehouse: two-writes.sh <customer>
cd ~/exercises || exit 1
psql -X -q -v ON_ERROR_STOP=1 -v customer="$1" <<'END' || exit 1
insert into orders (customer) values (:'customer');
END

# Somebody pulls the plug.
if [ "$POWER_CUT" = 1 ]; then kill -9 $$; fi

# Stands in for the broker: a file to which messages are added.
echo "{\"customer\": \"$1\"}" >> sent.jsonl
