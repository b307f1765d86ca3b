import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf, stampOf } from './digest.ts';
import type { EnvironmentRecord, LabEnvironment } from './environment.ts';
import { partsOf } from './environments-folder.ts';
import { addDistributions } from './gradle-distributions.ts';
import { makeRoot } from './make-root.ts';
import { prepareRoot } from './prepare-root.ts';
import { EnvironmentProblem } from './run-tool.ts';
import { sourceOf } from './source.ts';
import { tryEnvironment } from './try-environment.ts';
import { warmOf } from './warm-home.ts';

/** Folders of an `add` that is not finished, and of environments that were replaced or removed, begin with these. */
const UNFINISHED = '.new-';
const FORMER = '.former-';
/** An `add` that takes longer than this was interrupted, ms. */
const UNFINISHED_MS = 86_400_000;

export interface AddOptions {
  folder: string;
  name: string;
  environment: LabEnvironment;
  /** Folder that relative paths of its source refer to. */
  cwd: string;
  onLine?: (line: string) => void;
  now?: () => Date;
}

/** `environment.json` as it is written: for people, who go on writing it. */
export const environmentText = (environment: LabEnvironment): string => `${JSON.stringify(environment, null, 2)}\n`;

/**
 * Makes an environment, tries it, and puts it in its place at the end, also in that of a present one: one that fails
 * leaves nothing.
 *
 * @throws EnvironmentProblem
 */
export async function addEnvironment(options: AddOptions): Promise<EnvironmentRecord> {
  const { folder, name, environment, now = () => new Date() } = options;
  const source = sourceOf(environment.from);
  if (source === null)
    throw new EnvironmentProblem(`"${environment.from}" cannot be made.`, 'Use debian:, oci: or folder:.');
  // Others may pass a new data folder, and not list it.
  mkdirSync(dirname(folder), { recursive: true, mode: 0o711 });
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const made = mkdtempSync(join(folder, UNFINISHED));
  // A server that runs as root starts sandboxes as somebody who must come here.
  chmodSync(made, 0o755);
  try {
    const { root, file, record } = partsOf(made, '.');
    const meanwhile = join(made, 'meanwhile');
    mkdirSync(meanwhile);
    const { onLine, cwd } = options;
    const progress = onLine === undefined ? {} : { onLine };
    const variables = await makeRoot(source, root, { folder: meanwhile, cwd, ...progress });
    rmSync(meanwhile, { recursive: true, force: true });
    onLine?.('Preparing the root');
    prepareRoot(root);
    const { versions } = await tryEnvironment({ environment, record: { variables }, root });
    addDistributions(environment.gradleDistribution, warmOf(made));
    const at = now().toISOString();
    const noted: EnvironmentRecord = {
      ...digestOf(root),
      stamp: stampOf(root),
      ...{ madeAt: at, checkedAt: at, versions, variables },
    };
    writeFileSync(file, environmentText(environment));
    writeFileSync(record, `${JSON.stringify(noted, null, 2)}\n`);
    putInPlace(made, folder, name);
    return noted;
  } finally {
    rmSync(made, { recursive: true, force: true });
    removeFormer(folder);
  }
}

function putInPlace(made: string, folder: string, name: string): void {
  const { home } = partsOf(folder, name);
  if (existsSync(home)) setAside(folder, name);
  renameSync(made, home);
}

/** Puts an environment where no new lab finds it; labs that run in it keep their programs. */
function setAside(folder: string, name: string): void {
  renameSync(partsOf(folder, name).home, join(folder, `${FORMER}${name}-${randomUUID()}`));
}

/** Removes an environment, and its files as soon as no lab runs in it. */
export function removeEnvironment(folder: string, name: string): void {
  setAside(folder, name);
  removeFormer(folder);
}

/**
 * Removes what was replaced, removed or never finished, as far as no lab of this machine uses it any more.
 *
 * @returns how many are still in use
 */
export function removeFormer(folder: string, now = Date.now()): number {
  if (!existsSync(folder)) return 0;
  let used = 0;
  const mounts = mountsOfAll();
  for (const name of readdirSync(folder)) {
    const isOld = name.startsWith(UNFINISHED) && now - statSync(join(folder, name)).mtimeMs > UNFINISHED_MS;
    if (!isOld && !name.startsWith(FORMER)) continue;
    if (mounts.includes(`/${name}/root/`)) used += 1;
    else rmSync(join(folder, name), { recursive: true, force: true });
  }
  return used;
}

/** What the processes of this machine have mounted, as far as this user may know it. */
function mountsOfAll(): string {
  const seen = new Set<string>();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      for (const line of readFileSync(`/proc/${id}/mountinfo`, 'utf8').split('\n'))
        if (line.includes(`/${FORMER}`)) seen.add(line);
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
  return [...seen].join('\n');
}
