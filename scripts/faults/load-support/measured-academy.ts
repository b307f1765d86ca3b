import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningAcademy, startAcademy } from '@academy/bench/academy';
import { residentMegabytes } from '@academy/bench/processor-time';
import { onDatabase } from '../support/academies.ts';
import { until } from './until.ts';

const MAX = '1000000';

/** Limits that would refuse a load from one address. */
const NO_LIMITS = {
  ACADEMY_ACCOUNT_LOOKUPS_PER_MINUTE: MAX,
  ACADEMY_CLASSROOM_LOOKUPS_PER_MINUTE: MAX,
  ACADEMY_MESSAGES_PER_TEN_MINUTES: MAX,
  ACADEMY_VISITOR_ATTEMPTS_PER_TEN_MINUTES: MAX,
  ACADEMY_REPORTS_PER_MINUTE: MAX,
  ACADEMY_LAB_STARTS_PER_MINUTE: MAX,
};

/** An academy whose metrics, memory and log are read while something goes wrong around it. */
export interface MeasuredAcademy extends RunningAcademy {
  /** Value of a metric, with its labels as they are printed; NaN when there is none. */
  metric(name: string): Promise<number>;
  /** Memory of the server with its threads, MB. */
  memory(): number;
  /** Open files and sockets of the server. */
  handles(): number;
  /** Whether the process that was started still runs. */
  isRunning(): boolean;
  /** Lines of the log that a defect wrote. */
  unexpectedErrors(): Promise<string[]>;
}

/** Starts an academy with metrics, and with rate limits that a load does not reach. */
export async function startMeasured(
  dataFolder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<MeasuredAcademy> {
  const env = { ...NO_LIMITS, ACADEMY_METRICS_LISTEN: '127.0.0.1:0', ...variables };
  const academy = await startAcademy(dataFolder, 0, onDatabase(null, env));
  await until(() => academy.metrics() !== null, 5_000);
  const url = academy.metrics();
  if (url === null) {
    await academy.stop();
    throw new Error('the academy prints no address of its metrics');
  }
  return {
    ...academy,
    async metric(name) {
      const text = await (await fetch(url)).text();
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return line === undefined ? Number.NaN : Number(line.slice(name.length + 1));
    },
    memory: () => residentMegabytes(academy.pid) ?? Number.NaN,
    handles: () => readdirSync(`/proc/${academy.pid}/fd`).length,
    isRunning: () => isRunning(academy.pid),
    async unexpectedErrors() {
      const text = await readFile(join(dataFolder, 'server.log'), 'utf8');
      return text.split('\n').filter((line) => line.includes('"unexpected error"') || /"level":[56]0/.test(line));
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    // A process that has ended and was not waited for yet is a zombie.
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
