#!/usr/bin/env bash
# @peculiar/x509 2.2.0 compared with what its package file says: its dependencies are complete.
#
# One would guess: the package alone can be imported.
# Seen: it stops with "tsyringe requires a reflect polyfill". Importing reflect-metadata first, which is neither a dependency nor a peer
# of it, helps.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --ignore-scripts --no-audit --no-fund @peculiar/x509@2.2.0 > /dev/null 2>&1
echo "dependencies and peers: $(node -p "const p = require('@peculiar/x509/package.json'); Object.keys({ ...p.dependencies, ...p.peerDependencies }).join(', ')")"
see() { (node --input-type=module -e "$1" 2>&1 || true) | grep -m1 -o 'tsyringe requires a reflect polyfill' || echo fine; }
echo "alone: $(see "import '@peculiar/x509'")"
npm install --ignore-scripts --no-audit --no-fund reflect-metadata > /dev/null 2>&1
echo "after reflect-metadata: $(see "await import('reflect-metadata'); await import('@peculiar/x509')")"
