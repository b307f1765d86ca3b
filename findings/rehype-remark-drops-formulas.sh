#!/usr/bin/env bash
# rehype-remark 10.0.1 turns HTML into Markdown without formulas, and code loses a language that is
# not a class of <code>.
#
# One would guess: elements that Markdown has no form for stay as HTML, which Markdown may hold, or at least as their text; a warning
# says what was left out.
# Seen: MathML Core, which browsers draw, is gone without a trace or message ("so <math>...</math> holds." becomes "so holds."), while
# the same in <code> stays as text. A <figure> around code gives its caption as a paragraph, with the words of its buttons.
# <pre data-language="java"> has no language.
# Exits with 0 while that is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts rehype-parse@9.0.1 rehype-remark@10.0.1 remark-stringify@11.0.0 unified@11.0.5
cat >look.mjs <<'JS'
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
const turn = unified().use(rehypeParse, { fragment: true }).use(rehypeRemark).use(remarkStringify);
const sources = [
  ['<p>so <math><msup><mi>a</mi><mn>2</mn></msup></math> holds.</p>', 'so  holds.'],
  ['<p>so <code>a^2</code> holds.</p>', 'so `a^2` holds.'],
  ['<math display="block"><mi>a</mi></math><p>after</p>', 'after'],
  ['<figure><figcaption>A.java <button>Copy</button></figcaption><pre data-language="java"><code>int a;</code></pre></figure>', 'A.java Copy\n\n```\nint a;\n```'],
];
let same = true;
for (const [html, seen] of sources) {
  const file = turn.processSync(html);
  const text = String(file).trim();
  console.log(`${html}\n  becomes ${JSON.stringify(text)}, messages: ${file.messages.length}`);
  same &&= text === seen && file.messages.length === 0;
}
console.log(same ? 'As described.' : 'It has changed.');
process.exit(same ? 0 : 1);
JS
echo "rehype-remark $(node -p "require('./node_modules/rehype-remark/package.json').version"), Node $(node -v)"
node look.mjs
