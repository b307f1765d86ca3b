import type { Call } from '@academy/contract/call';
import { CALL_GROUPS } from '@academy/contract/calls';
import { API_BASE_PATH } from '@academy/contract/constants';
import { ERRORS } from '@academy/contract/errors';
import {
  bodySchema,
  ENTITY_PREFIX,
  type JsonSchema,
  type Parameter,
  parametersOf,
  replySchemas,
} from './json-schemas.ts';
import { refusalsOf } from './refusals.ts';

const ENVELOPE = { $ref: `${ENTITY_PREFIX}Envelope` };
const TENANT = { $ref: '#/components/parameters/tenantId' };

/** The OpenAPI 3.1 description of every call. */
export function openApi(version: string) {
  const { entities, dataOf } = replySchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { noun, calls } of CALL_GROUPS) {
    for (const call of calls) {
      const path = call.path.replace(/:([A-Za-z]+)/g, '{$1}');
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, noun, dataOf(call)) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Academy',
      version,
      summary: 'Everything that pages and scripts ask of an academy.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: API_BASE_PATH }],
    tags: CALL_GROUPS.map(({ noun, about }) => ({ name: noun, description: about })),
    paths,
    components: {
      schemas: { ...entities, Envelope: envelope(), Refusal: refusal(), RefusalReason: reason() },
      responses: { Refused: { description: 'Refused.', content: json({ $ref: `${ENTITY_PREFIX}Refusal` }) } },
      parameters: { tenantId: tenantParameter() },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a session.' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Personal access token. The names beside it are abilities, of which the token must have all.',
        },
      },
    },
  };
}

function operation(call: Call, noun: string, data: JsonSchema) {
  const body = requestBody(call);
  return {
    operationId: call.name,
    tags: [noun],
    summary: call.summary,
    security: securityOf(call),
    parameters: [...parametersOf(call).map(repeatable), ...(call.tenant ? [TENANT] : [])],
    ...(body === null ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      200: {
        description: call.message ?? 'Success.',
        content:
          call.answers === 'file'
            ? { 'text/csv': { schema: { type: 'string' } } }
            : json({ allOf: [ENVELOPE, { type: 'object', properties: { data } }] }),
      },
      ...Object.fromEntries([...refusalsOf(call)].map(([status, codes]) => [status, refused(codes)])),
      default: refused([]),
    },
  };
}

function securityOf({ who, ability }: Call) {
  const session = { session: [] };
  const security = { anyone: [{}], optional: [{}, session], user: [session], admin: [session], token: [] }[who];
  return ability === undefined ? security : [...security, { token: [ability] }];
}

/** A list in a query is sent as a repeated parameter. */
function repeatable(parameter: Parameter) {
  return parameter.schema.type === 'array' ? { ...parameter, style: 'form', explode: true } : parameter;
}

function requestBody(call: Call) {
  // Raw bytes have no schema in OpenAPI 3.1.
  if (call.body === 'stream') return { 'application/gzip': {} };
  const schema = bodySchema(call);
  if (schema === null) return null;
  return call.form ? { ...json(schema), 'multipart/form-data': { schema } } : json(schema);
}

const json = (schema: unknown) => ({ 'application/json': { schema } });

function refused(codes: readonly string[]) {
  const response = { $ref: '#/components/responses/Refused' };
  return codes.length === 0 ? response : { ...response, description: codes.join(', ') };
}

/** The envelope without `data`, which differs for each call. */
function envelope() {
  return {
    type: 'object',
    properties: {
      success: { const: true },
      data: {},
      errors: { type: 'array', maxItems: 0 },
      correlationId: { type: 'string', description: 'Names this request in the logs of the server.' },
      message: { type: ['string', 'null'], description: 'For people to read.' },
    },
    required: ['success', 'data', 'errors', 'correlationId', 'message'],
  };
}

function refusal() {
  return {
    type: 'object',
    properties: {
      success: { const: false },
      data: { description: 'Null, or what explains the refusal.' },
      errors: { type: 'array', items: { $ref: `${ENTITY_PREFIX}RefusalReason` } },
      correlationId: { type: 'string', description: 'Names this request in the logs of the server.' },
      message: { type: ['string', 'null'] },
    },
    required: ['success', 'data', 'errors', 'correlationId', 'message'],
  };
}

function reason() {
  return {
    type: 'object',
    properties: {
      errorMessage: { type: 'string', description: 'For people to read.' },
      field: { type: 'string', description: 'The input that is wrong.' },
      code: { type: 'string', description: 'Stable; more may be added.', examples: Object.keys(ERRORS) },
    },
    required: ['errorMessage'],
  };
}

function tenantParameter() {
  return {
    name: 'tenantId',
    in: 'header',
    required: false,
    description: 'The academy that the call is about; without it the one of the host name.',
    schema: { type: 'string', examples: ['spring', 'kube', 'tanzu'] },
  };
}
