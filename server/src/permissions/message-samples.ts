import type { Call } from '@academy/contract/call';
import { handleContactMessage } from '@academy/contract/contact-admin';
import { handleFeedback } from '@academy/contract/feedback-admin';
import {
  addEmail,
  deleteEmail,
  type EmailType,
  sendVerificationCode,
  updateEmail,
} from '@academy/contract/managed-emails';
import { importPeople } from '@academy/contract/people-import';
import { tenant as spring } from '@academy/tenants/spring/tenant';
import { contactMessage } from '../db/message-tables.ts';
import { feedback } from '../db/tables.ts';
import type { TestApp, TestPerson } from '../testing/start-app.ts';
import type { MakeForeign, Sample } from './permission-records.ts';

let count = 0;
const freshEmail = (): string => `fresh-${++count}@example.org`;

/** An address in the list of a principal; of another person for a visitor. */
async function anEmail(app: TestApp, who: TestPerson | null, type: EmailType = 'work', tenant = 'spring') {
  const emailId = freshEmail();
  const bearer = await (who ?? (await app.aPerson())).bearer();
  await app.call(addEmail, { query: { emailType: type, emailId } }, { tenant, bearer });
  return emailId;
}

/** An import that an administrator has just made. */
async function anImport(app: TestApp): Promise<string> {
  const importId = crypto.randomUUID();
  const bearer = await (await app.aPerson({ admin: true })).bearer();
  const rows = [{ line: 2, email: (await app.aPerson()).email, proEndsAt: '2099-12-31' }];
  await app.call(importPeople, { body: { dryRun: false, importId, rows } }, { tenant: 'spring', bearer });
  return importId;
}

/** A message to an academy. */
async function aContactMessage(app: TestApp, tenantId: string): Promise<{ messageId: string }> {
  const words = {
    firstName: 'Ada',
    lastName: 'Writer',
    email: 'ada@example.org',
    subject: 'A topic',
    message: 'Words.',
  };
  const [row] = await app.database.db
    .insert(contactMessage)
    .values({ tenantId, ...words })
    .returning();
  return { messageId: row?.messageId ?? '' };
}

/** Feedback of a visitor. */
async function aFeedback(app: TestApp, tenantId: string): Promise<{ feedbackId: string }> {
  const [row] = await app.database.db.insert(feedback).values({ tenantId, schema: 'course-v1' }).returning();
  return { feedbackId: row?.feedbackId ?? '' };
}

/** Calls of an administrator about messages to another academy. */
export const foreignMessages: Readonly<Record<string, MakeForeign>> = {
  handleContactMessage: async (app) => ({
    call: handleContactMessage,
    principal: 'admin',
    foreign: { params: await aContactMessage(app, 'kube'), body: { state: 'closed' } },
    missing: { params: { messageId: crypto.randomUUID() }, body: { state: 'closed' } },
  }),
  handleFeedback: async (app) => ({
    call: handleFeedback,
    principal: 'admin',
    foreign: { params: await aFeedback(app, 'kube'), body: { note: 'Seen.' } },
    missing: { params: { feedbackId: crypto.randomUUID() }, body: { note: 'Seen.' } },
  }),
};

const asDelete = (email: string, type: EmailType) => ({ query: { email, type } });
const asUpdate = (email: string, type: EmailType) => ({ query: { currentEmail: email, newEmail: freshEmail(), type } });
const asSend = (email: string, type: EmailType) => ({ query: { verifiableEmail: email, emailType: type } });
const asCheck = (email: string, type: EmailType) => ({
  query: { verifiableEmail: email, emailType: type, verificationCode: '123456' },
});

/** Messages of visitors and learners to an academy, and the addresses that people and academies manage. */
export const messageSamples: Readonly<Record<string, Sample>> = {
  sendFeedback: async () => ({
    body: {
      feedbackableType: 'course',
      feedbackableId: 'spring-course',
      courseId: 'spring-course',
      schema: 'course-v1',
      comments: 'Good.',
      isBug: false,
      allowContact: false,
      context: { userAgent: '', url: '', route: '' },
    },
  }),
  sendContactMessage: async () => ({
    body: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.org',
      subject: spring.contactTopics[0],
      message: 'Where is the engine?',
    },
  }),
  handleContactMessage: async (app) => ({ params: await aContactMessage(app, 'spring'), body: { state: 'closed' } }),
  handleFeedback: async (app) => ({ params: await aFeedback(app, 'spring'), body: { note: 'Seen.' } }),
  reportBrowserError: async () => ({
    body: { message: 'Something is undefined', path: '/courses' },
  }),
  addPageView: async () => ({ body: { path: '/courses' } }),
  setNotification: async () => ({ body: { kind: 'weekly-digest', isOn: true } }),
  undoImport: async (app) => ({ params: { importId: await anImport(app) }, body: {} }),
  addEmail: async () => ({ query: { emailType: 'work', emailId: freshEmail() } }),
  updateEmail: async (app, who) => asUpdate(await anEmail(app, who), 'work'),
  deleteEmail: async (app, who) => asDelete(await anEmail(app, who), 'work'),
  sendVerificationCode: async (app, who) => asSend(await anEmail(app, who), 'work'),
  checkVerificationCode: async (app, who) => asCheck(await anEmail(app, who), 'work'),
};

/** A call about an address in another person's list, or of an administrator about another academy's. */
const emailOf =
  (call: Call, input: (email: string, type: EmailType) => object, ofAcademy = false): MakeForeign =>
  async (app) => {
    const type = ofAcademy ? 'contact' : 'work';
    const owner = ofAcademy ? await app.aPerson({ admin: true }) : null;
    return {
      call,
      principal: ofAcademy ? 'admin' : 'user',
      foreign: input(await anEmail(app, owner, type, ofAcademy ? 'kube' : 'spring'), type),
      missing: input(freshEmail(), type),
    };
  };

export const foreignEmails: Readonly<Record<string, MakeForeign>> = {
  "a change of somebody else's address": emailOf(updateEmail, asUpdate),
  "the end of somebody else's address": emailOf(deleteEmail, asDelete),
  "a code to somebody else's address": emailOf(sendVerificationCode, asSend),
  "the end of another academy's address": emailOf(deleteEmail, asDelete, true),
};
