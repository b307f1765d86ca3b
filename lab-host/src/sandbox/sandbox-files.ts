import type { LabFile } from '@academy/labs/lab-provider';
import { quoted } from './sandbox-agent.ts';

/** Script and input that write files; programs (`#!`) become executable. @param then the end of the script */
export function writeFiles(files: readonly LabFile[], then = 'exit $failed'): { script: string; input: Buffer } {
  const contents = files.map(({ text }) => Buffer.from(text));
  const lines = files.map(({ path, text }, at) => {
    const name = quoted(`./${path}`);
    const mode = text.startsWith('#!') ? ` && chmod +x ${name}` : '';
    return `mkdir -p -- "$(dirname -- ${name})" && head -c ${contents[at]?.length ?? 0} > ${name}${mode} || failed=1`;
  });
  return {
    script: ['cd "$HOME" || exit 1', 'failed=0', ...lines, then].join('\n'),
    input: Buffer.concat(contents),
  };
}
