import type { EmailType } from '@academy/contract/managed-emails';
import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, renderMail } from './layout.ts';

export interface CodeMail {
  to: string;
  type: EmailType;
  digits: string;
  /** Null for mail to an academy's address. */
  firstName: string | null;
  key: string;
}

const USES: Readonly<Record<EmailType, (name: string) => string>> = {
  personal: (name) => `as a personal address of an account at ${name}`,
  work: (name) => `as a work address of an account at ${name}`,
  contact: (name) => `as the address that gets messages to ${name}`,
  feedback: (name) => `as the address that gets feedback to ${name}`,
  sender: (name) => `as the address that mail of ${name} comes from`,
};

/** The mail with the code that verifies an address. */
export function codeMail(
  tenant: Tenant,
  origin: string | null,
  { to, type, digits, firstName, key }: CodeMail,
): NewMail {
  const name = academyNameOf(tenant);
  return {
    key,
    tenantId: tenant.tenantId,
    kind: 'verify-managed-email',
    recipient: to,
    ...renderMail(tenant, origin, {
      subject: `Your code for ${name}`,
      heading: 'Confirm this e-mail address',
      firstName,
      paragraphs: [`This address was entered ${USES[type](name)}. Type this code on the page that waits for it.`],
      code: digits,
      closing: [
        'The code is good for 10 minutes, and only once.',
        'You know nothing of this? Then you need not do anything: without the code the address is not used.',
      ],
    }),
  };
}
