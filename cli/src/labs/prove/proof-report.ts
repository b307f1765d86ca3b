import { formatFinding } from '@academy/contract/findings';
import { EXIT, type Style, type Terminal } from '../../command.ts';
import { counted, placeFindings } from '../../publishing/report.ts';
import { printable } from '../../table.ts';
import type { LabReport } from './run-proofs.ts';

const STYLES: Readonly<Record<LabReport['outcome'], Style>> = { proved: 'green', failed: 'red', unproved: 'yellow' };

/** One line for the lab and one for each finding, in the form of `validate`. */
export function labLines(report: LabReport, cwd: string, paint: Terminal['paint']): string[] {
  const { id, tenantId, outcome, engine, steps, seconds, reason, found, findings } = report;
  const done = steps.filter((step) => step.outcome === 'done' || step.outcome === 'skipped').length;
  const facts =
    steps.length === 0 ? engine : `${engine}, ${done} of ${counted(steps.length, 'step')}, ${seconds.toFixed(1)} s`;
  const words = outcome === 'unproved' ? 'not proved' : outcome;
  const where = tenantId === null ? '' : ` in ${tenantId}`;
  const head = `${words} workshop ${id}${where}${facts === null ? '' : ` (${facts})`}${reason === '' ? '' : `: ${reason}`}`;
  const lines: [Style, string][] = [
    [STYLES[outcome], printable(head)],
    ...placeFindings(findings, found, cwd).map((one): [Style, string] => ['red', printable(formatFinding(one))]),
  ];
  return lines.map(([style, line]) => paint?.(style, line) ?? line);
}

const totalsOf = (reports: readonly LabReport[]) => {
  const count = (outcome: LabReport['outcome']) => reports.filter((one) => one.outcome === outcome).length;
  const findings = reports.reduce((sum, one) => sum + one.findings.length, 0);
  return {
    ...{ workshops: reports.length, proved: count('proved'), failed: count('failed'), unproved: count('unproved') },
    findings,
  };
};

/** The reports as one value for programs; files are relative to the folder in which the command was run. */
export function jsonOf(reports: readonly LabReport[], cwd: string): string {
  const workshops = reports.map(({ found, findings, lab: _lab, proof: _proof, ...report }) => ({
    ...report,
    steps: report.steps.map(({ settings: _settings, verdict, ...step }) => ({ ...step, finding: verdict })),
    findings: placeFindings(findings, found, cwd),
  }));
  return JSON.stringify({ workshops, totals: totalsOf(reports) });
}

/** The last line of the report. */
export function totalsLine(reports: readonly LabReport[]): string {
  const { workshops, proved, failed, unproved, findings } = totalsOf(reports);
  return `${counted(workshops, 'workshop')}: ${proved} proved, ${failed} failed, ${unproved} not proved; ${counted(findings, 'finding')}`;
}

/** 1 when something failed, or could not be proved although its engine can be used for that. */
export function exitOf(reports: readonly LabReport[]): number {
  const isBad = ({ outcome, engine }: LabReport) =>
    outcome === 'failed' || (outcome === 'unproved' && engine !== 'educates' && engine !== 'external');
  return reports.some(isBad) ? EXIT.failed : EXIT.ok;
}
