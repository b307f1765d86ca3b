import type { ContactSchema } from '@academy/contract/contact';
import { AcademyError } from '@academy/contract/errors';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { html } from '@academy/identity/pages/html';
import type * as v from 'valibot';
import type { Database } from '../db/connect.ts';
import { keptOnceUnder } from '../http/idempotency.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { contactMail } from '../mail/templates/message-mail.ts';
import type { AcademyAddresses } from '../managed-emails/academy-addresses.ts';
import type { Scope } from '../scope.ts';
import { contactStore } from './contact.store.ts';

export interface ContactOptions {
  db: Database;
  addresses: Pick<AcademyAddresses, 'recipients'>;
  brandOf(tenantId: TenantId): { tenant: Tenant; origin: string | null };
  /** Called when there may be mail to send. */
  mailQueued: () => void;
}

/** Contact messages to an academy. */
export function contactService({ db, addresses, brandOf, mailQueued }: ContactOptions) {
  return {
    /**
     * Stores a message and queues its mail, both or neither.
     *
     * @param key idempotency key of the sender: a repeated message is stored and mailed once
     * @returns HTML that thanks the sender
     * @throws AcademyError invalid-input for a subject that is none of the academy's topics
     */
    async take(scope: Scope, form: v.InferOutput<typeof ContactSchema>, key?: string): Promise<string> {
      const { tenant, tenantId, actor } = scope;
      const { firstName, lastName, email, subject, message } = form;
      if (!tenant.contactTopics.includes(subject))
        throw new AcademyError('invalid-input', { message: 'subject: is none of the topics', field: 'subject' });
      const thanks = html`<p>Thank you, your message has arrived. The answer will come to <strong>${email}</strong>.</p>`;
      if (form.website !== '') return thanks.text;
      await db.transaction(async (tx) => {
        const messageId = await contactStore(tx).keep(tenantId, {
          ...{ firstName, lastName, email, subject, message },
          personId: actor?.personId ?? null,
          idempotencyKey: keptOnceUnder(scope, key, form),
        });
        if (messageId === null) return;
        const { origin } = brandOf(tenantId);
        const writer = { name: `${firstName} ${lastName}`, email };
        for (const to of await addresses.recipients(tx, tenantId, 'contact')) {
          const mail = { to, writer, subject, message, isSignedIn: actor !== null, key: `contact ${messageId} ${to}` };
          await enqueueMail(tx, contactMail(tenant, origin, mail));
        }
      });
      mailQueued();
      return thanks.text;
    },
  };
}

export type ContactService = ReturnType<typeof contactService>;
