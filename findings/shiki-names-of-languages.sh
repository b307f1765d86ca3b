#!/usr/bin/env bash
# shiki 4.6.0 knows 346 names of languages, but throws for usual second names and for capitals.
#
# One would guess: names that GitHub colours ("golang", "patch", "conf", "YAML") are accepted, as "go", "diff", "ini", "yaml" are,
# or the code comes back plain.
# Seen: each of them throws "Language `...` is not included in this bundle", so that one word behind a fence ends the rendering of a whole page.
# Exits with 0 while that is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts shiki@4.6.0
cat >look.mjs <<'JS'
import { bundledLanguages, codeToHtml } from 'shiki';
console.log(`${Object.keys(bundledLanguages).length} names`);
let same = Object.keys(bundledLanguages).length === 346;
for (const [known, ...others] of [['go', 'golang'], ['diff', 'patch'], ['ini', 'conf'], ['yaml', 'YAML'], ['asm', 'nasm'], ['sql', 'postgresql']]) {
  await codeToHtml('a', { lang: known, theme: 'nord' });
  for (const other of others) {
    const seen = await codeToHtml('a', { lang: other, theme: 'nord' }).then(() => 'fine', (error) => error.message.split('\n')[0]);
    console.log(`${known}: fine; ${other}: ${seen}`);
    same &&= /not (?:found|included)/i.test(seen);
  }
}
console.log(same ? 'As described.' : 'It has changed.');
process.exit(same ? 0 : 1);
JS
echo "shiki $(node -p "require('./node_modules/shiki/package.json').version"), Node $(node -v)"
node look.mjs
