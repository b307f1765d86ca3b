#!/bin/bash
# Stops one of the programs: stop.sh <name>
pkill -KILL -f "^node $HOME/exercises/$1/server.js" || true
sleep 0.2
