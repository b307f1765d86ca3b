/**
 * Records what Debian makes of the cases: `npx node lab-engine/src/testing/write-cases.ts --root <folder> [topic ...]`. The root is
 * made in the folder when there is none yet. Needs the rights of root and mmdebstrap.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { casesOf, fileOf, formatCases, topics } from './debian-cases.ts';
import { makeDebianRoot, missingForDebian, seenInDebian } from './debian-root.ts';

const { values, positionals } = parseArgs({ options: { root: { type: 'string' } }, allowPositionals: true });
const missing = values.root === undefined ? 'say where the root is: --root <folder>' : missingForDebian();
if (values.root === undefined || missing !== null) {
  console.error(missing);
  process.exit(1);
}
if (!existsSync(join(values.root, 'usr/bin/bash'))) makeDebianRoot(values.root);
for (const topic of positionals.length > 0 ? positionals : topics()) {
  const cases = casesOf(topic);
  const root = values.root;
  writeFileSync(
    fileOf(topic),
    formatCases(cases.map(({ commands }) => ({ commands, ...seenInDebian(root, commands) }))),
  );
  console.log(`${topic}: ${cases.length} cases`);
}
