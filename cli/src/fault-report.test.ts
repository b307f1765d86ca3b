import { expect, test } from 'vitest';
import { type FaultMachine, type FaultResult, missedOf, resultLines, withMeasurements } from './fault-report.ts';

const machine: FaultMachine = {
  at: '2031-05-03T10:00:00.000Z',
  ...{ cores: 2, memory: 16, node: '24.0.0', postgres: '18.1', long: true },
};
const kills: FaultResult = {
  name: 'kills',
  title: 'The server is killed; nothing is lost.',
  seconds: 12.4,
  outcome: {
    figures: [
      { name: 'lost', value: 0, unit: 'writes', target: '= 0 writes', reached: true },
      { name: 'first write', value: 3, unit: 's', target: '<= 2 s', reached: false },
      { name: 'stored', value: 12, unit: '' },
    ],
  },
};
const skipped: FaultResult = { ...kills, name: 'clocks', outcome: { skipped: 'The program faketime is missing.' } };
const failed: FaultResult = { ...kills, name: 'hang', outcome: { failed: 'the academy did not start' } };

test('missed targets and faults that failed are counted, skipped ones are not', () => {
  expect(missedOf([kills, skipped, failed])).toEqual(['kills: first write', 'hang']);
});

test('an operator reads figures with targets, and why a fault was skipped', () => {
  expect(resultLines(kills)).toEqual([
    'kills        Measured  Target      12 s',
    'lost         0 writes  = 0 writes  met',
    'first write  3 s       <= 2 s      MISSED',
    'stored       12',
    '',
  ]);
  expect(resultLines(skipped)[0]).toBe('clocks skipped: The program faketime is missing.');
});

test('figures replace the former ones between their markers, and nothing else', () => {
  const page = ['# Page', '<!-- figures of kills -->', 'old', '<!-- end of kills -->', 'Text.', ''].join('\n');
  const written = withMeasurements(page, [kills, skipped, failed], machine);
  expect(written).toBe(
    [
      ...['# Page', '<!-- figures of kills -->', ''],
      '3 May 2031, long form, 2 cores, 16 GB of memory, Node.js 24.0.0, PostgreSQL 18.1.',
      ...['', 'As it has to be: lost 0 writes.', ''],
      ...['| Figure | Measured | Target |  |', '|---|---|---|---|'],
      '| first write | 3 s | <= 2 s | MISSED |',
      '| stored | 12 |  |  |',
      ...['', '<!-- end of kills -->', 'Text.', ''],
    ].join('\n'),
  );
});

test('a fault without markers gets a section at the end of the page', () => {
  const written = withMeasurements('# Page\n', [kills], machine);
  expect(written).toContain(
    '# Page\n\n## kills\n\nThe server is killed; nothing is lost.\n\n<!-- figures of kills -->',
  );
  expect(withMeasurements(written, [kills], machine)).toBe(written);
});
