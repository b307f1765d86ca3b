import type { Tenant, TenantId } from '@academy/contract/tenants';
import type { SendMail } from '@academy/identity/identity-mail';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/connect.ts';
import { academyAddresses } from './academy-addresses.ts';
import { fromOf } from './from-of.ts';
import { startMailer } from './mailer.ts';
import { enqueueMail, outboxStore } from './outbox.store.ts';
import { smtpServerOf, smtpTransport } from './smtp.ts';
import { identityMail, type MailOrigins } from './templates/identity-mail.ts';
import { academyNameOf } from './templates/layout.ts';

export interface MailOptions {
  db: Database;
  tenants: ReadonlyMap<TenantId, Tenant>;
  origins: MailOrigins;
  settings: { smtpUrl: string | null; mailFrom: string | null; environment: string };
  log: FastifyBaseLogger;
}

export interface MailService {
  /** Puts a mail of the identity provider into the outbox; it is stored when this resolves. */
  sendIdentityMail: SendMail;
  /** Sends at once what was put into the outbox. */
  trigger(): void;
  stop(): Promise<void>;
}

/** Delivers the outbox to the mail server of the settings; without one, mail stays in the outbox for the local mailbox. */
export function startMail({ db, tenants, origins, settings, log }: MailOptions): MailService {
  const outbox = outboxStore(db);
  const addresses = academyAddresses({});
  const { smtpUrl, mailFrom } = settings;
  const mailer =
    smtpUrl === null || mailFrom === null
      ? null
      : startMailer({
          outbox,
          transport: smtpTransport(smtpServerOf(smtpUrl)),
          fromOf: async (tenantId) => fromOf(mailFrom, await addresses.sender(db, tenantId)),
          nameOf: (tenantId) => {
            const tenant = tenants.get(tenantId);
            return tenant === undefined ? 'Academy' : academyNameOf(tenant);
          },
          keepText: settings.environment === 'local',
          log,
        });
  const trigger = () => mailer?.trigger();
  return {
    async sendIdentityMail(mail) {
      await enqueueMail(db, identityMail(tenants, origins, mail));
      trigger();
    },
    trigger,
    async stop() {
      await mailer?.stop();
    },
  };
}
