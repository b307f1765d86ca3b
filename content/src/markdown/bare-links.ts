import type { Link, Root, RootContent, Text } from 'mdast';
import { SKIP, visit } from 'unist-util-visit';

/** Punctuation of Chinese, Japanese and Korean texts, which ends an address that no space ends. */
const ENDS = /[\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff3d\uff5b-\uff65\u2018\u2019\u201c\u201d\u2026]/;
const ADDRESSES = new RegExp(`(https?://[^\\s<>${ENDS.source.slice(1, -1)}]+)`);

/** Ends bare addresses where East Asian punctuation follows without a space; what is behind it is text. */
export function endBareLinks(tree: Root, source: string): void {
  if (!ENDS.test(source) || !source.includes('://')) return;
  visit(tree, 'link', (link, index, parent) => {
    const [only, ...others] = link.children;
    if (parent === undefined || index === undefined || only?.type !== 'text' || others.length > 0) return undefined;
    const { position } = link;
    const length = (position?.end.offset ?? 0) - (position?.start.offset ?? 0);
    // Between < and > the author says where it ends.
    const isBare = link.url === only.value && (position === undefined || length === only.value.length);
    if (!isBare || !ENDS.test(only.value)) return undefined;
    const at = position === undefined ? {} : { position };
    const pieces = only.value.split(ADDRESSES).flatMap((piece, number): RootContent[] => {
      if (piece === '') return [];
      const text = (value: string): Text => ({ type: 'text', value, ...at });
      if (number % 2 === 0) return [text(piece)];
      const [address, rest] = withoutTail(piece);
      const own: Link = { type: 'link', url: address, children: [text(address)], ...at };
      return rest === '' ? [own] : [own, text(rest)];
    });
    parent.children.splice(index, 1, ...(pieces as never[]));
    return [SKIP, index + pieces.length];
  });
}

/** Without the signs at an address's end that belong to the sentence, and these. */
function withoutTail(address: string): [string, string] {
  const tail = /[.,:;!?"'*_~]*(\)*)[.,:;!?"'*_~]*$/.exec(address);
  const opened = address.split('(').length - address.split(')').length;
  const end = tail === null || (tail[1] !== '' && opened >= 0) ? address.length : tail.index;
  return [address.slice(0, end), address.slice(end)];
}
