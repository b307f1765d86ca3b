import type { Command, ExecResult } from 'just-bash/browser';

export type Context = Parameters<Command['execute']>[1];
export type Run = (args: string[], context: Context) => Promise<ExecResult>;
/** Ends the whole command, because a program would do what is named otherwise than the real one. */
export type Refuse = (program: string, what: string, instead: string) => ExecResult;

export const isOption = (word: string): boolean => /^-./.test(word);

/** What a command reads: each character of the string is a byte. */
export const textOf = (bytes: { toString(): string }): string =>
  new TextDecoder().decode(Uint8Array.from(String(bytes), (sign) => sign.charCodeAt(0)));

/** The text of files one after the other, or of the input when none is named. @returns `error`: the first that cannot be read */
export async function inputText(
  files: readonly string[],
  { fs, cwd, stdin }: Context,
): Promise<{ text: string; error: string | null }> {
  let text = '';
  let error: string | null = null;
  for (const file of files.length === 0 ? ['-'] : files) {
    const own = file === '-' ? textOf(stdin) : await fs.readFile(fs.resolvePath(cwd, file)).catch(() => null);
    if (own === null) error ??= `${file}: No such file or directory`;
    else text += own + (own === '' || own.endsWith('\n') ? '' : '\n');
  }
  return { text, error };
}
