#!/bin/bash
# Brings the machine into the state in which you find it this morning.
~/exercises/start.sh > /dev/null
pkill -STOP -f "^node $HOME/exercises/stock/server.js"
