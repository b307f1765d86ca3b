import { EmailSchema } from '@academy/contract/email';
import type { MembershipYear } from '@academy/contract/rules/membership-years';
import type { Tenant } from '@academy/contract/tenants';
import * as v from 'valibot';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, pageAddress, renderMail, utcDay } from './layout.ts';
import { whoIs } from './message-mail.ts';
import { voucherMailTexts } from './voucher-mail-texts.ts';

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
  // Another provider may identify people by a text that is no e-mail address.
  const replyTo = v.safeParse(EmailSchema, email);
  return {
    key,
    tenantId: tenant.tenantId,
    kind: 'voucher-request',
    recipient: to,
    ...(replyTo.success ? { replyTo: replyTo.output } : {}),
    ...renderMail(tenant, origin, {
      subject: voucherMailTexts.subject({ academy: academyNameOf(tenant) }),
      heading: voucherMailTexts.heading,
      firstName: null,
      paragraphs: [
        voucherMailTexts.request({ person: whoIs({ name, email }) }),
        voucherMailTexts.year({ from: utcDay(year.startsAt), until: utcDay(year.endsAt) }),
        voucherMailTexts.send,
      ],
      button: origin === null ? null : { label: voucherMailTexts.openUsers, href: pageAddress(origin, '/admin/users') },
      closing: [voucherMailTexts.contactAddress],
    }),
  };
}
