import type { Call } from '@academy/contract/call';
import { ERRORS, type ErrorCode } from '@academy/contract/errors';
import { PRINCIPALS, type Principal, verdictOf } from '@academy/contract/permissions';

const IN_JSON: readonly ErrorCode[] = ['invalid-json', 'too-deep', 'too-large', 'unsupported-media-type'];
const IN_BYTES: readonly ErrorCode[] = ['too-large', 'unsupported-media-type', 'content-refused'];
const ALWAYS: readonly ErrorCode[] = [
  'unknown-tenant',
  'tenant-mismatch',
  'too-many-requests',
  'unexpected',
  'unavailable',
];

/**
 * The error codes that any call of this policy can answer, by HTTP status. A call's own noun may add others, such as
 * `not-found`.
 */
export function refusalsOf(call: Call): Map<number, ErrorCode[]> {
  const takesInput = call.params ?? call.query ?? call.headers ?? call.body;
  const byCaller = (Object.keys(PRINCIPALS) as Principal[]).map((principal) => verdictOf(call, principal));
  const codes = new Set<ErrorCode>([
    ...ALWAYS,
    ...(takesInput === undefined ? [] : (['invalid-input'] as const)),
    ...(call.body === undefined ? [] : call.body === 'stream' ? IN_BYTES : IN_JSON),
    ...byCaller.filter((verdict) => verdict !== 'ok'),
    ...(call.changes ? (['cross-site'] as const) : []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}
