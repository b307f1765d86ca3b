import { isLoopback } from '../settings/setting-types.ts';
import { oneLine } from './one-line.ts';
import type { OutboxMail } from './outbox.store.ts';

/** Connections to the mail server at once. */
export const SMTP_CONNECTIONS = 2;
const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte on; otherwise it begins with STARTTLS. */
  implicitTls: boolean;
  /** Nothing is sent before TLS is on. */
  requireTls: boolean;
  auth: { user: string; pass: string } | null;
}

/**
 * Reads the address of a mail server, `smtp://user:password@host:587` or `smtps://...`, as the settings validated it.
 * TLS is required for every server that is not on this machine, unless the address ends with `?starttls=optional`.
 */
export function smtpServerOf(address: string): SmtpServer {
  const url = new URL(address);
  const implicitTls = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  return {
    host,
    port: url.port === '' ? (implicitTls ? 465 : 587) : Number(url.port),
    implicitTls,
    requireTls: !implicitTls && !isLoopback(host) && url.searchParams.get('starttls') !== 'optional',
    auth: user === '' ? null : { user, pass: decodeURIComponent(url.password) },
  };
}

/** Sender of mail. */
export interface Sender {
  name: string;
  address: string;
}

/** Sends mail through a mail server. */
export interface MailTransport {
  /** Resolves once the server has accepted it. @throws an error that `fateOf` understands */
  send(mail: OutboxMail, sender: Sender, signal: AbortSignal): Promise<void>;
  /** Connects and logs in, and sends nothing. @throws an error that `problemOf` understands */
  check(): Promise<void>;
  close(): void;
}

/** @param ca certificate that is trusted besides those that Node.js trusts, PEM */
export function smtpTransport(server: SmtpServer, ca?: string): MailTransport {
  let opening: ReturnType<typeof openTransport> | null = null;
  const open = () => {
    opening ??= openTransport(server, ca);
    return opening;
  };
  return {
    async check() {
      await (await open()).verify();
    },
    async send(mail, sender, signal) {
      const transport = await open();
      await transport.sendMail({
        from: sender,
        // An object is used as it is: the library does not parse it as a list or as a name.
        to: { name: '', address: mail.recipient },
        ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
        subject: mail.subject,
        text: mail.plain,
        html: mail.html,
        // Always the same for one mail, so that receivers recognise a duplicate.
        messageId: `<${mail.mailId}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...unsubscribeHeaders(mail.unsubscribeUrl),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
    },
    close() {
      const nothing = () => undefined;
      opening?.then((transport) => transport.close(), nothing);
    },
  };
}

/** The library is loaded with the first mail: it takes 3 MB. */
async function openTransport(server: SmtpServer, ca: string | undefined) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    // The outbox retries, and counts the attempts.
    maxRequeues: 0,
    host: server.host,
    port: server.port,
    secure: server.implicitTls,
    requireTLS: server.requireTls,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
    ...(server.auth === null ? {} : { auth: server.auth }),
    ...(ca === undefined ? {} : { tls: { ca } }),
  });
}

/** Lets mail programs offer to unsubscribe (RFC 2369), by one request of their own (RFC 8058). */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  return url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/**
 * What to do with a mail that was not accepted. `refused`: the server will never accept this recipient or this text.
 * `later`: a temporary refusal. `unreachable`: the mail is fine, but no mail can be sent at all.
 */
export type Fate = 'refused' | 'later' | 'unreachable';

export function fateOf(error: unknown): Fate {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : 0;
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA';
  // 421 means that the server is shutting down.
  if (!aboutTheMail || status < 400 || status === 421) return 'unreachable';
  return status >= 500 ? 'refused' : 'later';
}

/** One line for the operator, without the password: servers do not repeat it. */
export function problemOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error), 300);
}
