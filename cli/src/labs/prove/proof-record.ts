import { rmSync, writeFileSync } from 'node:fs';
import { type LabProof, PROOF_LOG, PROOF_STEP_LOG, type ProofStep } from '@academy/contract/lab-proof';
import type { LabProviderName } from '@academy/contract/labs';
import type { LoadedLab } from './load-lab.ts';
import type { StepReport } from './prove-lab.ts';

const MAX_TITLE_LENGTH = 300;

/** What a record says besides its steps. */
export interface ProofFacts {
  provedAt: Date;
  engine: LabProviderName;
  environment: string | null;
  commit: string | null;
  seconds: number;
  tools: LabProof['tools'];
}

/** The record of a lab whose steps all went well. */
export function proofOf(
  { id, contentHash }: Pick<LoadedLab, 'id' | 'contentHash'>,
  steps: readonly StepReport[],
  { provedAt, ...facts }: ProofFacts,
): LabProof {
  const maxLog = Math.min(PROOF_STEP_LOG, Math.floor(PROOF_LOG / Math.max(1, steps.length)));
  return {
    workshop: id,
    contentHash,
    ...facts,
    provedAt: provedAt.toISOString(),
    steps: steps.map(
      ({ page, action, title, outcome, seconds, log }): ProofStep => ({
        page: cut(page, MAX_TITLE_LENGTH),
        action: cut(action, MAX_TITLE_LENGTH),
        title: cut(title, MAX_TITLE_LENGTH),
        outcome: outcome === 'skipped' ? 'skipped' : 'done',
        seconds,
        log: lastOf(log, maxLog),
      }),
    ),
  };
}

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 3)}...` : text);

/** The last whole lines of a log. @param max characters */
export function lastOf(log: string, max: number): string {
  const text = log.trim();
  if (text.length <= max) return text;
  const tail = text.slice(-max);
  const line = tail.indexOf('\n');
  return line === -1 ? tail : tail.slice(line + 1);
}

/** Writes the record beside its lab; a lab without one loses an older one. */
export function writeRecord({ record }: Pick<LoadedLab, 'record'>, proof: LabProof | null): void {
  if (proof === null) rmSync(record, { force: true });
  else writeFileSync(record, `${JSON.stringify(proof, null, 2)}\n`);
}
