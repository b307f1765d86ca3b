#!/usr/bin/env bash
# The MathML that KaTeX 0.19.1 writes uses attributes that MathML Core, which browsers implement, does not have.
#
# One would guess: output "mathml" looks in a browser like output "html" does.
# Seen: \mathbb{R} is <mi mathvariant="double-struck">R</mi>, where Core knows mathvariant="normal" only, so that readers see a plain R;
# columns of "aligned" are columnalign="right left", which Core ignores, so that they are centred; \boxed is <menclose>, which Core
# does not have. temml 0.13.5 writes the letter ℝ itself, and classes and styles for columns and boxes.
# Exits with 0 while that is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts katex@0.19.1 temml@0.13.5
cat >look.mjs <<'JS'
import katex from 'katex';
import temml from 'temml';
const sources = [
  ['\\mathbb{R}', 'mathvariant="double-struck">R<', '>ℝ<'],
  ['\\begin{aligned}a&=b\\end{aligned}', 'columnalign="right left"', 'class="tml-right"'],
  ['\\boxed{x}', '<menclose', 'border:1px solid'],
];
let same = true;
for (const [tex, ofKatex, ofTemml] of sources) {
  const [one, other] = [katex.renderToString(tex, { output: 'mathml' }), temml.renderToString(tex)];
  console.log(`${tex}\n  katex: ${one}\n  temml: ${other}`);
  same &&= one.includes(ofKatex) && other.includes(ofTemml);
}
console.log(same ? 'As described.' : 'It has changed.');
process.exit(same ? 0 : 1);
JS
echo "katex $(node -p "require('./node_modules/katex/package.json').version"), temml $(node -p "require('./node_modules/temml/package.json').version"), Node $(node -v)"
node look.mjs
