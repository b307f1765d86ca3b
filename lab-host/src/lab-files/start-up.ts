import { OWN_SCRIPTS } from '@academy/labs/lab-files/lab-setup';
import type { LabFile } from '@academy/labs/lab-provider';
import { AGENT_FOLDER } from '../sandbox/bwrap-arguments.ts';
import { type Sandbox, SandboxGone, type SandboxScript } from '../sandbox/sandbox.ts';
import { quoted, SET_UP_PROBLEM, SET_UP_PROFILE } from '../sandbox/sandbox-agent.ts';
import { writeFiles } from '../sandbox/sandbox-files.ts';
import type { SandboxSetup } from './sandbox-setup.ts';
import { unpackScript } from './unpack-script.ts';

/** Longest unpacking of one source, and longest start-up of a lab, seconds. */
const UNPACK_SECONDS = 60;
const START_UP_SECONDS = 120;
const WRITE_SECONDS = 20;

/** Variables that scripts set for later scripts and all shells: lines `NAME=value`. */
const WORKSHOP_ENV = `${AGENT_FOLDER}/workshop-env`;
const LOG = `${OWN_SCRIPTS}/setup-scripts.log`;
/** Most of a log that is returned, bytes. */
const LOG_BYTES = 20_000;

/** Reads variables that scripts have set. */
const READ_VARIABLES = `if [ -f ${WORKSHOP_ENV} ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in [A-Za-z_]*=*) export "$line" ;; esac
  done < ${WORKSHOP_ENV}
fi
`;

/** Folders of packages and of the lab itself, in the order of the lab platform. */
const GROUPS = `"$HOME"/.local/share/packages/*/ "$HOME/${OWN_SCRIPTS}/" "$HOME/workshop/"`;

const PROFILE_TEXT = `export WORKSHOP_ENV=${WORKSHOP_ENV}
${READ_VARIABLES}if [ -d "$HOME/bin" ]; then PATH="$HOME/bin:$PATH"; fi
for folder in ${GROUPS}; do
  if [ -d "$folder/bin" ]; then PATH="\${folder}bin:$PATH"; fi
  for file in "$folder"profile.d/*.sh; do if [ -r "$file" ]; then . "$file"; fi; done
done
for file in "$HOME/${OWN_SCRIPTS}/profile" "$HOME/workshop/profile"; do if [ -f "$file" ]; then . "$file"; fi; done
unset folder file line
export PATH
`;

/**
 * Runs `setup.d/*.sh` of the packages, then of the lab: by name, each in the home folder and with what earlier ones have
 * set; one that a repository of the published folder brings once more runs once. Bash that is called `sh` is what the lab platform calls `sh`, whatever the first line of a script says. A script
 * that fails does not keep the next from running. Prints the names of those that failed, and the end of the log.
 */
const START_UP = `export WORKSHOP_ENV=${WORKSHOP_ENV}
: > "$WORKSHOP_ENV"
log="$HOME/${LOG}"
mkdir -p "$(dirname "$log")"
printf '%s' ${quoted(PROFILE_TEXT)} > ${SET_UP_PROFILE}
failed=
for folder in ${GROUPS}; do
  for script in "$folder"setup.d/*.sh; do
    if [ ! -f "$script" ] || [ ! -x "$script" ]; then continue; fi
    own="$HOME/${OWN_SCRIPTS}/setup.d/\${script##*/}"
    if [ "$folder" = "$HOME/workshop/" ] && [ -f "$own" ] && [ "$(cat "$own")" = "$(cat "$script")" ]; then continue; fi
    cd "$HOME"
    printf '# %s\\n' "\${script#"$HOME"/}" >> "$log"
    (${READ_VARIABLES}exec -a sh bash -x "$script") >> "$log" 2>&1 < /dev/null || failed="$failed \${script#"$HOME"/}"
  done
  for script in "$folder"profile.d/*.sh; do if [ -r "$script" ]; then . "$script" >> "$log" 2>&1 < /dev/null; fi; done
done
if [ -n "$failed" ]; then
  printf '%s\\n' "Part of this lab could not be set up:$failed. What was printed is in ~/${LOG}." > ${SET_UP_PROBLEM}
  printf '%s\\n' "$failed"
  tail -c ${LOG_BYTES} "$log"
fi
[ -z "$failed" ]
`;

/** Files of a published folder that its start-up uses. */
const OF_START_UP = /^workshop\/(?:bin|setup\.d|profile\.d|profile$)/;

/** Whether a lab begins with more than the files of its published folder. */
export const hasStartUp = (setup: SandboxSetup | null, beginning: readonly LabFile[]): boolean =>
  setup !== null &&
  (setup.packs.length > 0 || setup.scripts.length > 0 || beginning.some(({ path }) => OF_START_UP.test(path)));

/** How the start-up of a lab ended. */
export interface StartUpResult {
  /** Names of the scripts that failed, with the end of the log; null: none did. */
  failure: string | null;
}

/**
 * Lays the files of a lab into a new sandbox and runs its start-up scripts.
 *
 * @param beginning files of the published folder, over which the packs are laid
 * @throws SandboxGone when files do not fit
 */
export async function setUp(
  sandbox: Sandbox,
  setup: SandboxSetup,
  beginning: readonly LabFile[],
): Promise<StartUpResult> {
  const run = async (script: SandboxScript, what: string) => {
    const { status, output } = await sandbox.run(script);
    if (status !== 0)
      throw new SandboxGone(`${what}: ${output.toString('utf8').trim().slice(0, 1_000) || `status ${status}`}`);
  };
  // With layers, they are there already.
  if (setup.layers == null) {
    if (beginning.length > 0)
      await run({ ...writeFiles(beginning), seconds: WRITE_SECONDS }, 'its files could not be written');
    for (const [at, { folder }] of setup.packs.entries()) {
      const script = unpackScript(folder, sandbox.packFile(at));
      await run({ script, seconds: UNPACK_SECONDS }, 'its files could not be unpacked');
    }
    sandbox.closePacks();
  }
  if (setup.scripts.length > 0) {
    const own = setup.scripts.map(({ path, text }) => ({ path: `${OWN_SCRIPTS}/${path}`, text }));
    await run({ ...writeFiles(own), seconds: WRITE_SECONDS }, 'its scripts could not be written');
    const script = `chmod -f +x "$HOME/${OWN_SCRIPTS}"/setup.d/*.sh; true`;
    await run({ script, seconds: WRITE_SECONDS }, 'its scripts could not be written');
  }
  const { status, output } = await sandbox.run({ script: START_UP, seconds: START_UP_SECONDS });
  if (status === 0) return { failure: null };
  const late = status === 124 ? ` its start-up took more than ${START_UP_SECONDS} seconds\n` : '';
  return { failure: (late + output.toString('utf8')).trim() };
}
