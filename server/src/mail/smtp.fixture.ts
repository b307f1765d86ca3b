import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from './certificate.fixture.ts';

export interface Received {
  from: string;
  to: string[];
  /** Headers and body as received. */
  source: string;
  secure: boolean;
  user: string | null;
}

export interface TestSmtp {
  port: number;
  /** Accepted mails, in order. */
  received: Received[];
  /** Certificate to trust, PEM. */
  ca: string;
  close(): Promise<void>;
}

/** A real mail server on a free port of this machine. */
export async function startSmtp(options: SMTPServerOptions & { port?: number } = {}): Promise<TestSmtp> {
  const { key, cert } = makeCertificate();
  const received: Received[] = [];
  const server = new SMTPServer({
    key,
    cert,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 200,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          secure: session.secure,
          user: session.user ?? null,
        });
        callback();
      });
    },
    ...options,
  });
  // Clients that hang up are part of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, received, ca: cert, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
