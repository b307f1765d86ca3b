import { expect, test } from 'vitest';
import { addedSince, type Credential, choiceOf, deselected, hasChoice, RECENT_MS } from './recovery-rules.ts';

const AT = new Date('2030-03-15T12:00:00Z');
const ago = (ms: number) => new Date(AT.getTime() - ms);
const credential = (kind: Credential['kind'], addedAt: Date | null): Credential => ({
  id: `${kind} ${addedAt?.toISOString()}`,
  kind,
  name: kind,
  addedAt,
});
const KINDS = ['passkey', 'app', 'recovery-codes', 'token', 'address'] as const;

test('everything of the last two weeks is kept only when its owner says so', () => {
  for (const kind of KINDS) {
    expect(choiceOf(credential(kind, ago(RECENT_MS)), AT)).toBe('recent');
    // Added by a request that was in progress when the question was asked.
    expect(choiceOf(credential(kind, ago(-1_000)), AT)).toBe('recent');
  }
});

test('an older second factor stays, an older token or address may be removed', () => {
  const choices = KINDS.map((kind) => choiceOf(credential(kind, ago(RECENT_MS + 1)), AT));
  expect(choices).toEqual(['stays', 'stays', 'stays', 'older', 'older']);
  expect(choiceOf(credential('recovery-codes', null), AT)).toBe('stays');
});

test('nobody is asked where there is nothing to choose', () => {
  expect(hasChoice([], AT)).toBe(false);
  expect(hasChoice([credential('passkey', ago(RECENT_MS + 1)), credential('recovery-codes', null)], AT)).toBe(false);
  expect(hasChoice([credential('token', ago(RECENT_MS + 1))], AT)).toBe(true);
});

test('deselected credentials are removed, but never an older second factor', () => {
  const [old, young] = [credential('passkey', ago(RECENT_MS + 1)), credential('passkey', ago(1_000))];
  const [kept, dropped] = [credential('token', ago(RECENT_MS + 2)), credential('token', ago(RECENT_MS + 3))];
  expect(deselected([old, young, kept, dropped], new Set([kept.id]), AT)).toEqual([young, dropped]);
});

test('a link takes back what was added from its change on', () => {
  const [before, same, after] = [ago(5_001), ago(5_000), ago(10)].map((at) => credential('passkey', at));
  const unknown = credential('recovery-codes', null);
  expect(addedSince([before, same, after, unknown] as Credential[], ago(5_000))).toEqual([same, after]);
});
