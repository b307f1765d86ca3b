import { contentTexts } from '../content-texts.ts';
import type { AlertKind } from './render-shortcode.ts';

/** A block that other renderers of Markdown know: a box, a part that opens, tabs. */
export type BlockKind =
  | { is: 'box'; look: AlertKind; title: () => string }
  | { is: 'details' }
  | { is: 'tabs' }
  | { is: 'tab' };

const box = (look: AlertKind, title: () => string): BlockKind => ({ is: 'box', look, title });
const note = box('info', () => contentTexts.note);
const tip = box('success', () => contentTexts.tip);
const important = box('info', () => contentTexts.important);
const warning = box('warning', () => contentTexts.warning);
const caution = box('error', () => contentTexts.caution);

const KINDS: ReadonlyMap<string, BlockKind> = new Map(
  (
    [
      [note, ['note', 'info', 'information', 'seealso', 'abstract', 'remark']],
      [tip, ['tip', 'hint', 'success', 'check', 'done']],
      [important, ['important']],
      [warning, ['warning', 'warn', 'attention']],
      [caution, ['caution', 'danger', 'error', 'bug', 'failure', 'fail']],
      [{ is: 'details' }, ['details', 'collapse', 'collapsible', 'expand', 'dropdown', 'spoiler']],
      [{ is: 'tabs' }, ['tabs', 'tab-set', 'tabset']],
      [{ is: 'tab' }, ['tab', 'tab-item']],
    ] as const
  ).flatMap(([kind, names]) => names.map((name): [string, BlockKind] => [name, kind])),
);

/** The kind of a block by the name that authors write; null for an unknown one. */
export function blockKind(name: string): BlockKind | null {
  return KINDS.get(name.toLowerCase()) ?? null;
}

/** A box of any name, as MkDocs draws them: an unknown name is its title. */
export function boxNamed(name: string): Extract<BlockKind, { is: 'box' }> {
  const known = blockKind(name);
  if (known?.is === 'box') return known;
  const title = name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
  return { is: 'box', look: 'info', title: () => title };
}
