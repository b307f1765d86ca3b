#!/usr/bin/env bash
# just-bash 3.4.2
#
# Its documentation says that each `exec` begins with the state of the constructor: variables, functions and folder of one call
# are not there in the next. One would guess that options are not, either.
# Seen: `set -o` options and variables are gone, but `shopt` options and `readonly` live on in the instance, so that a later,
# unrelated call behaves differently: a pattern without a match is empty, and a variable of that name cannot be set.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --ignore-scripts --no-audit --no-fund --silent just-bash@3.4.2
cat > run.mjs <<'JS'
import { Bash } from 'just-bash';
const bash = new Bash();
await bash.exec('x=1; f() { echo f; }; set -o noglob; shopt -s nullglob; readonly y=1');
const show = async (command) => {
  const { stdout, stderr, exitCode } = await bash.exec(command);
  console.log(`${command} -> ${(stdout + stderr).trim()} (status ${exitCode})`);
};
await show('echo "[$x]"');
await show('f');
await show('set +o | grep noglob');
await show('shopt nullglob | tr "\\t" " "');
await show('y=2; echo "$y"');
JS
seen=$(node run.mjs)
echo "$seen"
grep -qF 'echo "[$x]" -> []' <<< "$seen" && grep -qF 'f -> bash: f: command not found' <<< "$seen" &&
  grep -qF 'set +o noglob' <<< "$seen" && grep -qE 'nullglob +on' <<< "$seen" && grep -qF 'readonly variable (status 1)' <<< "$seen" ||
  { echo 'The behaviour has changed.'; exit 1; }
