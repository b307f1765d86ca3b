import { missingHost, missingProgram } from './judge.ts';
import { PROGRAM_NEEDS } from './program-needs.ts';
import { programsOf } from './programs-of.ts';
import type { StepReport } from './prove-lab.ts';

/** Why a step did not run, by kind. `follows`: because of an earlier step that did not. */
export type ObstacleKind =
  | 'action'
  | 'cluster'
  | 'docker'
  | 'failed'
  | 'files'
  | 'follows'
  | 'host'
  | 'program'
  | 'session';

export interface Obstacle {
  kind: ObstacleKind;
  /** Name of the action, program or host; of files the hosts that they come from. */
  name: string;
}

/** Names of a running session on the lab's own platform, in commands and addresses. */
const OF_A_SESSION =
  /\{\{\s*\w+\s*\}\}|\$\((?:ingress|session|training|registry|image)_\w+\)|\$(?:INGRESS|SESSION|REGISTRY)_\w+/;
const NO_FILE = /No such file or directory|cannot access|can't cd to|does not exist/i;
const NOT_THERE =
  /connection (?:to the server [^\n]* )?(?:was )?refused|could not connect|ConnectionError|Failed to connect/i;

interface LabSurroundings {
  /** Hosts from which the lab's platform fetches more files for a session; empty: all files are here. */
  fileHosts: readonly string[];
  /** True when an earlier step did not run. */
  isAfter: boolean;
}

/** Why a step did not run; null: it ran. */
export function obstacleOf(step: StepReport, lab: LabSurroundings): Obstacle | null {
  const { verdict, action, title, log, settings } = step;
  if (verdict === null) return null;
  const files: Obstacle = { kind: 'files', name: lab.fileHosts.join(', ') };
  const fallback: Obstacle = lab.isAfter ? { kind: 'follows', name: '' } : { kind: 'failed', name: verdict.code };
  const isElsewhere = lab.fileHosts.length > 0;
  switch (verdict.code) {
    case 'lab-action-unknown':
      return { kind: 'action', name: action };
    case 'lab-check-missing':
    case 'lab-edit-failed':
      return isElsewhere ? files : fallback;
    case 'lab-action-refused':
    case 'lab-tab-missing':
      return { kind: 'session', name: String(settings.url ?? settings.name ?? '') };
    default:
  }
  if (!action.startsWith('terminal:execute')) return fallback;
  const missing = missingProgram(log);
  if (missing !== null) return ofProgram(missing.split('/').at(-1) ?? missing, files, isElsewhere);
  const host = missingHost(log);
  if (host !== null) return { kind: 'host', name: host };
  if (OF_A_SESSION.test(title)) return { kind: 'session', name: OF_A_SESSION.exec(title)?.[0] ?? '' };
  if (isElsewhere && NO_FILE.test(log)) return files;
  const platform = programsOf(title).map((name) => PROGRAM_NEEDS[name]?.from);
  if (platform.includes('cluster') && NOT_THERE.test(log)) return { kind: 'cluster', name: 'kubectl' };
  if (platform.includes('docker')) return { kind: 'docker', name: 'docker' };
  return fallback;
}

function ofProgram(name: string, files: Obstacle, isElsewhere: boolean): Obstacle {
  const from = Object.hasOwn(PROGRAM_NEEDS, name) ? PROGRAM_NEEDS[name]?.from : undefined;
  if (from === 'cluster' || from === 'docker') return { kind: from, name };
  // Wrappers lie among the files of a lab.
  if (isElsewhere && /^(?:mvnw|gradlew)$/.test(name)) return files;
  return { kind: 'program', name };
}

/** The hosts of the addresses from which a lab's platform fetches files; its own registry and pages are none. */
export function fileHostsOf(sources: readonly string[]): string[] {
  const hosts = sources.flatMap((source) => {
    const [, host] = /^(?:https?:\/\/)?([a-z\d-]+(?:\.[a-z\d-]+)+)\//i.exec(source) ?? [];
    return host === undefined ? [] : [host.toLowerCase()];
  });
  return [...new Set(hosts)].sort();
}

/** What a host would bring: with it alone a lab may be done to its end. */
const BY_A_HOST = new Set<ObstacleKind>(['files', 'follows', 'host']);

/** Whether nothing but named hosts keeps a lab from being done to its end. */
export const needsOnlyHosts = (obstacles: readonly Obstacle[]): boolean =>
  obstacles.length > 0 &&
  obstacles.every(
    ({ kind, name }) =>
      BY_A_HOST.has(kind) || (kind === 'program' && ['debian', 'java'].includes(PROGRAM_NEEDS[name]?.from ?? '')),
  );
