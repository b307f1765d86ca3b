import type { ContactSchema } from '@academy/contract/contact';
import { AcademyError } from '@academy/contract/errors';
import { ORIGINAL } from '@academy/contract/i18n/languages';
import type { Tenant, TenantId } from '@academy/contract/tenants';
import { html } from '@academy/identity/pages/html';
import type * as v from 'valibot';
import type { Database } from '../db/connect.ts';
import { keptOnceUnder } from '../http/idempotency.ts';
import { inLanguageOf } from '../http/language.ts';
import { replyTexts } from '../http/reply-texts.ts';
import type { AcademyAddresses } from '../mail/academy-addresses.ts';
import { enqueueMail } from '../mail/outbox.store.ts';
import { contactMail } from '../mail/templates/message-mail.ts';
import type { Scope } from '../values/scope.ts';
import { contactStore } from './contact.store.ts';
import { topicIn, topicNumber } from './contact-topics.ts';

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
      const { tenantId, actor } = scope;
      const { firstName, lastName, email, subject, message } = form;
      const { tenant: original, origin } = brandOf(tenantId);
      // A draft may have been begun in another language than the page is read in now.
      const topic = topicNumber(original, subject);
      if (topic < 0) throw new AcademyError('invalid-input', { message: replyTexts.notTopic, field: 'subject' });
      const thanks = html`<p>${replyTexts.contactThanks({ email, strong: (words) => html`<strong>${words}</strong>` })}</p>`;
      if (form.website !== '') return thanks.text;
      await db.transaction(async (tx) => {
        const messageId = await contactStore(tx).keep(tenantId, {
          ...{ firstName, lastName, email, message },
          // In the words of the academy itself, so that its people find one topic under one name.
          subject: topicIn(original, ORIGINAL, topic),
          personId: actor?.personId ?? null,
          idempotencyKey: keptOnceUnder(scope, key, form),
        });
        if (messageId === null) return;
        const writer = { name: `${firstName} ${lastName}`, email };
        for (const { email: to, language } of await addresses.recipients(tx, tenantId, 'contact')) {
          const about = {
            subject: topicIn(original, language ?? ORIGINAL, topic),
            message,
            isSignedIn: actor !== null,
          };
          const mail = { to, writer, ...about, key: `contact ${messageId} ${to}` };
          await enqueueMail(
            tx,
            inLanguageOf(language, () => contactMail(original, origin, mail)),
          );
        }
      });
      mailQueued();
      return thanks.text;
    },
  };
}

export type ContactService = ReturnType<typeof contactService>;
