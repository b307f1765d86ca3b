import type { Call, CallInput, CallReply } from '@academy/contract/call';
import { TENANT_HEADER } from '@academy/contract/constants';
import { envelopeSchema } from '@academy/contract/envelope';
import { type AddressParts, callAddress } from '@academy/contract/rules/call-address';
import type { TenantId } from '@academy/contract/tenants';
import * as v from 'valibot';
import { CommandProblem, EXIT } from '../command.ts';
import type { ApiAccess } from './api-access.ts';

/** Longest wait for a reply, ms: rendering a large course takes a while, and the server gives up after two minutes. */
const ANSWER_TIMEOUT_MS = 180_000;
/** Attempts while the server is busy. */
const ATTEMPTS = 4;
const MAX_PAUSE_S = 30;

/** The server's reply: the call's data, or why it refuses. */
export type ApiAnswer<Data> =
  | { ok: true; data: Data }
  | { ok: false; status: number; code: string | null; text: string; data: unknown };

interface Raw {
  body: Uint8Array;
  contentType: string;
}

const Refusal = envelopeSchema(v.unknown());

/**
 * Makes a call of the API with the token of its academy.
 *
 * @param raw the bytes of a call whose body is a stream
 * @throws CommandProblem (3) when the server cannot be reached, is too busy, fails, or refuses the token
 */
export async function callApi<C extends Call>(
  access: ApiAccess,
  tenantId: TenantId,
  call: C,
  input: CallInput<C>,
  raw?: Raw,
): Promise<ApiAnswer<CallReply<C>>> {
  // The input contains what the call declares; the server's schema validates the values.
  const given = input as AddressParts & { body?: unknown };
  const response = await request(access, tenantId, call, given, raw);
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const reply = v.safeParse(envelopeSchema(call.reply), body);
    // Validated by the schema of this call.
    if (reply.success && reply.output.data !== null) return { ok: true, data: reply.output.data as CallReply<C> };
    throw notAnAcademy(access);
  }
  const refusal = v.safeParse(Refusal, body);
  if (!refusal.success) throw notAnAcademy(access, response.status);
  const { errors, data, correlationId } = refusal.output;
  const text = errors[0]?.errorMessage ?? `status ${response.status}`;
  if (response.status === 401 || response.status === 403) throw tokenRefused(tenantId, response.status, text);
  if (response.status >= 500 || response.status === 429) {
    throw new CommandProblem(
      EXIT.unreachable,
      `The server answered ${response.status}: ${text} (correlation id ${correlationId})`,
      'Try again in a moment; the log of the server tells more.',
    );
  }
  return { ok: false, status: response.status, code: errors[0]?.code ?? null, text, data };
}

async function request(
  access: ApiAccess,
  tenantId: TenantId,
  call: Call,
  given: AddressParts & { body?: unknown },
  raw: Raw | undefined,
): Promise<Response> {
  const address = `${access.url}${callAddress(call, given)}`;
  const type = raw?.contentType ?? (given.body === undefined ? null : 'application/json');
  const headers = {
    authorization: `Bearer ${access.tokenFor(tenantId)}`,
    [TENANT_HEADER]: tenantId,
    ...(type === null ? {} : { 'content-type': type }),
  };
  // A copy of exactly these bytes: the pool behind a Buffer may hold more.
  const body = raw === undefined ? JSON.stringify(given.body) : new Uint8Array(raw.body);
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address, {
      method: call.method,
      headers,
      ...(body === undefined ? {} : { body }),
      // Following a redirect would send the token to its target.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw unreachable(access, error);
    });
    const busy = response.status === 429 || response.status === 503;
    if (!busy || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    const asked = Number(response.headers.get('retry-after'));
    const seconds = Number.isFinite(asked) && asked > 0 ? Math.min(asked, MAX_PAUSE_S) : 2 ** attempt;
    await new Promise((done) => setTimeout(done, seconds * 1_000));
  }
}

function tokenRefused(tenantId: TenantId, status: number, text: string): CommandProblem {
  return new CommandProblem(
    EXIT.unreachable,
    status === 401
      ? `The server does not accept the token for ${tenantId}: it is mistyped, has ended or was revoked.`
      : `The server refuses the token for ${tenantId}: ${text}`,
    'Check that the token has not ended, is for this academy and has the ability content:write ("./academy token list").',
  );
}

function unreachable(access: ApiAccess, error: unknown): CommandProblem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why =
    error instanceof Error && error.name === 'TimeoutError'
      ? 'it does not answer'
      : ({ ECONNREFUSED: 'nothing listens there', ENOTFOUND: 'there is no such host' }[code] ??
        (code || 'the connection broke'));
  return new CommandProblem(
    EXIT.unreachable,
    `The server at ${access.url} cannot be reached: ${why}.`,
    'Start it ("./academy start"), or give its address with --url or ACADEMY_API_URL.',
  );
}

function notAnAcademy(access: ApiAccess, status?: number): CommandProblem {
  return new CommandProblem(
    EXIT.unreachable,
    `${access.url} does not answer like an academy${status === undefined ? '' : ` (status ${status})`}.`,
    'Check --url or ACADEMY_API_URL; it ends with /api/v1.',
  );
}
