#!/bin/bash
# Asks the commit that is checked out: 0 means good, 1 to 124 means bad, 125 means that it cannot be asked.
price=$(java Price.java 10 2> /dev/null) || exit 125
[ "$price" = "96.00" ]
