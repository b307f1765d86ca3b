import { subscribe, tracingChannel } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { BACKGROUND_RUN_CHANNEL, type BackgroundWork } from '@academy/server/background/polling';
import { type EndedStatement, STATEMENT_CHANNEL } from '@academy/server/db/statements';
import { RECORD_FILE, type RecordedLine } from './recorded.ts';

/**
 * Loaded into the server before its own code: writes down which call sent which statement, and how long background work
 * took.
 */
const file = process.env[RECORD_FILE];
const seen = new Set<string>();
const write = (line: RecordedLine) => appendFileSync(file ?? '', `${JSON.stringify(line)}\n`);

if (file !== undefined && isMainThread) {
  subscribe(STATEMENT_CHANNEL, (message) => {
    const { text, activity } = message as EndedStatement;
    const line = { name: activity?.name ?? 'the server', text };
    const key = `${line.name}\n${text}`;
    if (seen.has(key)) return;
    seen.add(key);
    write(line);
  });
  const began = new WeakMap<object, number>();
  tracingChannel<unknown, BackgroundWork>(BACKGROUND_RUN_CHANNEL).subscribe({
    start: (run) => void began.set(run, performance.now()),
    asyncEnd: (run) => write({ work: run.work, ms: performance.now() - (began.get(run) ?? 0) }),
    end: () => {},
    asyncStart: () => {},
    error: () => {},
  });
}
