import { type PackedItem, packItem } from '@academy/content/pack';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { pushDraft } from '@academy/contract/drafts';
import { type Finding, FindingSchema } from '@academy/contract/findings';
import { type Outcome, putContent } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import * as v from 'valibot';
import type { ApiAccess } from './api-access.ts';
import { type ApiAnswer, callApi } from './api-client.ts';

export interface SendTerms {
  tenantId: TenantId;
  dryRun: boolean;
  strict: boolean;
  /** The version that the files are based on, 0 for none; left out: no check. */
  base?: number | undefined;
  /** Name of the draft that gets the item; null publishes it. */
  draft: string | null;
}

/** Result for one item; `skipped` means that the server's version is unchanged. */
export interface SendResult {
  outcome: Outcome | 'skipped';
  version: number | null;
  findings: Finding[];
  /** True when the academy has another version than `base`. */
  conflict: boolean;
  /** The link that shows the draft; left out where nothing went into one. */
  draftUrl?: string;
}

const RefusalData = v.looseObject({ findings: v.optional(v.array(FindingSchema), []) });

/**
 * Sends one item to `PUT /content/{kind}/{id}`, or to a draft. Problems with the content are in the findings.
 *
 * @throws CommandProblem (3) when the server cannot be reached, is too busy, fails, or refuses the token
 */
export async function sendItem(access: ApiAccess, item: PackedItem, terms: SendTerms): Promise<SendResult> {
  const packed = await packItem(item);
  const refuse = (code: string, message: string): SendResult => ({
    outcome: 'skipped',
    version: null,
    findings: [{ file: item.options.file, line: 1, severity: 'fatal', code, message }],
    conflict: code === 'version-conflict',
  });
  if (packed.byteLength > CONTENT_LIMITS.packedBytes) {
    const size = Math.ceil(packed.byteLength / 1024 / 1024);
    const max = CONTENT_LIMITS.packedBytes / 1024 / 1024;
    return refuse(
      'item-too-large',
      `has ${size} MB when packed; at most ${max} MB are allowed. Make pictures smaller or split the item`,
    );
  }
  const raw = { body: packed, contentType: 'application/gzip' };
  const strict = terms.strict ? { strict: 'true' as const } : {};
  const { kind, id } = item;
  if (terms.draft !== null) {
    const params = { draft: terms.draft, kind, id };
    const answer = await callApi(access, terms.tenantId, pushDraft, { params, query: strict }, raw);
    if (!answer.ok) return refusalOf(answer, refuse);
    const { outcome, findings, draft } = answer.data;
    return { outcome, findings, version: null, conflict: false, draftUrl: draft.url };
  }
  const query = {
    ...(terms.dryRun ? { dryRun: 'true' as const } : {}),
    ...strict,
    ...(terms.base === undefined ? {} : { base: String(terms.base) }),
  };
  // The bytes are sent as they are; the call's own body is the stream that the server reads.
  const answer = await callApi(access, terms.tenantId, putContent, { params: { kind, id }, query }, raw);
  return answer.ok ? { ...answer.data, conflict: false } : refusalOf(answer, refuse);
}

/** What the academy found wrong with the item, or why it refuses it. */
function refusalOf(
  { data, code, text }: Extract<ApiAnswer<unknown>, { ok: false }>,
  refuse: (code: string, message: string) => SendResult,
): SendResult {
  const parsed = v.safeParse(RefusalData, data);
  const findings = parsed.success ? parsed.output.findings : [];
  return findings.length > 0
    ? { outcome: 'skipped', version: null, findings, conflict: false }
    : refuse(code ?? 'refused', text);
}
