import { CACHE_FOLDERS, LAB_CHANGES_LIMITS, LAB_TEXT_BYTES } from '@academy/contract/lab-home';
import { LAB_SNAPSHOT_FILES, LabPathSchema } from '@academy/contract/labs';
import type { LabFile } from '@academy/labs/lab-provider';
import * as v from 'valibot';
import { AGENT_FOLDER } from './bwrap-arguments.ts';
import { BEGAN } from './sandbox-agent.ts';

/** Bytes of all texts that are reported, which leaves space for the rest of a snapshot. */
const TEXT_BYTES = 600_000;
/** With more files than this, only texts that have changed or were read are reported. */
const FEW_FILES = 300;
/** Most bytes of texts that are kept as they were at the start, to compare with. */
const ORIGINAL_BYTES = 4_000_000;
/** Longest path of a changed file. */
const PATH_BYTES = 1_000;

/** Most bytes of a look. */
export const LOOK_BYTES = TEXT_BYTES + LAB_CHANGES_LIMITS.entries * 300;

/** The home folder as it was at the start: a record of each file, and texts. */
export const START = `${AGENT_FOLDER}/start`;
export const ORIGINALS = `${AGENT_FOLDER}/originals`;

const NAMES = CACHE_FOLDERS.map((name) => `-name ${name}`).join(' -o ');

/**
 * Shell function that writes a record of each file, folder and link to `$1`: kind, mode, bytes, times of change of
 * contents and of anything, path. Folders of the home folder that begin with a dot hold settings and caches of programs
 * and are left out, except a repository of git. Folders that builds fill are in it while they are small; larger ones are
 * named in `$1.caches`.
 */
const RECORD = String.raw`record() {
  cd "$HOME" || exit 1
  : > "$1.caches"
  find . -mindepth 1 \( -path './.*' -type d ! -name .git \) -prune -o \
    \( -type d \( ${NAMES} \) \) -prune -fprint0 "$1.found" -o \
    -type d -printf 'd %m 0 0 0 %P\0' -o \( -type f -o -type l \) -printf '%y %m %s %T@ %C@ %P\0' > "$1"
  while IFS= read -r -d '' found; do
    find "$found" \( -type d -printf 'd %m 0 0 0 %p\0' \) -o \( -type f -o -type l \) -printf '%y %m %s %T@ %C@ %p\0' |
      head -z -n ${LAB_CHANGES_LIMITS.cacheFiles + 1} > "$1.one"
    if awk -v RS='\0' '{ sum += $3 } END { exit NR > ${LAB_CHANGES_LIMITS.cacheFiles} || sum > ${LAB_CHANGES_LIMITS.cacheBytes} }' "$1.one"
    then awk -v RS='\0' '{ sub(/ \.\//, " "); printf "%s%c", $0, 0 }' "$1.one" >> "$1"
    else printf '%s\0' "$found" | cut -z -c 3- >> "$1.caches"
    fi
  done < "$1.found"
}
`;

/** Of awk: the path of a record, and whether the editor shows it. */
const FUNCTIONS = String.raw`
function path(  p) { p = $0; sub(/^[^ ]+ [^ ]+ [^ ]+ [^ ]+ [^ ]+ /, "", p); return p }
function shown(p) { return p !~ /^\./ && p !~ /(^|\/)(\.git|${CACHE_FOLDERS.map((name) => name.replace('.', '\\.')).join('|')})\// }
`;

/**
 * Notes the home folder as it is, once: later looks tell what differs. Texts that were written since the agent began
 * are copied, the smallest first; the others lie in the layers of the lab.
 */
export const NOTE_START = `${RECORD}
record ${START}
mkdir -p ${ORIGINALS}
awk -v RS='\\0' -v began="$(find ${BEGAN} -printf '%C@')" '${FUNCTIONS}
  $1 == "f" && $3 < ${LAB_TEXT_BYTES} && $5 + 0 >= began + 0 && shown(path()) { printf "%s %s%c", $3, path(), 0 }
' ${START} | sort -z -n | awk -v RS='\\0' '
  { sum += $1; if (sum > ${ORIGINAL_BYTES}) exit; sub(/^[^ ]+ /, ""); printf "%s%c", $0, 0 }
' | xargs -0 -r cp -P --parents --preserve=timestamps -t ${ORIGINALS} -- 2> /dev/null
true
`;

/**
 * Looks at the home folder. The input is paths of files whose texts are wanted in any case. It prints, each with a zero
 * byte: `many` or `few`, records of changes (`A`dded, `M`odified, of another `T`ype, `D`eleted), nothing, sizes and
 * paths of texts, nothing; then all texts in the same order.
 */
export const LOOK = `${RECORD}
exec 2> /dev/null
export LC_ALL=C
wanted="$0.wanted" now="$0.now"
cat > "$wanted"
record "$now"
: > "$now.changes"; : > "$now.texts"; : > "$now.size"
awk -v RS='\\0' '${FUNCTIONS}
  step == 0 { large[++caches] = $0 "/"; next }
  step == 1 { was[path()] = $0; next }
  step == 2 { want[$0]; next }
  {
    p = path()
    if (!(p in was)) change("A")
    else if (was[p] != $0) change(substr(was[p], 1, 1) == $1 ? "M" : "T")
    delete was[p]
    if ($1 == "f" && shown(p)) { files++; if ($3 < ${LAB_TEXT_BYTES} && $2 ~ /[4-7]..$/) { size[++texts] = $3; text[texts] = p } }
  }
  function change(how) {
    want[p]
    if (length(p) <= ${PATH_BYTES} && ++changes <= ${LAB_CHANGES_LIMITS.entries + 1}) printf "%s %s %s %s %s-%s %s%c", how, $1, $2, $3, $4, $5, p, 0 > (out ".changes")
  }
  function gone(p,  i) { for (i = 1; i <= caches; i++) if (index(p "/", large[i]) == 1) return 0; return 1 }
  END {
    for (p in was) if (gone(p) && length(p) <= ${PATH_BYTES} && ++changes <= ${LAB_CHANGES_LIMITS.entries + 1}) printf "D %s 0 0 - %s%c", substr(was[p], 1, 1), p, 0 > (out ".changes")
    for (i = 1; i <= texts; i++) if (files <= ${FEW_FILES} || text[i] in want) printf "%s %s%c", size[i], text[i], 0 > (out ".texts")
    printf "%s%c", (files > ${FEW_FILES} ? "many" : "few"), 0 > (out ".size")
  }
' out="$now" step=0 "$now.caches" step=1 ${START} step=2 "$wanted" step=3 "$now"
sort -z -k 2 "$now.texts" | head -z -n ${LAB_SNAPSHOT_FILES} |
  awk -v RS='\\0' '{ sum += $1; if (sum <= ${TEXT_BYTES}) printf "%s%c", $0, 0 }' > "$now.chosen"
cat "$now.size" "$now.changes"; printf '\\0'
cat "$now.chosen"; printf '\\0'
cut -z -d ' ' -f 2- "$now.chosen" | xargs -0 -r cat --
rm -f "$now"* "$wanted"
`;

/** How a file, folder or link differs from the start. */
export interface HomeChange {
  how: 'A' | 'M' | 'T' | 'D';
  kind: 'f' | 'd' | 'l';
  size: number;
  path: string;
  /** Differs whenever it has changed again. */
  stamp: string;
}

/** What a look has found. */
export interface HomeLook {
  /** Texts are those that have changed or were read. */
  isPart: boolean;
  /** By their paths; one more than can be kept when there are more. */
  changes: HomeChange[];
  texts: LabFile[];
}

const CHANGE = /^([AMTD]) ([fdl]) (\d{1,6}) (\d{1,15}) (\S{1,80}) (.+)$/s;

/** @returns null for an inconsistent look: files have changed meanwhile, or it was forged */
export function readLook(look: Buffer): HomeLook | null {
  let at = 0;
  const next = (): string | null => {
    const end = look.indexOf(0, at);
    if (end === -1) return null;
    const words = look.toString('utf8', at, end);
    at = end + 1;
    return words;
  };
  const size = next();
  if (size !== 'many' && size !== 'few') return null;
  const changes: HomeChange[] = [];
  for (let words = next(); words !== ''; words = next()) {
    const [, how, kind, mode = '', bytes, times = '', path = ''] = CHANGE.exec(words ?? '') ?? [];
    if (how === undefined || changes.length > LAB_CHANGES_LIMITS.entries) return null;
    // Paths that are no text could be named by nobody.
    if (path.includes('\uFFFD') || !isPlain(path)) continue;
    changes.push({
      ...{ how: how as HomeChange['how'], kind: kind as HomeChange['kind'], size: Number(bytes), path },
      stamp: `${how}${mode} ${times}`,
    });
  }
  const texts = readTexts(look.subarray(at));
  if (texts === null) return null;
  return { isPart: size === 'many', changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)), texts };
}

/** Whether a path stays in the home folder. */
const isPlain = (path: string): boolean => path.split('/').every((name) => !['', '.', '..'].includes(name));

function readTexts(listing: Buffer): LabFile[] | null {
  const entries: { path: string; size: number }[] = [];
  let at = 0;
  for (;;) {
    const end = listing.indexOf(0, at);
    if (end === -1) return null;
    const [, size = '', path = ''] = /^(\d{1,9}) (.+)$/s.exec(listing.toString('utf8', at, end)) ?? [];
    at = end + 1;
    if (path === '') break;
    entries.push({ path, size: Number(size) });
    if (entries.length > LAB_SNAPSHOT_FILES) return null;
  }
  if (entries.reduce((sum, { size }) => sum + size, at) !== listing.length) return null;
  return entries.flatMap(({ path, size }) => {
    const text = textOf(listing.subarray(at, at + size));
    at += size;
    return text === null || !v.is(LabPathSchema, path) ? [] : [{ path, text }];
  });
}

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file; null when it is none. */
export function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return DECODER.decode(bytes);
  } catch {
    return null;
  }
}
