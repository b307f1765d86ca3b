import { AcademyError } from '@academy/contract/errors';
import type { FastifyInstance } from 'fastify';
import { replyTexts } from './reply-texts.ts';

/** Most fields of a form. */
const MAX_FIELDS = 100;

/**
 * Accepts form data besides JSON, for calls whose contract says `form`. Every field is a text and occurs once, so that
 * the body equals its JSON form.
 */
export function addFormBody(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async (request: FormRequest, body: Buffer) => {
    const given = new Response(new Uint8Array(body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    });
    const form = await given.formData().catch(() => {
      throw new AcademyError('bad-request', { message: replyTexts.formNotRead });
    });
    return fieldsOf(form);
  });
}

type FormRequest = { headers: { 'content-type'?: string | undefined } };

/** @throws AcademyError invalid-input or too-large */
function fieldsOf(form: FormData): Record<string, string> {
  // Senders choose the names, so the object must not inherit any.
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [name, value] of form) {
    count += 1;
    if (count > MAX_FIELDS) throw new AcademyError('too-large');
    if (typeof value !== 'string') throw refused(name, replyTexts.notFile({ field: name }));
    if (name in fields) throw refused(name, replyTexts.fieldTwice({ field: name }));
    fields[name] = value;
  }
  return fields;
}

const refused = (field: string, message: string) => new AcademyError('invalid-input', { message, field });
