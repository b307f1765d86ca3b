import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '@academy/scripts/faults/fault';
import { FAULTS } from '@academy/scripts/faults/faults';
import { killStarted } from '@academy/scripts/faults/support/started';
import { findPostgres } from '@academy/server/db/postgres-binaries';
import { defineCommand, EXIT, usageProblem } from '../command.ts';
import { type FaultMachine, type FaultResult, missedOf, resultLines, withMeasurements } from '../fault-report.ts';
import { installFaultTools } from '../install-package.ts';
import { ROOT } from '../paths.ts';
import { buildWeb } from '../web-build.ts';

const PAGE = join(ROOT, 'docs/reliability.md');

export const faults = defineCommand({
  name: 'faults',
  summary: 'Put academies through kills, restarts, hangs and fail-overs, and hold what happens against targets.',
  details: [
    'Starts academies, databases and proxies of its own in a temporary folder. docs/reliability.md explains each fault.',
    'The short form takes about a minute for each, the long form up to twelve and wants the machine for itself.',
    `Faults: ${FAULTS.map(({ name }) => name).join(', ')}`,
  ],
  options: {
    long: { type: 'boolean', about: 'Repeat until the figures are trustworthy' },
    only: { type: 'string', value: '<faults>', about: 'These faults only, with commas between' },
    write: { type: 'boolean', about: 'Write the figures of the long form into docs/reliability.md' },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(values, terminal) {
    const chosen = chosenFaults(values.only);
    const long = values.long === true;
    if (values.write === true && !long) throw usageProblem('--write goes with --long.', 'faults');
    const log = (line: string) => terminal.err(line);
    process.env.NODE_ENV ??= 'production';
    await buildWeb(log);
    await installFaultTools(log);

    const folder = mkdtempSync(join(tmpdir(), 'academy-faults-'));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        killStarted();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
        process.exit(EXIT.failed);
      });
    // Also when the run itself fails unexpectedly.
    process.once('exit', killStarted);
    const machine = machineOf(long);
    const results: FaultResult[] = [];
    try {
      for (const fault of chosen) {
        log(`${fault.name}: ${fault.title}`);
        const result = await resultOf(fault, {
          long,
          log: (line) => log(`  ${line}`),
          folder: join(folder, fault.name),
        });
        results.push(result);
        if (values.json !== true) for (const line of resultLines(result)) terminal.out(line);
      }
    } finally {
      killStarted();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    if (values.write === true) writeFileSync(PAGE, withMeasurements(readFileSync(PAGE, 'utf8'), results, machine));
    const missed = missedOf(results);
    if (values.json === true) terminal.out(JSON.stringify({ ...machine, missed, faults: results }, null, 2));
    else terminal.out(missed.length === 0 ? 'Every target was met.' : `Missed: ${missed.join(', ')}.`);
    return missed.length === 0 ? EXIT.ok : EXIT.failed;
  },
});

function chosenFaults(only: string | undefined): readonly Fault[] {
  if (only === undefined) return FAULTS;
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown !== undefined)
    throw usageProblem(
      `There is no fault "${unknown}"; there are: ${FAULTS.map(({ name }) => name).join(', ')}.`,
      'faults',
    );
  return FAULTS.filter(({ name }) => names.includes(name));
}

/** One fault that ends with an error does not keep the next from running. */
async function resultOf(fault: Fault, run: Parameters<Fault['run']>[0]): Promise<FaultResult> {
  const { name, title } = fault;
  const began = performance.now();
  const outcome = await fault.run(run).catch((error: unknown) => {
    killStarted();
    return { failed: error instanceof Error ? error.message : String(error) };
  });
  return { name, title, seconds: (performance.now() - began) / 1000, outcome };
}

function machineOf(long: boolean): FaultMachine {
  return {
    at: new Date().toISOString(),
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 1024 ** 3),
    node: process.versions.node,
    postgres: postgresVersion(),
    long,
  };
}

function postgresVersion(): string | null {
  try {
    const text = execFileSync(findPostgres('embedded').postgres, ['--version'], { encoding: 'utf8' });
    return /\d[\d.]*/.exec(text)?.[0] ?? null;
  } catch {
    return null;
  }
}
