import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { answerMailTexts } from './answer-mail-texts.ts';
import { academyNameOf, renderMail } from './layout.ts';

export interface AnswerMail {
  to: string;
  /** Null where it is not known. */
  firstName: string | null;
  /** What the writer wrote. */
  question: string;
  answer: string;
  /** The academy's own address, where it has one: replies go there. */
  replyTo: string | null;
  key: string;
}

/** Mails the writer of a message or of feedback the answer of the academy. */
export function answerMail(tenant: Tenant, origin: string | null, mail: AnswerMail): NewMail {
  const academy = academyNameOf(tenant);
  const { to, firstName, question, answer, replyTo, key } = mail;
  return {
    ...{ key, tenantId: tenant.tenantId, kind: 'answer', recipient: to },
    ...(replyTo === null ? {} : { replyTo }),
    ...renderMail(tenant, origin, {
      subject: answerMailTexts.subject({ academy }),
      heading: answerMailTexts.heading,
      firstName,
      paragraphs: [answerMailTexts.intro({ academy })],
      quote: answer,
      closing: [
        ...(question === '' ? [] : [answerMailTexts.yourMessage({ question })]),
        replyTo === null ? answerMailTexts.noReply : answerMailTexts.reply,
      ],
    }),
  };
}
