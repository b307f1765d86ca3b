import { EmailSchema } from '@academy/contract/email';
import { AcademyError } from '@academy/contract/errors';
import type { Tenant } from '@academy/contract/tenants';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Database } from '../db/connect.ts';
import { acceptedLanguage, inLanguageOf } from '../http/language.ts';
import { tenantOfPage } from '../http/tenant.ts';
import { isLoopback } from '../settings/setting-types.ts';
import { mailboxPage, mailPage, samplePage, samplesPage, styleHashesOf } from './mailbox-page.ts';
import { type OutboxMail, outboxStore } from './outbox.store.ts';
import { sendPlainPage } from './plain-page.ts';
import type { MailOrigins } from './templates/identity-mail.ts';
import { sampleMails } from './templates/samples.ts';

/** Most mails on the page and in the list. */
const MAX_SHOWN = 100;

interface MailboxOptions {
  db: Database;
  tenants: ReadonlyMap<string, Tenant>;
  /** Origins for the links in sample mails. */
  originsOf: (tenant: Tenant) => MailOrigins;
}

/**
 * The local mailbox: all mail that was or would be sent, newest first, for people who try the academy and for scripts.
 * It exists in `local` only, and answers under host names of this machine only, so that a foreign site cannot reach it
 * by a host name of its own that resolves here (DNS rebinding).
 */
export function addMailbox(app: FastifyInstance, { db, tenants, originsOf }: MailboxOptions): void {
  const outbox = outboxStore(db);
  const guarded = (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async function guard(request: FastifyRequest, reply: FastifyReply) {
      const name = request.hostname.replace(/^\[|\]$/g, '');
      if (!isLoopback(name) && !name.endsWith('.localhost')) throw new AcademyError('not-found');
      reply.header('cache-control', 'no-store');
      // Its addresses have no language: the browser says it. Samples are in it, too.
      return inLanguageOf(acceptedLanguage(request.headers), () => handler(request, reply));
    };
  const mailOf = async (request: FastifyRequest): Promise<OutboxMail> => {
    const { mailId } = request.params as { mailId: string };
    const mail = await outbox.byId(mailId.toLowerCase());
    if (mail === null) throw new AcademyError('not-found');
    return mail;
  };

  app.get(
    '/mailbox',
    guarded(async (request, reply) => {
      const mails = await outbox.newest(recipientOf(request), MAX_SHOWN);
      return sendPlainPage(reply, mailboxPage(tenantOfPage(request, tenants), mails));
    }),
  );

  app.get(
    '/mailbox/:mailId',
    guarded(async (request, reply) =>
      sendPlainPage(reply, mailPage(tenantOfPage(request, tenants), await mailOf(request))),
    ),
  );

  app.get(
    '/mailbox/:mailId/html',
    guarded(async (request, reply) => sendMail(reply, await mailOf(request))),
  );

  const samplesOf = (request: FastifyRequest) => {
    const tenant = tenantOfPage(request, tenants);
    return { tenant, mails: sampleMails(tenant, tenants, originsOf(tenant)) };
  };
  const sampleOf = (request: FastifyRequest) => {
    const { name } = request.params as { name: string };
    const { tenant, mails } = samplesOf(request);
    const mail = mails.get(name);
    if (mail === undefined) throw new AcademyError('not-found');
    return { tenant, name, mail };
  };
  app.get(
    '/mailbox/samples',
    guarded(async (request, reply) => {
      const { tenant, mails } = samplesOf(request);
      return sendPlainPage(reply, samplesPage(tenant, mails));
    }),
  );
  app.get(
    '/mailbox/samples/:name',
    guarded(async (request, reply) => {
      const { tenant, name, mail } = sampleOf(request);
      return sendPlainPage(reply, samplePage(tenant, name, mail));
    }),
  );
  app.get(
    '/mailbox/samples/:name/html',
    guarded(async (request, reply) => sendMail(reply, sampleOf(request).mail)),
  );

  app.get(
    '/mailbox.json',
    guarded(async (request, reply) => {
      const mails = await outbox.newest(recipientOf(request), MAX_SHOWN);
      return reply.send(
        mails.map(({ mailId, tenantId, kind, recipient, replyTo, unsubscribeUrl, subject, plain, html, ...times }) => ({
          ...{ mailId, tenantId, kind, recipient, replyTo, unsubscribeUrl, subject, plain, html },
          createdAt: times.createdAt.toISOString(),
          sentAt: times.sentAt?.toISOString() ?? null,
          failedAt: times.failedAt?.toISOString() ?? null,
          lastError: times.lastError,
        })),
      );
    }),
  );
}

/** `?to=<address>`; null: all recipients. */
function recipientOf(request: FastifyRequest): string | null {
  const { to } = request.query as { to?: string | string[] };
  if (to === undefined || to === '') return null;
  const parsed = v.safeParse(EmailSchema, to);
  if (!parsed.success) throw new AcademyError('invalid-input', { message: 'to is not an e-mail address', field: 'to' });
  return parsed.output;
}

/** Sends the document of one mail, for the frame on its page. */
function sendMail(reply: FastifyReply, { html }: { html: string }): FastifyReply {
  // Mail has inline styles: those, and nothing else, are allowed by their hashes.
  const policy = [
    "default-src 'none'",
    `style-src 'unsafe-hashes' ${styleHashesOf(html).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ];
  return reply.header('content-security-policy', policy.join('; ')).type('text/html; charset=utf-8').send(html);
}
