import { type PackedItem, packItem } from '@academy/content/pack';
import { CONTENT_LIMITS, TENANT_HEADER } from '@academy/contract/constants';
import { envelopeSchema } from '@academy/contract/envelope';
import { type Finding, FindingSchema } from '@academy/contract/findings';
import { type Outcome, putContent } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import * as v from 'valibot';
import { CommandProblem, EXIT } from '../command.ts';
import type { ApiAccess } from './api-access.ts';

/** Rendering a large course takes a while; the server gives up after two minutes, ms. */
const ANSWER_TIMEOUT_MS = 180_000;
/** A busy server is asked again this often. */
const ATTEMPTS = 4;
const LONGEST_PAUSE_S = 30;

export interface SendTerms {
  tenantId: TenantId;
  dryRun: boolean;
  strict: boolean;
}

/** What became of one item; `skipped` means that the server keeps what it had. */
export interface SendResult {
  outcome: Outcome | 'skipped';
  version: number | null;
  findings: Finding[];
}

const Reply = envelopeSchema(putContent.reply);
const Refusal = envelopeSchema(v.looseObject({ findings: v.optional(v.array(FindingSchema), []) }));

/**
 * Sends one item to `PUT /content/{kind}/{id}`. Trouble with the content is in the findings.
 *
 * @throws CommandProblem (3) when the server cannot be reached, is too busy, fails, or refuses the token
 */
export async function sendItem(access: ApiAccess, item: PackedItem, terms: SendTerms): Promise<SendResult> {
  const packed = await packItem(item);
  const refuse = (code: string, message: string): SendResult => ({
    outcome: 'skipped',
    version: null,
    findings: [{ file: item.options.file, line: 1, severity: 'fatal', code, message }],
  });
  if (packed.byteLength > CONTENT_LIMITS.packedBytes) {
    const size = Math.ceil(packed.byteLength / 1024 / 1024);
    const most = CONTENT_LIMITS.packedBytes / 1024 / 1024;
    return refuse(
      'item-too-large',
      `has ${size} MB when packed; at most ${most} MB are allowed. Make pictures smaller or split the item`,
    );
  }
  const response = await put(access, item, terms, packed);
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const reply = v.safeParse(Reply, body);
    if (reply.success && reply.output.data !== null) return reply.output.data;
    throw notAnAcademy(access);
  }
  const refusal = v.safeParse(Refusal, body);
  if (!refusal.success) throw notAnAcademy(access, response.status);
  const { errors, data, correlationId } = refusal.output;
  const text = errors[0]?.errorMessage ?? `status ${response.status}`;
  const findings = data?.findings ?? [];
  if (findings.length > 0) return { outcome: 'skipped', version: null, findings };
  if (response.status === 401 || response.status === 403) {
    throw new CommandProblem(
      EXIT.unreachable,
      response.status === 401
        ? `The server does not accept the token for ${terms.tenantId}: it is mistyped, has ended or was revoked.`
        : `The server refuses the token for ${terms.tenantId}: ${text}`,
      'Check that the token has not ended, is for this academy and has the ability content:write ("./academy token list").',
    );
  }
  if (response.status >= 500 || response.status === 429) {
    throw new CommandProblem(
      EXIT.unreachable,
      `The server answered ${response.status}: ${text} (correlation id ${correlationId})`,
      'Try again in a moment; the log of the server tells more.',
    );
  }
  return refuse(errors[0]?.code ?? 'refused', text);
}

async function put(access: ApiAccess, item: PackedItem, terms: SendTerms, packed: Uint8Array): Promise<Response> {
  const query = new URLSearchParams();
  if (terms.dryRun) query.set('dryRun', 'true');
  if (terms.strict) query.set('strict', 'true');
  const place = `${access.url}/content/${item.kind}/${encodeURIComponent(item.id)}`;
  const address = query.size === 0 ? place : `${place}?${query}`;
  const headers = {
    authorization: `Bearer ${access.tokenFor(terms.tenantId)}`,
    [TENANT_HEADER]: terms.tenantId,
    'content-type': 'application/gzip',
  };
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address, {
      method: 'PUT',
      headers,
      // A copy of exactly these bytes: the pool behind a Buffer may hold more.
      body: new Uint8Array(packed),
      // Followed, a redirect would carry the token to wherever it says.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw unreachable(access, error);
    });
    const busy = response.status === 429 || response.status === 503;
    if (!busy || attempt === ATTEMPTS) return response;
    await response.body?.cancel();
    const asked = Number(response.headers.get('retry-after'));
    const seconds = Number.isFinite(asked) && asked > 0 ? Math.min(asked, LONGEST_PAUSE_S) : 2 ** attempt;
    await new Promise((done) => setTimeout(done, seconds * 1_000));
  }
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
