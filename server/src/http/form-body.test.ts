import { API_BASE_PATH } from '@academy/contract/constants';
import { sendContactMessage } from '@academy/contract/contact';
import type { Envelope } from '@academy/contract/envelope';
import { sendFeedback } from '@academy/contract/feedback';
import { beforeEach, describe, expect, test } from 'vitest';
import { contactMessage } from '../db/message-tables.ts';
import { startApp } from '../testing/start-app.ts';

const app = await startApp({ limits: { messagesPerTenMinutes: 1_000_000, jsonBodyBytes: 8_192 } });

beforeEach(async () => {
  await app.database.db.delete(contactMessage);
});

const FORM = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  subject: 'An idea for a new course',
  message: 'A course about engines, please.\r\n--with dashes',
};
type Fields = [name: string, value: string | Blob][];

const formOf = (fields: Fields): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

/** Sends bytes as a browser sends a form. */
async function post(path: string, body: FormData | URLSearchParams | string, headers: Record<string, string> = {}) {
  const sent = new Response(body);
  const response = await app.request({
    method: 'POST',
    url: API_BASE_PATH + path,
    headers: { host: 'spring.localhost:3000', 'content-type': sent.headers.get('content-type') ?? '', ...headers },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  const { errors } = response.json<Envelope<unknown>>();
  return { status: response.statusCode, error: errors[0] };
}
const send = (fields: Fields, headers = {}) => post(sendContactMessage.path, formOf(fields), headers);
const fields = (more: Fields = []): Fields => [...Object.entries(FORM), ...more];
const kept = () => app.database.db.select().from(contactMessage);

describe('form data', () => {
  // Shows clauses#two-call-styles
  test('is understood where the contract says so, as the same fields in JSON are', async () => {
    expect(await send(fields([['tenantId', 'spring']]), { 'idempotency-key': 'once-and-for-all' })).toMatchObject({
      status: 200,
    });
    expect(await send(fields(), { 'idempotency-key': 'once-and-for-all' })).toMatchObject({ status: 200 });
    expect(await kept()).toMatchObject([{ ...FORM, tenantId: 'spring' }]);
  });

  test('has the same rules: invalid fields are refused by name', async () => {
    expect(await send(fields().slice(1))).toMatchObject({ status: 400, error: { field: 'firstName' } });
    expect(await send(fields([['color', 'green']]))).toMatchObject({ status: 400, error: { field: 'color' } });
    expect(await send(fields([['__proto__', 'x']]))).toMatchObject({ status: 400, error: { code: 'invalid-input' } });
    const other = await send(fields([['tenantId', 'kube']]), { tenantid: 'spring' });
    expect(other).toMatchObject({ status: 400, error: { code: 'tenant-mismatch' } });
    expect(await kept()).toEqual([]);
  });

  test('contains texts, each once: no files, no lists', async () => {
    const file = await send(fields([['website', new Blob(['x'])]]));
    expect(file).toMatchObject({ status: 400, error: { field: 'website', code: 'invalid-input' } });
    expect(await send(fields([['email', 'b@example.org']]))).toMatchObject({ status: 400, error: { field: 'email' } });
    const many = Array.from({ length: 101 }, (_, at): Fields[number] => [`field${at}`, '']);
    expect(await send(many)).toMatchObject({ status: 413, error: { code: 'too-large' } });
  });

  test('that cannot be read or is too long is refused, and breaks nothing', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const broken of ['', '--x\r\n', '--y--', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nno end'])
      expect(await post(sendContactMessage.path, broken, type)).toMatchObject({ status: 400 });
    const without = { 'content-type': 'multipart/form-data' };
    expect(await post(sendContactMessage.path, 'x', without)).toMatchObject({ status: 400 });
    const long = await send([...fields().slice(0, 4), ['message', 'm'.repeat(8_192)]]);
    expect(long).toMatchObject({ status: 413, error: { code: 'too-large' } });
  });

  // Shows clauses#two-call-styles
  test('is refused by every other call with a reason of its own', async () => {
    const refused = await post(sendFeedback.path, formOf([['comments', 'Fine']]));
    expect(refused).toMatchObject({ status: 415, error: { code: 'unsupported-media-type' } });
    const other = await post(sendContactMessage.path, new URLSearchParams(FORM));
    expect(other).toMatchObject({ status: 415, error: { code: 'unsupported-media-type' } });
  });

  test('from another site changes nothing', async () => {
    for (const headers of [{ origin: 'https://evil.example.org' }, { 'sec-fetch-site': 'cross-site' }])
      expect(await send(fields(), headers)).toMatchObject({ status: 403, error: { code: 'cross-site' } });
    expect(await kept()).toEqual([]);
  });
});
