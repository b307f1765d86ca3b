import { arch, platform } from 'node:os';
import { type HostView, isVisible } from './host-view.ts';
import { Sandbox, SandboxGone } from './sandbox.ts';

const TRIAL_BYTES = 16 * 1024 * 1024;
/** Programs that the sandbox agent needs, besides the shell. */
const PROGRAMS = 'script flock timeout stty find xargs awk sort head stat';

/** Of the host, to enter the network of a sandbox. */
const PROGRAMS_OF_HOST = 'perl';

/**
 * The programs that the sandbox agent does not find, with commas between; empty when it finds all.
 *
 * @param more names of further programs, with spaces between
 */
export async function missingPrograms(sandbox: Sandbox, more = ''): Promise<string> {
  const script = `for one in ${PROGRAMS} ${more}; do command -v $one > /dev/null || echo $one; done
find . -maxdepth 0 -printf '' && sort -z < /dev/null || echo "the GNU versions of find and sort"`;
  const { output } = await sandbox.run({ script, seconds: 5 });
  return output
    .toString('utf8')
    .trim()
    .replace(/\s*\n\s*/g, ', ');
}

/** Why this machine cannot run sandboxes, and what to do about it. */
export interface SandboxProblem {
  problem: string;
  nextStep: string;
}

/**
 * Tries a sandbox.
 *
 * @param secret folders that learners must not see
 * @returns null when sandboxes work
 */
export async function sandboxProblem(view: HostView, secret: readonly string[]): Promise<SandboxProblem | null> {
  if (platform() !== 'linux' || arch() !== 'x64')
    return {
      problem: `Labs in sandboxes need Linux on x86-64; this is ${platform()} on ${arch()}.`,
      nextStep: 'Run labs in the browser here: take sandbox out of ACADEMY_LAB_ENGINES.',
    };
  const visible = secret.find((folder) => isVisible(folder, view));
  if (visible !== undefined)
    return {
      problem: `${visible} lies in a folder that learners in sandboxes can read.`,
      nextStep: 'Choose another one with --data, such as /var/lib/academy.',
    };
  try {
    const sandbox = await Sandbox.start({ view, homeBytes: TRIAL_BYTES });
    const missing = await missingPrograms(sandbox, PROGRAMS_OF_HOST).finally(() => sandbox.end());
    if (missing === '') return null;
    return {
      problem: `Labs in sandboxes need programs that are not on this machine: ${missing}.`,
      nextStep: 'Install util-linux, coreutils, findutils, awk and perl.',
    };
  } catch (error) {
    const words = error instanceof SandboxGone ? error.message : String(error);
    if (/\bbwrap: (command )?not found|nice: .*bwrap.*: No such file/.test(words))
      return {
        problem: 'Labs in sandboxes need bubblewrap, which is not on this machine.',
        nextStep: 'Install it with the package manager (such as "sudo apt-get install bubblewrap").',
      };
    return {
      problem: `A sandbox could not be started: ${words}`,
      nextStep:
        'This machine must allow unprivileged user namespaces, and bubblewrap must be 0.8 or newer; docs/how-to/labs.md says more.',
    };
  }
}
