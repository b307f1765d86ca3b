import { AcademyError } from '@academy/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/connect.ts';
import type { HasSpace } from '../http/error-reply.ts';
import { addJsonBody } from '../http/json-body.ts';
import type { LoadShedding } from '../http/load-shedding.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { type IdentifiedScope, identifier, noteError } from './scim-bearers.ts';
import {
  isWanted,
  listOf,
  PAGE,
  resourceTypes,
  type ScimDocument,
  schemas,
  serviceProviderConfig,
  trimmed,
  type Wanted,
} from './scim-documents.ts';
import { errorBody, ScimError } from './scim-error.ts';
import { plainName } from './scim-filter.ts';
import type { ScimGroupsService } from './scim-groups.service.ts';
import { operationsOf } from './scim-patch.ts';
import { groupDocument, userDocument } from './scim-present.ts';
import { type PageOf, type ScimScope, type ScimUsersService, tagOf } from './scim-users.service.ts';

const MEDIA_TYPE = 'application/scim+json';
/** A group of fifty thousand people is replaced by one request. */
const LIMITS = { bodyBytes: 16 * 1024 * 1024, arrayLength: 100_000 } as const;

/** What the standard has besides: everything at once, many changes in one request, and whoever asks. */
const NOT_OFFERED = /^(?:(?:\.search|Bulk|Me)(?:\/.*)?)?$/;

export interface ScimOptions {
  db: Database;
  users: ScimUsersService;
  groups: ScimGroupsService;
  /** Origin of the installation, without a trailing slash. */
  origin: string;
  /** Counts requests whose token is refused. */
  count: CountCall;
  load: Pick<LoadShedding, 'admit'>;
  hasSpace: HasSpace;
}

type Body = Readonly<Record<string, unknown>>;

/** What may be done at the addresses that there are. */
const METHODS: readonly (readonly [path: RegExp, methods: string])[] = [
  [/^(?:ServiceProviderConfig|(?:ResourceTypes|Schemas)(?:\/[^/]+)?)$/, 'GET'],
  [/^(?:Users|Groups)$/, 'GET, POST'],
  [/^(?:Users|Groups)\/\.search$/, 'POST'],
  [/^(?:Users|Groups)\/[^/]+$/, 'GET, PUT, PATCH, DELETE'],
];

/** What the routes of people and groups do with their kind of resource. */
interface Kind {
  path: string;
  /** The attribute that is read separately. */
  list: 'groups' | 'members';
  service: {
    get(scope: ScimScope, id: string, wantsList?: boolean): Promise<Row>;
    list(scope: ScimScope, page: PageOf, wantsList: boolean): Promise<{ rows: Row[]; total: number }>;
    create(scope: ScimScope, body: Body): Promise<Row>;
    replace(scope: ScimScope, id: string, match: string | null, body: Body): Promise<unknown>;
    patch(
      scope: ScimScope,
      id: string,
      match: string | null,
      operations: ReturnType<typeof operationsOf>,
    ): Promise<unknown>;
    remove(scope: ScimScope, id: string, match: string | null): Promise<void>;
  };
  present(row: Row, base: string): ScimDocument;
  /** Status of a change of parts: programs of directories expect none of a group. */
  patched: 200 | 204;
}

// biome-ignore lint/suspicious/noExplicitAny: each kind presents the rows of its own service
type Row = any;

/** SCIM 2.0 of each directory, at `/scim/v2/<directory>`. */
export function addScim(app: FastifyInstance, options: ScimOptions): void {
  const { users, groups } = options;
  const kinds: Kind[] = [
    { path: '/Users', list: 'groups', service: users, present: userDocument, patched: 200 },
    { path: '/Groups', list: 'members', service: groups, present: groupDocument, patched: 204 },
  ];
  const scopes = new WeakMap<FastifyRequest, IdentifiedScope>();
  const scopeOf = (request: FastifyRequest) => scopes.get(request) ?? refuse('token');
  const baseOf = (request: FastifyRequest) => `${options.origin}/scim/v2/${scopeOf(request).directoryId}`;
  const identify = identifier(options);

  void app.register(
    (scim, _options, done) => {
      addJsonBody(scim, [MEDIA_TYPE, 'application/json'], LIMITS.arrayLength);
      scim.addHook('onRequest', async (request) => {
        const isRead = request.method === 'GET';
        options.load.admit(isRead ? 'read' : 'write');
        scopes.set(request, await identify(request));
        if (!isRead && !options.hasSpace()) throw new ScimError(503, 'busy');
      });
      scim.setErrorHandler(async (error, request, reply) => {
        const known = asScimError(error);
        if (known.status === 500) request.log.error({ err: error }, 'a request of a directory failed');
        const tokenId = scopes.get(request)?.tokenId;
        if (tokenId !== undefined && isWorthNoting(known)) await noteError(options.db, tokenId, known, request);
        if (known.status === 401) reply.header('www-authenticate', 'Bearer');
        if (known.status === 503) reply.header('retry-after', '5');
        return send(reply.code(known.status), errorBody(known));
      });

      scim.get('/ServiceProviderConfig', (request, reply) => send(reply, serviceProviderConfig(baseOf(request))));
      const lists = { '/ResourceTypes': resourceTypes, '/Schemas': schemas };
      for (const [path, make] of Object.entries(lists)) {
        scim.get(path, (request, reply) => send(reply, listOf(make(baseOf(request)))));
        scim.get<{ Params: { id: string } }>(`${path}/:id`, (request, reply) => {
          const found = make(baseOf(request)).find(({ id }) => id === request.params.id);
          return send(reply, found ?? refuse('notFound', 404));
        });
      }
      for (const kind of kinds) addKind(scim, kind, scopeOf, baseOf);
      const others = async (request: FastifyRequest, reply: FastifyReply) => {
        const { '*': path = '' } = request.params as { '*'?: string };
        const allowed = METHODS.find(([pattern]) => pattern.test(path))?.[1];
        if (NOT_OFFERED.test(path)) return refuse('unsupported', 501);
        if (allowed === undefined) return refuse('noSuchPage', 404);
        reply.header('allow', allowed);
        return refuse('noSuchMethod', 405);
      };
      const method = scim.supportedMethods.filter((name) => name !== 'OPTIONS');
      for (const url of ['/', '/*']) scim.route({ method, url, handler: others });
      done();
    },
    { prefix: '/scim/v2/:directoryId' },
  );
}

function addKind(
  scim: FastifyInstance,
  { path, list, service, present, patched }: Kind,
  scopeOf: (request: FastifyRequest) => ScimScope,
  baseOf: (request: FastifyRequest) => string,
): void {
  type ById = { Params: { id: string } };
  const one = (request: FastifyRequest, reply: FastifyReply, row: Row) => {
    const tag = tagOf(row.version);
    reply.header('etag', tag);
    if (request.method === 'GET' && headerOf(request, 'if-none-match')?.split(/,\s*/).includes(tag))
      return reply.code(304).send();
    return send(reply, trimmed(present(row, baseOf(request)), wantedOf(request.query as Body)));
  };
  const wantsList = (request: FastifyRequest) => isWanted(wantedOf(request.query as Body), list);

  const page = async (request: FastifyRequest, reply: FastifyReply, asked: Body) => {
    const wanted = wantedOf(asked);
    const of = pageOf(asked);
    const { rows, total } = await service.list(scopeOf(request), of, isWanted(wanted, list));
    const resources = rows.map((row: Row) => trimmed(present(row, baseOf(request)), wanted));
    return send(reply, listOf(resources, total, of.from + 1));
  };

  scim.get(path, (request, reply) => page(request, reply, request.query as Body));
  scim.post(`${path}/.search`, (request, reply) => page(request, reply, bodyOf(request)));
  scim.post(path, { bodyLimit: LIMITS.bodyBytes }, async (request, reply) => {
    const row = await service.create(scopeOf(request), bodyOf(request));
    const { meta } = present(row, baseOf(request)) as { meta: { location: string } };
    return one(request, reply.code(201).header('location', meta.location), row);
  });
  scim.get<ById>(`${path}/:id`, async (request, reply) =>
    one(request, reply, await service.get(scopeOf(request), request.params.id, wantsList(request))),
  );
  scim.put<ById>(`${path}/:id`, { bodyLimit: LIMITS.bodyBytes }, async (request, reply) => {
    const { id } = request.params;
    await service.replace(scopeOf(request), id, headerOf(request, 'if-match'), bodyOf(request));
    return one(request, reply, await service.get(scopeOf(request), id, wantsList(request)));
  });
  scim.patch<ById>(`${path}/:id`, { bodyLimit: LIMITS.bodyBytes }, async (request, reply) => {
    const { id } = request.params;
    await service.patch(scopeOf(request), id, headerOf(request, 'if-match'), operationsOf(bodyOf(request)));
    if (patched === 204 && wantedOf(request.query as Body).only === null) return reply.code(204).send();
    return one(request, reply, await service.get(scopeOf(request), id, wantsList(request)));
  });
  scim.delete<ById>(`${path}/:id`, async (request, reply) => {
    await service.remove(scopeOf(request), request.params.id, headerOf(request, 'if-match'));
    return reply.code(204).send();
  });
}

/** Resources that are not there, and conditions that do not hold, are part of how directories work. */
const isWorthNoting = ({ status }: ScimError): boolean => ![404, 412].includes(status);

/** What the plugins and the body's parser refuse, as SCIM says it. */
function asScimError(error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  const { code } = error as { code?: unknown };
  if (error instanceof AcademyError) {
    if (error.code === 'too-many-requests') return new ScimError(429, 'busy');
    if (error.code === 'unavailable') return new ScimError(503, 'busy');
    if (error.code === 'too-large') return new ScimError(413, 'tooLarge');
    if (error.code === 'invalid-json' || error.code === 'too-deep')
      return new ScimError(400, 'notJson', {}, 'invalidSyntax');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ScimError(415, 'mediaType');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ScimError(413, 'tooLarge');
  if (code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return new ScimError(400, 'noBody', {}, 'invalidSyntax');
  return new ScimError(500, 'unexpected');
}

function refuse(key: 'token' | 'notFound' | 'noSuchPage' | 'noSuchMethod' | 'unsupported', status = 401): never {
  throw new ScimError(status, key);
}

function send(reply: FastifyReply, document: ScimDocument): FastifyReply {
  return reply.header('cache-control', 'no-store').type(MEDIA_TYPE).send(JSON.stringify(document));
}

function bodyOf({ body }: FastifyRequest): Body {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new ScimError(400, 'noBody', {}, 'invalidSyntax');
  return body as Body;
}

/** What is asked for, by the query of an address or the body of a search. @param name in lower case */
function askedFor(asked: Body, name: string): string | null {
  const given = Object.entries(asked).find(([key]) => key.toLowerCase() === name)?.[1];
  return given === undefined || given === null ? null : String(given);
}

const headerOf = ({ headers }: FastifyRequest, name: 'if-match' | 'if-none-match'): string | null =>
  headers[name] ?? null;

/** @throws ScimError invalidValue for what is no number */
function pageOf(asked: Body): PageOf {
  const startIndex = numberOf(asked, 'startIndex', 1);
  const max = Math.min(Math.max(numberOf(asked, 'count', PAGE.usual), 0), PAGE.max);
  const filter = askedFor(asked, 'filter');
  return { from: Math.max(startIndex, 1) - 1, max, filter: filter === null || filter.trim() === '' ? null : filter };
}

function numberOf(asked: Body, name: string, usual: number): number {
  const given = askedFor(asked, name.toLowerCase());
  if (given === null || given === '') return usual;
  const number = Number(given);
  if (!Number.isSafeInteger(number))
    throw new ScimError(400, 'wrongType', { attribute: name, type: 'integer' }, 'invalidValue');
  return number;
}

function wantedOf(asked: Body): Wanted {
  const namesIn = (name: string) => {
    const names = askedFor(asked, name)
      ?.split(',')
      .map((one) => plainName(one.trim()))
      .filter((one) => one !== '');
    return names === undefined || names.length === 0 ? null : new Set(names);
  };
  return { only: namesIn('attributes'), not: namesIn('excludedattributes') ?? new Set() };
}
