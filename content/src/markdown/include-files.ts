import type { Code, Parents, Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { placePicture } from '../assets.ts';
import { isAttachable } from '../attachments.ts';
import { type IncludedFile, includedFile, languageOfName, linesOf } from '../included-files.ts';
import { isTextFile } from '../source-files.ts';
import { shortened } from '../text-source.ts';
import type { TextPlace } from './context.ts';

/** Most characters of one included file, and of all that one text includes. */
const LIMITS = { one: 100_000, all: 500_000 };

/**
 * Fills empty code blocks that name a file: ` ```java file="Main.java" lines="3-9" `. A block that cannot be filled is
 * left out, with a finding. A block with code of its own keeps it: there the name is only a title.
 */
export function includeFiles(tree: Root, place: TextPlace): void {
  const left: { code: Code; parent: Parents }[] = [];
  let all = 0;
  visit(tree, 'code', (code, _index, parent) => {
    const isNamed = code.lang?.startsWith('file=') === true;
    const words = isNamed ? `${code.lang} ${code.meta ?? ''}` : (code.meta ?? '');
    const included = includedFile(words);
    if (included === null || code.value.trim() !== '' || parent === undefined) return;
    const line = code.position?.start.line ?? place.line;
    const text = textOf(included, { ...place, line }, LIMITS.all - all);
    if (text === null) {
      left.push({ code, parent });
      return;
    }
    all += text.length;
    code.value = text;
    code.meta = included.rest === '' ? null : included.rest;
    if (isNamed) code.lang = null;
    code.lang ??= languageOfName(included.path);
  });
  for (const { code, parent } of left) parent.children.splice(parent.children.indexOf(code as never), 1);
}

function textOf(included: IncludedFile, place: TextPlace, left: number): string | null {
  const { findings, file, line, assetStore } = place;
  const shown = shortened(included.path, 200);
  const refuse = (code: string, message: string) => {
    findings.error(code, file, line, `the file "${shown}" ${message}; the code block is left out`);
    return null;
  };
  const target = placePicture(included.path, file, assetStore, null);
  if (target.kind !== 'file') return refuse('include-refused', 'lies outside of the folder; copy it into the folder');
  if (!isAttachable(target.file) && !isTextFile(target.file))
    return refuse('include-refused', 'is of no type that texts can include; write the code into the text');
  const bytes = assetStore.bytes(target.file);
  if (bytes === null) return refuse('include-missing', 'does not exist; mend the path');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return refuse('include-refused', 'holds bytes that are not UTF-8; save it as UTF-8');
  }
  if (text.includes('\u0000')) return refuse('include-refused', 'is no text; link it instead');
  const chosen = included.lines === null ? text.replace(/\n+$/, '') : linesOf(text, included.lines);
  const count = text.replace(/\n$/, '').split('\n').length;
  if (chosen === null)
    return refuse(
      'include-lines',
      `has ${count} lines; lines="${shortened(included.lines ?? '', 40)}" names others. Write for example lines="3-9"`,
    );
  if (chosen.length > Math.min(LIMITS.one, left))
    return refuse(
      'include-large',
      `is too long to be shown (${LIMITS.one / 1000},000 characters at most); name some of its lines, or link it`,
    );
  return chosen;
}
