import { IMPORT_BATCH, type ImportResult, type ImportRow } from '@academy/contract/people-import';
import { useRef, useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { usePeopleImport } from '../../api/learners.ts';
import type { PeopleFile } from './import-file.ts';

/** How far an import is. */
export interface ImportState {
  /** `trying` and `tried`: a dry run, which changes nothing. */
  step: 'idle' | 'trying' | 'tried' | 'applying' | 'applied';
  results: readonly ImportResult[];
  /** Rows of this run. */
  total: number;
  /** Why it stopped before the end; null: it did not. */
  failure: string | null;
  /** Under which the server has noted what this run did. */
  importId: string;
}

const IDLE: ImportState = { step: 'idle', results: [], total: 0, failure: null, importId: '' };

/** Sends a file in batches, first to see what would happen, then for good. */
export function useImport() {
  const { send, done } = usePeopleImport();
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);

  async function run(rows: readonly ImportRow[], isDry: boolean, known: readonly ImportResult[]): Promise<void> {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const [during, after] = isDry ? (['trying', 'tried'] as const) : (['applying', 'applied'] as const);
    let results = [...known];
    const importId = crypto.randomUUID();
    const total = rows.length + known.length;
    const tell = (step: ImportState['step'], failure: string | null = null) =>
      setState({ step, results, total, failure, importId });
    tell(during);
    try {
      for (let at = 0; at < rows.length; at += IMPORT_BATCH) {
        const answered = await send(rows.slice(at, at + IMPORT_BATCH), isDry, importId, stop.signal);
        results = [...results, ...answered];
        tell(during);
      }
      tell(after);
    } catch (error) {
      // Another file was chosen meanwhile.
      if (running.current !== stop) return;
      tell(after, stop.signal.aborted ? 'You stopped it.' : reasonOf(error));
    }
    if (!isDry) await done();
  }

  return {
    state,
    /** Tells what the file would do. */
    async tryOut({ rows, repeated }: PeopleFile): Promise<void> {
      const twice = rows.filter(({ line }) => repeated.has(line));
      const wrong = twice.map(({ line, email }): ImportResult => {
        const message = `email: stands in line ${repeated.get(line)} already`;
        return { line, email, outcome: 'error', message };
      });
      await run(
        rows.filter(({ line }) => !repeated.has(line)),
        true,
        wrong,
      );
    },
    /** Does what was seen; rows with errors stay out. */
    async apply(file: PeopleFile): Promise<void> {
      const good = new Set(
        state.results.flatMap(({ line, outcome }) => (outcome === 'created' || outcome === 'updated' ? [line] : [])),
      );
      await run(
        file.rows.filter(({ line }) => good.has(line)),
        false,
        [],
      );
    },
    stop: () => running.current?.abort(),
  };
}
