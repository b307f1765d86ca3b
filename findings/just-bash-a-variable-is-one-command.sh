#!/usr/bin/env bash
# just-bash 3.4.2
#
# bash splits what an unquoted variable holds, also in the place of a command: `c="echo hi"; $c you` runs `echo`. One would guess
# the same, because arguments are split.
# Seen: the whole value is taken for the name of one program, which is not found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --ignore-scripts --no-audit --no-fund --silent just-bash@3.4.2
cat > run.mjs <<'JS'
import { Bash } from 'just-bash';
const commands = [
  'o="-n hi"; echo $o',
  'c="echo hi"; $c you',
];
for (const command of commands) {
  const { stdout, stderr, exitCode } = await new Bash().exec(command);
  console.log(`${command} -> ${(stdout + stderr).trim()} (status ${exitCode})`);
}
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = 'o="-n hi"; echo $o -> hi (status 0)
c="echo hi"; $c you -> bash: echo hi: command not found (status 127)' ] || { echo 'The behaviour has changed.'; exit 1; }
