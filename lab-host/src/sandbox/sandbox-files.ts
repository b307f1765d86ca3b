import type { LabFile } from '@academy/labs/lab-provider';
import { quoted } from './sandbox-agent.ts';

/**
 * Script and input that write files; programs (`#!`) become executable. Each program that it starts takes time: one for
 * each file, and one each for all folders and modes.
 *
 * @param then the end of the script
 */
export function writeFiles(files: readonly LabFile[], then = 'exit $failed'): { script: string; input: Buffer } {
  const contents = files.map(({ text }) => Buffer.from(text));
  const nameOf = (path: string) => quoted(`./${path}`);
  const folders = new Set(files.flatMap(({ path }) => (path.includes('/') ? [path.replace(/\/[^/]*$/, '')] : [])));
  const programs = files.filter(({ text }) => text.startsWith('#!'));
  const lines = [
    ...(folders.size === 0 ? [] : [`mkdir -p -- ${[...folders].map(nameOf).join(' ')}`]),
    // What a file that cannot be written would have taken must not come into the next one.
    ...files.map(({ path }, at) => {
      const [bytes, name] = [contents[at]?.length ?? 0, nameOf(path)];
      return `if : > ${name}; then head -c ${bytes} > ${name} || failed=1; else failed=1; head -c ${bytes} > /dev/null; fi`;
    }),
    ...(programs.length === 0 ? [] : [`chmod +x -- ${programs.map(({ path }) => nameOf(path)).join(' ')} || failed=1`]),
  ];
  return {
    script: ['cd "$HOME" || exit 1', 'failed=0', ...lines, then].join('\n'),
    input: Buffer.concat(contents),
  };
}
