import { type Health, HealthSchema } from '@academy/contract/health';
import { expect, it } from 'vitest';
import { healthLines } from './health-lines.ts';

const WELL = { state: 'well', problem: null } as const;
const at = '2030-01-31T12:00:00Z';
const health: Health = {
  at,
  server: { ...WELL, name: 'one', version: '1.2.3', startedAt: '2030-01-31T09:00:00Z', memoryBytes: 400e6, load: 0.4 },
  database: { ...WELL, version: '18.4', ms: 2, bytes: 5e9, oldestTransactionSeconds: 400, freeConnections: 70 },
  replication: { ...WELL, standbys: [{ name: 'two', lagSeconds: 40 }] },
  clock: { ...WELL, differenceMs: -3 },
  disk: { ...WELL, freeBytes: 70e9 },
  mail: { ...WELL, waiting: 2, oldestSeconds: 1_200, givenUp: 1, error: 'ECONNREFUSED' },
  webhooks: { ...WELL, active: 2, paused: 1, waiting: 1, failed: 3 },
  labs: { ...WELL, running: 1, failed: 7 },
  logIns: { ...WELL, succeeded: 10, refused: 2 },
  requests: { ...WELL, all: 1_200, refused: 3, limited: 0, errors: 0 },
  work: { ...WELL, works: [{ name: 'sending mail', lastAt: at, failures: 2 }] },
  content: { ...WELL, academies: [{ tenantId: 'spring', items: 3, publishedAt: '2030-01-30T12:00:00Z' }] },
  backup: { ...WELL, at: '2030-01-20T12:00:00Z' },
  statements: { ...WELL, thresholdMs: 500, count: 31, slowest: { call: 'listCourses', ms: 900, at } },
};

const { at: _at, ...watched } = HealthSchema.entries;
const problems = Object.entries(watched).flatMap(([name, schema]) => {
  const { entries } = 'wrapped' in schema ? schema.wrapped : schema;
  return entries.problem.wrapped.options.map((problem): [string, string] => [name, problem]);
});

it.each(problems)('%s that is %s has words and something to do', (name, problem) => {
  const facts = { ...health[name as keyof typeof watched], state: 'warning', problem };
  const [line] = healthLines({ ...health, [name]: facts } as Health);
  expect(line).toMatchObject({ name, state: 'warning' });
  expect(`${line?.says} ${line?.todo}`).toMatch(/[.”]( null)?$/);
  // Without a mail server or content the sentence itself says what to do.
  if (problem !== 'off' && problem !== 'none') expect(line?.todo).toMatch(/[.”]$/);
});

it('shows what is wrong first, then what needs attention and what is not known', () => {
  const lines = healthLines({
    ...health,
    backup: { state: 'unknown', problem: null, at: null },
    disk: { state: 'warning', problem: 'little', freeBytes: 500e6 },
    mail: { ...health.mail, state: 'wrong', problem: 'failing' },
  });
  expect(lines.slice(0, 3).map(({ name }) => name)).toEqual(['mail', 'disk', 'backup']);
});

it('leaves out what another database or provider knows', () => {
  const lines = healthLines({ ...health, disk: null, replication: null, logIns: null });
  expect(lines.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['disk']));
  expect(lines).toHaveLength(11);
});

it('names work without words as the log does', () => {
  const works = [{ name: 'work of tomorrow', lastAt: at, failures: 1 }];
  const work = healthLines({ ...health, work: { state: 'warning', problem: 'failing', works } })[0];
  expect(work?.todo).toContain('work of tomorrow');
});
