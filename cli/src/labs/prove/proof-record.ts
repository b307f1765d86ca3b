import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '@academy/content/lab-files/lock-file';
import { contentHash } from '@academy/content/workshops/lab-proof';
import { workshopFolder } from '@academy/content/workshops/read-workshop';
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
  { id, files, record }: Pick<LoadedLab, 'id' | 'files' | 'record'>,
  steps: readonly StepReport[],
  { provedAt, ...facts }: ProofFacts,
): LabProof {
  const maxLog = Math.min(PROOF_STEP_LOG, Math.floor(PROOF_LOG / Math.max(1, steps.length)));
  return {
    workshop: id,
    contentHash: contentHash(files, record),
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

/** Writes the record beside its lab, with the lock of its files; a lab without one loses an older one. */
export function writeRecord(
  { found: { root }, files, record }: Pick<LoadedLab, 'files' | 'found' | 'record'>,
  proof: LabProof | null,
): void {
  const place = join(root, record);
  if (proof === null) {
    rmSync(place, { force: true });
    return;
  }
  writeFileSync(place, `${JSON.stringify(proof, null, 2)}\n`);
  const lock = lockFile(workshopFolder(files) ?? 'workshop');
  const text = files.get(lock);
  if (text !== undefined) writeFileSync(join(root, lock), text);
}
