import { spawnSync } from 'node:child_process';
import * as v from 'valibot';
import { ROOT, runtimePackages } from './runtime-packages.ts';

const ViaSchema = v.union([
  v.string(),
  v.looseObject({ title: v.string(), url: v.optional(v.string(), ''), severity: v.string() }),
]);
/** What `npm audit --json` prints. */
const ReportSchema = v.looseObject({
  vulnerabilities: v.record(
    v.string(),
    v.looseObject({ name: v.string(), severity: v.string(), range: v.string(), via: v.array(ViaSchema) }),
  ),
});
type Report = v.InferOutput<typeof ReportSchema>;

/** Severities that must not be in a release. */
const REFUSED = new Set(['high', 'critical']);

/**
 * Known advisories of severity high or critical about packages that an installation runs, one line each. npm's own
 * `--omit=dev` leaves out what one workspace runs and another one uses for development.
 */
export function refusedAdvisories(report: Report, names: ReadonlySet<string>): string[] {
  return Object.values(report.vulnerabilities)
    .filter(({ name, severity }) => REFUSED.has(severity) && names.has(name))
    .map(({ name, severity, range, via }) => {
      const titles = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`.trim()));
      return `${name} ${range}: ${severity}, ${titles.join('; ')}`;
    })
    .sort();
}

/** @returns null when the registry gives no advisories; `problem` is npm's reason */
export function readAdvisories(): { report: Report } | { report: null; problem: string } {
  const { stdout, error } = spawnSync('npm', ['audit', '--json'], { cwd: ROOT, encoding: 'utf8', timeout: 60_000 });
  if (error !== undefined) return { report: null, problem: error.message };
  try {
    const printed = JSON.parse(stdout) as { message?: string; error?: { summary?: string } };
    const parsed = v.safeParse(ReportSchema, printed);
    if (parsed.success) return { report: parsed.output };
    return {
      report: null,
      problem: (printed.message ?? printed.error?.summary ?? 'npm printed no report').split('\n')[0] ?? '',
    };
  } catch {
    return { report: null, problem: 'npm printed no JSON' };
  }
}

if (import.meta.main) {
  const read = readAdvisories();
  if (read.report === null) {
    console.error(`No advisories can be fetched: ${read.problem}`);
    process.exitCode = 3;
  } else {
    const found = refusedAdvisories(read.report, new Set(runtimePackages().map(({ name }) => name)));
    for (const line of found) console.error(line);
    console.log(`${found.length} advisories of severity high or critical about packages at run time.`);
    process.exitCode = found.length > 0 ? 1 : 0;
  }
}
