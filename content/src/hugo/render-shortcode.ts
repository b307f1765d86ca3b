import type { Element, ElementContent, Root } from 'hast';
import { externalLink } from '../markdown/anchors.ts';
import { CONTENT_CLASSES } from '../markdown/classes.ts';
import { colouredCodeFigure, plainCodeFigure } from '../markdown/code.ts';
import type { RenderInner, TextPlace } from '../markdown/context.ts';
import { diagram } from '../markdown/diagrams.ts';
import { tabElement, tabsElement } from '../markdown/fold-blocks.ts';
import { h } from '../markdown/hast.ts';
import { type AlertKind, alertElement, figureElement, videoOf } from '../markdown/render-shortcode.ts';
import type { HugoShortcode } from './take-shortcodes.ts';

type Renderer = (
  shortcode: HugoShortcode,
  place: TextPlace,
  renderInner: RenderInner,
  counter: { steps: number },
) => Promise<ElementContent[]>;

/** Names of alert boxes in Hugo themes, and their kinds here. */
const KINDS: Readonly<Record<string, { kind: AlertKind; title: string }>> = {
  note: { kind: 'info', title: 'Note' },
  info: { kind: 'info', title: 'Info' },
  tip: { kind: 'success', title: 'Tip' },
  success: { kind: 'success', title: 'Well done' },
  warning: { kind: 'warning', title: 'Warning' },
  caution: { kind: 'warning', title: 'Caution' },
  danger: { kind: 'error', title: 'Important' },
  important: { kind: 'error', title: 'Important' },
  error: { kind: 'error', title: 'Important' },
};

/** Kinds of boxes that some themes call by a colour or another word. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  primary: 'note',
  secondary: 'note',
  default: 'note',
  green: 'tip',
  blue: 'info',
  orange: 'warning',
  red: 'danger',
};

/** The markup of one shortcode of Hugo content, as docs/reference/content.md#sites-written-for-hugo lists them. */
export const renderHugoShortcode: Renderer = (shortcode, place, renderInner, counter) =>
  (RENDERERS[shortcode.name] ?? (async () => []))(shortcode, place, renderInner, counter);

const RENDERERS: Readonly<Record<string, Renderer>> = {
  step: async ({ inner, line }, _place, renderInner, counter) => {
    counter.steps += 1;
    const number = h('span', { className: [CONTENT_CLASSES.stepNumber] }, `Step ${counter.steps}`);
    const { children } = await renderInner(inner ?? '', line, CONTENT_CLASSES.minorHeading);
    const text = h('div', { className: [CONTENT_CLASSES.stepText] }, ...contentOf(children));
    return [h('div', { className: [CONTENT_CLASSES.step] }, number, ' ', text)];
  },
  output: async ({ inner }) => [plainCodeFigure(codeIn(inner), 'Output')],
  highlight: async ({ inner, positional }) => {
    const word = positional[0] ?? '';
    return [await colouredCodeFigure(codeIn(inner), /^[\w+#.-]{1,40}$/.test(word) ? word : '')];
  },
  mermaid: async ({ inner }, place) => diagram(codeIn(inner), place),
  ...Object.fromEntries(
    ['notice', 'callout', 'aside', 'alert', 'admonition', 'hint'].map((name): [string, Renderer] => [
      name,
      (shortcode, place, renderInner) => box(shortcode, kindOf(shortcode), place, renderInner),
    ]),
  ),
  // Pages of labs and some themes name the kind itself.
  ...Object.fromEntries(
    ['note', 'warning', 'danger', 'tip', 'info', 'important', 'caution'].map((name): [string, Renderer] => [
      name,
      (shortcode, place, renderInner) => box(shortcode, name, place, renderInner),
    ]),
  ),
  tabs: (shortcode, place, renderInner) => tabs(shortcode, place, renderInner),
  tabpane: (shortcode, place, renderInner) => tabs(shortcode, place, renderInner),
  tab: async ({ inner, line, named, positional }, _place, renderInner) => {
    const title = ['title', 'name', 'header', 'label']
      .map((name) => named.get(name))
      .find((text) => text !== undefined);
    const language = named.get('lang') ?? '';
    const children =
      language === ''
        ? contentOf((await renderInner(inner ?? '', line, CONTENT_CLASSES.minorHeading)).children)
        : [await colouredCodeFigure(codeIn(inner), /^[\w+#.-]{1,40}$/.test(language) ? language : '')];
    return [tabElement(inlineCode(title ?? positional[0] ?? language), children, false)];
  },
  checks: async ({ positional }) => [
    h('ul', { className: [CONTENT_CLASSES.checks] }, ...positional.map((item) => h('li', {}, ...inlineCode(item)))),
  ],
  columns: async ({ inner, line }, _place, renderInner) => {
    const { children } = await renderInner(inner ?? '', line, CONTENT_CLASSES.minorHeading);
    return [h('div', { className: [CONTENT_CLASSES.columns] }, ...contentOf(children))];
  },
  column: async ({ inner, line, named, positional }, _place, renderInner) => {
    const { children } = await renderInner(inner ?? '', line, CONTENT_CLASSES.minorHeading);
    const title = named.get('title') ?? positional[0] ?? '';
    const heading = title === '' ? [] : [h('p', { className: [CONTENT_CLASSES.minorHeading] }, title)];
    return [h('div', { className: [CONTENT_CLASSES.column] }, ...heading, ...contentOf(children))];
  },
  expand: (shortcode, _place, renderInner) => details(shortcode, renderInner),
  details: (shortcode, _place, renderInner) => details(shortcode, renderInner),
  'checklist-item': async ({ inner, line, named, positional }, _place, renderInner) => {
    const { children } = await renderInner(inner ?? '', line, CONTENT_CLASSES.minorHeading);
    const title = named.get('title') ?? positional[0] ?? '';
    const words = title === '' ? [] : [h('p', {}, h('strong', {}, ...inlineCode(title)))];
    return [h('ul', { className: [CONTENT_CLASSES.checks] }, h('li', {}, ...words, ...contentOf(children)))];
  },
  youtube: async ({ named, positional }, place) => [videoOf('youtube', named.get('id') ?? positional[0] ?? '', place)],
  vimeo: async ({ named, positional }, place) => [videoOf('vimeo', named.get('id') ?? positional[0] ?? '', place)],
  tweet: async (shortcode, place) => tweet(shortcode, place),
  twitter: async (shortcode, place) => tweet(shortcode, place),
  x: async (shortcode, place) => tweet(shortcode, place),
  figure: async ({ named, positional }, place, renderInner) => [
    await figureElement(
      {
        image: named.get('src') ?? positional[0] ?? '',
        alt: named.get('alt') ?? '',
        caption: named.get('caption') ?? named.get('title') ?? '',
      },
      place,
      renderInner,
    ),
  ],
  comment: async () => [],
  quizdown: async (_shortcode, { file, line, findings }) => {
    const message = 'questions belong to a chapter of a course; they are left out here';
    findings.warning('quiz-wrong-type', file, line, message);
    return [];
  },
};

async function box(
  { inner, line, named }: HugoShortcode,
  wanted: string,
  place: TextPlace,
  renderInner: RenderInner,
): Promise<ElementContent[]> {
  const name = wanted.trim().toLowerCase();
  const known = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (known === undefined) {
    const message = `the kind "${wanted.slice(0, 40)}" of a note is unknown; "note" was used. Write ${Object.keys(KINDS).join(', ')}`;
    place.findings.warning('alert-type', place.file, line, message);
  }
  const { kind, title } = known ?? { kind: 'info' as const, title: 'Note' };
  const { children } = await renderInner(inner ?? '', line);
  const own = named.get('title') ?? '';
  // "**Note:** ..." already is a title.
  const isNamed = own === '' && startsBold(children);
  return [alertElement(kind, own || title, isNamed ? [] : own === '' ? [title] : inlineCode(own), contentOf(children))];
}

/** The kind of a box by the arguments of the themes that know it. */
function kindOf({ named, positional }: HugoShortcode): string {
  const written = ['type', 'style', 'color', 'context', 'level'].map((name) => named.get(name));
  const kind = written.find((text) => text !== undefined) ?? positional[0] ?? 'note';
  return OTHER_KINDS[kind.trim().toLowerCase()] ?? kind;
}

async function tabs(
  { inner, line, named }: HugoShortcode,
  place: TextPlace,
  renderInner: RenderInner,
): Promise<ElementContent[]> {
  const { children } = await renderInner(inner ?? '', line, CONTENT_CLASSES.minorHeading);
  // A theme names the titles of all tabs at once.
  const titles = (named.get('items') ?? '').split(',').map((title) => title.trim());
  return [tabsElement(contentOf(children), line, place, titles)];
}

function startsBold(children: Root['children']): boolean {
  const first = children.find((child) => child.type === 'element');
  const word = first?.type === 'element' && first.tagName === 'p' ? first.children[0] : undefined;
  return word?.type === 'element' && word.tagName === 'strong';
}

async function details({ inner, line, positional, named }: HugoShortcode, renderInner: RenderInner) {
  const title = positional[0] ?? named.get('title') ?? named.get('summary') ?? '';
  const { children } = await renderInner(inner ?? '', line, CONTENT_CLASSES.minorHeading);
  return [h('details', {}, h('summary', {}, ...inlineCode(title || 'Show more')), ...contentOf(children))];
}

function tweet({ named, positional }: HugoShortcode, { file, line, findings }: TextPlace): ElementContent[] {
  const id = named.get('id') ?? positional.at(-1) ?? '';
  if (/^\d{1,20}$/.test(id)) {
    return [h('p', {}, h('a', externalLink(`https://twitter.com/i/status/${id}`), 'See the post on Twitter'))];
  }
  findings.warning('link-refused', file, line, `"${id.slice(0, 40)}" is not the number of a post; it is left out`);
  return [];
}

/** Titles are plain texts in which back quotes mark code. */
function inlineCode(text: string): (Element | string)[] {
  return text
    .split('`')
    .map((piece, at) => (at % 2 === 1 ? h('code', {}, piece) : piece))
    .filter((piece) => piece !== '');
}

/** Code without surrounding empty lines and common indentation. */
function codeIn(inner: string | null): string {
  return (inner ?? '').replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

function contentOf(children: Root['children']): ElementContent[] {
  return children as ElementContent[];
}
