import { type Command, defineCommand } from 'just-bash/browser';

/** Commands that the shell itself knows. */
export const BUILTINS =
  'cd declare dirs eval exec exit export getopts let local mapfile popd pushd read readarray readonly return set shift shopt source test type typeset unset wait'.split(
    ' ',
  );

/** Programs of ours in place of those of the shell's library, and in addition to them. */
export const OWN_COMMANDS: readonly Command[] = [
  defineCommand('whoami', async (_args, { env }) => ({
    stdout: `${env.get('USER') ?? 'learner'}\n`,
    stderr: '',
    exitCode: 0,
  })),
];
