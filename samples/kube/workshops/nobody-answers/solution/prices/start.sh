#!/bin/bash
cd ~/exercises/prices || exit 1
exec node ~/exercises/prices/server.js
