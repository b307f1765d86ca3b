import { currentLocale } from '@academy/contract/i18n/languages';
import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { draftMailTexts } from './draft-mail-texts.ts';
import { academyNameOf, pageAddress, renderMail } from './layout.ts';

export interface DraftMail {
  name: string;
  problem: string;
  /** The planned moment, and the time zone in which it was chosen. */
  at: Date;
  timeZone: string;
  to: { email: string; firstName: string };
  key: string;
}

/** Notifies the author that a draft was not published as planned. */
export function draftMail(tenant: Tenant, origin: string | null, mail: DraftMail): NewMail {
  const { name, problem, at, timeZone, to } = mail;
  const moment = at.toLocaleString(currentLocale(), { dateStyle: 'long', timeStyle: 'short', timeZone });
  const academy = academyNameOf(tenant);
  return {
    key: mail.key,
    tenantId: tenant.tenantId,
    kind: 'draft-not-published',
    recipient: to.email,
    ...renderMail(tenant, origin, {
      subject: draftMailTexts.subject({ name, academy }),
      heading: draftMailTexts.heading,
      firstName: to.firstName,
      paragraphs: [
        draftMailTexts.planned({ name, moment, timeZone }),
        draftMailTexts.reason({ problem }),
        draftMailTexts.next,
      ],
      button:
        origin === null ? null : { label: draftMailTexts.openDrafts, href: pageAddress(origin, '/admin/content') },
      closing: [draftMailTexts.why],
    }),
  };
}
