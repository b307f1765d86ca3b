import type { Tenant } from '@academy/contract/tenants';
import type { NewMail } from '../outbox.store.ts';
import { academyNameOf, renderMail } from './layout.ts';

/** The writer of a message, who receives the reply. */
export interface Writer {
  name: string;
  email: string;
}

export interface FeedbackMail {
  to: string;
  /** The subject in words: `the lesson "Routing" of "Spring Boot"`. */
  about: string;
  /** Page of the subject, or of all feedback. */
  link: string | null;
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
  const { writer, rating, comments, answers } = mail;
  const what = mail.isBug ? 'A problem was reported' : rating === null ? 'Feedback' : `Feedback: ${rating} of 5 stars`;
  const who =
    writer === null
      ? mail.isVisitor
        ? 'It comes from a visitor.'
        : 'It comes from a learner who does not want to be asked back.'
      : `It comes from ${whoIs(writer)}, who may be asked back: an answer to this mail goes there.`;
  return {
    key: mail.key,
    tenantId: tenant.tenantId,
    kind: 'feedback',
    recipient: mail.to,
    ...(writer === null ? {} : { replyTo: writer.email }),
    ...renderMail(tenant, origin, {
      subject: `${what} on ${mail.about}`,
      heading: what,
      firstName: null,
      paragraphs: [
        `Somebody says something about ${mail.about}.`,
        ...(rating === null ? [] : [`Rating: ${rating} of 5 stars.`]),
        ...answers.map(({ question, answer }) => `${question} ${answer}`),
        who,
      ],
      quote: comments === '' ? null : comments,
      button: mail.link === null ? null : { label: 'Open the page', href: mail.link },
      closing: [`This mail goes to the feedback address of ${academyNameOf(tenant)}.`],
    }),
  };
}

export interface ContactMail {
  to: string;
  writer: Writer;
  subject: string;
  message: string;
  /** Whether the writer has an account; a visitor may enter any address. */
  isSignedIn: boolean;
  key: string;
}

/** Sends an academy's people a message of its contact form. */
export function contactMail(tenant: Tenant, origin: string | null, mail: ContactMail): NewMail {
  const { writer, subject } = mail;
  return {
    key: mail.key,
    tenantId: tenant.tenantId,
    kind: 'contact',
    recipient: mail.to,
    replyTo: writer.email,
    ...renderMail(tenant, origin, {
      subject: `${subject} (${academyNameOf(tenant)})`,
      heading: subject,
      firstName: null,
      paragraphs: [
        `${whoIs(writer)} wrote by the contact form.`,
        mail.isSignedIn
          ? 'The writer was logged in. An answer to this mail goes to the address above.'
          : 'The writer was not logged in: nobody has checked that the address above is the writer’s. An answer to this mail goes there.',
      ],
      quote: mail.message,
      closing: [`This mail goes to the contact address of ${academyNameOf(tenant)}.`],
    }),
  };
}

/** A person in a sentence. */
export function whoIs({ name, email }: Writer): string {
  return name === '' || name === email ? email : `${name} (${email})`;
}
