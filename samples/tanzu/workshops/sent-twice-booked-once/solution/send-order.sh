#!/bin/bash
# Sends an order, and tries again when no answer comes: send-order.sh <customer> <book>
order=$(jq -nc --arg customer "$1" --arg book "$2" '{customer: $customer, book: $book}')
# One key for one order: made before the first try, and the same for all of them.
key="$(date +%s)-$RANDOM-$RANDOM"

for try in 1 2 3; do
  if curl -sS -f -m 1 -H "Idempotency-Key: $key" --json "$order" http://orders.test/orders; then
    exit 0
  fi
  echo "try $try brought no answer" >&2
done
echo "gave up after 3 tries" >&2
exit 1
