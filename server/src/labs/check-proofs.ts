import { createHash } from 'node:crypto';
import type { LabContent, LabSnapshot } from '@academy/contract/labs';
import { checkForm } from '@academy/contract/rules/check-form';
import { actionKeys, CHECK_ACTION } from '@academy/contract/rules/lab-steps';
import { checkTerms } from '@academy/lab-engine/action-runner';
import type { LabCheck } from '@academy/lab-engine/linux/passed-checks';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/connect.ts';
import type { TenantScope } from '../values/scope.ts';
import { runChecks } from './check-process.ts';
import type { LabContents } from './lab-content.ts';
import type { LabEngines } from './lab-engines.ts';
import { labStepsStore } from './lab-steps.store.ts';
import type { LabSessionRow } from './labs.store.ts';

/** Sessions that wait at most; what does not fit is proved after a later snapshot, or stays what the page reports. */
const MAX_WAITING = 50;
/** Sessions of which is remembered what was run. */
const REMEMBERED = 5_000;
/** Runs for one session. */
const MAX_RUNS = 20;

interface CheckProofsOptions {
  db: Database;
  contents: Pick<LabContents, 'content' | 'wanted'>;
  engines: Pick<LabEngines, 'byName' | 'imageOf'>;
  /** Folder of the images; null: nothing is proved. */
  store: string | null;
  onFailure: (error: unknown, what: string) => void;
}

interface Kept {
  tenantId: TenantScope;
  session: LabSessionRow;
  snapshot: LabSnapshot;
}

/**
 * Runs the checks that learners passed in their browser once more, on the work that was kept: in a Linux of this server, one
 * session after the other.
 */
export function checkProofs({ db, contents, engines, store, onFailure }: CheckProofsOptions) {
  const waiting = new Map<string, Kept>();
  const runs = new LRUCache<string, { last: string; count: number }>({ max: REMEMBERED });
  let working: Promise<void> | null = null;
  const closing = new AbortController();

  async function work(): Promise<void> {
    for (const [id, kept] of waiting) {
      waiting.delete(id);
      if (closing.signal.aborted || store === null) return;
      await prove(kept, store).catch((error: unknown) => onFailure(error, 'checks of a lab could not be proved'));
    }
  }

  async function prove({ tenantId, session: { sessionId, workshop }, snapshot }: Kept, folder: string): Promise<void> {
    if (workshop === null) return;
    const content = await contents.content(tenantId, workshop);
    const wanted = await contents.wanted(tenantId, workshop);
    if (content === null) return;
    const image = engines.imageOf(engines.byName('browser'), wanted, content);
    const proved = new Set(await labStepsStore(db).proved(sessionId));
    const checks = checksOf(content).filter(({ step }) => snapshot.done.includes(step) && !proved.has(step));
    if (image === null || checks.length === 0) return;
    const { files, others = [] } = snapshot;
    const last = createHash('sha256')
      .update(JSON.stringify([files, others, checks, image.digest]))
      .digest('hex');
    const before = runs.get(sessionId) ?? { last: '', count: 0 };
    if (before.last === last || before.count >= MAX_RUNS) return;
    runs.set(sessionId, { last, count: before.count + 1 });
    const kept = { store: folder, image: image.name, files, others, checks };
    const passed = await runChecks(kept, closing.signal);
    await labStepsStore(db).prove(sessionId, passed ?? []);
  }

  return {
    /** Has the checks of a session run later; its newest snapshot counts. */
    add(kept: Kept): void {
      const { sessionId, provider } = kept.session;
      if (store === null || closing.signal.aborted || provider !== 'browser') return;
      if (waiting.size >= MAX_WAITING && !waiting.has(sessionId)) return;
      waiting.set(sessionId, kept);
      working ??= work().finally(() => {
        working = null;
      });
    },

    /** Resolves when nothing waits. */
    async settled(): Promise<void> {
      while (working !== null) await working;
    },

    close(): void {
      closing.abort();
    },
  };
}

export type CheckProofs = ReturnType<typeof checkProofs>;

/** Checks that need nothing but files: those with a form need the learner's answers. */
function checksOf({ pages, tests }: LabContent): LabCheck[] {
  const scripts = new Map(tests.map(({ name, script }) => [name, script]));
  return pages.flatMap((page) => {
    const keys = actionKeys(page);
    return page.actions.flatMap((action, at): LabCheck[] => {
      const script = scripts.get(String(action.settings.name));
      if (action.name !== CHECK_ACTION || script === undefined || checkForm(action.settings.inputs) !== null) return [];
      const { words: args, timeoutMs } = checkTerms(action);
      return [{ step: keys[at] ?? '', script, args, timeoutMs }];
    });
  });
}
