import { IMPORT_BATCH, type ImportResult, type ImportRow } from '@academy/contract/people-import';
import type { PeopleFile } from '@academy/contract/rules/people-file';
import { useRef, useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { usePeopleImport } from '../../api/people-import.ts';
import { rowProblemText } from './file-problem.ts';
import { importTexts } from './import-texts.ts';

/** How far an import is. */
export interface ImportState {
  /** `trying` and `tried`: a dry run, which changes nothing. */
  step: 'idle' | 'trying' | 'tried' | 'applying' | 'applied';
  results: readonly ImportResult[];
  /** Rows of this run. */
  total: number;
  /** Why it stopped before the end; null: it did not. */
  failure: string | null;
  /** Id under which the server has recorded this run. */
  importId: string;
}

const IDLE: ImportState = { step: 'idle', results: [], total: 0, failure: null, importId: '' };

/** Sends a file in batches, first to see what would happen, then for good. */
export function useImport() {
  const { send, done } = usePeopleImport();
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);

  /** @param known results that need no call */
  async function run(
    rows: readonly ImportRow[],
    { isDry, fileName, ...terms }: { isDry: boolean; fileName: string; mayLower: boolean; invite: boolean },
    known: readonly ImportResult[] = [],
  ): Promise<void> {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const [during, after] = isDry ? (['trying', 'tried'] as const) : (['applying', 'applied'] as const);
    let results = [...known];
    const importId = crypto.randomUUID();
    const total = rows.length + known.length;
    const update = (step: ImportState['step'], failure: string | null = null) =>
      setState({ step, results, total, failure, importId });
    update(during);
    try {
      for (let at = 0; at < rows.length; at += IMPORT_BATCH) {
        const answered = await send(
          { dryRun: isDry, importId, fileName, ...terms, rows: rows.slice(at, at + IMPORT_BATCH) },
          stop.signal,
        );
        results = [...results, ...answered];
        update(during);
      }
      update(after);
    } catch (error) {
      // Another file was chosen meanwhile.
      if (running.current !== stop) return;
      update(after, stop.signal.aborted ? importTexts.stopped : reasonOf(error));
    }
    if (!isDry) await done();
  }

  return {
    state,
    /** Dry run: shows what the file would do. */
    async tryOut({ name, rows, refused }: PeopleFile): Promise<void> {
      const wrong = rows.flatMap(({ line, email }): ImportResult[] => {
        const problem = refused.get(line);
        const message = problem === undefined ? null : rowProblemText(problem);
        return message === null ? [] : [{ line, email, outcome: 'error', message, lowers: false, raises: false }];
      });
      await run(
        rows.filter(({ line }) => !refused.has(line)),
        { isDry: true, fileName: name, mayLower: false, invite: false },
        wrong,
      );
    },
    /**
     * Imports after the dry run; rows with errors are left out.
     *
     * @param mayLower false: rows that take a role or shorten a membership stay out, too
     * @param invite mails each added person a link for the first password
     */
    async apply(
      { name, rows }: PeopleFile,
      { mayLower, invite }: { mayLower: boolean; invite: boolean },
    ): Promise<void> {
      const good = new Set(
        state.results.flatMap(({ line, outcome, lowers }) =>
          outcome === 'created' || (outcome === 'updated' && (mayLower || !lowers)) ? [line] : [],
        ),
      );
      await run(
        rows.filter(({ line }) => good.has(line)),
        { isDry: false, fileName: name, mayLower, invite },
      );
    },
    stop: () => running.current?.abort(),
  };
}
