import { AcademyError } from '@academy/contract/errors';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { addJsonBody } from '../http/json-body.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { CSP_REPORTS } from '../http/security-headers.ts';

/** Largest body in bytes, and most violations of one body that are logged. */
const MAX = { bytes: 65_536, violations: 20 };

const text = v.optional(v.nullable(v.string()));

/** The older format: one violation, sent to the address that the policy names. */
const OlderSchema = v.object({
  'csp-report': v.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text }),
});
/** The format of the Reporting API: reports of several kinds, together. */
const NewerSchema = v.array(
  v.object({ type: v.string(), body: v.object({ effectiveDirective: text, blockedURL: text }) }),
);

interface Violation {
  directive: string;
  /** Blocked host, or another kind of blocked resource: `inline`, `eval`. */
  blocked: string;
}

/**
 * Accepts browsers' reports of violations of the content security policy, in both formats. Only directive and host are
 * logged: addresses of pages and scripts, and samples of code, may contain personal data.
 */
export function addCspReports(
  app: FastifyInstance,
  { count, allowedOrigins }: { count: CountCall; allowedOrigins: ReadonlySet<string> },
): void {
  void app.register((reports, _options, done) => {
    addJsonBody(reports, ['application/csp-report', 'application/reports+json']);
    reports.post(CSP_REPORTS, { bodyLimit: MAX.bytes }, async (request, reply) => {
      const { origin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
      if (site !== 'same-origin' && !allowedOrigins.has(origin ?? '')) throw new AcademyError('cross-site');
      await count(request);
      for (const violation of distinct(violationsOf(request.body)))
        request.log.warn(violation, 'the content security policy was violated');
      return reply.code(204).header('cache-control', 'no-store').send();
    });
    done();
  });
}

/** Each violation once: a page that breaks the policy does so in many places. */
function distinct(violations: readonly Violation[]): Violation[] {
  const byName = new Map(violations.map((one) => [`${one.directive} ${one.blocked}`, one]));
  return [...byName.values()];
}

function violationsOf(body: unknown): Violation[] {
  const older = v.safeParse(OlderSchema, body);
  if (older.success) {
    const report = older.output['csp-report'];
    return [violation(report['effective-directive'] ?? report['violated-directive'], report['blocked-uri'])];
  }
  const newer = v.safeParse(NewerSchema, body);
  if (!newer.success) throw new AcademyError('invalid-input', { message: 'is no report of a violation' });
  return newer.output
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, MAX.violations)
    .map(({ body: { effectiveDirective, blockedURL } }) => violation(effectiveDirective, blockedURL));
}

const WORD = /^[a-z-]{1,40}$/;

function violation(directive: string | null | undefined, blocked: string | null | undefined): Violation {
  // The older format repeats the whole directive.
  const name = directive?.split(' ')[0] ?? '';
  return { directive: WORD.test(name) ? name : 'unknown', blocked: blockedPart(blocked ?? '') };
}

function blockedPart(address: string): string {
  if (WORD.test(address)) return address;
  const url = URL.parse(address);
  if (url === null) return 'unknown';
  return url.host === '' ? url.protocol : url.host;
}
