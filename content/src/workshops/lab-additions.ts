import type { Element, Root } from 'hast';
import type { Code, InlineCode, Root as MarkdownRoot, Nodes, Parents, PhrasingContent, Text } from 'mdast';
import { SKIP, visit } from 'unist-util-visit';
import type { WorkshopAction } from '../built-item.ts';
import { contentTexts } from '../content-texts.ts';
import { CONTENT_CLASSES } from '../markdown/classes.ts';
import type { TextAdditions, TextPlace } from '../markdown/context.ts';
import { h } from '../markdown/hast.ts';
import { actionElement, sectionElement } from './action-markup.ts';
import {
  actionInSmallLetters,
  isActionWord,
  nearAction,
  readAction,
  reportUnknownSettings,
  type UnknownSetting,
} from './actions.ts';
import { settleDefinitionLists } from './definition-lists.ts';
import { hasVariables, showVariables, takeUnknownVariables, variablesByName } from './lab-variables.ts';

export interface LabAdditions extends TextAdditions {
  /** In the order of the page, once it is finished. */
  actions: WorkshopAction[];
}

/**
 * The extensions of lab pages beyond Markdown: actions, collapsible sections, text to copy, variables of the session.
 *
 * @param text the text of the page, with placeholders for variables
 * @param linkTo the other pages of the lab
 */
export function labAdditions(
  layout: 'classic' | 'hugo',
  text: string,
  linkTo: NonNullable<TextAdditions['linkTo']> = () => null,
): LabAdditions {
  const actions: WorkshopAction[] = [];
  const unknown: UnknownSetting[] = [];
  let texts = 0;
  const begins = new Set<Element>();
  const ends = new Set<Element>();
  return {
    actions,
    linkTo,
    meantBy: nearAction,
    async parsed(tree, keep, place) {
      texts += 1;
      settleLinks(tree);
      settleCopies(tree, keep);
      if (layout === 'hugo') settleDefinitionLists(tree);
      else reportUnknownVariables(tree, place);
      const blocks: { code: Code; index: number; parent: Parents }[] = [];
      visit(tree, 'code', (code, index, parent) => {
        const meant = actionInSmallLetters(code.lang ?? '');
        if (meant !== null) {
          const message = `"${code.lang}" is no action, because it has capitals; it is shown as code. Write "${meant}"`;
          place.findings.warning('action-unknown', place.file, code.position?.start.line ?? place.line, message);
        }
        if (parent !== undefined && index !== undefined && isActionWord(code.lang ?? ''))
          blocks.push({ code, index, parent });
      });
      for (const { code, index, parent } of blocks) {
        const action = readAction(blockOf(code, place), place.findings, unknown);
        const at = actions.push(action) - 1;
        const element = await elementOf(action, at, code.value);
        if (action.known && action.name === 'section:begin') begins.add(element);
        if (action.known && action.name === 'section:end') ends.add(element);
        const mark: Text = { type: 'text', value: keep(element) };
        // One for one, so that the indexes of the others stay.
        parent.children[index] = { type: 'paragraph', children: [mark] };
      }
    },
    finished(tree, { file, findings }) {
      reportUnknownSettings(unknown, file, findings);
      if (texts > 1) inPageOrder(tree, actions);
      if (begins.size > 0) foldSections(tree, begins, ends);
      if (/[{\ue002-\ue005]/.test(text)) showVariables(tree);
    },
  };
}

function blockOf(code: Code, place: TextPlace) {
  return {
    word: code.lang ?? '',
    rest: (code.meta ?? '').trim(),
    body: code.value,
    file: place.file,
    line: code.position?.start.line ?? place.line,
  };
}

async function elementOf(action: WorkshopAction, at: number, body: string): Promise<Element> {
  if (action.known && action.name === 'section:begin') return sectionElement(action, at);
  if (action.known && action.name === 'section:end') return h('div', { dataAction: at, hidden: true });
  return actionElement(action, at, body);
}

/**
 * Addresses of the learner's own session cannot be opened by readers: the link's text stays, with the address beside
 * it.
 */
function settleLinks(tree: MarkdownRoot): void {
  visit(tree, 'link', (link, index, parent) => {
    if (parent === undefined || index === undefined || !hasVariables(link.url)) return undefined;
    const same = variablesByName(textOf(link)).replace(/\/$/, '') === variablesByName(link.url).replace(/\/$/, '');
    const address: PhrasingContent[] = same
      ? []
      : [
          { type: 'text', value: ' (' },
          { type: 'inlineCode', value: link.url },
          { type: 'text', value: ')' },
        ];
    const shown: PhrasingContent[] = same ? [{ type: 'inlineCode', value: link.url }] : link.children;
    parent.children.splice(index, 1, ...([...shown, ...address] as never[]));
    return [SKIP, index + shown.length + address.length];
  });
}

const COPY = /^\{\{\s*copy\s*\}\}/;

/** Text in backticks followed by `{{copy}}` gets a button. */
function settleCopies(tree: MarkdownRoot, keep: (part: Element) => string): void {
  const found: { code: InlineCode; text: Text; parent: Parents; plain: boolean }[] = [];
  const inPlain = new Set<Nodes>();
  visit(tree, (node) => {
    if (node.type !== 'link' && node.type !== 'linkReference' && node.type !== 'heading') return;
    visit(node, 'inlineCode', (code) => {
      inPlain.add(code);
    });
  });
  visit(tree, 'inlineCode', (code, index, parent) => {
    const next = index === undefined ? undefined : parent?.children[index + 1];
    if (parent === undefined || next?.type !== 'text' || !COPY.test(next.value)) return;
    found.push({ code, text: next, parent, plain: inPlain.has(code) });
  });
  for (const { code, text, parent, plain } of found) {
    text.value = text.value.replace(COPY, '');
    if (plain) continue;
    if (text.value === '') parent.children.splice(parent.children.indexOf(text as never), 1);
    const alone = parent.type === 'paragraph' && parent.children.length === 1;
    const mark: Text = { type: 'text', value: keep(copyElement(code.value, alone)) };
    parent.children.splice(parent.children.indexOf(code as never), 1, mark as never);
  }
}

/** @param alone it is the only content of its paragraph, and replaces the paragraph */
function copyElement(text: string, alone: boolean): Element {
  const label = contentTexts.copyText({ text: variablesByName(text) });
  const button = h(
    'button',
    { type: 'button', className: [CONTENT_CLASSES.copyTextButton], dataCopy: '', ariaLabel: label },
    contentTexts.copy,
  );
  const element = h('span', { className: [CONTENT_CLASSES.copyText] }, h('code', {}, text), button);
  return alone ? h('p', {}, element) : element;
}

function textOf(node: Nodes): string {
  let text = '';
  visit(node, (inner) => {
    if (inner.type === 'text' || inner.type === 'inlineCode') text += inner.value;
  });
  return text;
}

function reportUnknownVariables(tree: MarkdownRoot, { file, line, findings }: TextPlace): void {
  visit(tree, 'text', (text) => {
    if (!text.value.includes('{{')) return;
    text.value = takeUnknownVariables(text.value, (name) => {
      const message = `no lab fills the variable "${name.slice(0, 60)}"; its name is shown. Mend the name, or put it into code`;
      findings.warning('variable-unknown', file, text.position?.start.line ?? line, message);
    });
  });
}

/** Texts inside boxes are parsed after the page around them: renumbers the actions from the top. */
function inPageOrder(tree: Root, actions: WorkshopAction[]): void {
  const order = new Set<WorkshopAction>();
  visit(tree, 'element', ({ properties }) => {
    const action = typeof properties.dataAction === 'number' ? actions[properties.dataAction] : undefined;
    if (action === undefined) return;
    properties.dataAction = order.size;
    order.add(action);
  });
  actions.splice(0, actions.length, ...order, ...actions.filter((action) => !order.has(action)));
}

/** Levels of nested sections; deeper ones stay beside their content. */
const MAX_NESTING = 10;

/** Moves the content between the begin and the end of a section into it; an unclosed section ends with its parent. */
function foldSections(tree: Root, begins: ReadonlySet<Element>, ends: ReadonlySet<Element>): void {
  const isBegin = (node: unknown) => begins.has(node as Element);
  const fold = (parent: Root | Element) => {
    if (parent.children.some(isBegin)) {
      const open: { children: Root['children'] }[] = [{ children: [] }];
      for (const child of parent.children) {
        const here = open.at(-1)?.children ?? [];
        if (child.type === 'element' && ends.has(child) && open.length > 1) {
          here.push(child);
          open.pop();
          continue;
        }
        here.push(child);
        if (isBegin(child) && open.length <= MAX_NESTING) open.push(child as Element);
      }
      parent.children = open[0]?.children ?? [];
    }
    for (const child of parent.children) if (child.type === 'element') fold(child);
  };
  fold(tree);
}
