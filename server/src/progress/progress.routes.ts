import type { CallReply } from '@academy/contract/call';
import { AcademyError } from '@academy/contract/errors';
import {
  getProgressOverlay,
  getProgressVersion,
  readProgressLedger,
  restartCourse,
  sendProgressEvents,
} from '@academy/contract/progress';
import type { CallTable } from '../calls/bind.ts';
import type { SignedInScope } from '../values/scope.ts';
import { type LedgerStore, ledgerPlace } from './ledger.store.ts';
import type { ProgressService } from './progress.service.ts';

/** A noun with an overlay of its own. */
interface WithOverlay {
  overlay(scope: SignedInScope): Promise<CallReply<typeof getProgressOverlay>>;
}

export function bindProgress(
  calls: CallTable,
  progress: ProgressService,
  guides: WithOverlay,
  paths: WithOverlay,
  ledger: LedgerStore,
): void {
  calls.bind(getProgressOverlay, async ({ scope, query }) => {
    if (query.courseSlug !== undefined) {
      if (query.kind !== undefined) throw new AcademyError('invalid-input', { field: 'kind' });
      return progress.overlayOfCourse(scope, query.courseSlug);
    }
    if (query.kind === 'home') return progress.overlayOfHome(scope);
    if (query.kind === 'guides') return guides.overlay(scope);
    return query.kind === 'paths' ? paths.overlay(scope) : progress.overlayOfCourses(scope);
  });

  calls.bind(sendProgressEvents, ({ scope, body }) => progress.record(scope, body.events, body.sentAt));

  calls.bind(restartCourse, ({ scope, body }) => progress.restart(scope, body.courseId));
  calls.bind(getProgressVersion, async ({ scope }) => ({ mark: await progress.version(scope) }));

  calls.bind(readProgressLedger, async ({ scope, query: { after, max } }) => {
    const page = await ledger.page(scope.tenantId, after === undefined ? null : ledgerPlace(after), max);
    return { ...page, next: page.entries.at(-1)?.cursor ?? after ?? null };
  });
}
