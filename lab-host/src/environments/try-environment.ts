import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { openNetwork } from '../network/lab-network.ts';
import { missingPrograms } from '../sandbox/requirements.ts';
import { Sandbox, SandboxGone } from '../sandbox/sandbox.ts';
import { quoted } from '../sandbox/sandbox-agent.ts';
import { digestOf, stampOf } from './digest.ts';
import type { EnvironmentRecord, LabEnvironment } from './environment.ts';
import { cacheProblems, environmentView } from './environment-view.ts';
import { partsOf, storedEnvironment } from './environments-folder.ts';
import { EnvironmentProblem } from './run-tool.ts';

const TRIAL_BYTES = 64 * 1024 * 1024;
/** A virtual machine of Java takes a while on a busy server. */
const TOOL_SECONDS = 60;
const MAX_VERSION_LENGTH = 300;

export interface Trial {
  environment: LabEnvironment;
  record: Pick<EnvironmentRecord, 'variables'>;
  root: string;
}

/**
 * Starts a sandbox in an environment and asks its tools for their versions.
 *
 * @throws EnvironmentProblem when labs could not run in it
 */
export async function tryEnvironment({
  environment,
  record,
  root,
}: Trial): Promise<{ versions: Record<string, string> }> {
  const [cache] = cacheProblems(environment, root);
  if (cache !== undefined) throw new EnvironmentProblem(`It ${cache}.`, 'Mend "caches" in environment.json.');
  const { hosts } = environment;
  const right = { hosts, maxMegabytes: 1, maxSeconds: TOOL_SECONDS };
  const sandbox = await Sandbox.start({
    view: environmentView(environment, record, root),
    homeBytes: TRIAL_BYTES,
    openNetwork: hosts.length === 0 ? null : (bubblewrap) => openNetwork(right, bubblewrap),
  }).catch((error: unknown) => {
    throw notStarted(error);
  });
  try {
    const missing = await missingPrograms(sandbox);
    if (missing !== '')
      throw new EnvironmentProblem(
        `Its root lacks programs that every lab needs: ${missing}.`,
        'Add the packages bash, coreutils, findutils, util-linux, bsdutils and mawk, or what has them.',
      );
    const versions: Record<string, string> = {};
    for (const [name, command] of Object.entries(environment.tools)) {
      const { status, output } = await sandbox.run({
        script: `exec bash -c ${quoted(command)}`,
        seconds: TOOL_SECONDS,
      });
      const words = stripVTControlCharacters(output.toString('utf8')).trim();
      if (status !== 0)
        throw new EnvironmentProblem(
          `"${command}" ended with status ${status}: ${words.slice(-MAX_VERSION_LENGTH)}`,
          'Add what is missing to its source, or mend "tools" in environment.json.',
        );
      versions[name] = (words.split('\n')[0] ?? '').trim().slice(0, MAX_VERSION_LENGTH);
    }
    return { versions };
  } finally {
    await sandbox.end();
  }
}

function notStarted(error: unknown): EnvironmentProblem {
  const words = error instanceof SandboxGone ? error.message : String(error);
  if (/execvp \/bin\/bash/.test(words))
    return new EnvironmentProblem('Its root has no bash, which every lab needs.', 'Add bash to it.');
  if (/Can't (?:find source|bind mount|get type of source)|Permission denied/.test(words))
    return new EnvironmentProblem(
      `A sandbox could not read the root: ${words}`,
      'A server that runs as root gives sandboxes to the user "nobody": let others pass the folders above (chmod o+x), or set ACADEMY_LAB_ENVIRONMENTS to a folder such as /var/lib/academy-labs.',
    );
  if (/its network could not be opened/.test(words))
    return new EnvironmentProblem(
      `Labs in it could not reach its hosts: ${words}`,
      'Install Perl; a server in a container needs the right to enter namespaces (CAP_SYS_ADMIN). Or take "hosts" out.',
    );
  return new EnvironmentProblem(
    `A sandbox could not be started in it: ${words}`,
    '"./academy doctor" says whether sandboxes work on this machine.',
  );
}

/** What a check found: nothing, or what is wrong and what to do. */
export interface CheckResult {
  name: string;
  record: EnvironmentRecord | null;
  problem: string | null;
  nextStep: string | null;
  /** Tools whose version is another one than before, with both. */
  changed: string[];
}

/**
 * Reads every file of an environment, compares them with the digest, and tries its tools; what is right is noted.
 *
 * @param isAccepted takes the root as it is, also when it has changed
 */
export async function checkEnvironment(
  folder: string,
  name: string,
  { isAccepted = false, now = () => new Date() }: { isAccepted?: boolean; now?: () => Date } = {},
): Promise<CheckResult> {
  const stored = storedEnvironment(folder, name);
  const { environment, record, root } = stored;
  const found = { name, record, changed: [] };
  // A changed root is looked at below, more closely.
  const isChanged = environment !== null && record !== null && stored.problem?.startsWith('has changed') === true;
  if (stored.problem !== null && !isChanged)
    return {
      ...found,
      problem: `${name} ${stored.problem}.`,
      nextStep: `Mend ${partsOf(folder, name).file}, or add it again with --replace.`,
    };
  if (environment === null || record === null) return { ...found, problem: null, nextStep: null };
  const digest = digestOf(root);
  if (digest.digest !== record.digest && !isAccepted)
    return {
      ...found,
      problem: `Files of ${name} are not those that were added (${digest.digest.slice(0, 19)} in place of ${record.digest.slice(0, 19)}).`,
      nextStep: `Add it again with "./academy labs environment add ${name} --replace", or accept it with "check ${name} --accept" when you changed it yourself.`,
    };
  try {
    const { versions } = await tryEnvironment({ environment, record, root });
    const checkedAt = now().toISOString();
    const noted: EnvironmentRecord = { ...record, ...digest, stamp: stampOf(root), checkedAt, versions };
    writeFileSync(partsOf(folder, name).record, `${JSON.stringify(noted, null, 2)}\n`);
    const changed = Object.entries(versions)
      .filter(([tool, version]) => record.versions[tool] !== undefined && record.versions[tool] !== version)
      .map(([tool, version]) => `${tool}: ${record.versions[tool]} before, ${version} now`);
    return { ...found, record: noted, problem: null, nextStep: null, changed };
  } catch (error) {
    if (!(error instanceof EnvironmentProblem)) throw error;
    return { ...found, problem: `${name}: ${error.message}`, nextStep: error.nextStep };
  }
}
