import { createHash } from 'node:crypto';
import path from 'node:path';
import { type LabProof, LabProofSchema, PROOF_FILE } from '@academy/contract/lab-proof';
import * as v from 'valibot';
import { compare, type FindingList } from '../finding-list.ts';
import type { SourceFiles } from '../source-files.ts';

/** Path of the record of a lab. @param folder the lab's folder `workshop` */
export const proofFile = (folder: string): string => path.posix.join(path.posix.dirname(folder), PROOF_FILE);

/**
 * SHA-256 of the files of a lab in hexadecimal, its record left out: a record is about exactly these files.
 *
 * @param record path of the record in `files`
 */
export function contentHash(files: SourceFiles, record: string): string {
  const hash = createHash('sha256');
  for (const file of [...files.keys()].sort(compare)) {
    // Fetched pictures are added when a lab is published, and change nothing that it does.
    if (file === record || file.startsWith('@')) continue;
    const bytes = files.get(file) ?? new Uint8Array();
    // The lengths separate neighbours.
    hash.update(`${Buffer.byteLength(file)}:${file}${bytes.byteLength}:`).update(bytes);
  }
  return hash.digest('hex');
}

/** The record beside a lab; null, with a warning, when it is about other files or unreadable, and where there is none. */
export function readProof(
  files: SourceFiles,
  folder: string,
  workshop: string,
  findings: FindingList,
): LabProof | null {
  const file = proofFile(folder);
  const bytes = files.get(file);
  if (bytes === undefined) return null;
  const read = v.safeParse(LabProofSchema, parsed(bytes));
  if (!read.success) {
    const message = 'is no record of "labs prove"; it is left out. Prove the lab again, or delete the file';
    findings.warning('lab-proof-unreadable', file, 1, message);
    return null;
  }
  if (read.output.workshop === workshop && read.output.contentHash === contentHash(files, file)) return read.output;
  const message = 'is the record of other files than these; it is left out. Prove the lab again';
  findings.warning('lab-proof-outdated', file, 1, message);
  return null;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
