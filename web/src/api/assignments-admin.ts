import type { AssignedKind } from '@academy/contract/assignments';
import type { CallInput } from '@academy/contract/call';
import {
  countTouched,
  createAssignment,
  endAssignment,
  listAssignable,
  listAssignments,
  listGroupProgress,
  sendReminder,
  updateAssignment,
} from '@academy/contract/call-routes/assignments-admin';
import type { Pace } from '@academy/contract/rules/due';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';

export type { Assignment, GroupProgress } from '@academy/contract/assignments-admin';
export type NewAssignment = CallInput<typeof createAssignment>['body'];
export type AssignmentTerms = CallInput<typeof updateAssignment>['body'];

const QUIETLY = { ...QUIET, loader: false };
/** While a large group is counted, ms. */
const COUNTING_MS = 2_000;

/** The assignments of a group, and of the group that it is a part of. */
export function useAssignments(query: { groupId?: string; pageNumber: number }) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listAssignments.name, tenantId, query],
    queryFn: ({ signal }) => call(listAssignments, { query }, { ...QUIETLY, tenantId, signal }),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Whom a change of an assignment touches. */
export function useTouched(assignmentId: string) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [countTouched.name, tenantId, assignmentId],
    queryFn: ({ signal }) => call(countTouched, { params: { assignmentId } }, { ...QUIETLY, tenantId, signal }),
    staleTime: 0,
  });
}

/** How the people of a group get on with an assignment. */
export function useGroupProgress(
  groupId: string,
  assignmentId: string,
  query: { pace?: Pace; q: string; pageNumber: number },
) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listGroupProgress.name, tenantId, groupId, assignmentId, query],
    queryFn: ({ signal }) =>
      call(listGroupProgress, { params: { groupId, assignmentId }, query }, { ...QUIETLY, tenantId, signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.counts === null ? COUNTING_MS : false),
    staleTime: 0,
  });
}

/** Changes assignments and refetches what shows them. Errors are thrown as `CallError`; the caller shows them. */
export function useAssignmentChanges() {
  const tenantId = useChosenAcademy();
  const client = useQueryClient();
  const options = { ...QUIETLY, tenantId };
  const refetch = async () => {
    for (const { name } of [listAssignments, countTouched, listGroupProgress]) await refetchReads(client, name);
  };
  return {
    async create(body: NewAssignment): Promise<number> {
      const { people } = await call(createAssignment, { body }, options);
      await refetch();
      return people;
    },
    async update(assignmentId: string, body: AssignmentTerms): Promise<void> {
      await call(updateAssignment, { params: { assignmentId }, body }, options);
      await refetch();
    },
    async end(assignmentId: string): Promise<void> {
      await call(endAssignment, { params: { assignmentId } }, options);
      await refetch();
    },
    remind: (groupId: string, assignmentId: string, userIds: string[]) =>
      call(sendReminder, { params: { groupId, assignmentId }, body: { userIds } }, options),
  };
}

/** What of one kind can be assigned, by title; the checks of a course where its id is given. */
export function useAssignable(kind: AssignedKind, courseId = '') {
  const tenantId = useChosenAcademy();
  const query = { kind, ...(courseId === '' ? {} : { courseId }) };
  return useQuery({
    queryKey: [listAssignable.name, tenantId, query],
    queryFn: ({ signal }) => call(listAssignable, { query }, { ...QUIETLY, tenantId, signal }),
    select: ({ result }) => result,
  });
}
