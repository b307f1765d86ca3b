import {
  type ChosenEnvironment,
  chosenEnvironment,
  HOST_ENVIRONMENT,
  type KnownEnvironments,
  type WantedEnvironment,
} from '@academy/contract/rules/lab-environments';
import type { NetworkRight } from '../network/lab-network.ts';
import type { HostView } from '../sandbox/host-view.ts';
import type { LabEnvironment } from './environment.ts';
import { environmentView } from './environment-view.ts';
import { partsOf, type StoredEnvironment, storedEnvironments } from './environments-folder.ts';
import { warmView } from './warm-home.ts';

/** The folder is read again after this long, ms: what an operator adds is there without a restart. */
const READ_EVERY_MS = 5_000;

/** Where a lab runs: what its sandbox sees, and how much it may use. */
export interface LabSurroundings {
  view: HostView;
  /** Limits of the environment; undefined: those of the server. */
  limits: Partial<LabEnvironment['limits']>;
  /** Null: nothing but its own loopback. */
  network: NetworkRight | null;
}

/** The environment of a workshop, as its learners are told. */
export interface PresentedEnvironment {
  name: string;
  title: string;
  /** True: the academy does not have it, or it cannot be used; the lab cannot start. */
  missing: boolean;
}

export interface RegistryOptions {
  /** Folder of the environments. */
  folder: string;
  /** Images and the environments that stand for them; those of the settings, which win. */
  images: Readonly<Record<string, string>>;
  /** What sandboxes without environment see. */
  host: HostView;
  /** Folders that learners must not see. */
  secret: readonly string[];
  /** Called when an environment becomes unusable. */
  onProblem?: (name: string, problem: string) => void;
}

export interface EnvironmentRegistry {
  /** Names and images of those that can be used. */
  known(): KnownEnvironments;
  all(): readonly StoredEnvironment[];
  /** Null where the workshop wants nothing of its own. */
  present(wanted: WantedEnvironment): PresentedEnvironment | null;
  /** Names that it gives to ports. */
  ports(wanted: WantedEnvironment): LabEnvironment['ports'];
  /** Folder of the environment in which a workshop runs; null where it wants nothing of its own. */
  home(wanted: WantedEnvironment): string | null;
  /** Null where the academy does not have the environment. */
  surroundings(wanted: WantedEnvironment): LabSurroundings | null;
}

/** Images and the environments that stand for them: what operators set, then what environments say of themselves. */
export function imagesOf(
  environments: readonly StoredEnvironment[],
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  const own = environments.flatMap(({ name, environment }) =>
    (environment?.images ?? []).map((image) => [image, name]),
  );
  return { ...Object.fromEntries(own), ...settings };
}

/** The environments of a server. */
export function environmentRegistry({ folder, images, host, secret, onProblem }: RegistryOptions): EnvironmentRegistry {
  let read: { at: number; all: StoredEnvironment[] } | null = null;
  const told = new Map<string, string>();

  function all(): StoredEnvironment[] {
    if (read !== null && performance.now() - read.at < READ_EVERY_MS) return read.all;
    read = { at: performance.now(), all: storedEnvironments(folder, secret) };
    for (const { name, problem } of read.all) {
      if (problem !== null && told.get(name) !== problem) onProblem?.(name, problem);
      told.set(name, problem ?? '');
    }
    return read.all;
  }

  const known = (): KnownEnvironments => ({
    names: all().flatMap(({ name, problem }) => (problem === null ? [name] : [])),
    images: imagesOf(all(), images),
  });

  const choose = (wanted: WantedEnvironment): ChosenEnvironment | null => chosenEnvironment(wanted, known());

  return {
    known,
    all,
    present(wanted) {
      const chosen = choose(wanted);
      if (chosen === null || (chosen.fits && !all().some(({ name }) => name === chosen.name))) return null;
      const title = all().find(({ name }) => name === chosen.name)?.environment?.title ?? chosen.name;
      return { name: chosen.name, title, missing: !chosen.fits };
    },
    ports(wanted) {
      const chosen = choose(wanted);
      return all().find(({ name }) => name === chosen?.name)?.environment?.ports ?? [];
    },
    home(wanted) {
      const stored = all().find(({ name }) => name === choose(wanted)?.name);
      return stored === undefined ? null : partsOf(folder, stored.name).home;
    },
    surroundings(wanted) {
      const chosen = choose(wanted) ?? { name: HOST_ENVIRONMENT, fits: true };
      if (!chosen.fits) return null;
      const stored = all().find(({ name }) => name === chosen.name);
      if (stored?.environment == null || stored.record === null) return { view: host, limits: {}, network: null };
      const { environment, record, root } = stored;
      const { hosts, limits } = environment;
      const right = { hosts, maxMegabytes: limits.networkMegabytes, maxSeconds: limits.networkSeconds };
      const view = environmentView(environment, record, root);
      const warm = warmView(partsOf(folder, stored.name).home);
      return {
        view: {
          ...view,
          mounts: { ...view.mounts, ...warm.mounts },
          variables: { ...warm.variables, ...view.variables },
        },
        limits,
        network: hosts.length === 0 ? null : right,
      };
    },
  };
}
