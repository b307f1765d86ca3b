#!/usr/bin/env bash
# PostgreSQL 17 (PGlite 0.3.14): a phrase search silently misses a phrase that stands in the text.
# One would guess: to_tsvector(text) @@ phraseto_tsquery('b c') is true when the text has "b c". Seen: of a word that occurs
# more than 255 times only the first 255 positions are kept (the manual says 256), so a phrase with it further down is not found, without any notice. The
# words one by one are found. Texts in Chinese or Japanese that are cut into signs reach this on one page.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --no-save --prefix . @electric-sql/pglite@0.3.14 >/dev/null
cat > seen.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite';
const db = new PGlite();
const { rows: [{ version }] } = await db.query("select split_part(version(), ' ', 2) as version");
console.log('PostgreSQL', version);
for (const times of [254, 255]) {
  const text = 'a b '.repeat(times) + 'b c';
  const { rows: [seen] } = await db.query(`
    select to_tsvector('simple', $1) @@ phraseto_tsquery('simple', 'b c') as phrase,
      to_tsvector('simple', $1) @@ to_tsquery('simple', 'b & c') as words`, [text]);
  console.log(`"b c" behind ${times} others: phrase ${seen.phrase}, words ${seen.words}`);
}
await db.close();
JS
node seen.mjs | tee seen.txt
grep -q '^"b c" behind 254 others: phrase true, words true$' seen.txt
grep -q '^"b c" behind 255 others: phrase false, words true$' seen.txt
