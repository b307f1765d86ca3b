import type { Call, Schema } from '@academy/contract/call';
import { CALLS } from '@academy/contract/calls';
import { API_BASE_PATH } from '@academy/contract/constants';
import { envelopeSchema } from '@academy/contract/envelope';
import { ERRORS } from '@academy/contract/errors';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import { readyBytes, sendReady } from './compressed.ts';

/** Answers `/openapi.json`, generated from the contract. */
export function addApiReference(app: FastifyInstance, version: string): void {
  const document = readyBytes(JSON.stringify(openApi(version)), 'application/json; charset=utf-8');
  app.get('/openapi.json', async (request, reply) => sendReady(request, reply, document, 'public, max-age=300'));
}

/** The OpenAPI 3.1 description of every call. */
export function openApi(version: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of CALLS) {
    const path = call.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Academy', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: API_BASE_PATH }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a session.' },
        token: { type: 'http', scheme: 'bearer', description: 'Personal access token.' },
      },
    },
  };
}

function operation(call: Call) {
  const security = {
    anyone: [{}],
    optional: [{}, { session: [] }],
    user: [{ session: [] }],
    admin: [{ session: [] }],
    token: [],
  }[call.who];
  const withToken = call.ability === undefined ? security : [...security, { token: [call.ability] }];
  const tenant = { name: 'tenantId', in: 'header', required: false, schema: { type: 'string' } };
  return {
    operationId: call.name,
    summary: call.summary,
    security: withToken,
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...parameters('header', call.headers),
      ...(call.tenant ? [tenant] : []),
    ],
    ...(call.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content:
              call.body === 'stream'
                ? { 'application/gzip': { schema: { type: 'string', format: 'binary' } } }
                : { 'application/json': { schema: jsonSchema(call.body, 'input') } },
          },
        }),
    responses: {
      200: {
        description: 'Success',
        content:
          call.answers === 'csv'
            ? { 'text/csv': { schema: { type: 'string' } } }
            : { 'application/json': { schema: jsonSchema(envelopeSchema(call.reply), 'output') } },
      },
      default: {
        description: `Refused. Codes: ${Object.keys(ERRORS).join(', ')}.`,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                success: { const: false },
                data: {},
                errors: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: {
                      errorMessage: { type: 'string' },
                      field: { type: 'string' },
                      code: { type: 'string' },
                    },
                    required: ['errorMessage'],
                  },
                },
                correlationId: { type: 'string' },
                message: { type: ['string', 'null'] },
              },
              required: ['success', 'data', 'errors', 'correlationId', 'message'],
            },
          },
        },
      },
    },
  };
}

function parameters(where: 'path' | 'query' | 'header', schema: Schema | undefined) {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: one,
  }));
}

function jsonSchema(schema: Schema, typeMode: 'input' | 'output') {
  const { $schema: _dialect, ...rest } = toJsonSchema(schema, {
    errorMode: 'ignore',
    typeMode,
    target: 'draft-2020-12',
  });
  return rest;
}
