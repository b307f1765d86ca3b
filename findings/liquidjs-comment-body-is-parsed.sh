#!/usr/bin/env bash
# liquidjs 10.25.5 and 10.30.1: what stands between {% comment %} and {% endcomment %} is cut into tokens like the rest.
# One would guess: a comment may hold anything. Seen: an unclosed "{{" or "{%" in it fails the whole template, at the place of
# the braces, while an unknown tag in a comment is fine. {% raw %} takes all of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for version in 10.25.5 10.30.1; do
  npm install --silent --no-audit --no-fund --ignore-scripts --no-save --prefix . "liquidjs@$version" >/dev/null
  cat > seen.cjs <<'JS'
const { Liquid } = require('liquidjs');
const engine = new Liquid();
const seen = (template) => {
  try {
    return JSON.stringify(engine.parseAndRenderSync(template));
  } catch (error) {
    return error.message.split('\n')[0];
  }
};
console.log('unknown tag in a comment:', seen('a{% comment %}{% nonsense %}{% endcomment %}b'));
console.log('open braces in a comment:', seen('a{% comment %} write {{ to begin {% endcomment %}b'));
console.log('open tag in a comment:', seen('a{% comment %} write {% to begin {% endcomment %}b'));
console.log('open braces in raw:', seen('a{% raw %} write {{ to begin {% endraw %}b'));
JS
  node seen.cjs | tee seen.txt
  grep -q '^unknown tag in a comment: "ab"$' seen.txt
  grep -q '^open braces in a comment: output .* not closed' seen.txt
  grep -q '^open braces in raw: "a write {{ to begin b"$' seen.txt
done
