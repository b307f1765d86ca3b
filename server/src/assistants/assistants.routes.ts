import { CONNECTION_PATHS } from '@academy/contract/connections';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import type { Envelope } from '@academy/contract/envelope';
import { ERROR_TEXTS } from '@academy/contract/error-texts';
import { AcademyError } from '@academy/contract/errors';
import { callAddress } from '@academy/contract/rules/call-address';
import type { Tenant } from '@academy/contract/tenants';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../http/bearer-of.ts';
import { addJsonBody } from '../http/json-body.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import type { KnownToken } from '../people/people.service.ts';
import { assistantTexts } from './assistant-texts.ts';
import type { AssistantTool } from './tool.ts';
import { TOOLS } from './tools.ts';

const VERSION = '1';
/** Questions of assistants are short. */
const BODY_BYTES = 256 * 1024;
/** Metadata of OAuth, which assistants look for: there is none, and a page instead would confuse them. */
const METADATA = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'];

export interface AssistantsOptions {
  tenants: Tenants;
  /** Null for a personal access token that is unknown, expired or revoked. */
  accessToken(token: string): Promise<KnownToken | null>;
  /** Whether administrators let assistants in. */
  isOn(tenant: Tenant): Promise<boolean>;
  /** Notes and counts a request of a person. */
  used(tenant: Tenant, personId: string, request: FastifyRequest): Promise<void>;
  /** Public origin of a tenant. */
  originOf(tenantId: string): string;
  allowedOrigins: ReadonlySet<string>;
  /** Counts requests whose token is refused. */
  count: CountCall;
}

/** Who asks, and where the calls of their tools begin. */
interface Asking {
  request: FastifyRequest;
  tenantId: string;
}

/**
 * The Model Context Protocol at `/mcp`, in the revisions 2025-11-25 and 2026-07-28, for assistants that bring a personal access
 * token. A tool is a call of the API, made with that token: assistants may do what the token may, and are counted with it.
 */
export function addAssistants(app: FastifyInstance, options: AssistantsOptions): void {
  // Streams of changes are not offered: what an assistant reads is asked for each time.
  const handler = createMcpHandler(({ authInfo }) => serverFor(app, options, authInfo?.extra as Asking | undefined), {
    maxSubscriptions: 0,
  });
  app.addHook('onClose', () => handler.close());

  const routes: FastifyPluginCallback = (scope, _options, done) => {
    addJsonBody(scope);
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/',
      bodyLimit: BODY_BYTES,
      async handler(request, reply) {
        const tenant = tenantOfPage(request, options.tenants);
        const { tenantId } = tenant;
        refuseForeignPage(request, tenantId, options);
        if (!(await options.isOn(tenant))) throw new AcademyError('not-found');
        const { token, personId } = await tokenOf(request, tenantId, options).catch((error: unknown) => {
          reply.header('www-authenticate', 'Bearer');
          throw error;
        });
        await options.used(tenant, personId, request);
        const asking: Asking = { request, tenantId };
        const authInfo = { token, clientId: 'token', scopes: [], extra: { ...asking } };
        return passOn(await handler.fetch(webRequest(request), { authInfo, parsedBody: request.body }), reply);
      },
    });
    done();
  };
  void app.register(routes, { prefix: CONNECTION_PATHS.assistants });
  for (const path of METADATA)
    for (const url of [path, `${path}/*`])
      app.get(url, () => {
        throw new AcademyError('not-found');
      });
}

/** A page of another origin, whose visitor knows nothing of it. @throws AcademyError cross-site */
function refuseForeignPage(
  { headers: { origin } }: FastifyRequest,
  tenantId: string,
  options: AssistantsOptions,
): void {
  const isKnown = origin === undefined || origin === options.originOf(tenantId) || options.allowedOrigins.has(origin);
  if (!isKnown) throw new AcademyError('cross-site');
}

/** @throws AcademyError not-signed-in, invalid-token, token-tenant or token-ability */
async function tokenOf(request: FastifyRequest, tenantId: string, options: AssistantsOptions) {
  try {
    const bearer = bearerOf(request);
    if (bearer === null) throw new AcademyError('not-signed-in');
    const known = await options.accessToken(bearer);
    if (known === null) throw new AcademyError('invalid-token');
    if (known.tenantId !== tenantId) throw new AcademyError('token-tenant');
    if (!known.abilities.includes('learning:read')) throw new AcademyError('token-ability');
    return { token: bearer, personId: known.personId };
  } catch (error) {
    await options.count(request);
    throw error;
  }
}

function serverFor(app: FastifyInstance, options: AssistantsOptions, asking: Asking | undefined): McpServer {
  const server = new McpServer({ name: 'academy', version: VERSION });
  if (asking === undefined) return server;
  for (const tool of TOOLS) {
    const { name, input } = tool;
    const inputSchema = toStandardJsonSchema(input);
    const [title, description] = [assistantTexts[name], assistantTexts[`${name}Text`]];
    server.registerTool(name, { title, description, inputSchema, annotations: { readOnlyHint: true } }, (given) =>
      answerOf(app, options, asking, tool, given).catch((error: unknown) => {
        // The library tells assistants the words of whatever is thrown.
        asking.request.log.error({ err: error }, 'a tool of assistants failed');
        return problem(ERROR_TEXTS.unexpected);
      }),
    );
  }
  return server;
}

/** Makes the call of a tool. What goes wrong is told in the API's own words. */
async function answerOf(
  app: FastifyInstance,
  { originOf }: AssistantsOptions,
  { request, tenantId }: Asking,
  { call, ask, tell }: AssistantTool,
  given: unknown,
) {
  const language = request.headers['accept-language'];
  const reply = await app.inject({
    method: 'GET',
    url: API_BASE_PATH + callAddress(call, ask(given)),
    remoteAddress: request.ip,
    headers: {
      authorization: request.headers.authorization,
      [TENANT_HEADER]: tenantId,
      ...(language === undefined ? {} : { 'accept-language': language }),
    },
  });
  const { data, errors } = reply.json<Envelope<unknown>>();
  return reply.statusCode === 200
    ? { content: [{ type: 'text' as const, text: tell(data, originOf(tenantId)) }] }
    : problem(errors.map(({ errorMessage }) => errorMessage).join(' '));
}

const problem = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true });

function webRequest({ method, url, headers }: FastifyRequest): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'content-length' ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(new URL(url, 'http://academy.invalid'), { method, headers: pairs });
}

async function passOn(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(answer.status).header('cache-control', 'no-store');
  for (const [name, value] of answer.headers) if (name !== 'content-length') reply.header(name, value);
  return reply.send(await answer.text());
}
