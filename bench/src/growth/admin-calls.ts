import { packItem } from '@academy/content/pack';
import {
  createAlert,
  deleteAlerts,
  exportAlerts,
  getAlert,
  listAlerts,
  previewAlert,
  restoreAlerts,
  updateAlert,
} from '@academy/contract/alerts-admin';
import {
  countTouched,
  createAssignment,
  listAssignable,
  listAssignments,
  listGroupProgress,
  updateAssignment,
} from '@academy/contract/assignments-admin';
import { exportAuditEvents, listAuditEvents } from '@academy/contract/audit';
import type { Call } from '@academy/contract/call';
import {
  correctCertificate,
  exportCertificates,
  listCertificates,
  setCertificateRevoked,
} from '@academy/contract/certificates';
import { exportContactMessages, listContactMessages } from '@academy/contract/contact-admin';
import { listDirectories } from '@academy/contract/directories';
import { exportFeedback, listFeedback, listRatings } from '@academy/contract/feedback-admin';
import { getGroup, listGroupMembers, listGroups } from '@academy/contract/groups';
import { getHealth } from '@academy/contract/health';
import {
  endLabSession,
  exportLabSessions,
  getLabSteps,
  listLabEngines,
  listLabSessions,
} from '@academy/contract/labs-admin';
import { getMailState } from '@academy/contract/mail';
import { exportEmails } from '@academy/contract/managed-emails';
import { exportVoucherRequests, listVoucherRequests, setVoucherSent } from '@academy/contract/memberships-admin';
import { exportPeople, searchPeople, setMembership, toggleAdmin } from '@academy/contract/people-admin';
import { importPeople, listImports, undoImport } from '@academy/contract/people-import';
import { getLearner, getTaughtLearner, listLearners } from '@academy/contract/people-learners';
import { exportTokens, listAbilities } from '@academy/contract/personal-access-tokens';
import { readProgressLedger } from '@academy/contract/progress';
import { exportProgressReport, getProgressReport, getReportChoices } from '@academy/contract/progress-reports';
import { deleteContent, listContent, putContent, setContentStatus } from '@academy/contract/publishing';
import {
  getContentUse,
  listPublishedContent,
  removeContent,
  republishContent,
  unpublishContent,
} from '@academy/contract/publishing-admin';
import { getContentVersion, listContentVersions, rollBackContent } from '@academy/contract/publishing-history';
import { listRoles } from '@academy/contract/roles';
import { getFirstSteps, getStats } from '@academy/contract/stats';
import { startViewAs } from '@academy/contract/view-as';
import {
  exportWebhookDeliveries,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDelivery,
} from '@academy/contract/webhooks';
import type { GrowthCall, Input, Turn } from './growth-call.ts';

/** Requests of a call that few people make, or that takes long. */
const FEW = 40;
const EXPORTS = 2;
const DAY_MS = 86_400_000;

const admin = (call: Call, more: Omit<GrowthCall, 'call' | 'as'> = {}): GrowthCall => ({
  call,
  as: 'admin',
  times: FEW,
  ...more,
});
const author = (call: Call, more: Omit<GrowthCall, 'call' | 'as'> = {}): GrowthCall => ({
  call,
  as: 'author',
  times: FEW,
  ...more,
});

/** Learners who are not of the pool. */
const PEOPLE = `
  select row_number() over () - 1 as turn, person_id as id from (
    select person_id from generate_series(1, $1::bigint * 20) n join person on person_id = growth.id('person', n)
    where not is_admin and $2 <> '' limit $1) few`;
/** Learners who have begun something in the academy. */
const TAUGHT = `
  select row_number() over () - 1 as turn, person_id as id from (
    select distinct person_id from (
      select person_id from progress_event where tenant_id = 'kube' and $2 <> '' limit $1::int * 50) events limit $1::int) few`;
/** A group with 50,000 people. */
const GROUP = `
  with made as (insert into learner_group (tenant_id, name) values ('kube', 'Group ' || $2) returning group_id),
  joined as (
    insert into group_member (group_id, person_id, source)
    select group_id, person_id, 'import' from made, (select person_id from person where not is_admin limit 50000) people)
  select n - 1 as turn, group_id as id from made, generate_series(1, $1::int) n`;
/** The same, with a course that is assigned to it. */
const ASSIGNED = `
  with made as (insert into learner_group (tenant_id, name) values ('kube', 'Assigned ' || $2) returning group_id),
  joined as (
    insert into group_member (group_id, person_id, source)
    select group_id, person_id, 'import' from made, (select person_id from person where not is_admin limit 50000) people),
  assigned as (
    insert into assignment (tenant_id, group_id, kind, item_id, mandatory, begins_on, due_on, zone, counts_before)
    select 'kube', group_id, 'course', 'growth-1', true, '2026-01-01', '2030-12-31', 'Europe/Berlin', true from made
    returning assignment_id, group_id)
  select n - 1 as turn, assignment_id || ' ' || group_id as id from assigned, generate_series(1, $1::int) n`;
const assignmentOfRow = ({ row }: Turn) => ({ assignmentId: String(row.id).split(' ')[0] ?? '' });
const assignedGroupOfRow = (turn: Turn) => ({
  groupId: String(turn.row.id).split(' ')[1] ?? '',
  ...assignmentOfRow(turn),
});
const TERMS = { mandatory: true, beginsOn: '2026-01-01', dueOn: '2030-12-31', zone: 'Europe/Berlin' };
const groupOfRow = ({ row }: Turn) => ({ groupId: row.id ?? '' });
const ofGroup =
  (more: object) =>
  ({ row, course }: Turn): Input => ({ query: { group: row.id, course: `growth-${course}`, ...more } });
const userOfRow = ({ row }: Turn) => ({ userId: row.id ?? '' });
const ALERT = {
  message: 'Read **this**',
  level: 'info',
  actionText: null,
  actionUrl: null,
  audience: 'all',
  from: null,
  to: null,
};
const alerts = (deletedAt: string) => `
  insert into alert (message, level, tenant_id, deleted_at) select $2 || n, 'info', 'kube', ${deletedAt} from generate_series(1, $1::int) n
  returning right(message, length(message) - length($2))::int - 1 as turn, alert_id as id`;
const idsOfRow = ({ row }: Turn): Input => ({ body: { ids: [row.id] } });
const CERTIFICATES = `select row_number() over () - 1 as turn, certificate_id as id from (
  select certificate_id from certificate where tenant_id = 'kube' and revoked_at is null and $2 <> '' limit $1) few`;
const certificateOfRow = ({ row }: Turn) => ({ certificateId: row.id ?? '' });
const VOUCHERS = `select row_number() over () - 1 as turn, request_id as id from (
  select request_id from voucher_request where tenant_id = 'kube' and $2 <> '' limit $1) few`;
const DELIVERIES = `select row_number() over () - 1 as turn, delivery_id as id from (
  select delivery_id from webhook_delivery where $2 <> '' limit $1) few`;
const LABS = `
  update lab_session set state = 'ended', end_reason = 'ended'
  where state <> 'ended' and person_id in (select person_id from growth.pool);
  insert into lab_session (session_id, person_id, tenant_id, item_kind, item_id, title, path, provider, state)
  select growth.id('admin lab ' || $2, turn), person_id, 'kube', 'lesson', 'growth-1-lab', 'lab', '/', 'browser', 'running'
  from growth.pool where turn < $1
  returning (select turn from growth.pool p where p.person_id = lab_session.person_id) as turn, session_id as id`;
/** Imports of this run that were not undone. */
const IMPORTS = `
  select row_number() over () - 1 as turn, id from (
    select details ->> 'import' as id from audit_event where details ->> 'import' is not null and $2 <> ''
    except select details ->> 'undoes' from audit_event where details ->> 'undoes' is not null limit $1) few`;
/** Items that can be changed or removed: copies of pages of the sample academy. */
const ITEMS = `
  with more as (
    insert into content_item (tenant_id, kind, id, slug, title, status, data, body, source_hash, version, findings)
    select tenant_id, kind, $2 || n, $2 || n, title, 'live', data, body, source_hash, 1, findings
    from (select * from content_item where tenant_id = 'kube' and kind = 'page' and slug = 'faq') made, generate_series(1, $1::int) n
    returning id),
  history as (
    insert into content_version (tenant_id, kind, id, version, packed, packed_hash, packed_size, source_hash, status, findings)
    select tenant_id, kind, more.id, v, packed, packed_hash, packed_size, source_hash, status, findings
    from (select * from content_version where tenant_id = 'kube' and kind = 'page' and id = (
      select id from content_item where tenant_id = 'kube' and kind = 'page' and slug = 'faq')) made, more, generate_series(1, 1) v)
  select row_number() over () - 1 as turn, id from more`;
const pageOfRow = ({ row }: Turn) => ({ kind: 'page', id: row.id ?? '' });
const seenOfRow = (turn: Turn): Input => ({ body: { ...pageOfRow(turn), base: 1 } });
const courseParams = ({ course }: Turn) => ({ kind: 'course', id: `growth-${course}` });
const aDay = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** Figures that take long are computed in the background. */
const isDone = (data: unknown) => (data as { stats: unknown } | null)?.stats !== null;

const isReportDone = (data: unknown) => (data as { isMaking: boolean } | null)?.isMaking !== true;

const encoder = new TextEncoder();
async function packedCourse(n: number, lessons: number): Promise<Input> {
  const id = `growth-new-${lessons}-${n}-${Date.now().toString(36)}`;
  const files = new Map<string, Uint8Array>();
  const json = (path: string, value: object) => files.set(path, encoder.encode(JSON.stringify(value)));
  json('course.json', {
    ...{ id, slug: id, title: `New course ${n}`, status: 'live', order: 1, level: 'beginner', topics: ['growth'] },
    ...{ entitlements: [], instructors: [], settings: {} },
  });
  for (let at = 0; at < lessons; at += 1) {
    json(`${at + 10}-lesson/lesson.json`, {
      ...{ id: `${id}-${at}`, slug: `lesson-${at}`, title: `Lesson ${at}`, status: 'live', type: 'article' },
      ...{ duration: 300, settings: { manualCompletion: true } },
    });
    files.set(
      `${at + 10}-lesson/content.md`,
      encoder.encode(`## Part ${at}\n\n${'Words of a lesson about pods. '.repeat(40)}\n`),
    );
  }
  const item = { kind: 'course' as const, id, files, options: { file: 'course.json', variables: {} } };
  return {
    params: { kind: 'course', id },
    headers: { 'content-type': 'application/gzip' },
    body: Buffer.from(await packItem(item)),
  };
}

const LAST_NAMES = ['Corbaberg', 'Halnor', 'sen', 'Kelros', 'ford'];

/** What administrators do. */
export const ADMIN_CALLS: readonly GrowthCall[] = [
  admin(searchPeople, { what: 'first page', input: () => ({ body: {} }) }),
  admin(searchPeople, {
    what: 'a name',
    times: 200,
    input: ({ n }) => ({ body: { searchValue: `${LAST_NAMES[n % 5]} ${String.fromCharCode(97 + (n % 26))}` } }),
  }),
  admin(searchPeople, {
    what: 'an address',
    times: 200,
    input: ({ n }) => ({ body: { searchValue: `learner-${n * 4 + 1}@mail` } }),
  }),
  admin(searchPeople, { what: 'members first', input: () => ({ body: { sortBy: 'isPro', sortDir: 'desc' } }) }),
  admin(searchPeople, { what: 'page 50 by last name', input: () => ({ body: { sortBy: 'lastName', pageNumber: 9 } }) }),
  admin(getLearner, { rows: PEOPLE, input: (turn) => ({ params: userOfRow(turn) }) }),
  admin(getTaughtLearner, { rows: TAUGHT, input: (turn) => ({ params: userOfRow(turn) }) }),
  admin(listLearners),
  admin(listRoles),
  admin(listAssignable, { input: () => ({ query: { kind: 'course' } }) }),
  admin(listAssignments, { rows: ASSIGNED, input: () => ({}) }),
  admin(createAssignment, {
    rows: GROUP,
    input: (turn) => ({ body: { to: groupOfRow(turn), kind: 'course', itemId: 'growth-1', ...TERMS } }),
  }),
  admin(updateAssignment, { rows: ASSIGNED, input: (turn) => ({ params: assignmentOfRow(turn), body: TERMS }) }),
  admin(countTouched, { rows: ASSIGNED, input: (turn) => ({ params: assignmentOfRow(turn) }) }),
  admin(listGroupProgress, { rows: ASSIGNED, input: (turn) => ({ params: assignedGroupOfRow(turn) }) }),
  admin(listGroups, { rows: GROUP, input: () => ({}) }),
  admin(getGroup, { rows: GROUP, input: (turn) => ({ params: groupOfRow(turn) }) }),
  admin(listGroupMembers, { rows: GROUP, input: (turn) => ({ params: groupOfRow(turn) }) }),
  admin(setMembership, {
    rows: PEOPLE,
    input: (turn) => ({
      params: userOfRow(turn),
      body: { startsAt: new Date().toISOString(), endsAt: new Date(Date.now() + 90 * DAY_MS).toISOString() },
    }),
  }),
  admin(toggleAdmin, { rows: PEOPLE, input: (turn) => ({ params: userOfRow(turn), query: { toggle: 'true' } }) }),
  admin(listImports),
  admin(importPeople, {
    input: ({ n }) => ({
      body: {
        ...{ dryRun: false, importId: crypto.randomUUID() },
        rows: [
          { line: 2, email: `learner-${n * 9 + 2}@mail.example.org`, proEndsAt: '2099-12-31' },
          { line: 3, email: `imported-${n}-${Date.now()}@mail.example.org`, firstName: 'New', lastName: 'Person' },
        ],
      },
    }),
  }),
  admin(undoImport, { rows: IMPORTS, input: ({ row }) => ({ params: { importId: row.id ?? '' }, body: {} }) }),
  admin(startViewAs, { rows: PEOPLE, input: (turn) => ({ params: userOfRow(turn) }) }),
  // As the dashboard opens; with another course each time, so that nothing is kept.
  admin(getStats, {
    what: 'first, as the dashboard opens',
    times: 10,
    isDone,
    input: ({ n }) => ({ query: { courseId: `growth-${1 + n}` } }),
  }),
  admin(getStats, {
    what: 'first, twelve weeks',
    times: 3,
    isDone,
    input: ({ n }) => ({ query: { from: aDay(84 + n), to: aDay(n) } }),
  }),
  admin(getStats, {
    what: 'first, a year',
    times: 2,
    isDone,
    input: ({ n }) => ({ query: { from: aDay(364 + n), to: aDay(n) } }),
  }),
  admin(getStats, {
    what: 'first, a quarter in the past',
    times: 2,
    isDone,
    input: ({ n }) => ({ query: { from: aDay(184 + n), to: aDay(94 + n) } }),
  }),
  admin(getStats, { what: 'again', isDone }),
  admin(getReportChoices),
  admin(getProgressReport, { what: 'the newest' }),
  admin(getProgressReport, { what: 'of a group and a course', times: 200, rows: GROUP, input: ofGroup({}) }),
  admin(getProgressReport, {
    what: 'who has completed a course',
    times: 100,
    rows: GROUP,
    input: ofGroup({ state: 'completed', to: aDay(7), sortBy: 'completedAt' }),
  }),
  admin(getProgressReport, {
    what: 'by lesson of a group',
    times: 20,
    isDone: isReportDone,
    rows: GROUP,
    input: ofGroup({ by: 'lesson' }),
  }),
  admin(getProgressReport, {
    what: 'by knowledge check of a group',
    times: 20,
    isDone: isReportDone,
    rows: GROUP,
    input: ofGroup({ by: 'check' }),
  }),
  admin(getProgressReport, { what: 'by course', isDone: isReportDone, input: () => ({ query: { by: 'course' } }) }),
  admin(exportProgressReport, { times: EXPORTS }),
  admin(exportProgressReport, {
    what: 'as Parquet',
    times: EXPORTS,
    input: () => ({ query: { format: 'parquet' } }),
  }),
  admin(getHealth),
  admin(getFirstSteps),
  admin(getMailState),
  admin(listAuditEvents),
  admin(readProgressLedger),
  admin(listFeedback),
  admin(listRatings),
  admin(listContactMessages),
  admin(listCertificates),
  admin(listCertificates, { what: 'searched', input: ({ n }) => ({ query: { q: LAST_NAMES[n % 5] } }) }),
  admin(listCertificates, { what: 'an address', input: ({ n }) => ({ query: { q: `learner-${n * 5 + 1}@` } }) }),
  admin(correctCertificate, {
    rows: CERTIFICATES,
    input: (turn) => ({ params: certificateOfRow(turn), body: { name: `Ada ${turn.n}`, reason: 'She told us.' } }),
  }),
  admin(setCertificateRevoked, {
    rows: CERTIFICATES,
    input: (turn) => ({ params: certificateOfRow(turn), body: { revoked: true, reason: 'It was a mistake.' } }),
  }),
  admin(listLabSessions),
  admin(getLabSteps, { times: 20, input: () => ({ query: { workshop: 'kube-read-the-walls' } }) }),
  admin(listLabEngines),
  admin(endLabSession, { rows: LABS, input: ({ row }) => ({ params: { id: row.id ?? '' } }) }),
  admin(listVoucherRequests),
  admin(setVoucherSent, {
    rows: VOUCHERS,
    input: ({ row, n }) => ({ params: { requestId: row.id ?? '' }, body: { sent: n % 2 === 0 } }),
  }),
  admin(listAbilities),
  admin(listAlerts),
  admin(getAlert, { rows: alerts('null'), input: ({ row }) => ({ params: { id: row.id ?? '' } }) }),
  admin(createAlert, { input: () => ({ body: ALERT }) }),
  admin(updateAlert, { rows: alerts('null'), input: ({ row }) => ({ params: { id: row.id ?? '' }, body: ALERT }) }),
  admin(deleteAlerts, { rows: alerts('null'), input: idsOfRow }),
  admin(restoreAlerts, { rows: alerts('now()'), input: idsOfRow }),
  admin(previewAlert, { input: () => ({ body: { message: '<b>Read</b> this' } }) }),
  admin(listDirectories),
  admin(listWebhooks),
  admin(listWebhookDeliveries),
  admin(replayWebhookDelivery, { rows: DELIVERIES, input: ({ row }) => ({ params: { deliveryId: row.id ?? '' } }) }),
  admin(listPublishedContent),
  admin(getContentUse, { input: (turn) => ({ query: courseParams(turn) }) }),
  admin(unpublishContent, { rows: ITEMS, input: seenOfRow }),
  admin(republishContent, { rows: ITEMS, input: seenOfRow }),
  admin(removeContent, { rows: ITEMS, input: seenOfRow }),
  ...[
    ...[
      exportPeople,
      exportCertificates,
      exportTokens,
      exportAlerts,
      exportAuditEvents,
      exportFeedback,
      exportLabSessions,
    ],
    ...[exportContactMessages, exportEmails, exportVoucherRequests, exportWebhookDeliveries],
  ].map((call) => admin(call, { times: EXPORTS })),
];

/** What authors do, with a token. */
export const AUTHOR_CALLS: readonly GrowthCall[] = [
  author(listContent),
  author(listContentVersions, { input: (turn) => ({ params: courseParams(turn) }) }),
  author(getContentVersion, { input: (turn) => ({ params: { ...courseParams(turn), version: '1' } }) }),
  author(putContent, { what: 'a course of 2 lessons', times: 20, input: ({ n }) => packedCourse(n, 2) }),
  author(putContent, { what: 'a course of 25 lessons', times: 5, input: ({ n }) => packedCourse(n, 25) }),
  author(setContentStatus, {
    rows: ITEMS,
    input: (turn) => ({ params: pageOfRow(turn), body: { status: 'unlisted' } }),
  }),
  author(rollBackContent, {
    times: 10,
    input: () => ({ params: { kind: 'page', id: 'kube-faq' }, body: { version: 1 } }),
  }),
  author(deleteContent, { rows: ITEMS, input: (turn) => ({ params: pageOfRow(turn) }) }),
];
