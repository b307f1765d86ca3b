import * as v from 'valibot';
import { defineCall } from './call.ts';

/** What can be assigned. A `check` is the lesson of a knowledge check. */
export const ASSIGNED_KINDS = ['course', 'path', 'guide', 'check'] as const;
export type AssignedKind = (typeof ASSIGNED_KINDS)[number];

export const DueSchema = v.object({
  assignmentId: v.string(),
  kind: v.picklist(ASSIGNED_KINDS),
  itemId: v.string(),
  title: v.string(),
  path: v.string(),
  mandatory: v.boolean(),
  state: v.picklist(['later', 'open', 'overdue', 'done']),
  beginsOn: v.string(),
  dueOn: v.nullable(v.string()),
  /** Days until it is due, in its time zone; negative when it is overdue, null without a due date. */
  daysLeft: v.nullable(v.number()),
  /** Null: not yet. */
  completedAt: v.nullable(v.string()),
  /** True when it was completed and has to be once more. */
  isRenewal: v.boolean(),
});
export type Due = v.InferOutput<typeof DueSchema>;

export const listDue = defineCall({
  name: 'listDue',
  method: 'GET',
  path: '/assignments/due',
  summary: 'What is assigned to the learner in this academy, each item once, what is due next first.',
  who: 'user',
  reach: 'own',
  ability: 'learning:read',
  tenant: true,
  loader: false,
  reply: v.object({ result: v.array(DueSchema) }),
});
