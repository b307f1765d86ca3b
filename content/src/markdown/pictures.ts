import type { Element, ElementContent, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { type Picture, type PicturePlace, placePicture } from '../assets.ts';
import { checkAlternativeText } from '../checks/texts/alternative-text.ts';
import { contentTexts } from '../content-texts.ts';
import { httpsUrl } from '../links.ts';
import { COLUMN, sizesOf } from '../pictures/widths.ts';
import { externalLink } from './anchors.ts';
import { CONTENT_CLASSES } from './classes.ts';
import type { TextPlace } from './context.ts';
import { h, lineOf, solidChildren } from './hast.ts';

/** A picture is tall from this many times its width on, like one of a phone: it is shown narrower than the text. */
const TALL = 1.4;

/** Replaces every image of a text: ours with address and size, others by a drawn placeholder. */
export async function decoratePictures(tree: Root, place: TextPlace): Promise<void> {
  await settleWithin(tree, false, place);
  liftFigures(tree);
}

async function settleWithin(parent: Root | Element, inLink: boolean, place: TextPlace): Promise<void> {
  const alone =
    !inLink && parent.type === 'element' && parent.tagName === 'p' && solidChildren(parent).every(isPicture);
  for (const [at, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    if (child.tagName !== 'img') {
      await settleWithin(child, inLink || child.tagName === 'a', place);
      continue;
    }
    const { src, alt, title, width } = child.properties;
    const words = { src: textOf(src), alt: textOf(alt), title: textOf(title), caption: null, width: widthOf(width) };
    const line = lineOf(child, place.line);
    const form = alone ? 'block' : inLink ? 'in-link' : 'inline';
    parent.children[at] = await pictureElement(words, { ...place, line }, form);
  }
}

function isPicture(node: ElementContent): boolean {
  return node.type === 'element' && (node.tagName === 'img' || node.tagName === 'br');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export interface PictureWords {
  src: string;
  alt: string;
  title: string;
  caption: ElementContent[] | null;
  /** Wanted width, CSS pixels; its own by default. */
  width?: number | null;
}

/** A number of pixels, or a part of the column of text. */
function widthOf(value: unknown): number | null {
  const [, digits = '', unit] = /^([\d.]+)(px|%)?$/.exec(String(value ?? '')) ?? [];
  const width = unit === '%' ? (Math.min(Number(digits), 100) / 100) * COLUMN : Number(digits);
  return width >= 1 ? Math.round(width) : null;
}

/** The markup of one image, or of its placeholder. */
export async function pictureElement(
  words: PictureWords,
  place: TextPlace,
  form: 'block' | 'inline' | 'in-link',
): Promise<Element> {
  checkAlternativeText(words.src, words.alt, place);
  const found = await findPicture(words.src, place);
  if (found.kind === 'absent') return placeholder(words, found.original, form);
  const { width, height } = sizeOf(found, words.width ?? null);
  const image = h('img', {
    src: found.address,
    ...formsOf({ ...found, width }),
    alt: words.alt,
    ...(words.title === '' ? {} : { title: words.title }),
    width,
    height,
    loading: 'lazy',
    decoding: 'async',
    ...(found.height > found.width * TALL ? { className: [CONTENT_CLASSES.imageTall] } : {}),
  });
  if (form !== 'block') return image;
  const caption = words.caption === null ? [] : [h('figcaption', {}, ...words.caption)];
  return h('figure', { className: [CONTENT_CLASSES.image] }, image, ...caption);
}

/** The wanted width with the height that belongs to it. */
function sizeOf({ width, height }: Picture, wanted: number | null): { width: number; height: number } {
  if (wanted === null || width === 0) return { width, height };
  return { width: wanted, height: Math.max(1, Math.round((height * wanted) / width)) };
}

function formsOf({ forms, width }: Picture): Element['properties'] {
  if (forms.length === 0) return {};
  return { srcSet: forms.map((form) => `${form.address} ${form.width}w`).join(', '), sizes: sizesOf(width) };
}

type Found = ({ kind: 'here' } & Picture) | { kind: 'absent'; original: string | null };

async function findPicture(src: string, place: TextPlace): Promise<Found> {
  const { file, line, assetStore, source, findings, pictures } = place;
  if (src.trim() === '') {
    findings.error('image-missing', file, line, 'a picture has no usable address; write its path or an https address');
    return { kind: 'absent', original: null };
  }
  const copy = pictures.get(src.trim());
  const target: PicturePlace =
    copy === undefined ? placePicture(src, file, assetStore, source) : { kind: 'file', file: copy };
  if (target.kind === 'remote') {
    const original = httpsUrl(target.address);
    const message = `the picture ${target.address.slice(0, 300)} lies on another host; a placeholder with a link is shown. Put the file beside the text to show it`;
    findings.warning('image-remote', file, line, message);
    return { kind: 'absent', original };
  }
  if (target.kind === 'outside') {
    const message = `the picture "${src.slice(0, 200)}" lies outside of the folder; copy it into the folder`;
    findings.fatal('path-leaves-folder', file, line, message);
    return { kind: 'absent', original: null };
  }
  const picture = await assetStore.picture(target.file);
  if (picture === 'missing') {
    const message = `the picture "${target.file.slice(0, 200)}" does not exist; ${adviceFor(src, target.file, place)}`;
    findings.error('image-missing', file, line, message);
  }
  if (typeof picture === 'string') return { kind: 'absent', original: null };
  return { kind: 'here', ...picture };
}

/** Paths from the root are those of other tools, which take them from a folder of their own; a Hugo site has it. */
function adviceFor(src: string, file: string, { dialect, assetStore }: TextPlace): string {
  const meant = assetStore.meant(file);
  if (meant !== null) return `"${meant.slice(0, 200)}" does: capitals count, and / separates folders`;
  if (dialect === 'hugo') return 'add the file or mend the path';
  const [, name = ''] = /^(?:@site\/|[\\/]).*?([^\\/?#]+)(?:[?#].*)?$/.exec(src.trim()) ?? [];
  return name === ''
    ? 'add the file or mend the path'
    : `files of folders like "static" are not read: copy it beside the text and write "./${name.slice(0, 80)}"`;
}

function placeholder(
  { alt, caption }: PictureWords,
  original: string | null,
  form: 'block' | 'inline' | 'in-link',
): Element {
  const label = alt.trim() === '' ? contentTexts.picture : alt;
  const text = h('span', { className: [CONTENT_CLASSES.imagePlaceholderText] }, label);
  if (form === 'in-link') return h('span', inlineClass(), text);
  const className = [CONTENT_CLASSES.imagePlaceholderLink];
  const link =
    original === null ? [] : [' ', h('a', { className, ...externalLink(original) }, contentTexts.openPicture)];
  if (form === 'inline') return h('span', inlineClass(), text, ...link);
  const art = h('span', { className: [CONTENT_CLASSES.imagePlaceholderArt], ariaHidden: 'true' });
  const words = caption === null ? [] : [' ', ...caption];
  return h(
    'figure',
    { className: [CONTENT_CLASSES.imagePlaceholder] },
    art,
    h('figcaption', {}, text, ...words, ...link),
  );
}

function inlineClass() {
  return { className: [CONTENT_CLASSES.imagePlaceholder, CONTENT_CLASSES.imagePlaceholderInline] };
}

/** A paragraph cannot contain figures: paragraphs that contain only figures are replaced by them. */
function liftFigures(tree: Root): void {
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'p' || parent === undefined || index === undefined) return undefined;
    const isFigure = (node: ElementContent) => node.type === 'element' && node.tagName === 'figure';
    if (!element.children.some(isFigure)) return undefined;
    const figureElements = element.children.filter(isFigure);
    parent.children.splice(index, 1, ...(figureElements as never[]));
    return [SKIP, index + figureElements.length];
  });
}
