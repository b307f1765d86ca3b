import type { Plugin } from 'vite';

/**
 * Program text in which letters beyond ASCII are written as escapes, which mean the same in texts, patterns and names.
 * Only `String.raw` would see a difference.
 */
export const inAscii = (code: string): string =>
  code.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Writes the server's program in ASCII: Node.js keeps the text of each file, in each thread that has loaded it. With one
 * letter beyond Latin-1 every letter of a file takes two bytes; in a file of more than a megabyte one beyond ASCII is enough.
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
