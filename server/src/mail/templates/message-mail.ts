import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, pageAddress, renderMail } from './layout.ts';
import { messageMailTexts } from './message-mail-texts.ts';

/** The writer of a message, who receives the reply. */
export interface Writer {
  name: string;
  email: string;
}

/** The subject of feedback; a title is null where there is none. */
export interface FeedbackSubject {
  about: 'academy' | 'course' | 'lesson';
  course: string | null;
  lesson: string | null;
  /** Path of its page. */
  path: string;
}

export interface FeedbackMail {
  to: string;
  subject: FeedbackSubject;
  /** Null: the writer may not be contacted, or is not known. */
  writer: Writer | null;
  isVisitor: boolean;
  isBug: boolean;
  /** Null: no rating. */
  rating: number | null;
  comments: string;
  /** The questions of a survey, and the answers. */
  answers: readonly { question: string; answer: string }[];
  key: string;
}

/** Notifies an academy's people of new feedback. */
export function feedbackMail(tenant: Tenant, origin: string | null, mail: FeedbackMail): NewMail {
  const { writer, rating, comments, answers, subject } = mail;
  const academy = academyNameOf(tenant);
  const about = { about: subject.about, academy, course: subject.course ?? '', lesson: subject.lesson ?? '' };
  const kind = { kind: mail.isBug ? 'bug' : rating === null ? 'plain' : 'rated', rating: rating ?? 0 } as const;
  const from = mail.isVisitor ? messageMailTexts.fromVisitor : messageMailTexts.fromLearner;
  return {
    key: mail.key,
    tenantId: tenant.tenantId,
    kind: 'feedback',
    recipient: mail.to,
    ...(writer === null ? {} : { replyTo: writer.email }),
    ...renderMail(tenant, origin, {
      subject: messageMailTexts.feedbackSubject({ ...kind, ...about }),
      heading: messageMailTexts.feedbackHeading(kind),
      firstName: null,
      paragraphs: [
        messageMailTexts.feedbackAbout(about),
        ...(rating === null ? [] : [messageMailTexts.rating({ rating })]),
        ...answers.map(({ question, answer }) => `${question} ${answer}`),
        writer === null ? from : messageMailTexts.fromWriter({ writer: whoIs(writer) }),
      ],
      quote: comments === '' ? null : comments,
      button: origin === null ? null : { label: messageMailTexts.openPage, href: pageAddress(origin, subject.path) },
      closing: [messageMailTexts.feedbackAddress({ academy })],
    }),
  };
}

export interface ContactMail {
  to: string;
  writer: Writer;
  /** One of the academy's topics. */
  subject: string;
  message: string;
  /** Whether the writer has an account; a visitor may enter any address. */
  isSignedIn: boolean;
  key: string;
}

/** Sends an academy's people a message of its contact form. */
export function contactMail(tenant: Tenant, origin: string | null, mail: ContactMail): NewMail {
  const { writer, subject } = mail;
  const academy = academyNameOf(tenant);
  return {
    key: mail.key,
    tenantId: tenant.tenantId,
    kind: 'contact',
    recipient: mail.to,
    replyTo: writer.email,
    ...renderMail(tenant, origin, {
      subject: messageMailTexts.contactSubject({ subject, academy }),
      heading: subject,
      firstName: null,
      paragraphs: [
        messageMailTexts.contactFrom({ writer: whoIs(writer) }),
        mail.isSignedIn ? messageMailTexts.writerLoggedIn : messageMailTexts.writerLoggedOut,
      ],
      quote: mail.message,
      closing: [messageMailTexts.contactAddress({ academy })],
    }),
  };
}

/** A person in a sentence. */
export function whoIs({ name, email }: Writer): string {
  return name === '' || name === email ? email : `${name} (${email})`;
}
