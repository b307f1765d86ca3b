import { FOLLOWED_DAYS, type NotificationKind } from '@academy/contract/notifications';
import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, type MailList, type MailWords, renderMail } from './layout.ts';

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
  | { kind: 'weekly-digest'; week: WeeklyDigest };

/** Most lessons of one course that are named; the others are counted. */
const MOST_NAMED = 10;

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
        { label: `Unsubscribe from ${UNSUBSCRIBED[notification.kind]}`, href: unsubscribeUrl },
        { label: 'Choose what we send you', href: `${origin}/account#notifications` },
      ],
    }),
  };
}

/** What an unsubscribe link turns off, in words. */
export const UNSUBSCRIBED: Readonly<Record<NotificationKind, string>> = {
  'new-content': 'mail about new lessons',
  'membership-end': 'mail about the end of your membership',
  'weekly-digest': 'the weekly digest',
};

function wordsOf(tenant: Tenant, origin: string, notification: Notification): Words {
  switch (notification.kind) {
    case 'new-content':
      return newContent(tenant, origin, notification.courses);
    case 'membership-end':
      return membershipEnd(tenant, origin, notification.endsAt);
    case 'weekly-digest':
      return weeklyDigest(tenant, origin, notification.week);
  }
}

const asItem =
  (origin: string) =>
  ({ title, path, isPro }: LinkedItem) => ({ text: isPro ? `${title} (Pro)` : title, href: `${origin}${path}` });

function newContent(tenant: Tenant, origin: string, courses: readonly NewLessons[]): Words {
  const academy = academyNameOf(tenant);
  const [first] = courses;
  const lists = courses.map(({ course, lessons }): MailList => {
    const named = lessons.slice(0, MOST_NAMED).map(asItem(origin));
    const rest = lessons.length - named.length;
    return {
      heading: course.title,
      items: rest === 0 ? named : [...named, { text: `and ${rest} more`, href: `${origin}${course.path}` }],
    };
  });
  return {
    subject:
      courses.length === 1 && first !== undefined
        ? `New in ${first.course.title} (${academy})`
        : `New in ${courses.length} of your courses at ${academy}`,
    heading: courses.length === 1 ? 'New in a course of yours' : 'New in your courses',
    paragraphs: ['Since you were told last, there is more to learn:'],
    lists,
    closing: [
      `You follow courses with your heart on them, and those in which you learned during the last ${FOLLOWED_DAYS} days.`,
    ],
  };
}

function membershipEnd(tenant: Tenant, origin: string, endsAt: Date): Words {
  const day = endsAt.toISOString().slice(0, 10);
  return {
    subject: `Your Pro membership ends on ${day} (${academyNameOf(tenant)})`,
    heading: 'Your Pro membership is about to end',
    paragraphs: [
      `It ends on ${day} (UTC), in all academies. Until then everything is open to you as before.`,
      'After that Pro content is locked. Your progress and your certificates stay as they are.',
    ],
    button: { label: 'Write to the academy', href: `${origin}/contact` },
    closing: ['You are told once. If the membership is extended, you are told again before its new end.'],
  };
}

function weeklyDigest(tenant: Tenant, origin: string, { completed, guides, next, newCourses }: WeeklyDigest): Words {
  const lists: MailList[] = [
    {
      heading: 'What you completed',
      items: [
        ...completed.map(({ title, path, lessons, done, of }) => ({
          text: `${title}: ${lessons} ${lessons === 1 ? 'lesson' : 'lessons'}, ${done} of ${of} in all`,
          href: `${origin}${path}`,
        })),
        ...guides.map(asItem(origin)),
      ],
    },
    {
      heading: 'What is next',
      items: next.map(({ course, lesson, path }) => ({ text: `${lesson} (${course})`, href: `${origin}${path}` })),
    },
    { heading: 'New courses', items: newCourses.map(asItem(origin)) },
  ];
  return {
    subject: `Your week at ${academyNameOf(tenant)}`,
    heading: 'Your week',
    paragraphs: [
      completed.length + guides.length > 0
        ? 'This is what you did since the last digest, and where to go on.'
        : 'This came to the academy since the last digest.',
    ],
    lists: lists.filter(({ items }) => items.length > 0),
    closing: ['The digest comes once a week. In weeks in which there is nothing to say it does not come.'],
  };
}
