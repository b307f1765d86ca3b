import { type Health, HealthSchema } from '@academy/contract/health';
import { expect, it } from 'vitest';
import { at, health } from '../../../testing/health.ts';
import { healthLines } from './health-lines.ts';

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
