import { type PackedItem, packItem } from '@academy/content/pack';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import { type Finding, FindingSchema } from '@academy/contract/findings';
import { type Outcome, putContent } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import * as v from 'valibot';
import type { ApiAccess } from './api-access.ts';
import { callApi } from './api-client.ts';

export interface SendTerms {
  tenantId: TenantId;
  dryRun: boolean;
  strict: boolean;
  /** The version that the files are based on, 0 for none; left out: no check. */
  base?: number | undefined;
}

/** Result for one item; `skipped` means that the server's version is unchanged. */
export interface SendResult {
  outcome: Outcome | 'skipped';
  version: number | null;
  findings: Finding[];
  /** True when the academy has another version than `base`. */
  conflict: boolean;
}

const RefusalData = v.looseObject({ findings: v.optional(v.array(FindingSchema), []) });

/**
 * Sends one item to `PUT /content/{kind}/{id}`. Problems with the content are in the findings.
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
  const query = {
    ...(terms.dryRun ? { dryRun: 'true' as const } : {}),
    ...(terms.strict ? { strict: 'true' as const } : {}),
    ...(terms.base === undefined ? {} : { base: String(terms.base) }),
  };
  const params = { kind: item.kind, id: item.id };
  const raw = { body: packed, contentType: 'application/gzip' };
  // The bytes are sent as they are; the call's own body is the stream that the server reads.
  const answer = await callApi(access, terms.tenantId, putContent, { params, query }, raw);
  if (answer.ok) return { ...answer.data, conflict: false };
  const data = v.safeParse(RefusalData, answer.data);
  const findings = data.success ? data.output.findings : [];
  return findings.length > 0
    ? { outcome: 'skipped', version: null, findings, conflict: false }
    : refuse(answer.code ?? 'refused', answer.text);
}
