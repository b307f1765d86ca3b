#!/bin/bash
# What the image runs.
echo "starting the shop"
node ~/exercises/server.js
