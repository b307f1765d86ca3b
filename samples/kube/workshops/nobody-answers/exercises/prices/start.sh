#!/bin/bash
exec node ~/exercises/prices/server.js
