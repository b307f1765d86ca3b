/** Exit status of a command that the shell refuses. */
export const REFUSED = 2;

/** How every refusal ends, so that it is told from what programs say. */
const STOPS = 'so the command stops here';
const SENTENCE = new RegExp(`^.+: this shell does not have .+, ${STOPS}(\\. Instead: .+)?\\n$`);

/** The sentence that ends a command which uses something that the shell would do wrong. */
export const sentence = (program: string, what: string, instead = ''): string =>
  `${program}: this shell does not have ${what} right, ${STOPS}${instead === '' ? '' : `. Instead: ${instead}`}\n`;

/** The sentence about a program that is not there at all. */
export const missing = (program: string): string => `bash: this shell does not have the program ${program}, ${STOPS}\n`;

/** Whether a command was refused: it has said why in one sentence, and nothing else. */
export const isRefusal = ({ exitCode, stderr = '' }: { exitCode?: number; stderr?: string }): boolean =>
  exitCode === REFUSED && SENTENCE.test(stderr);

/** The sentence of a refusal in the output of a command, without its end; null: there is none. */
export const refusalIn = (output: string): string | null =>
  output.split('\n').find((line) => SENTENCE.test(`${line}\n`)) ?? null;

/** What a refusal is about, in short: `the program git`, `sort -R`, `awk: RS`. */
export function subjectOf(said: string): string {
  const program = refusedProgram(said);
  if (program !== null) return `the program ${program}`;
  const [, name = '', what = ''] = /^([^:]+): this shell does not have (.+) right, so/.exec(said) ?? [];
  return what.startsWith('-') ? `${name} ${what}` : name === 'bash' ? what : `${name}: ${what}`;
}

/** The program that a refusal says is not there; null: it says something else. */
export const refusedProgram = (stderr: string): string | null =>
  /: this shell does not have the program (\S+),/.exec(stderr)?.[1] ?? null;
