import type { LabProof } from '@academy/contract/lab-proof';
import { expect, test } from 'vitest';
import { contentHash } from './lab-proof.ts';
import { aLab, builtLab } from './testing.ts';

const PROOF: LabProof = {
  workshop: 'spring-lab',
  contentHash: contentHash(aLab(), 'proof.json'),
  provedAt: '2026-11-20T08:00:00.000Z',
  engine: 'browser',
  environment: null,
  commit: null,
  seconds: 1.5,
  tools: [{ name: 'jq', version: 'jq-1.7' }],
  steps: [
    { page: 'Start here', action: 'terminal:execute', title: 'ls', outcome: 'done', seconds: 0.1, log: 'a.txt' },
    { page: 'Start here', action: 'terminal:execute', title: 'lp', outcome: 'skipped', seconds: 0, log: 'no printer' },
  ],
};

test('a lab is published with the record of its proof', async () => {
  const { lab, findings } = await builtLab({ 'proof.json': PROOF });
  expect(findings).toEqual([]);
  expect(lab.body.proof).toEqual(PROOF);
  expect(lab.data.proof).toEqual({
    ...{ provedAt: PROOF.provedAt, engine: 'browser', environment: null, commit: null, seconds: 1.5 },
    ...{ tools: PROOF.tools, stepsDone: 1, stepsSkipped: 1 },
  });
});

test('a lab without a record says nothing of one', async () => {
  const { lab } = await builtLab();
  expect(Object.keys(lab.data)).not.toContain('proof');
  expect(Object.keys(lab.body)).not.toContain('proof');
});

test.each([
  ['of other files', { contentHash: 'a'.repeat(64) }, 'lab-proof-outdated'],
  ['of another lab', { workshop: 'spring-other' }, 'lab-proof-outdated'],
  ['that is none', { steps: 'all' }, 'lab-proof-unreadable'],
])('a record %s is left out with a finding', async (_what, changes, code) => {
  const { lab, findings } = await builtLab({ 'proof.json': { ...PROOF, ...changes } });
  expect(findings).toEqual([expect.stringContaining(code)]);
  expect(lab.data.proof).toBeUndefined();
});

test('fetched pictures and the record itself do not change the hash of a lab', () => {
  const more = new Map([...aLab(), ['@pictures/a.png', Buffer.from('x')], ['proof.json', Buffer.from('{}')]]);
  expect(contentHash(more, 'proof.json')).toBe(PROOF.contentHash);
  expect(contentHash(new Map([...aLab(), ['exercises/a', Buffer.from('x')]]), 'proof.json')).not.toBe(
    PROOF.contentHash,
  );
});
