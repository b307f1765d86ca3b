import type { Plugin } from 'vite';

/**
 * Program text in which letters beyond ASCII are written as escapes, which mean the same in texts, patterns and names.
 * Only `String.raw` would see a difference.
 */
export const inAscii = (code: string): string =>
  code.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Writes the server's program in ASCII: Node.js keeps the text of a program, in each thread that runs it, and of a text of
 * more than a megabyte with one letter beyond ASCII every letter takes two bytes (9 MB rather than 4.5).
 */
export const asciiText = (): Plugin => ({
  name: 'ascii-text',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  // The last step: before it the bundler writes letters as it likes.
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      if (file.code.includes('String.raw')) throw new Error('String.raw in the server’s program would show escapes');
      file.code = inAscii(file.code);
    }
  },
});
