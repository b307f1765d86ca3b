import type { LabAction } from '@academy/contract/labs';

/** What a step of a lab gives the shell: a command of a terminal, or the script of a check. */
export interface ShellStep {
  text: string;
  isScript: boolean;
}

/** What an action gives the shell; null: nothing. @param tests the scripts of the lab's checks */
export function shellStepOf(
  { name, known, settings }: LabAction,
  tests: readonly { name: string; script: string }[],
): ShellStep | null {
  if (!known) return null;
  if (/^terminal:execute(-all)?$/.test(name) && typeof settings.command === 'string')
    return { text: settings.command, isScript: false };
  const script =
    name === 'examiner:execute-test' ? tests.find((test) => test.name === settings.name)?.script : undefined;
  return script === undefined ? null : { text: script, isScript: true };
}
