#!/usr/bin/env bash
# just-bash 3.4.2
#
# Its sed. A range of lines looks for the pattern of its end from the line after its first one, as the manual of GNU sed says:
# `1,/tea/p` prints at least two lines when there are two. One would guess the same.
# Seen: it ends on its first line when that line has the pattern, without a message. Ranges by a number are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --ignore-scripts --no-audit --no-fund --silent just-bash@3.4.2
cat > run.mjs <<'JS'
import { Bash } from 'just-bash';
const commands = [
  'printf "tea\\nmilk\\ntea\\n" | sed -n "1,2p" | paste -sd, -',
  'printf "tea\\nmilk\\ntea\\n" | sed -n "1,/tea/p" | paste -sd, -',
];
for (const command of commands) {
  const { stdout, stderr, exitCode } = await new Bash().exec(command);
  console.log(`${command} -> ${(stdout + stderr).trim()} (status ${exitCode})`);
}
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = 'printf "tea\nmilk\ntea\n" | sed -n "1,2p" | paste -sd, - -> tea,milk (status 0)
printf "tea\nmilk\ntea\n" | sed -n "1,/tea/p" | paste -sd, - -> tea (status 0)' ] || { echo 'The behaviour has changed.'; exit 1; }
