import { FOLLOWED_DAYS, type NotificationKind } from '@academy/contract/notifications';
import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, type MailList, type MailWords, pageAddress, renderMail, utcDay } from './layout.ts';
import { notificationMailTexts } from './notification-mail-texts.ts';

/** Recipient of a notification, and the link that ends it. */
export interface NotificationTo {
  email: string;
  firstName: string;
  /** Address of one-click unsubscription. */
  unsubscribeUrl: string;
  key: string;
}

/** A lesson, course or guide with its address in the academy. */
export interface LinkedItem {
  title: string;
  path: string;
  /** Whether it requires Pro membership. */
  isPro: boolean;
}

export interface NewLessons {
  course: { title: string; path: string };
  lessons: readonly LinkedItem[];
}

/** What is due soon and what is late. Days such as `2030-01-31`. */
export interface DueDates {
  soon: readonly { title: string; path: string; dueOn: string }[];
  overdue: readonly { title: string; path: string; dueOn: string }[];
}

export interface WeeklyDigest {
  /** Courses with the number of lessons completed during the week, and the total. */
  completed: readonly { title: string; path: string; lessons: number; done: number; of: number }[];
  guides: readonly LinkedItem[];
  next: readonly { course: string; lesson: string; path: string }[];
  newCourses: readonly LinkedItem[];
}

type Words = Pick<MailWords, 'subject' | 'heading' | 'paragraphs' | 'lists' | 'button' | 'closing'>;

/** A notification that a learner turned on. */
export type Notification =
  | { kind: 'new-content'; courses: readonly NewLessons[] }
  | { kind: 'membership-end'; endsAt: Date }
  | { kind: 'weekly-digest'; week: WeeklyDigest }
  | { kind: 'due-soon' | 'overdue'; due: DueDates };

/** Most lessons of one course that are named; the others are counted. */
const MAX_NAMED = 10;

/** The mail of a notification. @param origin of the academy: without it the mail could not be unsubscribed */
export function notificationMail(
  tenant: Tenant,
  origin: string,
  notification: Notification,
  to: NotificationTo,
): NewMail {
  const { unsubscribeUrl } = to;
  return {
    key: to.key,
    tenantId: tenant.tenantId,
    kind: notification.kind,
    recipient: to.email,
    unsubscribeUrl,
    ...renderMail(tenant, origin, {
      firstName: to.firstName,
      ...wordsOf(tenant, origin, notification),
      links: [
        { label: notificationMailTexts.unsubscribe({ what: UNSUBSCRIBED[notification.kind] }), href: unsubscribeUrl },
        { label: notificationMailTexts.choose, href: pageAddress(origin, '/account#notifications') },
      ],
    }),
  };
}

/** What an unsubscribe link turns off, as messages name it. */
export const UNSUBSCRIBED = {
  'new-content': 'lessons',
  'membership-end': 'membership',
  'weekly-digest': 'digest',
  'due-soon': 'soon',
  overdue: 'overdue',
} as const satisfies Readonly<Record<NotificationKind, string>>;

function wordsOf(tenant: Tenant, origin: string, notification: Notification): Words {
  switch (notification.kind) {
    case 'new-content':
      return newContent(tenant, origin, notification.courses);
    case 'membership-end':
      return membershipEnd(tenant, origin, notification.endsAt);
    case 'weekly-digest':
      return weeklyDigest(tenant, origin, notification.week);
    case 'due-soon':
    case 'overdue':
      return dueDates(tenant, origin, notification.due);
  }
}

const asItem =
  (origin: string) =>
  ({ title, path, isPro }: LinkedItem) => ({
    text: isPro ? `${title} (Pro)` : title,
    href: pageAddress(origin, path),
  });

function newContent(tenant: Tenant, origin: string, courses: readonly NewLessons[]): Words {
  const academy = academyNameOf(tenant);
  const [first] = courses;
  const lists = courses.map(({ course, lessons }): MailList => {
    const named = lessons.slice(0, MAX_NAMED).map(asItem(origin));
    const rest = lessons.length - named.length;
    return {
      heading: course.title,
      items:
        rest === 0
          ? named
          : [...named, { text: notificationMailTexts.more({ count: rest }), href: pageAddress(origin, course.path) }],
    };
  });
  return {
    subject:
      courses.length === 1 && first !== undefined
        ? notificationMailTexts.newInCourse({ course: first.course.title, academy })
        : notificationMailTexts.newInCourses({ count: courses.length, academy }),
    heading: notificationMailTexts.newHeading({ count: courses.length }),
    paragraphs: [notificationMailTexts.newLessons],
    lists,
    closing: [notificationMailTexts.whyNewLessons({ days: FOLLOWED_DAYS })],
  };
}

function membershipEnd(tenant: Tenant, origin: string, endsAt: Date): Words {
  const day = utcDay(endsAt);
  return {
    subject: notificationMailTexts.membershipSubject({ day, academy: academyNameOf(tenant) }),
    heading: notificationMailTexts.membershipHeading,
    paragraphs: [notificationMailTexts.membershipDay({ day }), notificationMailTexts.membershipAfter],
    button: { label: notificationMailTexts.contact, href: pageAddress(origin, '/contact') },
    closing: [notificationMailTexts.membershipOnce],
  };
}

function dueDates(tenant: Tenant, origin: string, { soon, overdue }: DueDates): Words {
  const items = (dues: DueDates['soon']) =>
    dues.map(({ title, path, dueOn }) => ({
      text: notificationMailTexts.dueItem({ title, day: utcDay(new Date(dueOn)) }),
      href: pageAddress(origin, path),
    }));
  const lists: MailList[] = [
    { heading: notificationMailTexts.lateItems, items: items(overdue) },
    { heading: notificationMailTexts.soonItems, items: items(soon) },
  ];
  return {
    subject: notificationMailTexts.dueSubject({
      soon: soon.length,
      late: overdue.length,
      academy: academyNameOf(tenant),
    }),
    heading: notificationMailTexts.dueHeading,
    paragraphs: [notificationMailTexts.dueText],
    lists: lists.filter((list) => list.items.length > 0),
    closing: [notificationMailTexts.whyDue],
  };
}

function weeklyDigest(tenant: Tenant, origin: string, { completed, guides, next, newCourses }: WeeklyDigest): Words {
  const lists: MailList[] = [
    {
      heading: notificationMailTexts.completed,
      items: [
        ...completed.map(({ title, path, lessons, done, of }) => ({
          text: notificationMailTexts.courseCompleted({ title, lessons, done, all: of }),
          href: pageAddress(origin, path),
        })),
        ...guides.map(asItem(origin)),
      ],
    },
    {
      heading: notificationMailTexts.next,
      items: next.map(({ course, lesson, path }) => ({
        text: `${lesson} (${course})`,
        href: pageAddress(origin, path),
      })),
    },
    { heading: notificationMailTexts.newCourses, items: newCourses.map(asItem(origin)) },
  ];
  return {
    subject: notificationMailTexts.weekSubject({ academy: academyNameOf(tenant) }),
    heading: notificationMailTexts.weekHeading,
    paragraphs: [completed.length + guides.length > 0 ? notificationMailTexts.weekDone : notificationMailTexts.weekNew],
    lists: lists.filter(({ items }) => items.length > 0),
    closing: [notificationMailTexts.whyWeek],
  };
}
