import type { FoundItem } from '@academy/content/found-item';
import type { Finding } from '@academy/contract/findings';
import type { LabProof } from '@academy/contract/lab-proof';
import type { LabProviderName } from '@academy/contract/labs';
import type { TenantId } from '@academy/contract/tenants';
import type { SandboxPack } from '@academy/lab-host/lab-files/sandbox-setup';
import type { ProvingFiles } from '../../lab-files/proving-files.ts';
import { places } from '../../publishing/places.ts';
import type { TenantOfFolder } from '../../publishing/tenant-map.ts';
import { lightShellLacks } from '../light-shell-findings.ts';
import { browserLab } from './browser-lab.ts';
import { withByHand } from './by-hand.ts';
import { engineOf, isProving, type ProvingEngine } from './engine-of.ts';
import { lastLines } from './judge.ts';
import { type LoadedLab, loadLab } from './load-lab.ts';
import { proofOf, writeRecord } from './proof-record.ts';
import { findingsOf, proveLab, type StepReport } from './prove-lab.ts';
import type { ProvingMachines } from './proving-machines.ts';
import type { OpenedLab } from './sandbox-lab.ts';
import { toolVersions } from './tool-versions.ts';

/** Findings of a run that say what a shell does not have. */
const SHELL_LACKS = /^lab-(?:shell-lacks|program-missing)$/;

/** What became of a lab. */
export interface LabReport {
  found: FoundItem;
  /** Name of the workshop, or of its folder when it cannot be read. */
  id: string;
  tenantId: TenantId | null;
  engine: LabProviderName | null;
  /** `unproved`: its engine cannot be used here. */
  outcome: 'proved' | 'failed' | 'unproved';
  /** Why it was not proved; empty otherwise. */
  reason: string;
  seconds: number;
  steps: readonly StepReport[];
  /** Their files are named as in the item. */
  findings: readonly Finding[];
  proof: LabProof | null;
  lab: LoadedLab | null;
}

/** Sandboxes of this machine; `problem` says why there are none. */
export interface ProvingSandboxes {
  problem: string | null;
  /**
   * @param packs what the lab brings along
   * @throws Error when the lab's environment is missing, or the sandbox does not start
   */
  open(lab: LoadedLab, packs: readonly SandboxPack[]): Promise<OpenedLab & { environment: string | null }>;
}

export interface ProofTerms {
  found: readonly FoundItem[];
  /** Folder named on the command line. */
  base: string;
  tenants: readonly TenantId[];
  tenantId: TenantId | null;
  tenantOfFolder: TenantOfFolder;
  /** Academy of labs that nothing else tells one of; null: they fail. */
  fallback: TenantId | null;
  chosen: ProvingEngine | null;
  engines: Readonly<Record<string, string>>;
  sandboxes: ProvingSandboxes;
  /** Machines for labs in browsers; null: they run in the light shell. */
  machines: ProvingMachines | null;
  files: Pick<ProvingFiles, 'packsOf'>;
  /** Folder of what learners do by hand; null: only what the labs themselves say. */
  byHand: string | null;
  /** Time limit of a step, seconds. */
  seconds: number;
  /** Writes records beside the labs. */
  record: boolean;
  environment: NodeJS.ProcessEnv;
  now: () => Date;
  stopped?: () => boolean;
  onStep?: (id: string, step: StepReport) => void;
}

/** Proves labs one after the other. @param onLab called after each */
export async function runProofs(terms: ProofTerms, onLab: (report: LabReport) => void): Promise<LabReport[]> {
  const origins = places(terms.base, null, terms.environment);
  const reports: LabReport[] = [];
  for (const found of terms.found) {
    if (terms.stopped?.() === true) break;
    const report = await proveOne(found, terms, async () => (await origins.of(found.root)).source?.commit ?? null);
    if (terms.record && report.lab !== null && report.outcome !== 'unproved') writeRecord(report.lab, report.proof);
    reports.push(report);
    onLab(report);
  }
  return reports;
}

async function proveOne(
  found: FoundItem,
  terms: ProofTerms,
  commitOf: () => Promise<string | null>,
): Promise<LabReport> {
  const fallback = terms.tenantOfFolder(found.root) ?? terms.fallback;
  const loaded = await loadLab(found, { tenants: terms.tenants, tenantId: terms.tenantId, fallback });
  const name = found.identity !== undefined && 'id' in found.identity ? found.identity.id : found.file;
  const nothing = { found, reason: '', seconds: 0, steps: [], findings: [], proof: null };
  if (Array.isArray(loaded))
    return { ...nothing, id: name, tenantId: null, engine: null, outcome: 'failed', findings: loaded, lab: null };
  let lab = loaded;
  const { id, tenantId } = lab;
  if (terms.byHand !== null) lab = { ...lab, provable: withByHand(lab.provable, id, terms.byHand) };
  const engine = engineOf(lab, terms);
  let head = { ...nothing, id, tenantId, engine, lab };
  if (!isProving(engine)) return { ...head, outcome: 'unproved', reason: `its engine is ${engine}` };
  const began = performance.now();
  let opened: OpenedLab & { environment: string | null };
  try {
    if (engine === 'sandbox' && terms.sandboxes.problem !== null)
      return { ...head, outcome: 'unproved', reason: terms.sandboxes.problem };
    if (engine === 'browser' && terms.machines !== null) opened = await terms.machines.open(lab);
    else if (engine === 'browser')
      opened = { lab: await browserLab(lab.provable.files), startUpFailure: null, environment: null };
    else {
      const { packs, findings, lock } = await terms.files.packsOf(lab.sources, {
        files: lab.files,
        definition: found.file,
      });
      if (findings.length > 0) return { ...head, outcome: 'failed', findings };
      // The proof is about the files as they are held now.
      if (lock !== null) lab = { ...lab, files: new Map([...lab.files, [lock.file, lock.text]]) };
      head = { ...head, lab };
      opened = await terms.sandboxes.open(lab, packs);
    }
  } catch (error) {
    return { ...head, outcome: 'unproved', reason: error instanceof Error ? error.message : String(error) };
  }
  try {
    const steps = await proveLab(opened.lab, lab.provable, {
      seconds: terms.seconds,
      ...(terms.stopped === undefined ? {} : { stopped: terms.stopped }),
      onStep: (step) => terms.onStep?.(id, step),
    });
    if (terms.stopped?.() === true) return { ...head, steps, outcome: 'unproved', reason: 'it was stopped' };
    const { startUpFailure } = opened;
    const atStart = startUpFailure === null ? [] : [startUpFinding(found, startUpFailure)];
    const failures = [...atStart, ...findingsOf(steps)];
    const unseen =
      engine === 'browser' && terms.machines === null
        ? await lightShellLacks({ ...lab.provable, files: lab.files })
        : [];
    const isSaid = ({ file }: Finding) => failures.some((one) => one.file === file && SHELL_LACKS.test(one.code));
    const findings = [...failures, ...unseen.filter((one) => !isSaid(one))];
    const seconds = Math.round(performance.now() - began) / 1_000;
    const all = { ...head, steps, findings, seconds };
    if (failures.length > 0) return { ...all, outcome: 'failed' };
    const commands = steps.flatMap(({ action, outcome, title }) =>
      action.startsWith('terminal:') && outcome === 'done' ? title : [],
    );
    const proof = proofOf(lab, steps, {
      ...{ provedAt: terms.now(), engine, environment: opened.environment, seconds },
      commit: await commitOf(),
      tools: await toolVersions(opened.lab, commands),
    });
    return { ...all, outcome: 'proved', proof };
  } catch (error) {
    return { ...head, outcome: 'unproved', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    await opened.lab.close();
  }
}

function startUpFinding({ file }: FoundItem, log: string): Finding {
  const text = `a start-up script of the lab failed${lastLines(log)}`;
  return { file, line: 1, severity: 'error', code: 'lab-start-up-failed', message: text };
}
