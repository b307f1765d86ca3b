import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hasEnvironment, SAMPLE_ENVIRONMENTS } from '@academy/lab-host/testing/sample-environments';
import { hasImage, SAMPLE_IMAGES } from '@academy/lab-host/testing/sample-images';
import { findProgram as findFaultProgram } from '@academy/scripts/faults/support/programs';
import { ROOT } from './paths.ts';
import { findProgram, runProgram } from './run-program.ts';

/**
 * Installs a package with this machine's package manager where that needs no question: as root, with apt-get.
 *
 * @returns the first of its programs that exists afterwards; null without one
 */
export async function installPackage(
  name: string,
  programs: string[],
  log: (line: string) => void,
): Promise<string | null> {
  if (process.getuid?.() !== 0 || findProgram(['apt-get']) === null) return null;
  log(`Installing ${name} with apt-get (first time only)`);
  await runProgram('apt-get', ['update', '-qq'], { output: 'keep' });
  await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { output: 'keep' });
  return findProgram(programs);
}

/** Packages and programs for tests of labs in sandboxes. Without them those tests are skipped with a message. */
const SANDBOX_TOOLS = { bubblewrap: 'bwrap', jq: 'jq' } as const;

/** Packages and programs of the S3-compatible store for tests. Without them those tests are skipped with a message. */
const STORE_TOOLS = {
  'swift-account': 'swift-account-server',
  'swift-container': 'swift-container-server',
  'swift-object': 'swift-object-server',
  'swift-proxy': 'swift-proxy-server',
} as const;

/** Packages and programs of environments of labs. Tests that need a missing one are skipped with a message. */
const ENVIRONMENT_TOOLS = { mmdebstrap: 'mmdebstrap', 'arch-test': 'arch-test' } as const;

/** Installs what tests of environments of labs need, as far as that is possible. */
export const installEnvironmentTools = (log: (line: string) => void): Promise<void> =>
  installAll(ENVIRONMENT_TOOLS, log);

/** Installs the store for tests, as far as that is possible. */
export const installStoreTools = (log: (line: string) => void): Promise<void> => installAll(STORE_TOOLS, log);

/** Installs what tests of sandboxes need, as far as that is possible. */
export const installSandboxTools = (log: (line: string) => void): Promise<void> => installAll(SANDBOX_TOOLS, log);

async function installAll(tools: Readonly<Record<string, string>>, log: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const [name, program] of Object.entries(tools))
    if (findProgram([program]) === null) await installPackage(name, [program], log);
}

/** Packages and programs for faults. Those that need a missing one are skipped with a message. */
const FAULT_TOOLS = { haproxy: 'haproxy', nginx: 'nginx', faketime: 'faketime', openssl: 'openssl' } as const;

/** Installs what faults need, as far as that is possible. */
export async function installFaultTools(log: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const [name, program] of Object.entries(FAULT_TOOLS))
    if (findFaultProgram(program) === null) await installPackage(name, [program], log);
}

/** What operators write about the environments of the sample labs. */
const ENVIRONMENT_FILES = join(ROOT, 'samples/environments');

/**
 * Makes the environments of the sample labs, each once: minutes, and 2 GB in all. Labs whose environment cannot be made
 * are left out of the tests with a message.
 */
export async function makeSampleEnvironments(log: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux') return;
  if (findProgram(['mmdebstrap']) === null) await installPackage('mmdebstrap', ['mmdebstrap'], log);
  const env = { ACADEMY_LAB_ENVIRONMENTS: SAMPLE_ENVIRONMENTS };
  for (const file of readdirSync(ENVIRONMENT_FILES).sort()) {
    const name = basename(file, '.json');
    if (hasEnvironment(name)) continue;
    log(`Making the environment ${name} of the sample labs (first time only)`);
    const words = ['labs', 'environment', 'add', name, '--file', join(ENVIRONMENT_FILES, file)];
    const { code, text } = await runProgram(join(ROOT, 'academy'), words, { env, output: 'keep' });
    if (code !== 0) log(text);
  }
}

/** Images of Linux machines that tests use. */
const IMAGES = ['shell', 'git', 'python', 'c'] as const;

/** Makes the images of Linux machines for tests, each once. Tests whose image cannot be made are left out with a message. */
export async function makeSampleImages(log: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux') return;
  await installEnvironmentTools(log);
  const env = { ACADEMY_LAB_MACHINES: SAMPLE_IMAGES };
  for (const name of IMAGES) {
    if (hasImage(name)) continue;
    log(`Making the image ${name} of a Linux machine (first time only)`);
    const { code, text } = await runProgram(join(ROOT, 'academy'), ['labs', 'image', 'add', name], {
      env,
      output: 'keep',
    });
    if (code !== 0) log(text);
  }
}
