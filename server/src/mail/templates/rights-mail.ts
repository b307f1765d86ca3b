import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, renderMail } from './layout.ts';
import { whoIs } from './message-mail.ts';

/** A change of a person's rights. */
export type RightsChange =
  | { kind: 'admin-made' }
  | { kind: 'admin-ended' }
  | { kind: 'membership-set'; startsAt: Date; endsAt: Date }
  | { kind: 'membership-ended' };

export interface RightsMail {
  change: RightsChange;
  /** The person whose rights were changed. */
  person: { name: string; email: string };
  /** Who made the change: an address, or `command line`. */
  by: string;
  to: { email: string; firstName: string };
  key: string;
}

/** Notifies an administrator that a person's rights were changed. */
export function rightsMail(tenant: Tenant, origin: string | null, mail: RightsMail): NewMail {
  const { name, email } = mail.person;
  const who = whoIs({ name, email });
  const academy = academyNameOf(tenant);
  const { heading, text } = wordsOf(mail.change, who);
  return {
    key: mail.key,
    tenantId: tenant.tenantId,
    kind: 'rights-changed',
    recipient: mail.to.email,
    ...renderMail(tenant, origin, {
      subject: `${heading} at ${academy}`,
      heading,
      firstName: mail.to.firstName,
      paragraphs: [text, `It was done by: ${mail.by}.`],
      button: origin === null ? null : { label: 'Open the list of users', href: `${origin}/admin/users` },
      closing: [
        'All administrators are told of changes to rights. If this one should not be, talk to each other soon.',
      ],
    }),
  };
}

function wordsOf(change: RightsChange, who: string): { heading: string; text: string } {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  switch (change.kind) {
    case 'admin-made':
      return { heading: 'A new administrator', text: `${who} is an administrator now.` };
    case 'admin-ended':
      return { heading: 'An administrator less', text: `${who} is no longer an administrator.` };
    case 'membership-set':
      return {
        heading: 'A Pro membership was changed',
        text: `${who} has Pro membership from ${day(change.startsAt)} until ${day(change.endsAt)} (UTC).`,
      };
    case 'membership-ended':
      return { heading: 'A Pro membership was ended', text: `${who} has no Pro membership any more.` };
  }
}
