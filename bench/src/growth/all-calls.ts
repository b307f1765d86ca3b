import { ADMIN_CALLS, AUTHOR_CALLS } from './admin-calls.ts';
import type { GrowthCall } from './growth-call.ts';
import { LEARNER_CALLS, LEAVING_CALL, VISITOR_CALLS } from './learner-calls.ts';

/** Every call that is measured, in the order of a run. */
export const GROWTH_CALLS: readonly GrowthCall[] = [
  ...VISITOR_CALLS,
  ...LEARNER_CALLS,
  ...AUTHOR_CALLS,
  ...ADMIN_CALLS,
  LEAVING_CALL,
];

/** Calls that are not measured, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  endLocalSession: 'reads and writes no row',
  endViewAs: 'needs the token of an impersonation; the row it ends is found by its unique key',
  openLabChannel: 'labs in sandboxes only, which need another machine',
  openLabPage: 'as openLabChannel',
  receiveLabEvent: 'comes from a lab platform; the session is found by the unique key of its token',
  grantAttempt: 'reads the attempts of one learner at one check, as startAttempt does',
  grantTaughtAttempt: 'as grantAttempt, after getTaughtLearner',
  giveAttemptTime: 'as grantTaughtAttempt',
  invitePeople: 'sends mail: at most a hundred people a call, each found by their key',
  helpSignIn: 'as invitePeople, for one person',
  handleFeedback: 'changes one row, found by its key',
  handleContactMessage: 'as handleFeedback',
  createWebhook: 'needs a host that takes webhooks; an academy has a few webhooks at any size',
  updateWebhook: 'as createWebhook',
  deleteWebhook: 'as createWebhook',
  pingWebhook: 'as createWebhook',
  listConnections: 'an academy has a handful of connections at any size',
  setConnection: 'as listConnections',
  getRunningLab: 'as getLabSession, and found by the index of running labs of a person',
  pushDraft: 'builds one item as putContent does; the draft is found by its unique name',
  listDrafts: 'an academy has two hundred drafts in its list at most; they go a month after their links',
  revokeDraft: 'changes one row, found by its key',
  planDraft: 'as revokeDraft',
  getDraftFiles: 'reads one archive, found by its key',
  grantRole: 'writes one row, found by its key; a person has a hundred roles at most',
  endRole: 'as grantRole',
  endAssignment: 'as updateAssignment',
  sendReminder: 'sends mail: at most a hundred people a call, each found by their key',
  createCalendarFeed: 'writes one row, found by its key',
  deleteCalendarFeed: 'as createCalendarFeed',
  createGroup: 'writes one row, found by its key',
  updateGroup: 'as createGroup',
  deleteGroup: 'as createGroup; its memberships go with it, by the key of both',
  addGroupMembers: 'adds a hundred people at most, each found by their key',
  removeGroupMember: 'removes one row, found by its key',
  createDirectory: 'an installation has at most a few hundred directories at any size, each found by its key',
  updateDirectory: 'as createDirectory',
  deleteDirectory: 'as createDirectory; the links of its people to their accounts go with it, by an index',
  proveDirectoryDomain: 'as createDirectory, and asks the DNS',
  tryDirectory: 'as createDirectory',
  listDirectoryTokens: 'counts the people of one directory by an index; directories have a measurement of their own',
  createDirectoryToken: 'a directory has at most five tokens at any size',
  deleteDirectoryToken: 'as createDirectoryToken',
};
