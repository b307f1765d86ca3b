import { randomBytes } from 'node:crypto';
import { chown, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandProblem, EXIT } from './command.ts';

/**
 * Replaces a file that holds a secret, readable for its owner only. A reader, also after a power failure, finds the former
 * or the new content.
 *
 * @param like a file whose owner the new one gets, when it does not exist yet
 * @throws CommandProblem when it cannot be written
 */
export async function writeSecretFile(file: string, text: string, like = file): Promise<void> {
  const next = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    const owner = (await stat(file).catch(() => null)) ?? (await stat(like).catch(() => null));
    const handle = await open(next, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The user of the servers reads it, also when another user runs the command.
    if (owner !== null && process.getuid?.() === 0) await chown(next, owner.uid, owner.gid);
    await rename(next, file);
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new CommandProblem(
      EXIT.failed,
      `${file} cannot be written${code}.`,
      'Run this as the user who owns the file, or with --print and store the secret yourself.',
    );
  }
}
