import type { DueState } from '@academy/contract/rules/due';
import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, pageAddress, renderMail, utcDay } from './layout.ts';
import { reminderMailTexts } from './reminder-mail-texts.ts';

/** A reminder of a manager, who gets the answers. */
export interface Reminder {
  key: string;
  /** Name of the manager. */
  from: string;
  replyTo: string;
  email: string;
  firstName: string;
  item: { title: string; path: string };
  due: Pick<DueState, 'state' | 'dueOn'>;
}

/** @param origin null: the mail has no link */
export function reminderMail(tenant: Tenant, origin: string | null, reminder: Reminder): NewMail {
  const { key, from, replyTo, email, firstName, item, due } = reminder;
  const { title } = item;
  const day = due.dueOn === null ? null : utcDay(new Date(due.dueOn));
  const when =
    day === null
      ? reminderMailTexts.open({ title })
      : due.state === 'overdue'
        ? reminderMailTexts.overdue({ title, day })
        : reminderMailTexts.due({ title, day });
  return {
    key,
    tenantId: tenant.tenantId,
    kind: 'reminder',
    recipient: email,
    replyTo,
    ...renderMail(tenant, origin, {
      firstName,
      subject: reminderMailTexts.subject({ title, academy: academyNameOf(tenant) }),
      heading: reminderMailTexts.heading({ title }),
      paragraphs: [when, reminderMailTexts.from({ from })],
      ...(origin === null ? {} : { button: { label: reminderMailTexts.begin, href: pageAddress(origin, item.path) } }),
      closing: [reminderMailTexts.answer({ from })],
    }),
  };
}
