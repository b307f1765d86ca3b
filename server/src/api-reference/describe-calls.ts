import type { Call } from '@academy/contract/call';
import { CALL_GROUPS } from '@academy/contract/calls';
import { API_BASE_PATH } from '@academy/contract/constants';
import type { ErrorCode } from '@academy/contract/errors';
import { REACHES } from '@academy/contract/permissions';
import {
  bodySchema,
  type JsonSchema,
  type Parameter,
  type Properties,
  parametersOf,
  replySchemas,
} from './json-schemas.ts';
import { refusalsOf } from './refusals.ts';
import { sampleOf } from './samples.ts';

/** All facts of a call that the reference shows. */
export interface CallDescription {
  call: Call;
  /** Who may make the call, as text. */
  who: string;
  /** Whose records the call reaches, as text. */
  reaches: string;
  parameters: readonly Parameter[];
  /** Null when the call takes no JSON. */
  body: JsonSchema | null;
  /** The `data` of the reply; null for a file. */
  reply: JsonSchema | null;
  refusals: ReadonlyMap<number, readonly ErrorCode[]>;
  /** An example command. */
  curl: string;
}

export interface GroupDescription {
  noun: string;
  title: string;
  about: string;
  calls: readonly CallDescription[];
}

export interface ApiDescription {
  groups: readonly GroupDescription[];
  entities: Properties;
}

const WHO: Readonly<Record<Call['who'], string>> = {
  anyone: 'anyone',
  optional: 'anyone; who is signed in gets the own state as well',
  user: 'who is signed in',
  admin: 'administrators',
  token: 'personal access tokens',
};

/** The content of the reference, independent of its output format. */
export function describeCalls(): ApiDescription {
  const { entities, dataOf } = replySchemas();
  const describe = (call: Call): CallDescription => {
    const parameters = parametersOf(call);
    const body = bodySchema(call);
    return {
      call,
      who: whoOf(call),
      reaches: REACHES[call.reach],
      parameters,
      body,
      reply: call.answers === 'file' ? null : dataOf(call),
      refusals: refusalsOf(call),
      curl: curlOf(call, parameters, body),
    };
  };
  const groups = CALL_GROUPS.map(({ noun, about, calls }) => ({
    noun,
    title: titleOf(noun),
    about,
    calls: calls.map(describe),
  }));
  return { groups, entities };
}

function whoOf({ who, ability, changes }: Call): string {
  if (who === 'optional' && changes) return 'anyone, signed in or not';
  if (ability === undefined) return WHO[who];
  return `${WHO[who]}${who === 'token' ? '' : ', or a personal access token'} with the ability ${ability}`;
}

function titleOf(noun: string): string {
  const words = noun.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** A shell command in which `ACADEMY` is the address of an academy and `TOKEN` a token. */
function curlOf(call: Call, parameters: readonly Parameter[], body: JsonSchema | null): string {
  const needed = parameters.filter(({ required }) => required);
  const sampleFor = ({ name, schema }: Parameter) => String(sampleOf(schema, name));
  const path = needed
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (text, parameter) => text.replace(`:${parameter.name}`, encodeURIComponent(sampleFor(parameter))),
      call.path,
    );
  const query = new URLSearchParams(
    needed
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => [parameter.name, sampleFor(parameter)] as [string, string]),
  );
  const headers = [
    ...(call.who === 'anyone' || call.who === 'optional' ? [] : ['"Authorization: Bearer $TOKEN"']),
    ...(call.tenant ? ["'tenantId: spring'"] : []),
    ...needed
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => quoted(`${parameter.name}: ${sampleFor(parameter)}`)),
  ];
  return [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}"$ACADEMY${API_BASE_PATH}${path}${query.size > 0 ? `?${query}` : ''}"`,
    ...headers.map((header) => `-H ${header}`),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(sampleOf(body)))}`]),
    ...(call.body === 'stream' ? ["-H 'Content-Type: application/gzip'", '--data-binary @item.tar.gz'] : []),
    ...(call.answers === 'file' ? ['-O'] : []),
  ].join(' \\\n  ');
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
