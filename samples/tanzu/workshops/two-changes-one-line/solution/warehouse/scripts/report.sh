#!/bin/bash
wait=$(./setting pause) || exit 1
echo "Yesterday's failures were tried again after $wait."
