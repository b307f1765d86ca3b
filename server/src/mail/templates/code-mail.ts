import type { EmailType } from '@academy/contract/managed-emails';
import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { codeMailTexts } from './code-mail-texts.ts';
import { academyNameOf, renderMail } from './layout.ts';

export interface CodeMail {
  to: string;
  type: EmailType;
  digits: string;
  /** Null for mail to an academy's address. */
  firstName: string | null;
  key: string;
}

/** The mail with the code that verifies an address: who asks for it reads it, so it is in the language of the request. */
export function codeMail(
  tenant: Tenant,
  origin: string | null,
  { to, type, digits, firstName, key }: CodeMail,
): NewMail {
  const academy = academyNameOf(tenant);
  return {
    key,
    tenantId: tenant.tenantId,
    kind: 'verify-managed-email',
    recipient: to,
    ...renderMail(tenant, origin, {
      subject: codeMailTexts.subject({ academy }),
      heading: codeMailTexts.heading,
      firstName,
      paragraphs: [codeMailTexts[type]({ academy })],
      code: digits,
      closing: [codeMailTexts.expiry, codeMailTexts.unasked],
    }),
  };
}
