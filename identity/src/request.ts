import type { IncomingMessage } from 'node:http';
import type { Language } from '@academy/contract/i18n/languages';

/** What the web server knows about a request; it alone decides which forwarded headers to trust. */
export interface RequestContext {
  /** `http` or `https`, as the visitor sees it. */
  protocol: string;
  /** Host name and port, as the visitor sees them. */
  host: string;
  /** The visitor's address. */
  ip: string;
  correlationId: string;
  /** What the browser asks for with `Accept-Language`. */
  acceptedLanguage: Language;
  /** Does something in a language: messages that are read meanwhile are in it. */
  inLanguage<T>(language: Language, work: () => T): T;
}

/** A form that is too large or of another type. */
export class FormRefusedError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'FormRefusedError';
    this.status = status;
  }
}

const FORM_LIMIT_BYTES = 16 * 1024;

/**
 * Reads a form with the browser's default encoding.
 *
 * @param limit bytes
 * @throws FormRefusedError
 */
export async function readForm(req: IncomingMessage, limit = FORM_LIMIT_BYTES): Promise<URLSearchParams> {
  const [type] = (req.headers['content-type'] ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded')
    throw new FormRefusedError(415, 'only forms are accepted');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) throw new FormRefusedError(413, 'the form is too large');
    parts.push(part);
  }
  const form = new URLSearchParams(Buffer.concat(parts).toString('utf8'));
  // NUL characters cannot be typed, and databases refuse them.
  if ([...form].some((pair) => pair.join('').includes('\0'))) throw new FormRefusedError(400, 'a zero character');
  return form;
}
