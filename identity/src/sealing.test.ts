import { expect, test } from 'vitest';
import { SealedError, sealerOf } from './sealing.ts';

const plain = (text: string) => text.startsWith('{');
const sealer = (secrets: { secret?: string; secretBefore?: string }, purpose = 'test') =>
  sealerOf(purpose, plain, secrets);
const [OLD, NEW] = [{ secret: 'the first secret' }, { secret: 'the second secret', secretBefore: 'the first secret' }];

test('without a secret texts are stored in plain form', async () => {
  const open = sealer({});
  expect(await open.seal('{"a":1}', 'row')).toBe('{"a":1}');
  expect(await open.open('{"a":1}', 'row')).toBe('{"a":1}');
  expect(await open.isCurrent('{"a":1}', 'row')).toBe(true);
});

test('with a secret texts are unreadable, and older plain ones still readable', async () => {
  const closed = sealer(OLD);
  const stored = await closed.seal('{"a":1}', 'row');
  expect(stored).not.toContain('"a"');
  expect(await closed.open(stored, 'row')).toBe('{"a":1}');
  expect(await closed.isCurrent(stored, 'row')).toBe(true);
  expect(await closed.open('{"a":1}', 'row')).toBe('{"a":1}');
  expect(await closed.isCurrent('{"a":1}', 'row')).toBe(false);
});

test('after a change of the secret the former one still decrypts', async () => {
  const stored = await sealer(OLD).seal('{"a":1}', 'row');
  expect(await sealer(NEW).open(stored, 'row')).toBe('{"a":1}');
  expect(await sealer(NEW).isCurrent(stored, 'row')).toBe(false);
  const resealed = await sealer(NEW).seal('{"a":1}', 'row');
  expect(await sealer({ secret: NEW.secret }).open(resealed, 'row')).toBe('{"a":1}');
});

test('another secret, row or purpose and a changed text decrypt nothing', async () => {
  const stored = await sealer(OLD).seal('{"a":1}', 'row');
  const changed = `${stored.slice(0, -2)}${stored.endsWith('AA') ? 'BB' : 'AA'}`;
  await expect(sealer({ secret: 'another' }).open(stored, 'row')).rejects.toThrow(SealedError);
  await expect(sealer({}).open(stored, 'row')).rejects.toThrow('no secret');
  await expect(sealer(OLD).open(stored, 'other row')).rejects.toThrow('cannot be opened');
  await expect(sealer(OLD, 'other').open(stored, 'row')).rejects.toThrow('cannot be opened');
  await expect(sealer(OLD).open(changed, 'row')).rejects.toThrow('cannot be opened');
});
