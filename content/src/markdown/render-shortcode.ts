import type { Element, ElementContent } from 'hast';
import { contentTexts } from '../content-texts.ts';
import { httpsUrl, safeLink } from '../links.ts';
import { anchorHref, externalLink } from './anchors.ts';
import { CONTENT_CLASSES } from './classes.ts';
import { plainCodeFigure } from './code.ts';
import type { RenderInner, TextPlace } from './context.ts';
import { h } from './hast.ts';
import { pictureElement } from './pictures.ts';
import type { Shortcode } from './shortcodes.ts';
import { frameIn, isYoutubeId, videoElement, videoOfAddress, videoOfDigits } from './videos.ts';

export type AlertKind = 'info' | 'success' | 'warning' | 'error';

const ALERT_TITLES: Readonly<Record<AlertKind, () => string>> = {
  info: () => contentTexts.note,
  success: () => contentTexts.wellDone,
  warning: () => contentTexts.warning,
  error: () => contentTexts.important,
};

/** The markup of one shortcode, made from its values. */
export async function renderShortcode(
  shortcode: Shortcode,
  place: TextPlace,
  renderInner: RenderInner,
): Promise<ElementContent[]> {
  const { fields, line } = shortcode;
  const at: TextPlace = { ...place, line };
  const field = (name: string) => fields.get(name) ?? '';
  switch (shortcode.name) {
    case 'alert':
      return [await alert(field('text'), field('type'), at, renderInner)];
    case 'checks':
      return [await checks(field('list'), at, renderInner)];
    case 'brightcove':
    case 'vimeo':
    case 'youtube':
      return [videoOf(shortcode.name, field('id').trim(), at)];
    case 'conditional-cta':
      return [callToAction(shortcode, at)];
    case 'figure':
      return [
        await figureElement({ image: field('image'), alt: field('alt'), caption: field('caption') }, at, renderInner),
      ];
    case 'embed':
      return [embed(field('html'), at)];
    case 'raw':
      return [plainCodeFigure(field('text'))];
  }
}

async function alert(text: string, type: string, place: TextPlace, renderInner: RenderInner): Promise<Element> {
  const wanted = type.trim().toLowerCase();
  const kind = isAlertKind(wanted) ? wanted : 'info';
  if (kind !== wanted) {
    const message = `alert type "${type.slice(0, 40)}" is unknown; "info" was used. Write info, success, warning or error`;
    place.findings.warning('alert-type', place.file, place.line, message);
  }
  const { children } = await renderInner(text, place.line);
  const title = ALERT_TITLES[kind]();
  const first = children.find((child) => child.type === 'element');
  const classes = first?.type === 'element' ? first.properties.className : undefined;
  const hasTitle = Array.isArray(classes) && classes.includes(CONTENT_CLASSES.alertTitle);
  return alertElement(kind, title, hasTitle ? [] : [title], children as ElementContent[]);
}

function isAlertKind(text: string): text is AlertKind {
  return Object.hasOwn(ALERT_TITLES, text);
}

/**
 * An alert box.
 *
 * @param name its accessible name
 * @param title its visible title; empty when the text contains one
 */
export function alertElement(
  kind: AlertKind,
  name: string,
  title: readonly (ElementContent | string)[],
  text: readonly ElementContent[],
): Element {
  const words = title.length === 0 ? [] : [h('p', { className: [CONTENT_CLASSES.alertTitle] }, ...title)];
  const className = [CONTENT_CLASSES.alert, `${CONTENT_CLASSES.alert}-${kind}`];
  return h('div', { className, role: 'note', ariaLabel: name }, ...words, ...text);
}

async function checks(list: string, { line }: TextPlace, renderInner: RenderInner): Promise<Element> {
  const items = list
    .split('||')
    .map((item) => item.trim().replace(/\s*\n\s*/g, ' '))
    .filter((item) => item !== '');
  const rendered: Element[] = [];
  for (const item of items) {
    const { children } = await renderInner(item, line);
    const only = children.length === 1 ? children[0] : undefined;
    const inner = only?.type === 'element' && only.tagName === 'p' ? only.children : (children as ElementContent[]);
    rendered.push(h('li', {}, ...inner));
  }
  return h('ul', { className: [CONTENT_CLASSES.checks] }, ...rendered);
}

/** A video by its id. @param name the shortcode; the number of digits decides between Vimeo and Brightcove */
export function videoOf(name: string, id: string, place: TextPlace): Element {
  const ref =
    name === 'youtube' && isYoutubeId(id)
      ? { provider: 'youtube' as const, videoId: id, hash: null }
      : videoOfDigits(id);
  if (ref !== null) return videoElement(ref, '');
  place.findings.warning('video-id', place.file, place.line, `"${id.slice(0, 40)}" is not the id of a video`);
  return h('p', {}, 'Video');
}

function callToAction(shortcode: Shortcode, { file, line, findings, found }: TextPlace): Element {
  const [guest, auth, pro] = ['attrGuest', 'attrAuth', 'attrPro'].map((name) =>
    hrefIn(shortcode.fields.get(name) ?? ''),
  );
  const text = (shortcode.fields.get('text') ?? '').trim() || 'Continue';
  const arrow =
    shortcode.fields.get('icon') === 'arrow-right'
      ? [h('span', { className: [CONTENT_CLASSES.ctaArrow], ariaHidden: 'true' }, ' →')]
      : [];
  const href = guest ?? auth ?? pro ?? null;
  if (href === null) {
    findings.warning('cta-without-link', file, line, 'the button has no link that can be followed; its text is shown');
    return h('p', { className: [CONTENT_CLASSES.cta] }, text);
  }
  for (const one of new Set([guest, auth, pro]))
    if (one?.startsWith('#') === false) found.push({ file, line, href: one });
  const properties = {
    className: [CONTENT_CLASSES.ctaLink],
    ...(href.startsWith('https:') ? externalLink(href) : { href }),
    dataHrefGuest: guest,
    dataHrefAuth: auth,
    dataHrefPro: pro,
  };
  return h('p', { className: [CONTENT_CLASSES.cta] }, h('a', properties, text, ...arrow));
}

/** The `href` in a list of raw attributes, when it is allowed; all other attributes are ignored. */
function hrefIn(attributes: string): string | null {
  const found = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const link = safeLink(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
  if (link.kind === 'external') return link.href;
  if (link.kind === 'site' && link.href.startsWith('/')) return link.href;
  return link.kind === 'anchor' ? anchorHref(link.fragment) : null;
}

/** An image with its caption. */
export async function figureElement(
  figure: { image: string; alt: string; caption: string },
  place: TextPlace,
  renderInner: RenderInner,
): Promise<Element> {
  const caption = figure.caption.trim();
  const { children } = caption === '' ? { children: [] } : await renderInner(caption, place.line);
  const only = children[0];
  const inner = only?.type === 'element' && only.tagName === 'p' ? only.children : (children as ElementContent[]);
  const words = {
    src: figure.image,
    alt: figure.alt,
    title: '',
    caption: caption === '' ? null : inner,
  };
  return pictureElement(words, place, 'block');
}

function embed(html: string, place: TextPlace): Element {
  const frame = frameIn(html);
  const ref = frame === null ? null : videoOfAddress(frame.src);
  if (frame !== null && ref !== null) return videoElement(ref, frame.title.trim());
  const href = frame === null ? null : httpsUrl(frame.src);
  const message = 'only players of Vimeo, YouTube and Brightcove can be embedded; a link is shown instead';
  place.findings.warning('embed-refused', place.file, place.line, message);
  return h('p', {}, href === null ? contentTexts.embedded : h('a', externalLink(href), frame?.title.trim() || href));
}
