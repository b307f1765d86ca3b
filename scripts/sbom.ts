import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type RuntimePackage, runtimePackages } from './runtime-packages.ts';

/**
 * A bill of materials of what an installation runs, CycloneDX 1.6 as JSON. The same packages give the same text, apart
 * from the time.
 *
 * @param madeAt ISO 8601
 */
export function sbom(version: string, madeAt: string, packages: readonly RuntimePackage[] = runtimePackages()) {
  const academy = `pkg:generic/academy@${version}`;
  const sum = createHash('sha256')
    .update(JSON.stringify([version, packages]))
    .digest('hex');
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(sum)}`,
    version: 1,
    metadata: {
      timestamp: madeAt,
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': academy,
        name: 'academy',
        version,
        purl: academy,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: packages.map((one) => componentOf(one)),
    dependencies: [
      { ref: academy, dependsOn: packages.map((one) => purlOf(`${one.name}@${one.version}`)) },
      ...packages.map(({ name, version: own, dependsOn }) => ({
        ref: purlOf(`${name}@${own}`),
        dependsOn: dependsOn.map((one) => purlOf(one)),
      })),
    ],
  };
}

function componentOf({ name, version, licence, integrity, isOptional }: RuntimePackage) {
  const purl = purlOf(`${name}@${version}`);
  const [scope, rest] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope === undefined ? {} : { group: scope }),
    name: rest,
    version,
    scope: isOptional ? 'optional' : 'required',
    purl,
    ...(licence === null ? {} : { licenses: [licenceOf(licence)] }),
    ...(integrity?.startsWith('sha512-') === true
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }
      : {}),
  };
}

const licenceOf = (licence: string) => (/[ (]/.test(licence) ? { expression: licence } : { license: { id: licence } });

/** The package URL of `name@version`: https://github.com/package-url/purl-spec. */
const purlOf = (key: string): string => `pkg:npm/${key.replace(/^@/, '%40')}`;

/** A version 4 UUID from the first digits of a sum. */
const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const [file] = process.argv.slice(2);
  const text = `${JSON.stringify(sbom(version, new Date().toISOString()), null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
