import { expect, test } from 'vitest';
import { runtimePackages } from './runtime-packages.ts';
import { sbom } from './sbom.ts';

const packages = runtimePackages();
const bom = sbom('1.2.3', '2030-05-03T02:00:00.000Z', packages);

// Shows security#few-packages
test('a bill of materials names every package with licence and checksum', () => {
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
  expect(bom.components).toHaveLength(packages.length);
  expect(bom.components.find(({ name }) => name === 'pg')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/pg@\d/),
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  expect(bom.components.every((one) => 'licenses' in one && 'hashes' in one)).toBe(true);
});

test('each reference of a bill of materials leads to one of its parts', () => {
  const refs = new Set([bom.metadata.component['bom-ref'], ...bom.components.map((one) => one['bom-ref'])]);
  expect(refs.size).toBe(bom.components.length + 1);
  expect(bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((one) => !refs.has(one))).toEqual(
    [],
  );
});

test('the same packages give the same bill of materials', () => {
  expect(sbom('1.2.3', '2030-05-03T02:00:00.000Z', packages)).toEqual(bom);
  expect(sbom('1.2.4', '2030-05-03T02:00:00.000Z', packages).serialNumber).not.toBe(bom.serialNumber);
});
