#!/bin/bash
# What the image runs.
echo "starting the shop"
exec node ~/exercises/server.js
