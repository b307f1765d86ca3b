import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedPlaceOf } from './shared-place.ts';

test('a database beside its data folder never lies in the folder of a service', () => {
  const place = sharedPlaceOf('/srv/one/.academy');
  expect(place).toMatch(/^\/var\/lib\/academy-postgres\/[0-9a-f]{16}$/);
  expect(sharedPlaceOf('/srv/two/.academy')).not.toBe(place);
});

test('that of a temporary data folder lies among the temporary files', () => {
  expect(sharedPlaceOf(join(tmpdir(), 'academy-launcher-x/data'))).toMatch(/academy-postgres-[0-9a-f]{16}$/);
  expect(sharedPlaceOf(join(tmpdir(), 'academy-launcher-x/data'))).not.toMatch(/^\/var\/lib/);
});
