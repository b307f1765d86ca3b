import { missingHost, missingProgram } from './judge.ts';
import { PROGRAM_NEEDS } from './program-needs.ts';
import { programsOf } from './programs-of.ts';
import type { StepReport } from './prove-lab.ts';

/** Why a step did not run, by kind: `follows` an earlier one that did not, `learner`: it waits for a person, `typed`: for a file that learners type, `refused`: the lab itself is, `gone`: its files cannot be had. */
export type ObstacleKind =
  | 'action'
  | 'cluster'
  | 'docker'
  | 'failed'
  | 'files'
  | 'follows'
  | 'gone'
  | 'host'
  | 'learner'
  | 'program'
  | 'refused'
  | 'session'
  | 'typed';

export interface Obstacle {
  kind: ObstacleKind;
  /** Name of the action, program or host; of files the hosts that they come from; what is wrong with a step that failed, or with a lab. */
  name: string;
}

/** Names of a running session on the lab's own platform, in commands and addresses. */
const OF_A_SESSION =
  /\{\{\s*\w+\s*\}\}|\$\((?:ingress|session|training|registry|image)_\w+\)|\$(?:INGRESS|SESSION|REGISTRY)_\w+/;
/** Files that the platform itself lays into a session. */
const PLATFORM_FILE = /^(?:~\/|\/home\/\w+\/)?\.(?:ssh|kube|config\/code-server)\//;
const NO_FILE = /No such file or directory|cannot access|can't cd to|does not exist/i;
/** Programs in which a learner works. */
const WAITS_FOR_PEOPLE = new Set(['vim', 'vi', 'nano', 'less', 'top', 'watch']);

interface LabSurroundings {
  /** Addresses from which the lab's platform fetches files for a session; empty: all files are here. */
  sources: readonly string[];
  /** True where they were fetched: a file that is missing then is none of theirs. */
  hasFiles: boolean;
  /** True when an earlier step did not run. */
  isAfter: boolean;
}

/** Why a step did not run; null: it ran. */
export function obstacleOf(step: StepReport, { sources, hasFiles, isAfter }: LabSurroundings): Obstacle | null {
  const { verdict, action, title, log, settings } = step;
  if (verdict === null) return null;
  const fallback: Obstacle = isAfter
    ? { kind: 'follows', name: '' }
    : { kind: 'failed', name: verdict.message || verdict.code };
  const isElsewhere = sources.length > 0 && !hasFiles;
  const files: Obstacle = isElsewhere ? { kind: 'files', name: fileHostsOf(sources).join(', ') } : fallback;
  const file: Obstacle = sources.length > 0 && hasFiles && !isAfter ? { kind: 'typed', name: '' } : files;
  switch (verdict.code) {
    case 'lab-action-unknown':
      return { kind: 'action', name: action };
    case 'lab-check-missing':
      return files;
    case 'lab-edit-failed':
      if (!verdict.message.startsWith('there is no file')) return fallback;
      return PLATFORM_FILE.test(String(settings.file)) ? { kind: 'session', name: String(settings.file) } : file;
    case 'lab-action-refused':
    case 'lab-tab-missing':
      return { kind: 'session', name: String(settings.url ?? settings.name ?? '') };
    default:
  }
  if (!action.startsWith('terminal:execute')) return fallback;
  const missing = missingProgram(log);
  if (missing !== null) return ofProgram(missing.split('/').at(-1) ?? missing, files);
  const host = missingHost(log);
  if (host !== null) return { kind: 'host', name: host };
  const platform = programsOf(title).map((name) => PROGRAM_NEEDS[name]?.from);
  if (NO_FILE.test(log)) return file;
  if (platform.includes('cluster')) return { kind: 'cluster', name: 'kubectl' };
  if (platform.includes('docker')) return { kind: 'docker', name: 'docker' };
  if (OF_A_SESSION.test(title)) return { kind: 'session', name: OF_A_SESSION.exec(title)?.[0] ?? '' };
  const waits = programsOf(title).find((name) => WAITS_FOR_PEOPLE.has(name));
  return waits !== undefined && verdict.code === 'lab-timeout' ? { kind: 'learner', name: waits } : fallback;
}

function ofProgram(name: string, files: Obstacle): Obstacle {
  const from = Object.hasOwn(PROGRAM_NEEDS, name) ? PROGRAM_NEEDS[name]?.from : undefined;
  if (from === 'cluster' || from === 'docker') return { kind: from, name };
  // Wrappers lie among the files of a lab.
  if (/^(?:mvnw|gradlew)$/.test(name)) return files;
  return { kind: 'program', name };
}

/**
 * The hosts of the addresses from which a lab's platform fetches files. Images count only where there is nothing else:
 * beside a repository they bring tools of the platform and the pages.
 */
export function fileHostsOf(sources: readonly string[]): string[] {
  const hosts = sources.flatMap((source) => {
    const [, host] = /^(?:https?:\/\/)?([a-z\d-]+(?:\.[a-z\d-]+)+)\//i.exec(source) ?? [];
    const isImage = !/^https?:|^git(?:hub|lab)\.com\//.test(source);
    return host === undefined ? [] : [{ host: host.toLowerCase(), isImage }];
  });
  const others = hosts.filter(({ isImage }) => !isImage);
  return [...new Set((others.length > 0 ? others : hosts).map(({ host }) => host))].sort();
}

/** What a host would bring: with it alone a lab may be done to its end. */
const BY_A_HOST = new Set<ObstacleKind>(['files', 'follows', 'host']);

/** Whether nothing but named hosts keeps a lab from being done to its end. */
export const needsOnlyHosts = (obstacles: readonly Obstacle[]): boolean =>
  obstacles.length > 0 &&
  obstacles.every(({ kind, name }) => {
    if (kind === 'program') return ['debian', 'java'].includes(PROGRAM_NEEDS[name]?.from ?? '');
    return BY_A_HOST.has(kind) && (kind === 'follows' || name !== '');
  });
