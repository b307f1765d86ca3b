#!/bin/bash
set -a
. ~/exercises/shop/shop.env
exec node ~/exercises/shop/server.js
