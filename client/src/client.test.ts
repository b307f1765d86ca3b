import { getCourse, listCourses } from '@academy/contract/courses';
import { fail, succeed } from '@academy/contract/envelope';
import { setFavorite } from '@academy/contract/favorites';
import { listInstructors } from '@academy/contract/instructors';
import { exportPeople } from '@academy/contract/people-admin';
import { putContent } from '@academy/contract/publishing';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { academyClient, CallError } from './client.ts';

const ADDRESS = 'https://spring.example.org';

/** Sends one reply to every request and records the requests. */
function answerWith(body: unknown, init: ResponseInit = {}): Request[] {
  const asked: Request[] = [];
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    asked.push(new Request(url, options));
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe('the client', () => {
  it("calls an academy with token and tenant and returns the reply's data", async () => {
    const asked = answerWith(succeed({ courses: [], categories: [] }, 'id'));
    const academy = academyClient({ address: ADDRESS, tenant: 'kube', token: 'secret' });
    const reply = await academy.call(listCourses, { query: { topic: ['rest', 'testing'] } });
    expectTypeOf(reply.courses[0]?.title).toEqualTypeOf<string | undefined>();
    expect(reply.courses).toEqual([]);
    expect(asked[0]?.url).toBe(`${ADDRESS}/api/v1/courses/list?topic=rest&topic=testing`);
    expect(asked[0]?.headers.get('tenantid')).toBe('kube');
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer secret');
    expect(asked[0]?.redirect).toBe('error');
  });

  it('sends JSON, and the token of the moment', async () => {
    const asked = answerWith(succeed({ isFavorite: true }, 'id'));
    const tokens = ['first', 'second'];
    const academy = academyClient({ address: `${ADDRESS}/`, token: async () => tokens.shift() ?? '' });
    const favorite = { id: 'course-1', operationType: 'save', likeableType: 'course' } as const;
    for (const _time of [1, 2]) await academy.call(setFavorite, { body: favorite });
    expect(asked.map((request) => request.headers.get('authorization'))).toEqual(['Bearer first', 'Bearer second']);
    expect(await asked[0]?.json()).toEqual(favorite);
  });

  it('needs neither input nor token for a public call', async () => {
    const asked = answerWith(succeed({ result: [] }, 'id'));
    await academyClient({ address: 'https://api.example.org/academy/v1/', token: 'secret' }).call(listInstructors);
    expect(asked[0]?.url).toBe('https://api.example.org/academy/v1/instructors/list');
    expect(asked[0]?.headers.get('authorization')).toBeNull();
    // @ts-expect-error a course has an address
    const wrong = () => academyClient({ address: ADDRESS }).call(getCourse, { query: {} });
    expect(wrong).toBeTypeOf('function');
  });

  it('sends bytes, and gives files as text', async () => {
    const asked = answerWith(succeed({ outcome: 'created', version: 1, findings: [] }, 'id'));
    const academy = academyClient({ address: ADDRESS, token: 'secret' });
    const bytes = new Uint8Array([31, 139]);
    await academy.call(putContent, { params: { kind: 'course', id: 'course-1' } }, { bytes });
    expect(asked[0]?.headers.get('content-type')).toBe('application/gzip');
    expect(new Uint8Array((await asked[0]?.arrayBuffer()) ?? [])).toEqual(bytes);

    answerWith('a,b\r\n', { headers: { 'content-type': 'text/csv' } });
    expect(await academy.call(exportPeople)).toBe('a,b\r\n');
  });

  it('throws the error that the academy reports', async () => {
    const reasons = [{ errorMessage: 'slug: is not a slug', field: 'slug', code: 'invalid-input' }];
    answerWith(fail(reasons, 'id-7'), { status: 429, headers: { 'retry-after': '5' } });
    const error = await academyClient({ address: ADDRESS })
      .call(getCourse, { query: { slug: '..' } })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      message: 'slug: is not a slug',
      status: 429,
      code: 'invalid-input',
      fields: { slug: 'slug: is not a slug' },
      correlationId: 'id-7',
      retryAfterSeconds: 5,
    });
  });

  it("throws when the reply is not the academy's", async () => {
    answerWith('<h1>Bad gateway</h1>', { status: 502 });
    const asked = academyClient({ address: ADDRESS }).call(listInstructors);
    await expect(asked).rejects.toMatchObject({ status: 502, code: null, correlationId: null });
  });
});
