import { expect, test } from 'vitest';
import { readAdvisories, refusedAdvisories } from './audit.ts';
import { runtimePackages } from './runtime-packages.ts';

const of = (name: string, severity: string, via: (string | { title: string; url: string; severity: string })[]) => ({
  [name]: { name, severity, range: '<2.0.0', via },
});

test('a high advisory about a package at run time is refused, others are not', () => {
  const report = {
    vulnerabilities: {
      ...of('pg', 'critical', [{ title: 'Reads too much', url: 'https://example.org/1', severity: 'critical' }]),
      ...of('vitest', 'critical', ['pg']),
      ...of('pino', 'moderate', [{ title: 'Slow', url: '', severity: 'moderate' }]),
      ...of('fastify', 'high', ['pino']),
    },
  };
  expect(refusedAdvisories(report, new Set(['pg', 'pino', 'fastify']))).toEqual([
    'fastify <2.0.0: high, by pino',
    'pg <2.0.0: critical, Reads too much https://example.org/1',
  ]);
});

// Shows security#few-packages
test.runIf(process.env.ACADEMY_TEST_ALL === '1')(
  'no package at run time has a known high or critical advisory',
  { timeout: 90_000 },
  ({ skip }) => {
    const read = readAdvisories();
    if (read.report === null) return skip(`No advisories can be fetched: ${read.problem}`);
    expect(refusedAdvisories(read.report, new Set(runtimePackages().map(({ name }) => name)))).toEqual([]);
  },
);
