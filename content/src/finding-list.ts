import type { Finding, Severity } from '@academy/contract/findings';

/** More findings than this of one item are counted, not listed. */
const MAX_FINDINGS = 500;

/** Collects the findings about one item. */
export class FindingList {
  readonly #findings: Finding[] = [];
  readonly #seen = new Set<string>();
  #dropped = 0;
  #fatal = false;

  /** True once a finding refuses the whole item. */
  get refused(): boolean {
    return this.#fatal;
  }

  fatal(code: string, file: string, line: number, message: string): void {
    this.#add('fatal', code, file, line, message);
  }

  error(code: string, file: string, line: number, message: string): void {
    this.#add('error', code, file, line, message);
  }

  warning(code: string, file: string, line: number, message: string): void {
    this.#add('warning', code, file, line, message);
  }

  addAll(findings: readonly Finding[]): void {
    for (const finding of findings) {
      this.#add(finding.severity, finding.code, finding.file, finding.line, finding.message);
    }
  }

  /** Sorted by file and line; those beyond the limit are counted in one last entry. */
  list(): Finding[] {
    const sorted = [...this.#findings].sort((a, b) => compare(a.file, b.file) || a.line - b.line);
    const last = sorted.at(-1);
    if (this.#dropped > 0 && last !== undefined) {
      const message = `${this.#dropped} more findings are not listed; mend these first and check again`;
      sorted.push({ file: last.file, line: 1, severity: 'warning', code: 'findings-many', message });
    }
    return sorted;
  }

  #add(severity: Severity, code: string, file: string, line: number, message: string): void {
    if (severity === 'fatal') this.#fatal = true;
    const key = `${file}:${line}:${code}:${message}`;
    if (this.#seen.has(key)) return;
    // A fatal finding is never dropped: it is the reason of a refusal.
    if (this.#findings.length >= MAX_FINDINGS && severity !== 'fatal') {
      this.#dropped += 1;
      return;
    }
    this.#seen.add(key);
    this.#findings.push({ file, line, severity, code, message });
  }
}

/** Plain order of code units, the same on every machine. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
