import {
  LAB_FOLDER_ENTRIES,
  LAB_TEXT_BYTES,
  type LabChanges,
  type LabEntry,
  type LabFileText,
} from '@academy/contract/lab-home';
import type { LabFile } from '@academy/labs/lab-provider';
import { LAYERS_PATH } from './bwrap-arguments.ts';
import { keeping, shownChanges } from './home-changes.ts';
import { type HomeChange, LOOK, LOOK_BYTES, ORIGINALS, readLook, START, textOf } from './home-listing.ts';
import type { Sandbox } from './sandbox.ts';
import { quoted } from './sandbox-agent.ts';

const LOOK_SECONDS = 10;
const FILE_SECONDS = 5;
/** Most files whose texts are reported because they were read. */
const MAX_READ = 200;
/** Exit status of scripts about a file that is missing, or too large. */
const MISSING = 3;
const LARGE = 4;

/** What is known of the home folder of a lab: its texts, and what differs from the start. */
export class LearnerHome {
  /** Texts when it was last looked at. */
  texts: readonly LabFile[];
  /** True: there are more files than those. */
  isPart = false;
  /** What was kept last; null: nothing was, or nothing differed. */
  kept: Buffer | null;
  #changes: readonly HomeChange[] = [];
  /** The changes that are in `kept`. */
  #keptStamps: string;
  readonly #read = new Set<string>();

  /** @param texts until it is looked at */
  constructor(texts: readonly LabFile[], kept: Buffer | null) {
    this.texts = texts;
    this.kept = kept;
    this.#keptStamps = kept === null ? '' : 'before';
  }

  /** Looks at it. @returns whether something has changed since the last look @throws SandboxGone */
  async look(sandbox: Sandbox): Promise<{ texts: boolean; changes: boolean }> {
    const input = Buffer.from([...this.#read].map((path) => `${path}\0`).join(''));
    const { output } = await sandbox.run({ script: LOOK, input, seconds: LOOK_SECONDS, maxBytes: LOOK_BYTES });
    const found = readLook(output);
    if (found === null) return { texts: false, changes: false };
    const texts = found.isPart !== this.isPart || JSON.stringify(found.texts) !== JSON.stringify(this.texts);
    const changes = JSON.stringify(found.changes) !== JSON.stringify(this.#changes);
    this.texts = found.texts;
    this.isPart = found.isPart;
    this.#changes = found.changes;
    return { texts, changes };
  }

  /** Keeps what differs, as it was last seen. @throws SandboxGone */
  async keep(sandbox: Sandbox): Promise<void> {
    const stamps = JSON.stringify(this.#changes);
    if (stamps === this.#keptStamps) return;
    const { script, pack } = keeping(this.#changes);
    const packed = this.#changes.length === 0 ? null : await pack((await sandbox.run(script)).output);
    if (packed === null && this.#changes.length > 0) return;
    this.kept = packed;
    this.#keptStamps = stamps;
  }

  /** What differed from the start when it was last looked at. */
  changes(): LabChanges {
    return shownChanges(this.#changes);
  }

  /** Names in a folder; null when there is none. @param path empty: the home folder @throws SandboxGone */
  async list(sandbox: Sandbox, path: string): Promise<{ entries: LabEntry[]; isCut: boolean } | null> {
    const hidden = path === '' ? "! -name '.*'" : '! -name .git';
    const script = `cd "$HOME" && cd -- ${quoted(`./${path}`)} || exit ${MISSING}
find . -mindepth 1 -maxdepth 1 ${hidden} -printf '%y %Y %f\\0' | head -z -n ${LAB_FOLDER_ENTRIES + 1}`;
    const { status, output } = await sandbox.run({ script, seconds: FILE_SECONDS });
    if (status !== 0) return null;
    const entries = output
      .toString('utf8')
      .split('\0')
      .flatMap((record): LabEntry[] => {
        const [, kind = '', to = '', name = ''] = /^(.) (.) ([^/]{1,255})$/s.exec(record) ?? [];
        if (name === '' || name.includes('\uFFFD')) return [];
        if (kind === 'd' || (kind === 'l' && to === 'd')) return [{ name, kind: kind === 'd' ? 'folder' : 'link' }];
        return kind === 'f' || (kind === 'l' && to === 'f') ? [{ name, kind: 'file' }] : [];
      });
    return {
      entries: entries.slice(0, LAB_FOLDER_ENTRIES).sort((a, b) => (a.name < b.name ? -1 : 1)),
      isCut: entries.length > LAB_FOLDER_ENTRIES,
    };
  }

  /** The text of a file; later looks report it when it changes. @throws SandboxGone */
  async read(sandbox: Sandbox, path: string): Promise<LabFileText> {
    const found = await readFile(sandbox, `cd "$HOME" && file=${quoted(`./${path}`)}`);
    if ('text' in found) {
      this.#read.delete(path);
      this.#read.add(path);
      for (const oldest of [...this.#read].slice(0, -MAX_READ)) this.#read.delete(oldest);
    }
    return found;
  }

  /**
   * The text that a file had at the start: of the copy of it, or of the layers where it was as they have it.
   *
   * @throws SandboxGone
   */
  original(sandbox: Sandbox, path: string): Promise<LabFileText> {
    const record = String.raw`awk -v RS='\0' '{ p = $0; sub(/^[^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+ /, "", p) } p == ENVIRON["path"] { print $3, $4 }' ${START}`;
    return readFile(
      sandbox,
      `export path=${quoted(path)}
file=${ORIGINALS}/$path
if [ ! -f "$file" ]; then
  file=${LAYERS_PATH}/$path
  [ "$(find "$file" -maxdepth 0 -printf '%s %T@')" = "$(${record})" ] || exit ${MISSING}
fi`,
    );
  }
}

/** @param script sets `file` */
async function readFile(sandbox: Sandbox, script: string): Promise<LabFileText> {
  const { status, output } = await sandbox.run({
    script: `exec 2> /dev/null
${script}
[ -f "$file" ] || exit ${MISSING}
size=$(stat -L -c %s -- "$file")
if [ "$size" -ge ${LAB_TEXT_BYTES} ]; then echo "$size"; exit ${LARGE}; fi
cat -- "$file" || exit ${MISSING}`,
    seconds: FILE_SECONDS,
  });
  if (status === LARGE) return { why: 'large', size: Number(output.toString('latin1')) || LAB_TEXT_BYTES };
  if (status !== 0) return { why: 'missing', size: 0 };
  const text = textOf(output);
  return text === null ? { why: 'binary', size: output.length } : { text };
}
