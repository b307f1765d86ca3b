import path from 'node:path';
import type { BuiltWorkshop } from '../built-item.ts';
import { compare, type FindingList } from '../finding-list.ts';
import type { SourceFiles } from '../source-files.ts';
import { storable } from '../text-source.ts';

/** Largest file, and largest sum over a lab, bytes: a session's files must stay small. */
const MAX_FILE = 256 * 1024;
const MAX_TOTAL = 1024 * 1024;
const MAX_FILES = 500;

/** Folders of a lab that reach a session in other ways, or not at all. */
export const OWN_WAY = /^(?:workshop|solution|resources)\//;

/** Start-up scripts with what lies beside them, and files that labs copy from `/opt/workshop/files`; from the folder `workshop`. */
const START_UP = /^(?:profile|(?:setup|profile)\.d\/[^/]+|files\/.+)$/;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The files that a lab engine adds to a session: tests of the examiner, exercises and start-up scripts; and the solution. Only
 * texts; other and too large files give a finding and are left out.
 *
 * @param place the lab's folder `workshop`, and which files beside it belong to the learner's home folder
 */
export function readLabFiles(
  files: SourceFiles,
  { folder, isHomeFile }: { folder: string; isHomeFile: (path: string) => boolean },
  findings: FindingList,
): Required<Pick<BuiltWorkshop['body'], 'tests' | 'files' | 'scripts' | 'solution'>> {
  const root = path.posix.dirname(folder) === '.' ? '' : `${path.posix.dirname(folder)}/`;
  const testsFolder = `${folder}/examiner/tests/`;
  const budget = { bytes: MAX_TOTAL, files: MAX_FILES };
  const textsIn = (prefix: string, allowed: typeof budget, isWanted: (path: string) => boolean = () => true) =>
    [...files]
      .sort(([a], [b]) => compare(a, b))
      .flatMap(([file, bytes]) => {
        const path = file.slice(prefix.length);
        const isOne = file.startsWith(prefix) && isWanted(path);
        const text = isOne ? readLabFile(file, bytes, allowed, findings) : null;
        return text === null ? [] : [{ path, text }];
      });
  const home = textsIn(
    root,
    budget,
    (path) => path.startsWith('exercises/') || (!OWN_WAY.test(path) && isHomeFile(path)),
  );
  const tests = textsIn(testsFolder, budget);
  const scripts = textsIn(`${folder}/`, budget, (path) => START_UP.test(path));
  // It is no part of a session, and may be as large.
  const solution = textsIn(`${root}solution/`, { bytes: MAX_TOTAL, files: MAX_FILES });
  return {
    tests: tests.map(({ path: name, text: script }) => ({ name, script })),
    files: home,
    scripts,
    solution: solution.map((file) => ({ ...file, path: `exercises/${file.path}` })),
  };
}

function readLabFile(
  file: string,
  bytes: Uint8Array,
  budget: { bytes: number; files: number },
  findings: FindingList,
): string | null {
  const leftOut = (code: string, message: string) => {
    findings.warning(code, file, 1, `${message}; it is left out of the lab`);
    return null;
  };
  if (bytes.byteLength > MAX_FILE) return leftOut('lab-file-large', `has more than ${MAX_FILE / 1024} KB`);
  if (budget.files === 0 || bytes.byteLength > budget.bytes) {
    const message = `the lab has more than ${MAX_FILES} files or ${MAX_TOTAL / 1024 / 1024} MB of them`;
    return leftOut('lab-files-many', message);
  }
  try {
    const text = utf8.decode(bytes);
    if (text.includes('\0')) return leftOut('lab-file-binary', 'is no text');
    budget.bytes -= bytes.byteLength;
    budget.files -= 1;
    return storable(text);
  } catch {
    return leftOut('lab-file-binary', 'is no text in UTF-8');
  }
}
