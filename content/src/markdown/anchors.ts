import path from 'node:path';
import type { Element, ElementContent, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { visit } from 'unist-util-visit';
import { type Download, placePicture } from '../assets.ts';
import { isAttachable, sizeInWords } from '../attachments.ts';
import { buildLanguage } from '../build-language.ts';
import { extensionOf } from '../file-names.ts';
import { safeLink } from '../links.ts';
import { shortened } from '../text-source.ts';
import { CONTENT_CLASSES } from './classes.ts';
import type { TextPlace } from './context.ts';
import { h } from './hast.ts';
import { namesText, pageMeant, pageOfFile } from './item-pages.ts';
import { ID_PREFIX } from './sanitise.ts';

/** Checks every link of a text; a link that is not allowed becomes text. */
export function decorateLinks(tree: Root, place: TextPlace): void {
  const ids = new Set([...(place.anchors ?? []), ...idsOf(tree)]);
  visit(tree, 'element', (element, index, parent) => {
    if (element.tagName !== 'a' || parent === undefined || index === undefined) return;
    const at = { ...place, line: lineAt(parent, index, place.line) };
    const rest = splitReversed(element, at);
    if (rest !== null) parent.children.splice(index + 1, 0, { type: 'text', value: rest });
    const { href, id } = element.properties;
    if (typeof href === 'string') {
      settle(element, href, at, ids);
    } else if (id === undefined) {
      element.tagName = 'span';
      element.properties = {};
    }
  });
}

/** Bare addresses have no line of their own: it is computed from their paragraph and the line breaks before them. */
function lineAt(parent: Root | Element, index: number, fallback: number): number {
  const child = parent.children[index];
  if (child?.position !== undefined) return child.position.start.line;
  const start = parent.position?.start.line;
  if (start === undefined) return fallback;
  const before = parent.children.slice(0, index).map((node) => (node.type === 'text' ? node.value : ''));
  return start + before.join('').split('\n').length - 1;
}

/**
 * `[https://host](words)` is no link but an address followed by text. The link ends where the address does; the rest is
 * returned as text.
 */
function splitReversed(element: Element, { file, line, findings }: TextPlace): string | null {
  const [only, ...others] = element.children;
  const at = only?.type === 'text' && others.length === 0 ? only.value.indexOf('](') : -1;
  if (only?.type !== 'text' || at === -1 || !/^(?:https?:\/\/|www\.)/i.test(only.value)) return null;
  const address = only.value.slice(0, at);
  const rest = only.value.slice(at);
  only.value = address;
  element.properties.href = address.replace(/^www\./i, 'https://www.');
  const message = `"[${shortened(address, 100)}](..." is the wrong way round; write [text](address)`;
  findings.warning('link-reversed', file, line, message);
  return rest;
}

/** The ids that links of a text can lead to. */
export function idsOf(tree: Root): Set<string> {
  const ids = new Set<string>();
  visit(tree, 'element', ({ properties }) => {
    if (typeof properties.id === 'string') ids.add(properties.id);
  });
  return ids;
}

function settle(element: Element, href: string, place: TextPlace, ids: ReadonlySet<string>): void {
  const { file, line, findings } = place;
  const own = knownLink(href, place.links);
  if (own !== null) {
    element.properties.href = toHeading(own);
    place.found.push({ file, line, href: own });
    return;
  }
  const shown = shortened(href, 200);
  const page = place.additions?.linkTo?.(href) ?? null;
  if (page !== null && 'href' in page) {
    element.properties.href = page.href;
    return;
  }
  if (page !== null) {
    becomeText(element, null);
    const message = `the link "${shown}" leads to no page of this lab; its text is shown. ${page.advice}`;
    findings.warning('link-broken', file, line, message);
    return;
  }
  const link = safeLink(href);
  switch (link.kind) {
    case 'external':
      Object.assign(element.properties, externalLink(link.href));
      if (isSameAddress(textOf(element), link.href)) element.properties.className = [CONTENT_CLASSES.ownAddress];
      place.found.push({ file, line, href: link.href });
      if (link.upgraded) {
        findings.warning('link-http', file, line, `the link ${shown} was changed to https; write https`);
      }
      return;
    case 'mail':
    case 'app':
      element.properties.href = link.href;
      return;
    case 'anchor':
      element.properties.href = anchorHref(link.fragment);
      if (link.fragment !== '' && !ids.has(ID_PREFIX + link.fragment)) {
        findings.warning('anchor-missing', file, line, `no heading or anchor of this text is called "${shown}"`);
      }
      return;
    case 'site':
    case 'relative':
      settleOnSite(element, link, href, place);
      return;
    case 'exercise':
      becomeText(element, href);
      return;
    default:
      becomeText(element, null);
      findings.warning(
        'link-refused',
        file,
        line,
        `the link "${shown}" cannot be followed; its text is shown. Write an https or mailto address`,
      );
  }
}

/** The target on our site of an address of the site that the text comes from, its anchor included. */
function knownLink(href: string, links: TextPlace['links']): string | null {
  if (links.size === 0) return null;
  const exact = links.get(href);
  if (exact !== undefined) return exact;
  const [, address = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
  const found = address === '' ? undefined : links.get(address);
  if (found === undefined) return null;
  return fragment === '' || found.includes('#') ? found : `${found}#${fragment}`;
}

/** Paths of the site stay; a path that names a file of the item becomes a link to that file. */
function settleOnSite(element: Element, link: { kind: string; href: string }, href: string, place: TextPlace): void {
  const copy = place.pictures.get(href);
  const target =
    copy === undefined ? placePicture(href, place.file, place.assetStore, null) : { kind: 'file' as const, file: copy };
  if (target.kind === 'file' && place.assetStore.has(target.file)) {
    const address = place.assetStore.original(target.file);
    if (address !== null) {
      element.properties.href = address;
      return;
    }
    const download = place.assetStore.download(target.file);
    if (download !== null) {
      becomeDownload(element, download);
      return;
    }
  }
  const page =
    place.pages === undefined || place.additions !== undefined ? null : pageOfFile(href, place.file, place.pages);
  if (page !== null) {
    element.properties.href = toHeading(page);
    place.found.push({ file: place.file, line: place.line, href: page });
    return;
  }
  // The pages of a lab may be written for Hugo, too, but belong to no site: their paths are ours.
  if (place.dialect === 'hugo' && place.additions === undefined) {
    // Its paths are those of another site, so an unknown one would be a broken link.
    becomeText(element, null);
    const message = `no page of the site has the address "${shortened(href, 200)}"; its text is shown. Mend the link`;
    place.findings.warning('link-missing', place.file, place.line, message);
    return;
  }
  const meant = target.kind === 'file' ? place.assetStore.meant(target.file) : null;
  if (meant !== null && !meant.endsWith('.json')) {
    becomeText(element, null);
    const message = `the file "${shortened(href, 200)}" does not exist, but "${shortened(meant, 200)}" does: capitals count, and / separates folders. Until then the link's text is shown`;
    place.findings.warning('link-broken', place.file, place.line, message);
    return;
  }
  const isRooted = /^[\\/]/.test(href.trim());
  if (!isRooted && isAttachable(path.posix.basename(pathOf(href)))) {
    becomeText(element, null);
    const why =
      target.kind === 'outside'
        ? 'lies outside of the folder; copy it into the folder'
        : 'does not exist; add it or mend the path';
    const message = `the file "${shortened(href, 200)}" ${why}. Until then the link's text is shown`;
    place.findings.warning('link-broken', place.file, place.line, message);
    return;
  }
  if (namesText(href)) {
    becomeText(element, null);
    const meant = place.pages === undefined ? null : pageMeant(href, place.pages);
    const advice =
      meant === null
        ? 'Write the address of the page, such as /courses/<course>/lessons/<lesson> or /guides/<guide>'
        : `Did you mean "${meant}"?`;
    const message = `the link "${shortened(href, 200)}" names a file; readers have pages. Until then its text is shown. ${advice}`;
    place.findings.warning('link-broken', place.file, place.line, message);
    return;
  }
  if (link.kind === 'site') {
    element.properties.href = toHeading(link.href);
    place.found.push({ file: place.file, line: place.line, href: link.href });
    return;
  }
  becomeText(element, null);
  const message = `"${shortened(href, 200)}" is no address; its text is shown. Write https://..., /path or ./path`;
  place.findings.warning('link-relative', place.file, place.line, message);
}

const pathOf = (href: string): string => href.replace(/[?#].*$/s, '');

/** A link that saves a file, with its type and size behind the words. */
function becomeDownload(element: Element, { address, name, size }: Download): void {
  element.properties = { className: [CONTENT_CLASSES.download], href: address, download: name };
  const facts = h('span', { className: [CONTENT_CLASSES.downloadFacts] }, `(${downloadFacts(name, size)})`);
  element.children.push({ type: 'text', value: ' ' }, facts);
}

/** `PDF, 1.2 MB`, in the language of the text. */
export function downloadFacts(name: string, size: number): string {
  const words = [extensionOf(name).toUpperCase(), sizeInWords(size, buildLanguage())];
  return words.filter((word) => word !== '').join(', ');
}

/** Whether a text reads as the address: with or without its scheme and a slash at its end. */
function isSameAddress(text: string, address: string): boolean {
  const bare = (one: string) =>
    one
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '');
  return bare(text) === bare(address);
}

/** @param address shown after the text when it differs */
function becomeText(element: Element, address: string | null): void {
  element.tagName = 'span';
  element.properties = {};
  if (address === null) return;
  element.properties.className = [CONTENT_CLASSES.exerciseAddress];
  const same = textOf(element).trim().replace(/\/$/, '') === address.replace(/\/$/, '');
  if (!same) element.children.push({ type: 'text', value: ' (' }, code(address), { type: 'text', value: ')' });
}

function code(text: string): ElementContent {
  return h('code', {}, text);
}

export function anchorHref(fragment: string): string {
  return fragment === '' ? '#' : `#${ID_PREFIX}${encodeURIComponent(fragment)}`;
}

/** A path of the site whose fragment means a heading of its target page. */
function toHeading(href: string): string {
  return href.replace(new RegExp(`#(?!${ID_PREFIX})(?=.)`), `#${ID_PREFIX}`);
}

export function externalLink(href: string): Element['properties'] {
  return { href, rel: ['noopener', 'noreferrer'], target: '_blank' };
}
