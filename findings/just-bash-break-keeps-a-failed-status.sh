#!/usr/bin/env bash
# just-bash 3.4.2
#
# A loop that is left by `break` ends with status 0, as the manual of bash says of `break`. One would guess the same.
# Seen: it ends with the status of the command before `break`, so that `&&` behind the loop goes the other way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --ignore-scripts --no-audit --no-fund --silent just-bash@3.4.2
cat > run.mjs <<'JS'
import { Bash } from 'just-bash';
const commands = [
  'for i in 1 2; do false; break; done; echo $?',
  'while true; do [ 1 = 2 ] && echo; break; done && echo fine || echo otherwise',
];
for (const command of commands) {
  const { stdout, stderr, exitCode } = await new Bash().exec(command);
  console.log(`${command} -> ${(stdout + stderr).trim()} (status ${exitCode})`);
}
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = 'for i in 1 2; do false; break; done; echo $? -> 1 (status 0)
while true; do [ 1 = 2 ] && echo; break; done && echo fine || echo otherwise -> otherwise (status 0)' ] || { echo 'The behaviour has changed.'; exit 1; }
