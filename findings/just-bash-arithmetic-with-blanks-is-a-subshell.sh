#!/usr/bin/env bash
# just-bash 3.4.2
#
# `((x-=3))` and `((x -= 3))` are the same arithmetic command in bash. One would guess the same.
# Seen: with blanks it is read as a subshell in a subshell that calls a program `x`: the variable stays as it is, and a loop that
# counts down by it has no end. `((x += 3))` is read well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --ignore-scripts --no-audit --no-fund --silent just-bash@3.4.2
cat > run.mjs <<'JS'
import { Bash } from 'just-bash';
const commands = [
  'x=10; ((x-=3)); echo $x',
  'x=10; ((x += 3)); echo $x',
  'x=10; ((x -= 3)); echo $x',
];
for (const command of commands) {
  const { stdout, stderr, exitCode } = await new Bash().exec(command);
  console.log(`${command} -> ${(stdout + stderr).trim()} (status ${exitCode})`);
}
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = 'x=10; ((x-=3)); echo $x -> 7 (status 0)
x=10; ((x += 3)); echo $x -> 13 (status 0)
x=10; ((x -= 3)); echo $x -> 10
bash: x: command not found (status 0)' ] || { echo 'The behaviour has changed.'; exit 1; }
