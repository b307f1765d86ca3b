import { CALLS } from '@academy/contract/calls';
import { ERRORS } from '@academy/contract/errors';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../testing/start-app.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name?: string; in?: string; schema?: Record<string, unknown>; explode?: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { $ref?: string; description?: string; content?: Record<string, unknown> }>;
}

interface OpenApi {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

let app: TestApp;
let text: string;
let document: OpenApi;
let operations: Map<string, Operation>;

beforeAll(async () => {
  app = await startApp();
  text = (await app.request({ url: '/openapi.json', headers: { host: 'spring.localhost:3000' } })).body;
  document = JSON.parse(text);
  const all = Object.values(document.paths).flatMap((path) => Object.values(path));
  operations = new Map(all.map((operation) => [operation.operationId, operation]));
});

const operation = (name: string) => {
  const found = operations.get(name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1 for an independent validator', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  });

  it('would not pass that validator with a mistake in it', async () => {
    const spoiled: OpenApi = JSON.parse(text);
    Object.assign(spoiled.paths['/courses/list']?.get ?? {}, { parameters: [{ name: 'q' }] });
    expect((await new Validator().validate(spoiled as never)).valid).toBe(false);
  });

  it('refers to nothing that is not there', () => {
    const refers = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(refers.length).toBeGreaterThan(100);
    expect(refers.filter((path) => at(document, path) === undefined)).toEqual([]);
  });

  it('describes every call with summary, noun, policy and errors', () => {
    expect([...operations.keys()].sort()).toEqual(CALLS.map(({ name }) => name).sort());
    const nouns = new Set(document.tags.map(({ name }) => name));
    for (const { operationId, summary, tags, security, responses } of operations.values()) {
      expect(summary, operationId).toMatch(/^[A-Z].*\.$/);
      expect(
        tags.map((tag) => nouns.has(tag)),
        operationId,
      ).toEqual([true]);
      expect(security.length, operationId).toBeGreaterThan(0);
      expect(responses.default, operationId).toEqual({ $ref: '#/components/responses/Refused' });
      expect(responses['429']?.description, operationId).toContain('too-many-requests');
    }
  });

  it('describes the access of sessions and tokens', () => {
    expect(operation('getProgressOverlay').security).toEqual([{ session: [] }, { token: ['progress:read'] }]);
    expect(operation('getProgressOverlay').responses['401']?.description).toBe('not-signed-in, invalid-token');
    expect(operation('putContent').security).toEqual([{ token: ['content:write'] }]);
    expect(operation('listInstructors').security).toEqual([{}]);
  });

  it('describes lists of a query as repeated parameters, and numbers as numbers', () => {
    const { parameters } = operation('listCourses');
    const topic = parameters.find(({ name }) => name === 'topic');
    expect(topic).toMatchObject({ in: 'query', explode: true, schema: { type: 'array', items: { type: 'string' } } });
    const pageSize = parameters.find(({ name }) => name === 'pageSize');
    expect(pageSize?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100 });
  });

  it('describes what each call takes: JSON, or a packed folder', () => {
    expect(Object.keys(operation('sendFeedback').requestBody?.content ?? {})).toEqual(['application/json']);
    expect(Object.keys(operation('putContent').requestBody?.content ?? {})).toEqual(['application/gzip']);
    expect(Object.keys(operation('exportPeople').responses['200']?.content ?? {})).toEqual(['text/csv']);
  });

  it('shows entities once, and codes that exist', () => {
    expect(JSON.stringify(operation('listCourses').responses['200'])).toContain('#/components/schemas/CourseItem');
    const codes = [...operations.values()].flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, { description = '' }]) =>
        Number(status) >= 400 ? description.split(', ') : [],
      ),
    );
    expect([...new Set(codes)].filter((code) => !(code in ERRORS))).toEqual([]);
  });
});

/** The value at a path of a document. */
function at(from: unknown, path: string): unknown {
  return path.split('/').reduce<unknown>((one, part) => (one as Record<string, unknown> | undefined)?.[part], from);
}
