import { EmailSchema } from '@academy/contract/email';
import type { MembershipYear } from '@academy/contract/rules/membership-years';
import type { Tenant } from '@academy/contract/tenants';
import * as v from 'valibot';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, renderMail } from './layout.ts';
import { whoIs } from './message-mail.ts';

export interface VoucherMail {
  /** The academy's contact address. */
  to: string;
  /** The member who requests a voucher. */
  person: { name: string; email: string };
  year: MembershipYear;
  key: string;
}

/** Notifies the academy's people that a Pro member requests the exam voucher of a year of membership. */
export function voucherMail(tenant: Tenant, origin: string | null, { to, person, year, key }: VoucherMail): NewMail {
  const { name, email } = person;
  const who = whoIs({ name, email });
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  // Another provider may identify people by a text that is no e-mail address.
  const replyTo = v.safeParse(EmailSchema, email);
  return {
    key,
    tenantId: tenant.tenantId,
    kind: 'voucher-request',
    recipient: to,
    ...(replyTo.success ? { replyTo: replyTo.output } : {}),
    ...renderMail(tenant, origin, {
      subject: `Exam voucher requested at ${academyNameOf(tenant)}`,
      heading: 'An exam voucher was requested',
      firstName: null,
      paragraphs: [
        `${who} asks for the Spring Certified Professional exam voucher that Pro membership includes.`,
        `It is the voucher of the membership year from ${day(year.startsAt)} until ${day(year.endsAt)} (UTC); no other was requested for that year.`,
        'Please send the voucher to that address. An answer to this mail goes there, too.',
      ],
      button: origin === null ? null : { label: 'Open the list of users', href: `${origin}/admin/users` },
      closing: ['This mail goes to the contact address of the academy.'],
    }),
  };
}
