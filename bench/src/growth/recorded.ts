import { existsSync, readFileSync } from 'node:fs';

/** Environment variable with the file that the recorder writes. */
export const RECORD_FILE = 'ACADEMY_BENCH_RECORD';

/** A statement with the call or work that sent it, once each; or a run of background work. */
export type RecordedLine = { name: string; text: string } | { work: string; ms: number };

export interface Recorded {
  /** Names of calls and works by statement. */
  senders: ReadonlyMap<string, ReadonlySet<string>>;
  /** Runs of background work, ms, in their order. */
  work: ReadonlyMap<string, number[]>;
}

/** What the recorder has written so far. */
export function readRecorded(file: string): Recorded {
  const senders = new Map<string, Set<string>>();
  const work = new Map<string, number[]>();
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  for (const text of lines) {
    if (text === '') continue;
    const line = JSON.parse(text) as RecordedLine;
    if ('work' in line) work.set(line.work, [...(work.get(line.work) ?? []), line.ms]);
    else senders.set(line.text, (senders.get(line.text) ?? new Set()).add(line.name));
  }
  return { senders, work };
}
