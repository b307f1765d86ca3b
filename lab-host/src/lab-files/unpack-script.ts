import { quoted } from '../sandbox/sandbox-agent.ts';

/** Script that unpacks a tar into a folder of the home folder. @param file number of the open tar */
export function unpackScript(folder: string, file: number): string {
  const place = quoted(`./${folder}`);
  return `cd "$HOME" && mkdir -p -- ${place} && tar -xf - -C ${place} --no-same-owner <&${file}`;
}
