#!/usr/bin/env bash
# beautiful-mermaid 1.1.3 leaves parts of valid Mermaid sources out of the drawing, without an error.
#
# One would guess: a source that it cannot read throws; what it draws has every node.
# Seen: "a --o b" draws a alone, "k ~~~ l" k alone, "api.v1 --> db.main" one box "api", "a@{ shape: cyl } --> b" a alone,
# notes of states are gone, and "critical c ... option o" becomes a frame "opt [ion o]".
# Exits with 0 while that is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts beautiful-mermaid@1.1.3
cat >look.mjs <<'JS'
import { renderMermaidSVG } from 'beautiful-mermaid';
const sources = [
  ['flowchart LR\n  a --o b', 'a'],
  ['flowchart LR\n  k ~~~ l', 'k'],
  ['flowchart LR\n  api.v1 --> db.main', 'api'],
  ['flowchart LR\n  a@{ shape: cyl, label: "DB" } --> b', 'a'],
  ['stateDiagram-v2\n  A --> B\n  note right of A\n    Words\n  end note', 'A; B'],
  ['sequenceDiagram\n  critical c\n    A->>B: x\n  option o\n    A->>B: y\n  end', 'opt [ion o]; x; y; A; B'],
];
let same = true;
for (const [source, seen] of sources) {
  const svg = renderMermaidSVG(source);
  const words = [...svg.matchAll(/<text\b[^>]*>([\s\S]*?)<\/text>/g)].map(([, text]) => text.replace(/<[^>]*>/g, '').trim());
  const drawn = [...new Set(words)].join('; ');
  console.log(`${JSON.stringify(source)}\n  drawn: ${drawn}`);
  same &&= drawn === seen;
}
console.log(same ? 'As described.' : 'It has changed.');
process.exit(same ? 0 : 1);
JS
echo "beautiful-mermaid $(node -p "require('./node_modules/beautiful-mermaid/package.json').version"), Node $(node -v)"
node look.mjs
