#!/usr/bin/env bash
# just-bash 3.4.2 (its jq), compared with jq's manual.
#
# One would guess: `.spec.replicas = 3` on `{}` gives {"spec":{"replicas":3}}, as jq does, or fails.
# Seen: a path whose parent is missing becomes null, the value is lost, and the status is 0. `del(.a, .b)` changes nothing,
# also with status 0. A script that writes the result back destroys its file without a word.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --ignore-scripts --no-audit --no-fund --silent just-bash@3.4.2
cat > run.mjs <<'JS'
import { Bash } from 'just-bash';
const bash = new Bash();
const programs = ['.spec.replicas = 3', 'del(.a, .b)', '(.a, .b) = 7'];
for (const program of programs) {
  const { stdout, exitCode } = await bash.exec(`echo '{"a":1,"b":2}' | jq -c '${program}'`);
  console.log(`${program} -> ${stdout.trim()} (status ${exitCode})`);
}
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = '.spec.replicas = 3 -> {"a":1,"b":2,"spec":null} (status 0)
del(.a, .b) -> {"a":1,"b":2} (status 0)
(.a, .b) = 7 -> 7 (status 0)' ] || { echo 'The behaviour has changed.'; exit 1; }
