import type { Nodes } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { FindingList } from '../finding-list.ts';
import { shortened, type TextSource } from '../text-source.ts';
import { takenFrom } from './dialects.ts';
import { keepPlaceholders } from './known-elements.ts';
import { parseMarkdown } from './parse.ts';
import { takeBlocks } from './take-blocks.ts';

const toTree = unified().use(remarkRehype).freeze();
const MAX_LENGTH = 2_000;

/** A Markdown description as plain text, in one line, without markup. */
export function plainText(source: TextSource | null, findings: FindingList): string {
  if (source === null) return '';
  const text = takenFrom(source, findings);
  const blocks = takeBlocks(text.slice(0, MAX_LENGTH * 10), { file: source.file, line: 1, findings }, (tex) => tex);
  const parsed = parseMarkdown(blocks.text);
  if ('trouble' in parsed) {
    findings.error('text-too-complex', source.file, parsed.trouble.line, parsed.trouble.message);
    return shortened(text.replace(/\s+/g, ' ').trim(), MAX_LENGTH);
  }
  keepPlaceholders(parsed.tree);
  const words = textOf(toTree.runSync(parsed.tree) as Nodes);
  return shortened(
    words
      .replace(/\ue000[a-z]?\d*\ue001/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    MAX_LENGTH,
  );
}
