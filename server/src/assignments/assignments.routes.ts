import { listDue } from '@academy/contract/assignments';
import type { CallTable } from '../calls/bind.ts';
import type { DueService } from './due.service.ts';

export function bindAssignments(calls: CallTable, due: DueService): void {
  calls.bind(listDue, async ({ scope: { tenantId, actor } }) => ({
    result: await due.ofPerson(tenantId, actor.personId, Date.now()),
  }));
}
