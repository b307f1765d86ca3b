#!/bin/bash
exec node ~/exercises/stock/server.js
