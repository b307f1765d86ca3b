import { EMAIL_TYPES } from '@academy/contract/managed-emails';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import type { IdentityMailKind } from '@academy/identity/identity-mail';
import type { NewMail } from '../outbox.store.ts';
import { answerMail } from './answer-mail.ts';
import { codeMail } from './code-mail.ts';
import { identityMail, type MailOrigins } from './identity-mail.ts';
import { contactMail, feedbackMail } from './message-mail.ts';
import { type Notification, notificationMail } from './notification-mail.ts';
import { reminderMail } from './reminder-mail.ts';
import { reportMail } from './report-mail.ts';
import { type RightsChange, rightsMail } from './rights-mail.ts';
import { voucherMail } from './voucher-mail.ts';

const IDENTITY: Readonly<Record<IdentityMailKind, { hasLink: boolean; detail: string | null }>> = {
  'verify-email': { hasLink: true, detail: '123456' },
  'account-exists': { hasLink: true, detail: null },
  'reset-password': { hasLink: true, detail: null },
  'password-link': { hasLink: true, detail: null },
  invitation: { hasLink: true, detail: 'January 31, 2030' },
  'invitation-log-in': { hasLink: true, detail: null },
  'sessions-ended': { hasLink: true, detail: null },
  'address-confirmed': { hasLink: true, detail: null },
  'change-email': { hasLink: true, detail: '123456' },
  'email-changed': { hasLink: true, detail: 'The new address is l...@example.org.' },
  'password-changed': { hasLink: true, detail: null },
  'second-factor-changed': { hasLink: true, detail: 'A passkey was added.' },
  'directory-joined': { hasLink: true, detail: 'Acme' },
  'new-device': { hasLink: true, detail: 'Firefox on Linux' },
  'token-created': { hasLink: true, detail: '“Nightly export”' },
};
const START = new Date('2030-01-01T00:00:00Z');
const END = new Date('2031-01-01T00:00:00Z');
const RIGHTS: readonly RightsChange[] = [
  { kind: 'admin-made' },
  { kind: 'admin-ended' },
  { kind: 'membership-set', startsAt: START, endsAt: END },
  { kind: 'membership-ended' },
];
const due = (title: string, dueOn: string) => ({ title, path: '/courses', dueOn });
const linked = (title: string, isPro = false) => ({ title, path: '/courses', isPro });
const NOTIFICATIONS: readonly Notification[] = [
  {
    kind: 'new-content',
    courses: [
      { course: linked('A Course'), lessons: [linked('A new lesson'), linked('A lesson for members', true)] },
      { course: linked('Another Course'), lessons: Array.from({ length: 12 }, (_, n) => linked(`Lesson ${n + 1}`)) },
    ],
  },
  { kind: 'membership-end', endsAt: END },
  {
    kind: 'weekly-digest',
    week: {
      completed: [{ title: 'A Course', path: '/courses', lessons: 3, done: 7, of: 12 }],
      guides: [linked('A Guide')],
      next: [{ course: 'A Course', lesson: 'The eighth lesson', path: '/courses' }],
      newCourses: [linked('A new course'), linked('A course for members', true)],
    },
  },
  { kind: 'due-soon', due: { soon: [due('A Course', '2030-01-31')], overdue: [due('Another Course', '2030-01-02')] } },
  { kind: 'overdue', due: { soon: [], overdue: [due('A Course', '2030-01-02')] } },
];
const REMINDER = {
  ...{ from: 'Ann Archer', replyTo: 'ann@example.org', firstName: 'Lena' },
  item: { title: 'A Course', path: '/courses' },
  due: { state: 'open', dueOn: '2030-01-31' },
} as const;
const NOTHING = {
  ...{ group: null, item: null, people: null, begun: null, completed: null, beganAt: null, completedAt: null },
  ...{ lessonsDone: 0, lessons: 12, attempts: null, bestResult: null, seconds: null, lastSeenAt: null },
  ...{ dueOn: null, isLate: null },
  course: { id: 'a-course', name: 'A Course' },
};
const reportOf = (name: string, more: object) => ({ ...NOTHING, id: name, person: { id: name, name }, ...more });
const REPORT = {
  ...({ name: 'Team Y, A Course', by: 'person', filters: { by: 'person', course: 'a-course' } } as const),
  report: {
    result: {
      content: [
        reportOf('Lena Lind', { beganAt: START.toISOString(), completedAt: START.toISOString(), lessonsDone: 12 }),
        reportOf('Ann Arber', { beganAt: START.toISOString(), lessonsDone: 3 }),
        reportOf('Kim Kant', {}),
      ],
      totalElements: 3,
    },
    summary: { people: 3, begun: 2, completed: 1 },
    countedUntil: null,
    isMaking: false,
  },
};
const PERSON = { name: 'Lena Lind', email: 'lena@example.org' };
const TEAM = 'team@example.org';

/**
 * Every kind of mail of the academy, with invented people, for the local mailbox. Add new templates here.
 *
 * @returns the mails by a name that can stand in an address
 */
export function sampleMails(
  tenant: Tenant,
  tenants: ReadonlyMap<TenantId, Tenant>,
  origins: MailOrigins,
): Map<string, NewMail> {
  const origin = origins.tenantOrigins[tenant.tenantId] ?? null;
  const key = 'sample';
  const mails = new Map<string, NewMail>();
  for (const [kind, { hasLink, detail }] of Object.entries(IDENTITY) as [
    IdentityMailKind,
    { hasLink: boolean; detail: string | null },
  ][])
    mails.set(
      kind,
      identityMail(tenants, origins, {
        ...{ kind, tenantId: tenant.tenantId, to: PERSON.email, firstName: 'Lena', detail, key },
        link: hasLink && origin !== null ? `${origin}/` : null,
      }),
    );
  for (const change of RIGHTS) {
    const to = { email: TEAM, firstName: 'Ann' };
    mails.set(change.kind, rightsMail(tenant, origin, { change, person: PERSON, by: 'ann@example.org', to, key }));
  }
  for (const type of EMAIL_TYPES)
    mails.set(
      `verify-${type}`,
      codeMail(tenant, origin, { to: PERSON.email, type, digits: '123456', firstName: 'Lena', key }),
    );
  const year = { startsAt: START.getTime(), endsAt: END.getTime() };
  mails.set('voucher-request', voucherMail(tenant, origin, { to: TEAM, person: PERSON, year, key }));
  mails.set('report', reportMail(tenant, origin, { to: TEAM, key, ...REPORT }));
  const feedback = {
    to: TEAM,
    subject: { about: 'lesson', course: 'A Course', lesson: 'A Lesson', path: '/courses' } as const,
    isVisitor: false,
    key,
  };
  const comments = 'The second example does not compile.\n\nIt lacks an import.';
  mails.set(
    'feedback',
    feedbackMail(tenant, origin, { ...feedback, writer: null, isBug: true, rating: null, comments, answers: [] }),
  );
  const answers = [{ question: tenant.survey.levelPrompt, answer: 'Beginner, Advanced' }];
  mails.set(
    'survey',
    feedbackMail(tenant, origin, { ...feedback, writer: PERSON, isBug: false, rating: 4, comments: '', answers }),
  );
  const message = 'I would like a course about engines.\n\nThank you!';
  const subject = tenant.contactTopics[0] ?? '';
  mails.set(
    'contact',
    contactMail(tenant, origin, { to: TEAM, writer: PERSON, subject, message, isSignedIn: true, key }),
  );
  const reply = { to: PERSON.email, firstName: 'Lena', question: message, replyTo: TEAM, key };
  mails.set('answer', answerMail(tenant, origin, { ...reply, answer: 'It is planned for next spring.\n\nThank you!' }));
  mails.set('reminder', reminderMail(tenant, origin, { ...REMINDER, email: PERSON.email, key }));
  if (origin !== null)
    for (const notification of NOTIFICATIONS) {
      const unsubscribeUrl = `${origin}/unsubscribe?token=sample`;
      mails.set(
        notification.kind,
        notificationMail(tenant, origin, notification, {
          email: PERSON.email,
          firstName: 'Lena',
          unsubscribeUrl,
          key,
        }),
      );
    }
  return mails;
}
