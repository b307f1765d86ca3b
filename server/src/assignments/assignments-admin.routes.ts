import {
  countTouched,
  createAssignment,
  endAssignment,
  listAssignable,
  listAssignments,
  listGroupProgress,
  sendReminder,
  updateAssignment,
} from '@academy/contract/assignments-admin';
import type { CallTable } from '../calls/bind.ts';
import type { assignableItems } from './assigned-items.ts';
import type { AssignmentsService } from './assignments.service.ts';
import type { GroupProgressService } from './group-progress.service.ts';
import type { remindersService } from './reminders.service.ts';

export interface AssignmentsAdminServices {
  assignments: AssignmentsService;
  assignable: ReturnType<typeof assignableItems>;
  progress: GroupProgressService;
  remind: ReturnType<typeof remindersService>;
}

export function bindAssignmentsAdmin(calls: CallTable, services: AssignmentsAdminServices): void {
  const { assignments, assignable, progress, remind } = services;
  calls.bind(listAssignments, async ({ scope, query }) => ({
    result: await assignments.list(scope, query.groupId, query),
  }));
  calls.bind(countTouched, ({ scope, params }) => assignments.touched(scope, params.assignmentId));
  calls.bind(createAssignment, ({ scope, body: { to, kind, itemId, ...terms } }) =>
    assignments.create(scope, to, { kind, itemId }, terms),
  );
  calls.bind(updateAssignment, async ({ scope, params, body }) => ({
    people: await assignments.update(scope, params.assignmentId, body),
  }));
  calls.bind(endAssignment, async ({ scope, params }) => ({
    people: await assignments.end(scope, params.assignmentId),
  }));
  calls.bind(listAssignable, async ({ scope, query }) => ({
    result: await assignable(scope.tenant, query.kind, query.courseId),
  }));
  calls.bind(listGroupProgress, async ({ scope, params, query: { pace, q, ...page } }) => {
    await assignments.ofGroup(scope, params.groupId, params.assignmentId);
    return progress.page(scope, params, { pace, q }, page);
  });
  calls.bind(sendReminder, ({ scope, params, body }) => remind(scope, params, body.userIds));
}
