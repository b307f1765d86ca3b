import { ACADEMY_EMAIL_TYPES, type EmailType, OWN_EMAIL_TYPES } from '@academy/contract/managed-emails';

/** What the types of addresses are called, and what they are for. */
export const EMAIL_WORDS: Readonly<Record<EmailType, { title: string; hint: string }>> = {
  personal: {
    title: 'Personal',
    hint: 'An address of your own. Once it is verified, the log-in page knows you by it.',
  },
  work: { title: 'Work', hint: 'An address at work. Once it is verified, the log-in page knows you by it.' },
  contact: {
    title: 'Contact',
    hint: 'Who gets what people write by the contact form, and requests for exam vouchers.',
  },
  feedback: { title: 'Feedback', hint: 'Who gets what learners say about lessons, courses and the academy.' },
  sender: {
    title: 'Sender',
    hint: 'Where mail of the academy comes from, if it is of the domain that the server may send for; else it gets the answers.',
  },
};

/** The types of addresses that a person may manage. */
export const typesFor = (isAdmin: boolean): readonly EmailType[] =>
  isAdmin ? [...OWN_EMAIL_TYPES, ...ACADEMY_EMAIL_TYPES] : OWN_EMAIL_TYPES;
