import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { CONTENT_CLASSES } from './classes.ts';
import { h } from './hast.ts';

export interface VideoRef {
  provider: 'brightcove' | 'vimeo' | 'youtube';
  videoId: string;
  /** Key of a private Vimeo video. */
  hash: string | null;
}

/** The number of digits decides, not the field: 13 means Brightcove, and real texts confuse the names. */
export function videoOfDigits(digits: string): VideoRef | null {
  if (!/^\d{6,20}$/.test(digits)) return null;
  return { provider: digits.length === 13 ? 'brightcove' : 'vimeo', videoId: digits, hash: null };
}

export function isYoutubeId(text: string): boolean {
  return /^[\w-]{11}$/.test(text);
}

/** The video of a player's address; null for hosts that are no known players. */
export function videoOfAddress(address: string): VideoRef | null {
  const url = URL.parse(address.trim().replace(/^\/\//, 'https://'));
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const last = url.pathname.split('/').at(-1) ?? '';
  switch (url.hostname) {
    case 'player.vimeo.com': {
      const hash = url.searchParams.get('h');
      const found = /^\/video\/(\d{6,12})$/.exec(url.pathname)?.[1];
      const safeHash = hash !== null && /^[0-9a-f]{6,20}$/i.test(hash) ? hash : null;
      return found === undefined ? null : { provider: 'vimeo', videoId: found, hash: safeHash };
    }
    case 'www.youtube.com':
    case 'youtube.com':
    case 'www.youtube-nocookie.com':
      return url.pathname.startsWith('/embed/') && isYoutubeId(last)
        ? { provider: 'youtube', videoId: last, hash: null }
        : null;
    case 'players.brightcove.net': {
      const id = url.searchParams.get('videoId') ?? '';
      return /^\d{6,20}$/.test(id) ? { provider: 'brightcove', videoId: id, hash: null } : null;
    }
    default:
      return null;
  }
}

/** A placeholder for a player: a title and a button. Nothing loads before the reader presses it. */
export function videoElement({ provider, videoId, hash }: VideoRef, title: string): Element {
  const properties = {
    className: [CONTENT_CLASSES.videoEmbed],
    dataProvider: provider,
    dataVideoId: videoId,
    dataTitle: title,
    ...(hash === null ? {} : { dataVideoHash: hash }),
  };
  const label = h('span', { className: [CONTENT_CLASSES.videoEmbedLabel] }, 'Video');
  const name = title === '' ? [] : [' ', h('span', { className: [CONTENT_CLASSES.videoEmbedTitle] }, title)];
  const button = h(
    'button',
    { type: 'button', className: [CONTENT_CLASSES.videoEmbedPlay], dataPlay: '' },
    label,
    ...name,
  );
  return h('div', properties, button);
}

const parser = unified().use(rehypeRaw).freeze();

/** The first frame in a piece of raw HTML: its address and title. */
export function frameIn(html: string): { src: string; title: string } | null {
  const tree = parser.runSync({ type: 'root', children: [{ type: 'raw', value: html }] }) as Root;
  let found: { src: string; title: string } | null = null;
  visit(tree, 'element', (element) => {
    if (element.tagName === 'iframe') found ??= frameOf(element);
  });
  return found;
}

export function frameOf(frame: Element): { src: string; title: string } {
  const { src, title } = frame.properties;
  return {
    src: typeof src === 'string' ? src : '',
    title: typeof title === 'string' ? title : textOf(frame).slice(0, 0),
  };
}
